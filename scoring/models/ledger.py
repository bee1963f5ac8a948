"""The ledger: what happened at each table, in order, never changed."""

from __future__ import annotations

import json
from typing import Any

from django.db import models


class EventKind(models.TextChoices):
    """What an event records; the payload has the shape of ``all-fours/table@1`` events."""

    OPENED = "opened", "Table opened"
    SCORE = "score", "Hand chalked"
    HAND = "hand", "Hand, card by card"
    GAME = "game", "Game recorded"
    TALLY = "tally", "Table tally from paper"
    INCIDENT = "incident", "Incident ruled"
    SUBSTITUTION = "substitution", "Substitution"
    CORRECTION = "correction", "Correction"


class LedgerEvent(models.Model):
    """One event of one table; a database trigger refuses UPDATE and DELETE.

    ``payload`` and ``answer`` are canonical JSON texts, kept to the byte: the hash
    covers the payload, and the same request again is given the same answer.
    """

    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="events")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=EventKind)
    payload = models.TextField()
    answer = models.TextField()
    actor = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=120, blank=True)
    client_id = models.UUIDField(unique=True)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("table_id", "sequence")
        constraints = (
            models.UniqueConstraint(fields=("table", "sequence"), name="ledger_sequence_once"),
            models.CheckConstraint(condition=models.Q(sequence__gte=1), name="ledger_sequence_from_one"),
        )
        indexes = (
            # Who sat where is told by a few events among many; statistics over a season look for nothing else.
            models.Index(
                fields=("table", "sequence"),
                condition=models.Q(kind__in=("opened", "substitution")),
                name="ledger_seating",
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_id}/{self.sequence} {self.kind}"

    @property
    def event(self) -> dict[str, Any]:
        """The payload, read."""
        value: dict[str, Any] = json.loads(self.payload)
        return value
