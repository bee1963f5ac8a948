"""Accounts, and what each may do in one tournament."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who can sign in. What they may do stands in :class:`Role`, never here."""

    display_name = models.CharField("name", max_length=80, blank=True)
    must_change_password = models.BooleanField(
        default=False, help_text="Signed up by somebody else with a one-time password, and not yet chosen an own one."
    )

    def __str__(self) -> str:
        return self.display_name or self.get_full_name() or self.username


class RoleName(models.TextChoices):
    """The roles; the role table of ``docs/roles.md`` says what each may do.

    The committee hears appeals and decides what the code leaves open; it records nothing.
    """

    DIRECTOR = "director", "Director"
    OFFICIAL = "official", "Official"
    CAPTAIN = "captain", "Captain"
    SCORER = "scorer", "Scorer"
    VIEWER = "viewer", "Viewer"
    COMMITTEE = "committee", "Committee"


class Role(models.Model):
    """One user's role in one tournament; a captain's names the team.

    A user may hold several roles in a tournament, and any in others.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="roles")
    name = models.CharField("role", max_length=10, choices=RoleName)
    team = models.ForeignKey(
        "tournaments.Team", on_delete=models.CASCADE, related_name="captain_roles", null=True, blank=True
    )

    class Meta:
        ordering = ("tournament_id", "name", "user_id")
        constraints = (
            # Two partial ones: SQLite has no NULLS NOT DISTINCT.
            models.UniqueConstraint(
                fields=("tournament", "user", "name"), condition=models.Q(team__isnull=True), name="role_once"
            ),
            models.UniqueConstraint(
                fields=("tournament", "user", "name", "team"),
                condition=models.Q(team__isnull=False),
                name="role_once_a_team",
            ),
            models.CheckConstraint(
                condition=models.Q(name="captain", team__isnull=False)
                | (~models.Q(name="captain") & models.Q(team__isnull=True)),
                name="role_captain_has_team",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.get_name_display()})"
