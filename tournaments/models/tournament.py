"""A tournament and its divisions."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from rules_engine.match import race_target
from rules_engine.rulesets import Ruleset


def default_tie_break() -> list[str]:
    """Wins, then bullseye difference, then bullseyes and hang jacks made."""
    return ["wins", "bullseye-difference", "bullseyes-for", "hang-jacks-for"]


class WalkOverCounts(models.TextChoices):
    """What of a walk-over the standings count."""

    FULL = "full", "The win and the bullseyes"
    WIN = "win", "The win alone"


class ByeRule(models.TextChoices):
    """What a team is credited with for a round in which it rests."""

    NOTHING = "nothing", "Nothing"
    FIXED = "fixed", "Fixed figures"
    AVERAGE = "average", "Its own average, rounded down"


class Unequal(models.TextChoices):
    """How teams that have played more and fewer matches are compared."""

    TOTAL = "total", "By their totals"
    AVERAGE = "average", "By their averages a match"


class Tournament(models.Model):
    """A competition under one ruleset, which freezes when its first table opens."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=140, unique=True)
    venue = models.CharField(max_length=200, blank=True)
    starts_on = models.DateField("first day", null=True, blank=True)
    ends_on = models.DateField("last day", null=True, blank=True)
    ruleset_name = models.CharField("ruleset", max_length=40, default="round-robin")
    ruleset_options = models.JSONField("ruleset options", default=dict, blank=True)
    ruleset_frozen_at = models.DateTimeField(null=True, blank=True, editable=False)
    tables_per_match = models.PositiveSmallIntegerField(
        "tables a match", default=2, validators=[MinValueValidator(1), MaxValueValidator(24)]
    )
    games_per_table = models.PositiveSmallIntegerField(
        "games a table", default=10, validators=[MinValueValidator(1), MaxValueValidator(40)]
    )
    race_target_set = models.PositiveSmallIntegerField(
        "race target",
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Bullseyes that win the match; left empty: half the games plus one.",
    )
    tie_break = models.JSONField("order of the standings", default=default_tie_break)
    appeal_hours = models.PositiveSmallIntegerField(
        "hours to appeal",
        default=24,
        validators=[MinValueValidator(1), MaxValueValidator(720)],
        help_text="How long after a ruling its appeal may be lodged.",
    )
    entries_open = models.BooleanField("entries are open", default=False)
    entries_close_at = models.DateTimeField("entries close", null=True, blank=True)
    roster_least = models.PositiveSmallIntegerField("players a team, at least", default=0)
    roster_most = models.PositiveSmallIntegerField("players a team, at most", null=True, blank=True)
    roster_locks_at = models.DateTimeField("rosters lock", null=True, blank=True)
    grace_minutes = models.PositiveSmallIntegerField(
        "minutes of grace",
        default=15,
        validators=[MaxValueValidator(240)],
        help_text="How long a team may be late before the match is walked over.",
    )
    walk_over_bullseyes = models.PositiveSmallIntegerField(
        "bullseyes for a walk-over",
        null=True,
        blank=True,
        help_text="What the team that came is credited with; left empty: the race target.",
    )
    walk_over_counts = models.CharField(
        "a walk-over counts", max_length=8, choices=WalkOverCounts, default=WalkOverCounts.FULL
    )
    bye_rule = models.CharField("a bye counts", max_length=8, choices=ByeRule, default=ByeRule.NOTHING)
    bye_win = models.BooleanField("a bye is a win", default=False)
    bye_bullseyes_for = models.PositiveSmallIntegerField("bullseyes for a bye", default=0)
    bye_bullseyes_against = models.PositiveSmallIntegerField("bullseyes against at a bye", default=0)
    unequal = models.CharField("unequal matches played", max_length=8, choices=Unequal, default=Unequal.TOTAL)
    points_win = models.PositiveSmallIntegerField("points for a win", default=2)
    points_level = models.PositiveSmallIntegerField("points for a level match", default=1)
    points_loss = models.PositiveSmallIntegerField("points for a loss", default=0)
    created_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-starts_on", "name", "id")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="tournament_dates_in_order",
                violation_error_message="The last day cannot be before the first.",
            ),
            models.CheckConstraint(
                condition=models.Q(tables_per_match__range=(1, 24), games_per_table__range=(1, 40)),
                name="tournament_size",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def race_target(self) -> int:
        """Bullseyes that win a match (13.c): as set, or half the games plus one."""
        return self.race_target_set or race_target(self.tables_per_match, self.games_per_table)

    @property
    def ruleset(self) -> Ruleset:
        """The frozen value by which every table of this tournament is judged."""
        return Ruleset.named(self.ruleset_name).with_options(self.ruleset_options)


class Division(models.Model):
    """A group of teams within a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=60)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("order", "name", "id")
        constraints = (models.UniqueConstraint(fields=("tournament", "name"), name="division_name_once"),)

    def __str__(self) -> str:
        return self.name
