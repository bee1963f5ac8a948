"""Standings over the API."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.scope import the_tournament
from scoring.selectors.standings import UnknownDivision, standings, standings_json


class StandingsView(APIView):
    """Ranks and figures, ordered by the tournament's tie-break chain."""

    @extend_schema(
        operation_id="standings",
        parameters=[OpenApiParameter("division", OpenApiTypes.STR, description="Name of a division; absent: all.")],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        try:
            found = standings(tournament, division=request.query_params.get("division"))
        except UnknownDivision as error:
            raise ValidationError({"division": [str(error)]}) from error
        return Response(standings_json(found))
