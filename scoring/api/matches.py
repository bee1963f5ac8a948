"""A match over the API: how it stands, the decider, the result and its withdrawal."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api import serializers as shapes
from scoring.api.reading import read
from scoring.api.refusals import answered
from scoring.api.scope import demand, the_match
from scoring.selectors.boards import match_json
from scoring.services import results, tables


class MatchBoardView(APIView):
    """A match with all its tables, as it stands."""

    @extend_schema(operation_id="match_board", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str, match_id: int) -> Response:
        return Response(match_json(the_match(slug, match_id)))


class DeciderView(APIView):
    """Open the decider of a level match: best of three, two of each team's four (13.c)."""

    @extend_schema(operation_id="decider_open", request=shapes.OpenSerializer, responses=shapes.AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request.user, "scoring.record", match)
        asked = read(shapes.OpenSerializer, request)
        with answered():
            appended = tables.open_decider(
                match,
                seats=dict(asked["seats"]),
                first_dealer=asked["first_dealer"],
                home_pair=asked["home_pair"],
                toss=asked["toss"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        return Response(appended.answer, status=status.HTTP_200_OK if appended.repeated else status.HTTP_201_CREATED)


class ResultView(APIView):
    """The results of a match; confirm it as a second person."""

    @extend_schema(operation_id="match_results", responses=shapes.ResultSerializer(many=True))
    def get(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        return Response(shapes.ResultSerializer(match.results.order_by("version"), many=True).data)

    @extend_schema(operation_id="match_confirm", request=shapes.EmptySerializer, responses=shapes.ResultSerializer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request.user, "scoring.confirm", match)
        read(shapes.EmptySerializer, request)
        with answered():
            result = results.confirm(match, by=by)
        return Response(shapes.ResultSerializer(result).data, status=status.HTTP_201_CREATED)


class WithdrawView(APIView):
    """Withdraw the confirmed result, with a reason; it stays on record."""

    @extend_schema(operation_id="match_withdraw", request=shapes.WithdrawSerializer, responses=shapes.ResultSerializer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request.user, "scoring.withdraw", match)
        asked = read(shapes.WithdrawSerializer, request)
        with answered():
            result = results.withdraw(match, by=by, reason=asked["reason"])
        return Response(shapes.ResultSerializer(result).data)
