"""The match's score sheet for the pen: the same fields in the same order, empty."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.match import DECIDER_GAMES
from scoring.documents.sheets import ruleset_in_words
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class BlankTable:
    """A table with ``games`` numbered rows."""

    name: str
    games: tuple[int, ...]
    decider: bool = False


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """What is printed on it; everything else is for the hand."""

    match: Match
    tables: tuple[BlankTable, ...]
    target: int
    ruleset: str
    substitution_lines: range


SUBSTITUTION_LINES = 3
"""At each table."""


def blank_sheet(match: Match) -> BlankSheet:
    """The sheet to take to a match that is not played yet."""
    tournament = match.tournament
    games = tuple(range(1, tournament.games_per_table + 1))
    tables = [BlankTable(f"Table {number}", games) for number in range(1, tournament.tables_per_match + 1)]
    return BlankSheet(
        match=match,
        tables=(*tables, BlankTable("Decider", tuple(range(1, DECIDER_GAMES + 1)), decider=True)),
        target=tournament.race_target,
        ruleset=ruleset_in_words(match),
        substitution_lines=range(SUBSTITUTION_LINES),
    )
