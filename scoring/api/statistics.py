"""A tournament's statistics over the API."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.scope import the_tournament
from scoring.selectors.standings import UnknownDivision
from scoring.selectors.statistics import statistics, statistics_json


class StatisticsView(APIView):
    """Bullseyes and hang jacks of teams, pairs and players, runs, lengths of games, kicks, margins, ranks by round."""

    @extend_schema(
        operation_id="statistics",
        parameters=[
            OpenApiParameter("division", OpenApiTypes.STR, description="Whose ranks by round to give; absent: all.")
        ],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        try:
            found = statistics(tournament, division=request.query_params.get("division", ""))
        except UnknownDivision as error:
            raise ValidationError({"division": [str(error)]}) from error
        return Response(statistics_json(found))
