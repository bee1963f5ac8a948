"""Standings over the API: ranks and figures, why, what can still be reached, lots."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError as Refused
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.scope import demand, the_tournament
from scoring.selectors import standings_lots, standings_reach
from scoring.selectors.standings import Standings, UnknownDivision, standings, standings_json
from scoring.selectors.standings_why import reason_json, why
from scoring.services import lots
from tournaments.api.fields import Id, Strict, Text
from tournaments.models import Stage, Tournament

MOST_ROUND = 32767

_SCOPE = [
    OpenApiParameter("division", OpenApiTypes.STR, description="Name of a division; absent: all."),
    OpenApiParameter("stage", OpenApiTypes.INT, description="Id of a stage: its rounds and its teams alone."),
    OpenApiParameter("round", OpenApiTypes.INT, description="Count rounds up to this number."),
]


class LotsSerializer(Strict):
    """Between which teams lots are drawn, before whom; without a seed a new one is made."""

    teams = serializers.ListField(child=Id(), max_length=512)
    witnesses = Text(max_length=300)
    seed = Text(max_length=64, required=False, allow_blank=True)
    stage = Id(required=False, allow_null=True)


class StandingsView(APIView):
    """Ranks and figures, ordered by the tournament's tie-break chain."""

    @extend_schema(operation_id="standings", parameters=_SCOPE, responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        return Response(standings_json(_found(request, slug)))


class StandingsWhyView(APIView):
    """Why one team is above another: the order link by link, with both figures."""

    @extend_schema(
        operation_id="standings_why",
        parameters=[
            *_SCOPE,
            OpenApiParameter("a", OpenApiTypes.INT, required=True, description="Id of a team."),
            OpenApiParameter("b", OpenApiTypes.INT, description="Id of another; absent: the one next above."),
        ],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, slug: str) -> Response:
        found = _found(request, slug)
        ids = {row.team_id for row in found.rows}
        one, other = _number(request, "a"), _number(request, "b")
        if one is None:
            raise ValidationError({"a": ["This is needed."]})
        for name, team in (("a", one), ("b", other)):
            if team is not None and team not in ids:
                raise ValidationError({name: ["That team is not in these standings."]})
        reason = why(found, one, other)
        if reason is None:
            raise ValidationError({"b": ["Name another team."]})
        return Response(reason_json(reason))


class StandingsReachView(APIView):
    """The highest and the lowest rank that each team can still reach, and what it needs."""

    @extend_schema(
        operation_id="standings_reach",
        parameters=[
            *_SCOPE,
            OpenApiParameter("places", OpenApiTypes.INT, description="How many go on; absent: as the next stage says."),
        ],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, slug: str) -> Response:
        found = _found(request, slug)
        places = _number(request, "places", 9999) or standings_reach.places_of(found) or 1
        outlook = standings_reach.prospects(found, places)
        return Response(
            {
                "places": places,
                "matches_left": outlook.matches_left,
                "exact": outlook.exact,
                "needs_of": outlook.needs_of or None,
                "teams": [
                    {
                        "team_id": line.row.team_id,
                        "team": line.row.team,
                        "rank": line.row.rank,
                        "left": line.reach.left,
                        "highest": line.reach.best,
                        "lowest": line.reach.worst,
                        "verdict": line.verdict,
                        "needs": line.needs,
                    }
                    for line in outlook.lines
                ],
            }
        )


class LotsView(APIView):
    """The lots drawn between teams that all else leaves level; draw some (director, official)."""

    @extend_schema(operation_id="standings_lots", parameters=_SCOPE[1:2], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        found = standings_lots.drawn(tournament, _stage(tournament, _number(request, "stage")))
        return Response({"draws": [standings_lots.draw_json(one) for one in found]})

    @extend_schema(operation_id="standings_lots_draw", request=LotsSerializer, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        by = demand(request.user, "scoring.draw_lots", tournament)
        reader = LotsSerializer(data=request.data)
        reader.is_valid(raise_exception=True)
        asked: dict[str, Any] = dict(reader.validated_data)
        stage = _stage(tournament, asked.pop("stage", None))
        try:
            made = lots.draw(tournament, by=by, stage=stage, **{"seed": "", **asked})
        except Refused as error:
            raise ValidationError(error.message_dict) from error
        shown = next(one for one in standings_lots.drawn(tournament, stage) if one.draw.pk == made.pk)
        return Response(standings_lots.draw_json(shown), status=status.HTTP_201_CREATED)


def _found(request: Request, slug: str) -> Standings:
    tournament = the_tournament(slug)
    try:
        return standings(
            tournament,
            division=request.query_params.get("division"),
            stage=_stage(tournament, _number(request, "stage")),
            through_round=_number(request, "round", MOST_ROUND),
        )
    except UnknownDivision as error:
        raise ValidationError({"division": [str(error)]}) from error


def _number(request: Request, name: str, most: int = 2**63 - 1) -> int | None:
    """A whole number from 1 of the address; None where it is not given."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 19 or not 1 <= int(text) <= most:
        raise ValidationError({name: [f"A whole number from 1 to {most}."]})
    return int(text)


def _stage(tournament: Tournament, pk: int | None) -> Stage | None:
    if pk is None:
        return None
    stage = Stage.objects.filter(tournament=tournament, pk=pk).select_related("tournament").first()
    if stage is None:
        raise ValidationError({"stage": [f"This tournament has no stage with the id {pk}."]})
    return stage
