"""What comes in and goes out. Shapes check types and lengths; the services judge."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import orderings
from tournaments.api.fields import Flag, Id, Strict, Text, Whole
from tournaments.models import Match, Role, RoleName, Tournament
from tournaments.services.tournaments import MOST_APPEAL_HOURS, MOST_GAMES, MOST_TABLES


class TournamentShape(Strict):
    """A tournament. ``race_target`` is the one in force; ``race_target_set`` null has it worked out."""

    slug = serializers.SlugField(read_only=True)
    name = Text(max_length=120)
    venue = Text(max_length=200, allow_blank=True, required=False)
    starts_on = serializers.DateField(allow_null=True, required=False)
    ends_on = serializers.DateField(allow_null=True, required=False)
    ruleset_name = Text(max_length=40, required=False)
    ruleset_options = serializers.DictField(required=False)
    ruleset_frozen_at = serializers.DateTimeField(read_only=True)
    tables_per_match = Whole(min_value=1, max_value=MOST_TABLES, required=False)
    games_per_table = Whole(min_value=1, max_value=MOST_GAMES, required=False)
    race_target_set = Whole(min_value=1, max_value=32767, allow_null=True, required=False)
    race_target = serializers.IntegerField(read_only=True)
    grace_minutes = Whole(min_value=0, max_value=240, required=False)
    walk_over_bullseyes = Whole(min_value=1, max_value=961, allow_null=True, required=False)
    tie_break = serializers.ListField(child=Text(max_length=60), max_length=40, required=False)
    tie_break_words = serializers.SerializerMethodField()
    appeal_hours = Whole(min_value=1, max_value=MOST_APPEAL_HOURS, required=False)

    def get_tie_break_words(self, tournament: Tournament) -> list[str]:
        return orderings.in_words(tournament.tie_break)


class DivisionShape(Strict):
    """A division; ``order`` is its place among the others."""

    id = serializers.IntegerField(read_only=True)
    name = Text(max_length=60)
    order = Whole(min_value=0, max_value=32767, required=False)


class TeamShape(Strict):
    """A team; ``division`` is a division's id or null. ``email`` is taken and given to nobody but directors."""

    id = serializers.IntegerField(read_only=True)
    name = Text(max_length=80)
    division = Id(source="division_id", allow_null=True, required=False)
    email = Text(max_length=254, allow_blank=True, required=False, write_only=True)
    club = serializers.IntegerField(source="club_id", read_only=True, allow_null=True)
    state = serializers.CharField(read_only=True)


class PlayerShape(Strict):
    """A player on a roster. ``id`` is the entry's, ``player`` the player's own (who sits in a seat)."""

    id = serializers.IntegerField(read_only=True)
    player = serializers.IntegerField(source="player_id", read_only=True)
    name = Text(max_length=80, source="player.name")
    number = Whole(min_value=0, max_value=999, allow_null=True, required=False)
    captain = Flag(source="is_captain", required=False)
    reason = Text(max_length=300, allow_blank=True, required=False, write_only=True)


class LinesShape(Strict):
    """A pasted list of players, one a line: ``7 Anil Joseph (C)``; ``reason`` where a limit stands against it."""

    names = Text(max_length=20_000, trim_whitespace=False)
    reason = Text(max_length=300, allow_blank=True, required=False)


class KnownPlayersShape(Strict):
    """Ids of players whom the team's club has had before; ``reason`` where a limit stands against it."""

    known = serializers.ListField(child=Id(), min_length=1, max_length=60)
    reason = Text(max_length=300, allow_blank=True, required=False)


class RoundShape(Strict):
    """A round; without a number it is the next one. ``stage`` is the id of the stage whose draw made it."""

    id = serializers.IntegerField(read_only=True)
    number = Whole(min_value=1, max_value=999, required=False)
    name = Text(max_length=60, allow_blank=True, required=False)
    starts_at = serializers.DateTimeField(allow_null=True, required=False)
    stage = serializers.IntegerField(source="stage_id", read_only=True)


class TableShape(serializers.Serializer[Any]):
    """A table of a match."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    games = serializers.IntegerField()


class MatchShape(Strict):
    """A match: ids of its round and teams; ``official`` is a sign-in name, taken and never given out."""

    id = serializers.IntegerField(read_only=True)
    round = Id(source="round_id")
    home = Id(source="home_id")
    home_name = serializers.CharField(source="home.name", read_only=True)
    away = Id(source="away_id")
    away_name = serializers.CharField(source="away.name", read_only=True)
    official = Text(max_length=150, allow_null=True, required=False, write_only=True)
    official_name = serializers.SerializerMethodField()
    place = Text(max_length=60, allow_blank=True, required=False)
    tables = TableShape(many=True, read_only=True)
    race_target_set = serializers.IntegerField(read_only=True, allow_null=True)
    play_all = serializers.BooleanField(read_only=True)
    level_stands = serializers.BooleanField(read_only=True)
    play_off = Flag(required=False)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_official_name(self, match: Match) -> str | None:
        return str(match.official) if match.official else None


class MatchDutyShape(Strict):
    """What of a match may change: who is in charge, where, and until it begins its size."""

    official = Text(max_length=150, allow_null=True, required=False)
    place = Text(max_length=60, allow_blank=True, required=False)
    tables_per_match = Whole(min_value=1, max_value=MOST_TABLES, required=False, source="size.tables")
    games_per_table = Whole(min_value=1, max_value=MOST_GAMES, required=False, source="size.games")
    race_target_set = Whole(
        min_value=1, max_value=32767, allow_null=True, required=False, source="size.race_target_set"
    )
    play_all = Flag(required=False, source="size.play_all")
    level_stands = Flag(required=False, source="size.level_stands")


class RoleShape(Strict):
    """Somebody's part in the tournament; a captain's names the team."""

    id = serializers.IntegerField(read_only=True)
    username = Text(max_length=150, source="user.username")
    display_name = serializers.SerializerMethodField()
    role = serializers.ChoiceField(choices=RoleName.choices, source="name")
    team = Id(source="team_id", allow_null=True, required=False)

    def get_display_name(self, role: Role) -> str:
        return str(role.user)


class AccountShape(Strict):
    """A new account and its part."""

    username = Text(max_length=150)
    display_name = Text(max_length=80)
    role = serializers.ChoiceField(choices=RoleName.choices)
    team = Id(allow_null=True, required=False)


class AccountMadeShape(serializers.Serializer[Any]):
    """The part given, and the password that is shown this once."""

    role = RoleShape()
    one_time_password = serializers.CharField()


class SignInShape(Strict):
    """A name and its password."""

    username = Text(max_length=150)
    password = Text(max_length=1000, trim_whitespace=False)


class TokenShape(serializers.Serializer[Any]):
    """Goes into each request: ``Authorization: Token …``."""

    token = serializers.CharField()
