"""Shapes of the day: what comes in, and what is told of places, officials, rounds and what came in between."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.api import serializers as shapes
from scoring.selectors import day as days
from scoring.services import walkovers
from tournaments.api.fields import Text, Whole
from tournaments.services import placing

MOST_SPOTS = 24
SIDES = ("home", "away")
NOTE_KINDS = ("late", "arrived", "postponed", "resumed", "abandoned")
"""What is noted without the ledger."""


class LateShape(serializers.Serializer[Any]):
    """A team that is late."""

    team = serializers.IntegerField(source="team.pk")
    name = serializers.CharField(source="team.name")
    grace_until = serializers.DateTimeField(source="until")


class SeatShape(serializers.Serializer[Any]):
    """A table of a match and the furniture that it is played at."""

    number = serializers.IntegerField()
    spot = serializers.IntegerField(allow_null=True)
    where = serializers.CharField()


class DayMatchShape(serializers.Serializer[Any]):
    """A match on the day. ``state``: of its play; ``day_state``: what the day did to it, empty for nothing."""

    match = serializers.IntegerField(source="booking.match")
    name = serializers.CharField(source="booking.name")
    round = serializers.IntegerField(source="round.number")
    starts_at = serializers.DateTimeField(source="booking.at", allow_null=True)
    official = serializers.CharField(source="booking.official_name")
    place = serializers.CharField(source="booking.where")
    tables = SeatShape(source="booking.tables", many=True)
    state = serializers.CharField()
    day_state = serializers.CharField(source="booking.day_state")
    home_bullseyes = serializers.IntegerField(source="home")
    away_bullseyes = serializers.IntegerField(source="away")
    late = LateShape(many=True)


class FreeShape(serializers.Serializer[Any]):
    """Furniture that is free."""

    id = serializers.IntegerField(source="pk")
    where = serializers.CharField(source="__str__")


class DayShape(serializers.Serializer[Any]):
    """The day: its matches, the ids of those that wait for a table in order, the tables that are free."""

    now = serializers.DateTimeField()
    rounds = serializers.SerializerMethodField()
    matches = DayMatchShape(source="lines", many=True)
    waiting = serializers.SerializerMethodField()
    free = FreeShape(many=True)

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_rounds(self, page: days.DayShown) -> list[int]:
        return [round.number for round in page.rounds]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_waiting(self, page: days.DayShown) -> list[int]:
        return [line.booking.match for line in page.waiting]


class LeftShape(serializers.Serializer[Any]):
    """A match for which nothing was found, and why."""

    match = serializers.IntegerField()
    name = serializers.CharField()
    why = serializers.CharField()


class PlacedShape(serializers.Serializer[Any]):
    """A match and where its tables are played: the id of each table's spot by the table's number."""

    match = serializers.IntegerField(source="booking.match")
    name = serializers.CharField(source="booking.name")
    where = serializers.CharField()
    spots = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DictField(child=serializers.IntegerField()))
    def get_spots(self, placed: placing.Placed) -> dict[str, int]:
        return {str(number): spot.pk for number, spot in placed.spots.items()}


class PlacesShape(serializers.Serializer[Any]):
    """What fits and what does not."""

    placed = PlacedShape(many=True)
    left = LeftShape(many=True)


class NamedShape(serializers.Serializer[Any]):
    """A match and who looks after it."""

    match = serializers.IntegerField(source="booking.match")
    name = serializers.CharField(source="booking.name")
    official = serializers.CharField(source="official.__str__")


class DutiesShape(serializers.Serializer[Any]):
    """Who looks after what, and the matches for which nobody is left."""

    named = NamedShape(many=True)
    left = LeftShape(many=True)


class MissingShape(serializers.Serializer[Any]):
    """One thing that is missing; ``essential``: it stands in the way."""

    code = serializers.CharField()
    text = serializers.CharField()
    essential = serializers.BooleanField()
    matches = serializers.ListField(child=serializers.IntegerField())


class RoundStateShape(serializers.Serializer[Any]):
    """How a round stands, and what is missing before it is opened, or closed once it is open."""

    number = serializers.IntegerField()
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    missing = MissingShape(many=True)


class OccurrenceShape(serializers.Serializer[Any]):
    """What came in between at a match."""

    kind = serializers.CharField()
    team = serializers.IntegerField(source="team_id", allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField()
    by = serializers.CharField(source="by.__str__")
    at = serializers.DateTimeField()


class DayReasonSerializer(shapes.StrictSerializer):
    """Why."""

    reason = Text(max_length=300)


class RoundReasonSerializer(shapes.StrictSerializer):
    """Why, where something stands in the way."""

    reason = Text(max_length=300, required=False, default="", allow_blank=True)


class NoteSerializer(shapes.StrictSerializer):
    """Something that came in between. ``team``: who is late or has come; ``until``: of a postponed match."""

    kind = serializers.ChoiceField(choices=NOTE_KINDS)
    team = serializers.ChoiceField(choices=SIDES, required=False, allow_null=True, default=None)
    until = serializers.DateTimeField(required=False, allow_null=True, default=None)
    reason = Text(max_length=300, required=False, default="", allow_blank=True)


class WalkOverSerializer(DayReasonSerializer):
    """Who came: ``home``, ``away``, or null for neither."""

    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    client_id = shapes.ClientIdField(required=False, allow_null=True, default=None)


class AwardSerializer(DayReasonSerializer):
    """The figures with which a match is settled."""

    home_bullseyes = Whole(min_value=0, max_value=walkovers.MOST_BULLSEYES)
    away_bullseyes = Whole(min_value=0, max_value=walkovers.MOST_BULLSEYES)
    home_hang_jacks = Whole(min_value=0, max_value=walkovers.MOST_BULLSEYES, required=False, default=0)
    away_hang_jacks = Whole(min_value=0, max_value=walkovers.MOST_BULLSEYES, required=False, default=0)
    client_id = shapes.ClientIdField(required=False, allow_null=True, default=None)


class SpotsSerializer(shapes.StrictSerializer):
    """The id of each table's spot by the table's number; null: nowhere yet."""

    spots = serializers.DictField(child=Whole(min_value=1, max_value=2**63 - 1, allow_null=True))


class CallSerializer(shapes.StrictSerializer):
    """Spots for the tables that have none, in their order; left out: the first that fit."""

    spots = serializers.ListField(
        child=Whole(min_value=1, max_value=2**63 - 1),
        required=False,
        allow_null=True,
        default=None,
        max_length=MOST_SPOTS,
    )


class TimeSerializer(shapes.StrictSerializer):
    """A match's own time; null: its round's."""

    starts_at = serializers.DateTimeField(allow_null=True)
