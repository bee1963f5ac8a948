"""Stages of a tournament: what is drawn, how, and from which seed."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from tournaments.models.tournament import Tournament


class StageKind(models.TextChoices):
    """How the rounds of a stage come about."""

    ROUND_ROBIN = "round-robin", "Round robin"
    DOUBLE = "double", "Double round robin"
    KNOCK_OUT = "knock-out", "Knock-out"
    TWO_HALVES = "two-halves", "Two halves, home and away"
    PRESCRIBED = "prescribed", "Fixtures as written"


class StageState(models.TextChoices):
    """A draft may be changed; a published draw may be taken back; once something of it is recorded it is frozen.

    Frozen is never stored: it is what a published stage is when the ledgers of its matches are no longer empty.
    """

    DRAFT = "draft", "Draft"
    PUBLISHED = "published", "Published"
    FROZEN = "frozen", "Frozen: play has begun"


class PlacesBy(models.TextChoices):
    """Whose places let a team go on."""

    OVERALL = "overall", "Of all together"
    DIVISION = "division", "Of each division"


class Stage(models.Model):
    """One part of a tournament: its pools, its knock-out.

    Size of its matches and its order of standings, where not those of the tournament: ``tables_per_match``,
    ``games_per_table``, ``race_target_set``, ``play_all`` (every game is played), ``level_stands`` (a level match needs
    no decider), ``tie_break``. Where its teams are those that another stage let through: ``source``, and the places
    ``places_from`` to ``places_to`` of its standings, over all or of each division (``places_by``).

    ``options`` is a plan as :mod:`tournaments.drawing.plan` reads it. ``drawn`` keeps what a published draw was made
    of, ``{"teams": [ids in order], "divisions": {"id": name}}``, so that seed and options give the same draw again
    whatever became of the teams.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    order = models.PositiveSmallIntegerField("place")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=12, choices=StageKind)
    options = models.JSONField(default=dict, blank=True)
    seed = models.CharField(max_length=64)
    state = models.CharField(
        max_length=10,
        choices=[(StageState.DRAFT, "Draft"), (StageState.PUBLISHED, "Published")],
        default=StageState.DRAFT,
    )
    tables_per_match = models.PositiveSmallIntegerField(
        "tables a match", null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(24)]
    )
    games_per_table = models.PositiveSmallIntegerField(
        "games a table", null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(40)]
    )
    race_target_set = models.PositiveSmallIntegerField(
        "race target", null=True, blank=True, validators=[MinValueValidator(1)]
    )
    play_all = models.BooleanField("every game is played", default=False)
    level_stands = models.BooleanField("a level match stands", default=False)
    tie_break = models.JSONField("order of the standings", null=True, blank=True)
    source = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="fed")
    places_from = models.PositiveSmallIntegerField("first place that goes on", null=True, blank=True)
    places_to = models.PositiveSmallIntegerField("last place that goes on", null=True, blank=True)
    places_by = models.CharField("places", max_length=8, choices=PlacesBy, default=PlacesBy.OVERALL)
    drawn = models.JSONField(null=True, blank=True, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)
    published_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )

    class Meta:
        ordering = ("order", "id")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "name"), name="stage_name_once"),
            models.CheckConstraint(
                condition=models.Q(
                    state="draft", drawn__isnull=True, published_at__isnull=True, published_by__isnull=True
                )
                | models.Q(
                    state="published", drawn__isnull=False, published_at__isnull=False, published_by__isnull=False
                ),
                name="stage_published_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(source__isnull=True, places_from__isnull=True, places_to__isnull=True)
                | models.Q(source__isnull=False, places_from__gte=1, places_to__gte=models.F("places_from")),
                name="stage_source_whole",
            ),
        )

    def __str__(self) -> str:
        return self.name
