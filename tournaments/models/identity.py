"""Who is who across tournaments: clubs, other names, and two that turned out to be one."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.team import Player


class Club(models.Model):
    """A team across tournaments; ``same_as``: the one that this one turned out to be."""

    name = models.CharField(max_length=80)
    same_as = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="merged"
    )

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class Alias(models.Model):
    """Another name of a club or of a player. ``folded`` is the name as it is looked up."""

    name = models.CharField(max_length=80)
    folded = models.CharField(max_length=160, db_index=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="aliases")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="aliases")
    added_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "id")
        verbose_name_plural = "aliases"
        constraints = (
            models.CheckConstraint(
                condition=Q(club__isnull=False, player__isnull=True) | Q(club__isnull=True, player__isnull=False),
                name="alias_of_one",
            ),
            models.UniqueConstraint(fields=("club", "folded"), name="alias_of_club_once"),
            models.UniqueConstraint(fields=("player", "folded"), name="alias_of_player_once"),
        )

    def __str__(self) -> str:
        return self.name


class Merge(models.Model):
    """Two clubs, or two players, found to be one: ``gone`` is ``kept``. Undone it says so; it is never deleted."""

    kept_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    gone_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="merges")
    kept_player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    gone_player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="merges")
    reason = models.CharField(max_length=300)
    made_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-made_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    kept_club__isnull=False,
                    gone_club__isnull=False,
                    kept_player__isnull=True,
                    gone_player__isnull=True,
                )
                | Q(
                    kept_club__isnull=True,
                    gone_club__isnull=True,
                    kept_player__isnull=False,
                    gone_player__isnull=False,
                ),
                name="merge_of_two_alike",
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by__isnull=True)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
                name="merge_undone_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.gone_club or self.gone_player} is {self.kept_club or self.kept_player}"
