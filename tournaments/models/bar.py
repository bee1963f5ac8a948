"""Players who may not take a seat: substituted, ejected, suspended, debarred, gone home sick."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournaments.models.fixture import Match
from tournaments.models.team import Player
from tournaments.models.tournament import Tournament


class BarKind(models.TextChoices):
    """Why somebody may not be seated."""

    SUBSTITUTED = "substituted", "Had to be substituted"
    EJECTED = "ejected", "Put out of the game"
    SUSPENDED = "suspended", "Suspended"
    DEBARRED = "debarred", "Barred from the tournament"
    SICK = "sick", "Gone home sick"


class Bar(models.Model):
    """One player kept from the tables: of one match, or of the whole tournament where ``match`` is empty.

    It binds from ``starts_at`` until ``ends_at`` (empty: for good) unless it was lifted, which takes a reason. It is
    never deleted. ``source`` says where it comes from in words ("ruling 12").
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="bars")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="bars")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="bars")
    kind = models.CharField(max_length=12, choices=BarKind)
    reason = models.CharField(max_length=300)
    source = models.CharField(max_length=80, blank=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    imposed_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    lifted_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-starts_at", "-id")
        indexes = (models.Index(fields=("tournament", "player"), name="bar_tournament_player"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")), name="bar_times_in_order"
            ),
            models.CheckConstraint(
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True, lifted_reason="")
                | (Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lifted_reason="")),
                name="bar_lifted_with_reason",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"
