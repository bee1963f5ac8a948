"""What a director or official decided outside the ledger, with the reason."""

from __future__ import annotations

from django.db import models

from tournaments.models.fixture import Match
from tournaments.models.team import Team
from tournaments.models.tournament import Tournament


class AuditAct(models.TextChoices):
    """What was decided."""

    ACCEPTED = "accepted", "Entry accepted"
    REFUSED = "refused", "Entry not accepted"
    WITHDRAWN = "withdrawn", "Team withdrawn"
    REINSTATED = "reinstated", "Team back in"
    ROSTER = "roster", "Roster changed against a limit"
    LINE_UP = "line-up", "Line-up changed"


class AuditEntry(models.Model):
    """One decision: only added, never changed. ``text`` says what it was about, should that be deleted later."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="audit")
    act = models.CharField(max_length=12, choices=AuditAct)
    team = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="audit")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="audit")
    text = models.CharField(max_length=300)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-id")
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.get_act_display()}: {self.text}"
