"""The code of penalties over the API, for anybody.

GET code/?phase=&section=&ruleset=      GET code/search/?q=&ruleset=      GET code/<number>/?ruleset=
"""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from penalties.api import shapes
from penalties.api.scope import read_query
from rules_engine.penalty_code import all_clauses, find, search
from rules_engine.verdicts import Phase


class CodeView(APIView):
    """Every clause, or those of a section or a phase."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="code", parameters=[shapes.CodeQuery], responses=shapes.ClauseShape(many=True))
    def get(self, request: Request) -> Response:
        asked = read_query(shapes.CodeQuery, request)
        found = [clause for clause in all_clauses(asked["ruleset"]) if _fits(clause, asked)]
        return Response(shapes.ClauseShape([shapes.ClauseShape.of(clause) for clause in found], many=True).data)


class CodeSearchView(APIView):
    """Clauses that fit what somebody typed, best first."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="code_search", parameters=[shapes.SearchQuery], responses=shapes.ClauseShape(many=True))
    def get(self, request: Request) -> Response:
        asked = read_query(shapes.SearchQuery, request)
        found = search(asked["q"], asked["ruleset"])
        return Response(shapes.ClauseShape([shapes.ClauseShape.of(clause) for clause in found], many=True).data)


class ClauseView(APIView):
    """One clause."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="code_clause", parameters=[shapes.CodeQuery], responses=shapes.ClauseShape)
    def get(self, request: Request, number: str) -> Response:
        asked = read_query(shapes.CodeQuery, request)
        clause = find(number, asked["ruleset"])
        if clause is None:
            raise Http404("There is no such clause in this code.")
        return Response(shapes.ClauseShape(shapes.ClauseShape.of(clause)).data)


def _fits(clause: Any, asked: dict[str, Any]) -> bool:
    if "section" in asked and clause.section != asked["section"]:
        return False
    return "phase" not in asked or Phase(asked["phase"]) in clause.phases
