"""Teams, players and who plays for whom."""

from __future__ import annotations

from django.db import models

from tournaments.models.tournament import Division, Tournament


class Player(models.Model):
    """A person who plays; the same one across teams and tournaments.

    ``same_as``: the one whom this one turned out to be; a :class:`~tournaments.models.Merge` says who found so.
    """

    name = models.CharField(max_length=80)
    user = models.ForeignKey(
        "tournaments.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    same_as = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="merged"
    )

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class EntryState(models.TextChoices):
    """How far a team's entry is; only an entered team is drawn."""

    PENDING = "pending", "Waiting to be accepted"
    ENTERED = "entered", "Entered"
    REFUSED = "refused", "Not accepted"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Team(models.Model):
    """A side entered in one tournament; ``club`` is who it is across tournaments."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, null=True, blank=True, related_name="teams")
    club = models.ForeignKey("tournaments.Club", on_delete=models.PROTECT, null=True, blank=True, related_name="teams")
    name = models.CharField(max_length=80)
    email = models.EmailField("e-mail", blank=True)
    state = models.CharField(max_length=10, choices=EntryState, default=EntryState.ENTERED)
    registered_by = models.ForeignKey(
        "tournaments.User", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    registered_at = models.DateTimeField(null=True, blank=True, editable=False)
    players = models.ManyToManyField(Player, through="RosterEntry", related_name="teams")

    class Meta:
        ordering = ("name", "id")
        constraints = (models.UniqueConstraint(fields=("tournament", "name"), name="team_name_once"),)

    def __str__(self) -> str:
        return self.name


class RosterEntry(models.Model):
    """A player on a team's roster; one of them is the captain."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="roster")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="roster_entries")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    is_captain = models.BooleanField("captain", default=False)

    class Meta:
        # Databases differ on where nothing stands among numbers.
        ordering = ("-is_captain", models.F("number").asc(nulls_last=True), "player__name", "id")
        constraints = (
            models.UniqueConstraint(fields=("team", "player"), name="roster_player_once"),
            models.UniqueConstraint(fields=("team", "number"), name="roster_number_once"),
            models.UniqueConstraint(fields=("team",), condition=models.Q(is_captain=True), name="roster_one_captain"),
        )

    def __str__(self) -> str:
        return f"{self.player} ({self.team})"
