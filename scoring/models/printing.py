"""Documents being made, and made."""

from __future__ import annotations

import uuid

from django.db import models

from scoring import printed


class PrintKind(models.TextChoices):
    """The printed forms."""

    SCORE_SHEET = "score-sheet", "Score sheet"
    BLANK_SHEET = "blank-sheet", "Blank score sheet"
    STANDINGS = "standings", "Standings"


def kinds() -> list[tuple[str, str]]:
    """Every kind that can be printed, those of other apps among them: name and label."""
    return [*PrintKind.choices, *printed.labels()]


class PrintState(models.TextChoices):
    """How far a document is."""

    WAITING = "waiting", "Waiting"
    MAKING = "making", "Being made"
    READY = "ready", "Ready"
    FAILED = "failed", "Failed"


class PrintJob(models.Model):
    """One PDF asked for; ``progress`` in per cent; the file lies outside the web root.

    ``subject``: a number by which the app that offers the kind knows what the document is about. ``address``: where
    whoever asked for it finds this site, for what leads back to it from paper.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="print_jobs")
    match = models.ForeignKey(
        "tournaments.Match", on_delete=models.CASCADE, null=True, blank=True, related_name="print_jobs"
    )
    kind = models.CharField(max_length=printed.LONGEST_NAME, choices=kinds)
    subject = models.PositiveBigIntegerField(null=True, blank=True)
    address = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=8, choices=PrintState, default=PrintState.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    step = models.CharField(max_length=80, blank=True)
    error = models.CharField(max_length=300, blank=True)
    file_name = models.CharField(max_length=120, blank=True)
    requested_by = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="+")
    requested_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-requested_at",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind="standings", match__isnull=True, subject__isnull=True)
                | models.Q(kind__in=("score-sheet", "blank-sheet"), match__isnull=False, subject__isnull=True)
                | ~models.Q(kind__in=("standings", "score-sheet", "blank-sheet")),
                name="print_job_has_subject",
            ),
            models.CheckConstraint(condition=models.Q(progress__lte=100), name="print_job_progress"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.state}"
