"""Tournaments, and what there is to choose from."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rules_engine.readings import OPTIONS
from rules_engine.rulesets import PUBLISHED
from tournaments import orderings
from tournaments.api.scope import Scoped
from tournaments.api.shapes import TournamentShape
from tournaments.models import Tournament
from tournaments.selectors import listings
from tournaments.services import tournaments


class Tournaments(Scoped):
    """Every tournament; a director of any may start another."""

    serializer_class = TournamentShape
    queryset = Tournament.objects.none()

    def get_permissions(self) -> list[Any]:
        """Creating asks for another permission, in ``create``."""
        return [AllowAny()] if self.action == "create" else list(super().get_permissions())

    def get_queryset(self) -> Any:
        return listings.tournaments()

    @extend_schema(summary="All tournaments, the latest first")
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(TournamentShape(page, many=True).data)

    @extend_schema(summary="One tournament")
    def retrieve(self, request: Request, slug: str) -> Response:
        return Response(TournamentShape(self.tournament).data)

    @extend_schema(summary="Start a tournament", responses={201: TournamentShape})
    def create(self, request: Request) -> Response:
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        if not request.user.has_perm("tournaments.create"):
            raise PermissionDenied("Starting a tournament is for directors. The site's administrator can let you.")
        made = tournaments.create(request.user, **self.read())
        return Response(TournamentShape(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(summary="Change a tournament", responses=TournamentShape)
    def partial_update(self, request: Request, slug: str) -> Response:
        changed = tournaments.update(self.tournament, **self.read(partial=True))
        return Response(TournamentShape(changed).data)

    def get_object(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.kwargs["slug"])


class Choices(APIView):
    """Rulesets with their values, the options with theirs, and the names for the order of the standings."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="rulesets",
        summary="Rulesets, options and tie-breaks to choose from",
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request) -> Response:
        options = [
            {
                "name": option.name,
                "values": [getattr(value, "value", value) for value in option.values],
                "words": list(option.words),
                "free": option.free,
                "explanation": option.explanation,
                "source": option.source,
            }
            for option in OPTIONS
        ]
        rulesets = [
            {"name": name, "options": {option.name: ruleset.value(option.name) for option in OPTIONS}}
            for name, ruleset in PUBLISHED.items()
        ]
        tie_breaks = [{"name": name, "words": words} for name, words in orderings.choices()]
        return Response({"rulesets": rulesets, "options": options, "tie_breaks": tie_breaks})
