"""What was ruled on an incident, version by version; nothing is deleted."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class RulingState(models.TextChoices):
    """One ruling of an incident stands at most."""

    STANDING = "standing", "Stands"
    REPLACED = "replaced", "Replaced"
    CANCELLED = "cancelled", "Cancelled"


class Ruling(models.Model):
    """A ruling as it was given, and what it did to the board.

    ``clause`` and offender are those ruled on, which an official may judge otherwise than they were reported.
    ``record``: the ``all-fours/incident@1`` as the ledger took it; ``result``: the engine's answer to it.
    ``ledger_sequence``: the event of the table whose place it has; ``entry_sequence``: the event that wrote it (the
    same one, or the correction that put this ruling in the place of another). ``ended_*``: who replaced or cancelled
    it, why, and by which event of the ledger.
    """

    incident = models.ForeignKey("penalties.Incident", on_delete=models.PROTECT, related_name="rulings")
    version = models.PositiveSmallIntegerField(default=1)
    clause = models.CharField(max_length=8)
    offender_seat = models.CharField(max_length=1, blank=True)
    offender = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    record = models.JSONField()
    result = models.JSONField()
    reasons = models.TextField(blank=True)
    official = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="rulings")
    ruled_at = models.DateTimeField()
    ledger_sequence = models.PositiveIntegerField()
    entry_sequence = models.PositiveIntegerField()
    client_id = models.UUIDField(unique=True)
    state = models.CharField(max_length=9, choices=RulingState, default=RulingState.STANDING)
    ended_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_reason = models.CharField(max_length=300, blank=True)
    ended_sequence = models.PositiveIntegerField(null=True, blank=True)
    bars = models.ManyToManyField("tournaments.Bar", blank=True, related_name="rulings")

    class Meta:
        ordering = ("incident_id", "-version")
        indexes = (models.Index(fields=("clause", "state"), name="ruling_clause_state"),)
        constraints = (
            models.UniqueConstraint(fields=("incident", "version"), name="ruling_version_once"),
            models.UniqueConstraint(fields=("incident",), condition=Q(state="standing"), name="ruling_one_standing"),
            models.CheckConstraint(
                condition=Q(state="standing", ended_by__isnull=True, ended_at__isnull=True, ended_reason="")
                | (
                    Q(state__in=("replaced", "cancelled"), ended_by__isnull=False, ended_at__isnull=False)
                    & ~Q(ended_reason="")
                ),
                name="ruling_ended_with_reason",
            ),
        )

    def __str__(self) -> str:
        return f"ruling {self.pk}"
