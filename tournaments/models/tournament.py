"""A tournament and its divisions."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from rules_engine.match import race_target
from rules_engine.rulesets import Ruleset


def default_tie_break() -> list[str]:
    """Wins, then bullseye difference, then bullseyes and hang jacks made."""
    return ["wins", "bullseye-difference", "bullseyes-for", "hang-jacks-for"]


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
