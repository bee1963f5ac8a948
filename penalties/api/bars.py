"""Players kept from the tables.

GET  tournaments/<slug>/bars/               (anybody with a role)
POST tournaments/<slug>/bars/               {"player", "kind", "reason", "match"?, "ends_at"?, "ruling"?} (director)
POST tournaments/<slug>/bars/<id>/lift/     {"reason"} (director)
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ValidationError
from rest_framework.views import APIView

from penalties.api import shapes
from penalties.api.scope import demand, read, the_tournament
from penalties.selectors import rulings
from tournaments.models import Bar, Player
from tournaments.selectors import bars as listed
from tournaments.services import bars


class BarsView(ListAPIView[Bar]):
    """Who may not be seated, and why; lifted bars stay on the list."""

    serializer_class = shapes.BarredShape

    def get_queryset(self) -> Any:
        return listed.bars(the_tournament(self.kwargs["slug"]))

    @extend_schema(operation_id="bars", responses=shapes.BarredShape(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        demand(request.user, "tournaments.belong", the_tournament(kwargs["slug"]))
        return super().get(request, *args, **kwargs)

    @extend_schema(operation_id="bar_impose", request=shapes.BarShape, responses={201: shapes.BarredShape})
    def post(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        by = demand(request.user, "penalties.bar", tournament)
        asked = read(shapes.BarShape, request)
        player = Player.objects.filter(pk=asked["player"]).first()
        match = None if asked["match"] is None else tournament.matches.filter(pk=asked["match"]).first()
        ruling = (
            None if asked["ruling"] is None else rulings.of_tournament(tournament).filter(pk=asked["ruling"]).first()
        )
        for field, found in (("player", player), ("match", match), ("ruling", ruling)):
            if found is None and asked[field] is not None:
                raise ValidationError({field: [f"This tournament has none with the id {asked[field]}."]})
        assert player is not None  # noqa: S101 - refused just above
        with transaction.atomic():
            bar = bars.impose(
                tournament,
                player=player,
                kind=asked["kind"],
                reason=asked["reason"],
                by=by,
                match=match,
                ends_at=asked["ends_at"],
                source=f"ruling {ruling.pk}" if ruling else "",
            )
            if ruling is not None:
                ruling.bars.add(bar)
        return Response(shapes.BarredShape(bar).data, status=status.HTTP_201_CREATED)


class LiftView(APIView):
    """Let a player back."""

    @extend_schema(operation_id="bar_lift", request=shapes.LiftShape, responses=shapes.BarredShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        tournament = the_tournament(slug)
        by = demand(request.user, "penalties.bar", tournament)
        bar = get_object_or_404(listed.bars(tournament), pk=pk)
        asked = read(shapes.LiftShape, request)
        return Response(shapes.BarredShape(bars.lift(bar, by=by, reason=asked["reason"])).data)
