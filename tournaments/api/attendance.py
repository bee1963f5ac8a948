"""Shapes of entries, check-in, line-ups and officials' rounds."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.fields import Flag, Id, Strict, Text, Whole
from tournaments.models import EntryState, Team
from tournaments.selectors import entries
from tournaments.selectors.line_ups import Side


class RulesShape(Strict):
    """The rules of entering. ``closed``: why no team can be entered now, or empty."""

    entries_open = Flag(required=False)
    entries_close_at = serializers.DateTimeField(allow_null=True, required=False)
    roster_least = Whole(min_value=0, max_value=60, required=False)
    roster_most = Whole(min_value=1, max_value=60, allow_null=True, required=False)
    roster_locks_at = serializers.DateTimeField(allow_null=True, required=False)
    closed = serializers.SerializerMethodField()

    def get_closed(self, tournament: Any) -> str:
        return entries.why_closed(tournament)


class EntryReasonShape(Strict):
    """Why."""

    reason = Text(max_length=300, allow_blank=True, required=False)


class NewEntryShape(Strict):
    """A team as it is sent. ``players``: one a line; ``known``: ids of players whom the club has had before."""

    name = Text(max_length=80)
    division = Id(allow_null=True, required=False)
    email = Text(max_length=254, allow_blank=True, required=False)
    players = Text(max_length=20_000, allow_blank=True, required=False, trim_whitespace=False)
    known = serializers.ListField(child=Id(), max_length=60, required=False)


class EntryShape(serializers.Serializer[Any]):
    """An entry, and what became of it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    division = serializers.IntegerField(source="division_id", allow_null=True)
    email = serializers.CharField()
    state = serializers.ChoiceField(choices=EntryState.choices)
    sent_at = serializers.DateTimeField(source="registered_at", allow_null=True)
    sent_by = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_sent_by(self, team: Team) -> str | None:
        return str(team.registered_by) if team.registered_by else None

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_players(self, team: Team) -> list[str]:
        return [entry.player.name for entry in team.roster.all()]


class KnownShape(serializers.Serializer[Any]):
    """A player whom a club has had before."""

    player = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class PresenceShape(Strict):
    """A player by the id of the roster entry, or by the token that a badge carries; today, or on ``day``."""

    entry = Id(required=False)
    token = Text(max_length=200, required=False)
    day = serializers.DateField(required=False)


class TeamPresenceShape(Strict):
    """Ids of the roster entries that are there; the others of the team are not."""

    present = serializers.ListField(child=Id(), max_length=60)
    day = serializers.DateField(required=False)


class CheckInShape(serializers.Serializer[Any]):
    """A player who is there."""

    entry = serializers.IntegerField(source="entry_id")
    player = serializers.IntegerField(source="entry.player_id")
    name = serializers.CharField(source="entry.player.name")
    team = serializers.IntegerField(source="entry.team_id")
    day = serializers.DateField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    undone_at = serializers.DateTimeField(allow_null=True)


class TableSeatsShape(Strict):
    """Two players of a table, by their own ids (a roster's ``player``)."""

    table = Whole(min_value=1, max_value=100)
    players = serializers.ListField(child=Id(), max_length=2)


class NewLineUpShape(Strict):
    """A team's line-up; ``reason`` where both sides are in already."""

    team = Id()
    seats = TableSeatsShape(many=True)
    reason = Text(max_length=300, allow_blank=True, required=False)


class SeatedShape(serializers.Serializer[Any]):
    """A player in a line-up."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class LineUpTableShape(serializers.Serializer[Any]):
    """The pair at a table."""

    table = serializers.IntegerField()
    players = SeatedShape(many=True)


class LineUpShape(serializers.Serializer[Any]):
    """One side's line-up; ``seats`` is null until it is in, and hidden from the others until both are."""

    team = serializers.IntegerField(source="team.pk")
    put_in = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()

    def get_put_in(self, side: Side) -> bool:
        return side.put_in is not None

    @extend_schema_field(LineUpTableShape(many=True, allow_null=True))
    def get_seats(self, side: Side) -> Any:
        if side.seats is None:
            return None
        return [
            {"table": number, "players": [{"player": one.pk, "name": one.name} for one in players]}
            for number, players in side.seats
        ]


class OfficialShape(serializers.Serializer[Any]):
    """Somebody who can be in charge of a match; ``away``: ids of the rounds that they cannot do."""

    user = serializers.IntegerField(source="user.pk")
    name = serializers.CharField(source="user")
    parts = serializers.ListField(child=serializers.CharField())
    away = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_away(self, duty: Any) -> list[int]:
        return sorted(duty.away)


class AwayShape(Strict):
    """Ids of the rounds that somebody cannot do; all of them, every time."""

    rounds = serializers.ListField(child=Id(), max_length=1000)
