"""What keeps a match's result from being confirmed for the time being."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class MatchHold(models.Model):
    """A hold on a match, placed by whoever knows why (an open dispute, say).

    ``source`` names it ("dispute 12"), once; ``code`` and ``message`` are what the one who wants to confirm is told.
    While a hold is not lifted the services and a trigger refuse a confirmed result.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="holds")
    source = models.CharField(max_length=40, unique=True)
    code = models.CharField(max_length=40)
    message = models.CharField(max_length=300)
    placed_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("match_id", "id")
        indexes = (models.Index(fields=("match",), condition=Q(lifted_at__isnull=True), name="hold_match_standing"),)

    def __str__(self) -> str:
        return f"{self.source} holds {self.match_id}"
