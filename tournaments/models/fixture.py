"""Rounds, matches, their tables and who sits where."""

from __future__ import annotations

from django.db import models

from tournaments.models.stage import Stage
from tournaments.models.team import Player, Team
from tournaments.models.tournament import Tournament


class Round(models.Model):
    """A round of matches; one that a draw made names its stage and its place in that draw (from 1)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)
    opened_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    closed_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, null=True, blank=True, related_name="rounds")
    drawn_as = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number", "id")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
            models.UniqueConstraint(fields=("stage", "drawn_as"), name="round_drawn_once"),
            models.CheckConstraint(
                condition=models.Q(stage__isnull=True, drawn_as__isnull=True)
                | models.Q(stage__isnull=False, drawn_as__gte=1),
                name="round_drawn_has_place",
            ),
        )

    def __str__(self) -> str:
        return self.name or f"Round {self.number}"


class DayState(models.TextChoices):
    """What the day did to a match, beside its play."""

    POSTPONED = "postponed", "Postponed"
    ABANDONED = "abandoned", "Abandoned"
    WALK_OVER = "walk-over", "Walked over"
    AWARDED = "awarded", "Awarded"


class Match(models.Model):
    """Team against team, over one or more tables (13.c).

    ``race_target_set`` (empty: worked out from its tables), ``play_all`` and ``level_stands`` are its stage's when it
    is made. ``play_off``: it decides a tie and counts in no standings. ``starts_at``: where not its round's time.
    ``day_state`` is a projection of its occurrences.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="matches")
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_matches")
    away = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="away_matches")
    official = models.ForeignKey(
        "tournaments.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="matches_in_charge"
    )
    place = models.CharField("where", max_length=60, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    race_target_set = models.PositiveSmallIntegerField("race target", null=True, blank=True)
    play_all = models.BooleanField("every game is played", default=False)
    level_stands = models.BooleanField("a level match stands", default=False)
    play_off = models.BooleanField("play-off", default=False)
    day_state = models.CharField(max_length=10, blank=True, choices=DayState, editable=False)

    class Meta:
        ordering = ("round__number", "id")
        verbose_name_plural = "matches"
        constraints = (
            models.UniqueConstraint(fields=("round", "home", "away"), name="match_once_a_round"),
            models.CheckConstraint(condition=~models.Q(home=models.F("away")), name="match_two_teams"),
        )

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"


class TableKind(models.TextChoices):
    """What a table's ledger stands for."""

    TABLE = "table", "Table"
    DECIDER = "decider", "Decider"
    SHEET = "sheet", "Whole match, from paper"


class Table(models.Model):
    """Pair against pair: the unit that has a ledger.

    ``number`` counts from 1; the decider (13.c) follows the last table; number 0
    is the whole match as typed or imported from a paper sheet.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=TableKind, default=TableKind.TABLE)
    games = models.PositiveSmallIntegerField()
    spot = models.ForeignKey(
        "tournaments.Spot", on_delete=models.SET_NULL, null=True, blank=True, related_name="tables"
    )

    class Meta:
        ordering = ("match_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="table_number_once"),
            models.UniqueConstraint(fields=("match",), condition=models.Q(kind="decider"), name="table_one_decider"),
        )

    def __str__(self) -> str:
        return "Decider" if self.kind == TableKind.DECIDER else f"Table {self.number}"


class SeatName(models.TextChoices):
    """Seats as on a compass rose."""

    N = "N", "North"
    E = "E", "East"
    S = "S", "South"
    W = "W", "West"


class Seating(models.Model):
    """Who sits in a seat of a table now (a projection of the table's ledger)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    seat = models.CharField(max_length=1, choices=SeatName)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seatings")

    class Meta:
        ordering = ("table_id", "seat")
        constraints = (
            models.UniqueConstraint(fields=("table", "seat"), name="seating_seat_once"),
            models.UniqueConstraint(fields=("table", "player"), name="seating_player_once"),
        )

    def __str__(self) -> str:
        return f"{self.get_seat_display()}: {self.player}"
