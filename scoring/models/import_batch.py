"""Files taken in: what each one made, so that it can be undone."""

from __future__ import annotations

from django.db import models


class ImportKind(models.TextChoices):
    """What a file holds."""

    TEAMS = "teams", "Teams"
    ROSTERS = "rosters", "Rosters"
    FIXTURES = "fixtures", "Fixtures"
    RESULTS = "results", "Results"


class ImportBatch(models.Model):
    """One file taken in, whole. ``made``: ids of what it made, by model; ``digest``: SHA-256 of the file."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=8, choices=ImportKind)
    file_name = models.CharField(max_length=120)
    digest = models.CharField(max_length=64)
    rows = models.PositiveIntegerField()
    made = models.JSONField(default=dict)
    made_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-made_at", "-id")
        verbose_name_plural = "import batches"

    def __str__(self) -> str:
        return f"{self.file_name} ({self.kind})"
