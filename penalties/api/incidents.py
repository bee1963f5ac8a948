"""Incidents over the API: list, preview, report, rule, dismiss, withdraw.

GET  tournaments/<slug>/incidents/?state=&match=&clause=            those that the caller may see
GET  tournaments/<slug>/incidents/<id>/
POST tournaments/<slug>/matches/<id>/tables/<n>/incidents/preview/   {"incident": {…}}
POST tournaments/<slug>/matches/<id>/tables/<n>/incidents/           {"incident": {…}, "client_id", "note", "rule", …}
POST tournaments/<slug>/incidents/<id>/rule/                         {"expected", "client_id", "incident"?, "reasons"?}
POST tournaments/<slug>/incidents/<id>/dismiss/                      {"reason"}
POST tournaments/<slug>/incidents/<id>/withdraw/                     {"reason"?}
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from penalties.api import shapes
from penalties.api.scope import answered, demand, read, read_query, the_incident, the_table, the_tournament
from penalties.models import Incident
from penalties.selectors import incidents as seen
from penalties.services import calls, incidents, previews, rulings
from penalties.services.rulings import Ruled
from tournaments.models import Table, User


class IncidentsView(ListAPIView[Incident]):
    """Reports that the caller may see: what was ruled is public, claims are not."""

    serializer_class = shapes.IncidentShape

    def get_queryset(self) -> Any:
        asked = read_query(shapes.IncidentsQuery, self.request)
        found = seen.seen_by(self.request.user, the_tournament(self.kwargs["slug"]))
        for name, column in (("state", "state"), ("match", "match_id"), ("clause", "clause")):
            if name in asked:
                found = found.filter(**{column: asked[name]})
        return found

    @extend_schema(
        operation_id="incidents", parameters=[shapes.IncidentsQuery], responses=shapes.IncidentShape(many=True)
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class IncidentView(APIView):
    """One report with its rulings."""

    @extend_schema(operation_id="incident", responses=shapes.IncidentShape)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        return Response(shapes.IncidentShape(the_incident(request.user, slug, pk)).data)


class PreviewView(APIView):
    """The ruling that the code gives on the table as it is; nothing is saved."""

    @extend_schema(operation_id="incident_preview", request=shapes.AskShape, responses=shapes.PreviewShape)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        table = the_table(slug, match_id, number)
        demand(request.user, "penalties.report", table.match)
        asked = read(shapes.AskShape, request)
        with answered():
            return Response(previews.preview(table, asked["incident"]).to_json())


class ReportView(APIView):
    """Report an incident; an official may rule on it in the same moment."""

    @extend_schema(operation_id="incident_report", request=shapes.ReportShape, responses=shapes.ReportedShape)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        table = the_table(slug, match_id, number)
        by = demand(request.user, "penalties.report", table.match)
        asked = read(shapes.ReportShape, request)
        if asked["rule"]:
            demand(request.user, "penalties.rule", table.match)
        with answered(), transaction.atomic():
            return _reported(table, asked, by)


def _reported(table: Table, asked: dict[str, Any], by: User) -> Response:
    ruled: Ruled | None = None
    if asked["rule"]:
        ruled = rulings.report_and_rule(
            table,
            asked["incident"],
            expected=asked["expected"],
            client_id=asked["client_id"],
            by=by,
            note=asked["note"],
            reasons=asked["reasons"],
            device=asked["device"],
        )
        incident, repeated = ruled.ruling.incident, ruled.repeated
    else:
        reported = incidents.report(table, asked["incident"], by=by, client_id=asked["client_id"], note=asked["note"])
        incident, repeated = reported.incident, reported.repeated
    call = calls.call_official(table, by=by, incident=incident).call.pk if asked["call"] else None
    return Response(
        {
            "incident": shapes.IncidentShape(_again(incident)).data,
            "ruling": None if ruled is None else shapes.RulingShape(ruled.ruling).data,
            "answer": None if ruled is None else ruled.answer,
            "call": call,
        },
        status=status.HTTP_200_OK if repeated else status.HTTP_201_CREATED,
    )


def _again(incident: Incident) -> Incident:
    return seen.incidents().get(pk=incident.pk)


def ruled_answer(ruled: Ruled) -> Response:
    """201 for a new act, 200 when the same request had been made before."""
    return Response(
        {
            "incident": shapes.IncidentShape(_again(ruled.ruling.incident)).data,
            "ruling": shapes.RulingShape(ruled.ruling).data,
            "answer": ruled.answer,
            "shifted": list(ruled.shifted),
        },
        status=status.HTTP_200_OK if ruled.repeated else status.HTTP_201_CREATED,
    )


class RuleView(APIView):
    """Rule on a report."""

    @extend_schema(operation_id="incident_rule", request=shapes.RuleShape, responses=shapes.RuledShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        incident = the_incident(request.user, slug, pk)
        by = demand(request.user, "penalties.rule", incident.match)
        asked = read(shapes.RuleShape, request)
        with answered():
            ruled = rulings.rule(
                incident,
                asked=asked["incident"],
                reasons=asked["reasons"],
                expected=asked["expected"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        return ruled_answer(ruled)


class DismissView(APIView):
    """Say that nothing follows from a report."""

    @extend_schema(operation_id="incident_dismiss", request=shapes.ReasonShape, responses=shapes.IncidentShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        incident = the_incident(request.user, slug, pk)
        by = demand(request.user, "penalties.rule", incident.match)
        asked = read(shapes.ReasonShape, request)
        with answered():
            done = incidents.dismiss(incident, by=by, reason=asked["reason"])
        return Response(shapes.IncidentShape(_again(done)).data)


class WithdrawView(APIView):
    """Take back one's own report."""

    @extend_schema(operation_id="incident_withdraw", request=shapes.WithdrawShape, responses=shapes.IncidentShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        incident = the_incident(request.user, slug, pk)
        by = demand(request.user, "penalties.report", incident.match)
        asked = read(shapes.WithdrawShape, request)
        with answered():
            done = incidents.withdraw(incident, by=by, reason=asked["reason"])
        return Response(shapes.IncidentShape(_again(done)).data)
