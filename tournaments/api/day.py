"""Rooms with their tables, and the hall's clocks."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entries import GONE, Things
from tournaments.api.fields import Id, Strict, Text, Whole
from tournaments.api.scope import Scoped
from tournaments.models import Clock, ClockKind, Room, User
from tournaments.selectors import clocks as shown_clocks
from tournaments.services import clocks, rooms


class RunOrRead(BasePermission):
    """Anybody reads what the hall sees; the director and the officials run the day."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS and not view.private:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        if not request.user.has_perm("tournaments.run_day", view.tournament):
            raise PermissionDenied("Running the day is for the director and the officials of this tournament.")
        return True


class SpotShape(serializers.Serializer[Any]):
    """A table as furniture."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()


class RoomShape(Strict):
    """A room. ``numbers`` are those of its tables; ``spots`` are the tables with their ids."""

    id = serializers.IntegerField(read_only=True)
    name = Text(max_length=60)
    order = Whole(min_value=0, max_value=32767, required=False)
    numbers = serializers.ListField(
        child=Whole(min_value=1, max_value=rooms.MOST_NUMBER),
        max_length=rooms.MOST_SPOTS,
        required=False,
        write_only=True,
    )
    spots = SpotShape(many=True, read_only=True)


class Rooms(Things):
    """Rooms of a tournament."""

    serializer_class = RoomShape
    queryset = Room.objects.none()

    def get_queryset(self) -> Any:
        return Room.objects.filter(tournament=self.tournament).prefetch_related("spots")

    @extend_schema(summary="Add a room with its tables", responses={201: RoomShape})
    def create(self, request: Request, slug: str) -> Response:
        values = self.read()
        order = values.pop("order", None)
        room = rooms.add(self.tournament, **values)
        return self.made(room if order is None else rooms.update(room, order=order))

    @extend_schema(summary="Change a room's name, place in the list or tables", responses=RoomShape)
    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        rooms.update(self.one(), **self.read(partial=True))
        return self.answer(self.one())

    @extend_schema(summary="Remove a room in which no match is placed")
    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        rooms.remove(self.one())
        return Response(status=GONE)


class ClockShape(serializers.Serializer[Any]):
    """A clock that runs. ``ends_at`` is null while it is paused; ``left``: seconds at ``now`` of the answer."""

    id = serializers.IntegerField(source="clock.pk")
    kind = serializers.CharField(source="clock.kind")
    round = serializers.IntegerField(source="clock.round_id", allow_null=True)
    title = serializers.CharField()
    seconds = serializers.IntegerField(source="clock.seconds")
    left = serializers.FloatField()
    paused = serializers.BooleanField()
    ends_at = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_ends_at(self, one: shown_clocks.ClockShown) -> datetime | None:
        return one.ends_at


class ClocksShape(serializers.Serializer[Any]):
    """The hour of the server, and the clocks that run: what is left is ``ends_at`` less the server's hour."""

    now = serializers.DateTimeField()
    clocks = ClockShape(many=True)


class NewClockShape(Strict):
    """A clock to be started."""

    kind = serializers.ChoiceField(choices=ClockKind.choices)
    minutes = Whole(min_value=1, max_value=clocks.MOST_MINUTES)
    round = Id(required=False, allow_null=True)


class MinutesShape(Strict):
    """Minutes more, or fewer."""

    minutes = Whole(min_value=-clocks.MOST_MINUTES, max_value=clocks.MOST_MINUTES)


class Clocks(Scoped):
    """The hall's clocks."""

    permission_classes = [RunOrRead]
    serializer_class = ClocksShape
    queryset = Clock.objects.none()

    def _clock(self) -> Clock:
        return get_object_or_404(Clock, tournament=self.tournament, pk=self.kwargs["pk"])

    def _now(self, code: int = status.HTTP_200_OK) -> Response:
        now = timezone.now()
        found = shown_clocks.running(self.tournament, now)
        return Response(ClocksShape({"now": now, "clocks": found}).data, status=code)

    @extend_schema(operation_id="clocks", summary="The clocks that run, and the server's hour", responses=ClocksShape)
    def list(self, request: Request, slug: str) -> Response:
        return self._now()

    @extend_schema(
        operation_id="clock_start", summary="Start a clock", request=NewClockShape, responses={201: ClocksShape}
    )
    def create(self, request: Request, slug: str) -> Response:
        values = self.read(shape=NewClockShape)
        pk = values.pop("round", None)
        round_ = None if pk is None else self.named(self.tournament.rounds.all(), pk, "round")
        clocks.start(self.tournament, by=cast(User, request.user), round=round_, **values)
        return self._now(status.HTTP_201_CREATED)

    @extend_schema(operation_id="clock_pause", summary="Pause a clock", request=None, responses=ClocksShape)
    def pause(self, request: Request, slug: str, pk: int) -> Response:
        clocks.pause(self._clock())
        return self._now()

    @extend_schema(operation_id="clock_go_on", summary="Let a paused clock go on", request=None, responses=ClocksShape)
    def go_on(self, request: Request, slug: str, pk: int) -> Response:
        clocks.go_on(self._clock())
        return self._now()

    @extend_schema(operation_id="clock_stop", summary="Stop a clock", request=None, responses=ClocksShape)
    def stop(self, request: Request, slug: str, pk: int) -> Response:
        clocks.stop(self._clock())
        return self._now()

    @extend_schema(
        operation_id="clock_add",
        summary="Give a clock minutes more or fewer",
        request=MinutesShape,
        responses=ClocksShape,
    )
    def add(self, request: Request, slug: str, pk: int) -> Response:
        clocks.add_minutes(self._clock(), **self.read(shape=MinutesShape))
        return self._now()
