"""A table's ledger over the API: see the board, preview, append, correct."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api import serializers as shapes
from scoring.api.reading import read
from scoring.api.refusals import answered
from scoring.api.scope import demand, the_place, the_table
from scoring.models import LedgerEvent
from scoring.selectors.boards import board_json
from scoring.services import ledger, tables


def _answer(appended: ledger.Appended) -> HttpResponse:
    """201 for a new event, 200 when the same request had been made before; the same bytes both times."""
    code = status.HTTP_200_OK if appended.repeated else status.HTTP_201_CREATED
    return HttpResponse(appended.text, status=code, content_type="application/json")


class BoardView(APIView):
    """The board of a table as it stands."""

    @extend_schema(operation_id="table_board", responses=shapes.AnswerSerializer)
    def get(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        return Response(board_json(the_table(slug, match_id, number)))


class EventsView(ListAPIView[LedgerEvent]):
    """The ledger of a table, and the one door to it."""

    serializer_class = shapes.EventSerializer

    def get_queryset(self) -> Any:
        table = the_table(self.kwargs["slug"], self.kwargs["match_id"], self.kwargs["number"])
        return table.events.select_related("actor").order_by("sequence")

    @extend_schema(operation_id="table_events", responses=shapes.EventSerializer(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([_event(event) for event in page or ()])

    @extend_schema(operation_id="table_append", request=shapes.AppendSerializer, responses=shapes.AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> HttpResponse:
        table_id, match = the_place(request.user, slug, match_id, number)
        by = demand(request.user, "scoring.record", match)
        asked = read(shapes.AppendSerializer, request)
        with answered("event"):
            appended = ledger.append(
                table_id,
                asked["event"],
                expected=asked["expected"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        return _answer(appended)


class PreviewView(APIView):
    """What an event would do; nothing is saved."""

    @extend_schema(operation_id="table_preview", request=shapes.PreviewSerializer, responses=shapes.AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        table = the_table(slug, match_id, number)
        demand(request.user, "scoring.record", table.match)
        asked = read(shapes.PreviewSerializer, request)
        with answered("event"):
            return Response(ledger.preview(table.pk, asked["event"]))


class CorrectionView(APIView):
    """Strike the last event, or put another in its place. The struck one stays in the ledger."""

    @extend_schema(operation_id="table_correct", request=shapes.CorrectionSerializer, responses=shapes.AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> HttpResponse:
        table = the_table(slug, match_id, number)
        by = demand(request.user, "scoring.record", table.match)
        asked = read(shapes.CorrectionSerializer, request)
        with answered("replace"):
            appended = ledger.correct_last(
                table.pk,
                reason=asked["reason"],
                replace=asked["replace"],
                expected=asked["expected"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        return _answer(appended)


class OpenView(APIView):
    """Seat the players and name the first dealer."""

    @extend_schema(operation_id="table_open", request=shapes.OpenSerializer, responses=shapes.AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> HttpResponse:
        table = the_table(slug, match_id, number)
        by = demand(request.user, "scoring.record", table.match)
        asked = read(shapes.OpenSerializer, request)
        with answered():
            appended = tables.open_table(
                table,
                seats=dict(asked["seats"]),
                first_dealer=asked["first_dealer"],
                home_pair=asked["home_pair"],
                toss=asked["toss"],
                expected=asked["expected"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        return _answer(appended)


def _event(event: LedgerEvent) -> dict[str, Any]:
    envelope = json.loads(event.payload)
    return {
        "sequence": event.sequence,
        "kind": event.kind,
        "event": envelope["event"],
        "details": envelope["details"],
        "result": json.loads(event.answer).get("result"),
        "actor": str(event.actor),
        "device": event.device,
        "recorded_at": event.recorded_at,
        "client_id": event.client_id,
        "previous_hash": event.previous_hash,
        "hash": event.hash,
    }
