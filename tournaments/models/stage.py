"""Stages of a tournament: what is drawn, how, and from which seed."""

from __future__ import annotations

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


class Stage(models.Model):
    """One part of a tournament: its pools, its knock-out.

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
        )

    def __str__(self) -> str:
        return self.name
