"""Results changed after they were confirmed, and what stood on the old ones."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class ChangeState(models.TextChoices):
    """A change waits for a second person, who makes it or turns it down."""

    PROPOSED = "proposed", "Waiting for a second person"
    MADE = "made", "Made"
    REFUSED = "refused", "Turned down"


class ResultChange(models.Model):
    """A change of a confirmed result: proposed with a reason, made by a second person.

    ``corrections``: what is to be entered in the ledgers, as data. ``before`` and ``after``: the figures. ``effects``:
    what the one who proposed and the one who decided were shown.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="changes")
    state = models.CharField(max_length=8, choices=ChangeState, default=ChangeState.PROPOSED)
    reason = models.CharField(max_length=300)
    corrections = models.JSONField()
    before = models.JSONField()
    after = models.JSONField()
    effects = models.JSONField(default=list)
    proposed_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-proposed_at", "-id")
        constraints = (
            models.UniqueConstraint(fields=("match",), condition=Q(state="proposed"), name="change_one_proposed"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="change_decided_whole",
            ),
            models.CheckConstraint(
                condition=~Q(state="made") | ~Q(decided_by=F("proposed_by")), name="change_second_person"
            ),
        )

    def __str__(self) -> str:
        return f"Change of {self.match_id} ({self.state})"


class Flag(models.Model):
    """Something that stands on a result since changed, for a person to settle; nothing is drawn again by itself."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="flags")
    change = models.ForeignKey(ResultChange, on_delete=models.PROTECT, null=True, blank=True, related_name="flags")
    stage = models.ForeignKey("tournaments.Stage", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    match = models.ForeignKey("tournaments.Match", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=300)
    raised_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    settled_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("settled_at", "-raised_at", "-id")

    def __str__(self) -> str:
        return self.text
