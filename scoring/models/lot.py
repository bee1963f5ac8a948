"""Lots drawn in public between teams that everything else leaves level."""

from __future__ import annotations

from django.db import models


class LotDraw(models.Model):
    """Lots between ``teams`` (ids), from ``seed``; ``order``: the ids as drawn, the first before the others."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="lot_draws")
    stage = models.ForeignKey("tournaments.Stage", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    teams = models.JSONField()
    seed = models.CharField(max_length=64)
    order = models.JSONField()
    witnesses = models.CharField("drawn before", max_length=300, blank=True)
    drawn_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ("tournament_id", "drawn_at", "id")

    def __str__(self) -> str:
        return f"Lots of {self.tournament_id} from {self.seed}"
