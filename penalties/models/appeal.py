"""Appeals to the tournament's committee."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from penalties.models.dispute import LONGEST_TEXT, SIDES


class AppealState(models.TextChoices):
    """An appeal waits, or was heard; who lodged it may take it back before."""

    LODGED = "lodged", "To be heard"
    UPHELD = "upheld", "Upheld: what was appealed against falls"
    VARIED = "varied", "Varied: it is changed"
    DISMISSED = "dismissed", "Dismissed: it stands"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Appeal(models.Model):
    """A captain's appeal against a ruling, or against an official's decision of a dispute.

    ``deadline``: until when it could be lodged. ``new_ruling``: what a varied ruling became. Whoever ruled or decided
    does not hear it, nor does a captain of the two teams: the database says so too.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="appeals")
    ruling = models.ForeignKey(
        "penalties.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="appeals"
    )
    dispute = models.ForeignKey(
        "penalties.Dispute", on_delete=models.PROTECT, null=True, blank=True, related_name="appeals"
    )
    side = models.CharField(max_length=4, choices=SIDES)
    grounds = models.CharField(max_length=LONGEST_TEXT)
    lodged_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    lodged_at = models.DateTimeField()
    deadline = models.DateTimeField()
    state = models.CharField(max_length=9, choices=AppealState, default=AppealState.LODGED)
    heard_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    heard_at = models.DateTimeField(null=True, blank=True)
    reasons = models.CharField(max_length=LONGEST_TEXT, blank=True)
    new_ruling = models.ForeignKey(
        "penalties.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("-lodged_at", "-id")
        indexes = (models.Index(fields=("match", "state"), name="appeal_match_state"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, dispute__isnull=True) | Q(ruling__isnull=True, dispute__isnull=False),
                name="appeal_against_one_thing",
            ),
            models.UniqueConstraint(
                fields=("ruling", "side"), condition=~Q(state="withdrawn"), name="appeal_once_a_ruling_and_side"
            ),
            models.UniqueConstraint(
                fields=("dispute", "side"), condition=~Q(state="withdrawn"), name="appeal_once_a_dispute_and_side"
            ),
            models.CheckConstraint(condition=Q(lodged_at__lte=F("deadline")), name="appeal_in_time"),
        )

    def __str__(self) -> str:
        return f"appeal {self.pk}"
