"""The day: where is played, who is there, what came in between, and the clocks."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.fixture import Match, Round
from tournaments.models.people import Role
from tournaments.models.team import Player, RosterEntry, Team
from tournaments.models.tournament import Tournament


class Room(models.Model):
    """A room of the hall."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rooms")
    name = models.CharField(max_length=60)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("order", "name", "id")
        constraints = (models.UniqueConstraint(fields=("tournament", "name"), name="room_name_once"),)

    def __str__(self) -> str:
        return self.name


class Spot(models.Model):
    """A table as furniture: where in the hall a table of a match is played."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="spots")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("room__order", "room__name", "number")
        constraints = (models.UniqueConstraint(fields=("room", "number"), name="spot_number_once"),)

    def __str__(self) -> str:
        return f"{self.room} {self.number}"


class OfficialAway(models.Model):
    """An official who cannot be there for a round."""

    role = models.ForeignKey(Role, on_delete=models.CASCADE, related_name="away")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="officials_away")

    class Meta:
        ordering = ("round__number", "role_id")
        verbose_name_plural = "officials away"
        constraints = (models.UniqueConstraint(fields=("role", "round"), name="official_away_once"),)

    def __str__(self) -> str:
        return f"{self.role.user} not for {self.round}"


class OccurrenceKind(models.TextChoices):
    """What comes in between."""

    LATE = "late", "A team is late"
    ARRIVED = "arrived", "The late team is here"
    WALK_OVER = "walk-over", "Walked over"
    POSTPONED = "postponed", "Postponed"
    RESUMED = "resumed", "Takes place after all"
    ABANDONED = "abandoned", "Abandoned"
    AWARDED = "awarded", "Awarded"
    REPLAYED = "replayed", "To be played again"


class Occurrence(models.Model):
    """One thing that came in between at a match. Only added, never changed."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="occurrences")
    kind = models.CharField(max_length=10, choices=OccurrenceKind)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    until = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("match_id", "at", "id")

    def __str__(self) -> str:
        return f"{self.match}: {self.get_kind_display()}"


class RoundActKind(models.TextChoices):
    """What is done with a round as a whole."""

    OPENED = "opened", "Opened"
    CLOSED = "closed", "Closed"
    REOPENED = "reopened", "Opened again"


class RoundAct(models.Model):
    """One opening or closing of a round. Only added; the round keeps how it stands now.

    ``missing``: what was missing and went on all the same, in words.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=8, choices=RoundActKind)
    reason = models.CharField(max_length=300, blank=True)
    missing = models.JSONField(default=list)
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("round_id", "at", "id")

    def __str__(self) -> str:
        return f"{self.round}: {self.get_kind_display()}"


class ClockKind(models.TextChoices):
    """What a clock counts down."""

    ROUND = "round", "Round"
    BREAK = "break", "Break"


class Clock(models.Model):
    """A clock that the hall sees; what is left follows from its times."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="clocks")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, blank=True, related_name="clocks")
    kind = models.CharField(max_length=6, choices=ClockKind)
    seconds = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    stopped_at = models.DateTimeField(null=True, blank=True)
    started_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("-started_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "kind"), condition=Q(stopped_at__isnull=True), name="clock_one_running_a_kind"
            ),
            models.CheckConstraint(condition=Q(seconds__range=(1, 86400)), name="clock_a_day_at_most"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.seconds} s"


class CheckIn(models.Model):
    """A player of a roster who is there on a day."""

    entry = models.ForeignKey(RosterEntry, on_delete=models.CASCADE, related_name="check_ins")
    day = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("day", "entry_id", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "day"), condition=Q(undone_at__isnull=True), name="check_in_once_a_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry} on {self.day}"


class LineUp(models.Model):
    """Who plays at which table for a team in a match; hidden from the others until both sides have put theirs in."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    put_in_at = models.DateTimeField()
    put_in_by = models.ForeignKey("tournaments.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("match_id", "id")
        constraints = (models.UniqueConstraint(fields=("match", "team"), name="line_up_once"),)

    def __str__(self) -> str:
        return f"{self.team} in {self.match}"


class LineUpSeat(models.Model):
    """One player of a line-up: at table ``number``, first or second of the pair."""

    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("line_up_id", "number", "place")
        constraints = (
            models.UniqueConstraint(fields=("line_up", "number", "place"), name="line_up_place_once"),
            models.UniqueConstraint(fields=("line_up", "player"), name="line_up_player_once"),
            models.CheckConstraint(condition=Q(place__range=(1, 2)), name="line_up_place_of_two"),
        )

    def __str__(self) -> str:
        return f"Table {self.number}: {self.player}"
