"""Something that happened at a table, as reported."""

from __future__ import annotations

from django.db import models

from rules_engine.verdicts import Phase


class IncidentState(models.TextChoices):
    """How far an incident is. Only an official's ruling touches the board."""

    CLAIMED = "claimed", "Reported, to be ruled"
    RULED = "ruled", "Ruled"
    DISMISSED = "dismissed", "Dismissed"
    WITHDRAWN = "withdrawn", "Withdrawn by whoever reported it"
    CANCELLED = "cancelled", "Ruling cancelled"


class Capacity(models.TextChoices):
    """As what somebody reported it."""

    CAPTAIN = "captain", "Captain"
    SCORER = "scorer", "Scorer"
    OFFICIAL = "official", "Official"
    DIRECTOR = "director", "Director"


PHASES = [(phase.value, phase.value.replace("-", " ").capitalize()) for phase in Phase]


class Incident(models.Model):
    """A report under one clause of the code; what is decided on it are its rulings.

    ``facts``: the fields of ``all-fours/incident@1`` that the table does not know (``packet``, ``hand``,
    ``called_by``, ``minutes``, ``choice``, and ``dealer`` where the table does not know it). ``expected``: the table's
    last event when it was reported.
    """

    match = models.ForeignKey("tournaments.Match", on_delete=models.PROTECT, related_name="incidents")
    table = models.ForeignKey("tournaments.Table", on_delete=models.PROTECT, related_name="incidents")
    clause = models.CharField(max_length=8)
    offender_seat = models.CharField(max_length=1, blank=True, choices=[(seat, seat) for seat in "NESW"])
    offender = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="incidents"
    )
    phase = models.CharField(max_length=14, choices=PHASES)
    facts = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=500, blank=True)
    expected = models.PositiveIntegerField(default=0)
    reported_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    capacity = models.CharField(max_length=8, choices=Capacity)
    reported_at = models.DateTimeField()
    client_id = models.UUIDField(unique=True)
    state = models.CharField(max_length=9, choices=IncidentState, default=IncidentState.CLAIMED)
    closed_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_reason = models.CharField(
        max_length=500, blank=True, help_text="Why it was dismissed, withdrawn or its ruling cancelled."
    )

    class Meta:
        ordering = ("-reported_at", "-id")
        indexes = (
            models.Index(fields=("match", "state"), name="incident_match_state"),
            models.Index(fields=("clause", "state"), name="incident_clause_state"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=("claimed", "ruled"), closed_at__isnull=True, closed_by__isnull=True)
                | models.Q(
                    state__in=("dismissed", "withdrawn", "cancelled"), closed_at__isnull=False, closed_by__isnull=False
                ),
                name="incident_closed_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.clause} at {self.table}"
