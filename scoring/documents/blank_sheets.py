"""The match's score sheet for the pen: the same fields in the same order, empty."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.match import DECIDER_GAMES
from scoring.documents.sheets import ruleset_in_words
from tournaments.models import Match
from tournaments.selectors import sizes


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
    ends: str
    """What ends the match, in words."""
    ruleset: str
    substitution_lines: range


SUBSTITUTION_LINES = 3
"""At each table."""


def blank_sheet(match: Match) -> BlankSheet:
    """The sheet to take to a match that is not played yet."""
    size = sizes.of_match(match)
    games = tuple(range(1, size.games + 1))
    tables = [BlankTable(f"Table {number}", games) for number in range(1, size.tables + 1)]
    if size.may_need_decider:
        tables.append(BlankTable("Decider", tuple(range(1, DECIDER_GAMES + 1)), decider=True))
    return BlankSheet(
        match=match,
        tables=tuple(tables),
        target=size.target,
        ends="Every game is played; more bullseyes win." if size.play_all else f"First to {size.target} wins.",
        ruleset=ruleset_in_words(match),
        substitution_lines=range(SUBSTITUTION_LINES),
    )
