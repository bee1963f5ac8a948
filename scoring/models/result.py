"""A match's result, confirmed by a second person."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class ResultState(models.TextChoices):
    """A result stands, or was withdrawn with a reason; it is never deleted."""

    CONFIRMED = "confirmed", "Confirmed"
    WITHDRAWN = "withdrawn", "Withdrawn"


class ResultKind(models.TextChoices):
    """How the figures came about."""

    PLAYED = "played", "Played"
    WALK_OVER = "walk-over", "Walked over"
    AWARDED = "awarded", "Awarded"


class Result(models.Model):
    """The confirmed figures of a match, which the standings count.

    ``winner`` is empty for a match that ended level where a level match stands.

    The database guarantees one confirmed result a match, and that whoever
    confirms recorded nothing of it. ``imported`` results come from a results file
    whose sheets were signed elsewhere; they have nobody here who confirmed them.
    ``heads`` holds the ledger heads confirmed: ``{table number: hash}``.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="results")
    version = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=ResultState, default=ResultState.CONFIRMED)
    home_bullseyes = models.PositiveSmallIntegerField()
    away_bullseyes = models.PositiveSmallIntegerField()
    home_hang_jacks = models.PositiveSmallIntegerField(default=0)
    away_hang_jacks = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=4, blank=True, choices=[("home", "Home"), ("away", "Away")])
    kind = models.CharField(max_length=10, choices=ResultKind, default=ResultKind.PLAYED)
    heads = models.JSONField(default=dict)
    imported = models.BooleanField(default=False)
    entered_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    confirmed_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    confirmed_at = models.DateTimeField()
    withdrawn_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("match_id", "-version")
        constraints = (
            models.UniqueConstraint(fields=("match", "version"), name="result_version_once"),
            models.UniqueConstraint(fields=("match",), condition=Q(state="confirmed"), name="result_one_confirmed"),
            models.CheckConstraint(
                condition=Q(imported=True) | (Q(confirmed_by__isnull=False) & ~Q(confirmed_by=F("entered_by"))),
                name="result_second_person",
            ),
            models.CheckConstraint(
                condition=Q(winner="home", home_bullseyes__gt=F("away_bullseyes"))
                | Q(winner="away", away_bullseyes__gt=F("home_bullseyes"))
                | Q(winner="", away_bullseyes=F("home_bullseyes")),
                name="result_winner_has_more",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.home_bullseyes}–{self.away_bullseyes} ({self.state})"
