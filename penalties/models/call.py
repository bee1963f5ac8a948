"""An official called to a table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Call(models.Model):
    """One call; a table has one open call at most. ``note``: what it is about, in a few words."""

    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="calls")
    incident = models.ForeignKey(
        "penalties.Incident", on_delete=models.PROTECT, null=True, blank=True, related_name="calls"
    )
    note = models.CharField(max_length=200, blank=True)
    called_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    called_at = models.DateTimeField()
    answered_by = models.ForeignKey(
        "tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("called_at", "id")
        constraints = (
            models.UniqueConstraint(fields=("table",), condition=Q(closed_at__isnull=True), name="call_one_open"),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by__isnull=True)
                | Q(answered_at__isnull=False, answered_by__isnull=False),
                name="call_answered_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by__isnull=True)
                | Q(closed_at__isnull=False, closed_by__isnull=False),
                name="call_closed_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"call to {self.table}"
