"""Projections of the ledger: the board of a table, the tally of a match.

Written in the same transaction as the event; ``manage.py recompute`` rebuilds
them and ``--check`` proves that they agree.
"""

from __future__ import annotations

from django.db import models


class Board(models.Model):
    """Where a table stands after its last event."""

    table = models.OneToOneField("tournaments.Table", on_delete=models.CASCADE, primary_key=True, related_name="board")
    sequence = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True)
    home_pair = models.CharField(max_length=2, blank=True, choices=[("NS", "North–South"), ("EW", "East–West")])
    state = models.TextField(blank=True, help_text="The engine's TableState as JSON.")
    home_bullseyes = models.PositiveSmallIntegerField(default=0)
    away_bullseyes = models.PositiveSmallIntegerField(default=0)
    home_hang_jacks = models.PositiveSmallIntegerField(default=0)
    away_hang_jacks = models.PositiveSmallIntegerField(default=0)
    closed = models.BooleanField(default=False)
    match_given = models.CharField(
        max_length=4,
        blank=True,
        choices=[("home", "Home"), ("away", "Away"), ("both", "Both")],
        help_text="To whom a ruling at this table gave the whole match.",
    )
    settled = models.CharField(
        max_length=10,
        blank=True,
        choices=[("walk-over", "Walked over"), ("awarded", "Awarded")],
        help_text="The sheet's figures were not played: how they came about. They stand as they are.",
    )

    def __str__(self) -> str:
        return f"{self.table_id} at {self.sequence}"


class MatchState(models.TextChoices):
    """Where a match stands."""

    SCHEDULED = "scheduled", "To be played"
    IN_PLAY = "in-play", "In play"
    LEVEL = "level", "Level: a decider is due"
    DECIDER = "decider", "Decider in play"
    PLAYED = "played", "Played, to be confirmed"
    UNDECIDED = "undecided", "Played out, for the committee to decide"
    CONFIRMED = "confirmed", "Confirmed"


class MatchTally(models.Model):
    """Bullseyes and hang jacks of a match so far, over all its tables (13.c)."""

    match = models.OneToOneField("tournaments.Match", on_delete=models.CASCADE, primary_key=True, related_name="tally")
    state = models.CharField(max_length=10, choices=MatchState, default=MatchState.SCHEDULED)
    home_bullseyes = models.PositiveSmallIntegerField(default=0)
    away_bullseyes = models.PositiveSmallIntegerField(default=0)
    home_hang_jacks = models.PositiveSmallIntegerField(default=0)
    away_hang_jacks = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=4, blank=True, choices=[("home", "Home"), ("away", "Away")])

    def __str__(self) -> str:
        return f"{self.match_id}: {self.home_bullseyes}–{self.away_bullseyes}"
