"""Fines: what was set, paid and waived, entry by entry."""

from __future__ import annotations

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

MOST = 9_999_999


class FineState(models.TextChoices):
    """Where a fine stands, worked out from its entries."""

    OPEN = "open", "Amount to be set"
    DUE = "due", "Due"
    PAID = "paid", "Paid"
    WAIVED = "waived", "Waived"


class Fine(models.Model):
    """A fine of a team or a player (who belongs to the team).

    ``amount``, ``paid`` and ``state`` are projections of the entries, written with them.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="fines")
    team = models.ForeignKey("tournaments.Team", on_delete=models.PROTECT, related_name="fines")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="fines"
    )
    match = models.ForeignKey(
        "tournaments.Match", on_delete=models.PROTECT, null=True, blank=True, related_name="fines"
    )
    ruling = models.ForeignKey(
        "penalties.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="fines"
    )
    clause = models.CharField(max_length=8, blank=True)
    reason = models.CharField(max_length=300)
    currency = models.CharField(max_length=3, default="TTD")
    entered_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    client_id = models.UUIDField(unique=True)
    state = models.CharField(max_length=6, choices=FineState, default=FineState.OPEN)
    amount = models.DecimalField(
        max_digits=9, decimal_places=2, null=True, blank=True, validators=[MinValueValidator(0)]
    )
    paid = models.DecimalField(max_digits=9, decimal_places=2, default=0)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-entered_at", "-id")
        indexes = (models.Index(fields=("tournament", "state"), name="fine_tournament_state"),)
        constraints = (
            models.UniqueConstraint(fields=("ruling",), condition=Q(ruling__isnull=False), name="fine_once_a_ruling"),
            models.CheckConstraint(
                condition=Q(amount__isnull=True, paid=0) | Q(paid__gte=0, paid__lte=F("amount")),
                name="fine_paid_within_amount",
            ),
        )

    def __str__(self) -> str:
        return f"fine of {self.player or self.team}"


class EntryKind(models.TextChoices):
    """What can happen to a fine."""

    SET = "set", "Set"
    PAID = "paid", "Paid"
    WAIVED = "waived", "Waived"


class FineEntry(models.Model):
    """One line of a fine's ledger, only ever added. ``amount``: what was set, paid or waived."""

    fine = models.ForeignKey(Fine, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=EntryKind)
    amount = models.DecimalField(max_digits=9, decimal_places=2)
    note = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("fine_id", "number")
        verbose_name_plural = "fine entries"
        constraints = (
            models.UniqueConstraint(fields=("fine", "number"), name="fine_entry_number_once"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="fine_entry_not_negative"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"
