"""How a chalk, a seat and a pair are written on a page: the marks of the board and their words.

Only words: what a chalk is worth and whether it counted comes from the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.seats import Pair, Seat
from rules_engine.table_state import TableChalk, WonBy
from rules_engine.verdicts import Why

PAIR_SHORT = {Pair.NS: "N/S", Pair.EW: "E/W"}
PAIR_LONG = {Pair.NS: "North–South", Pair.EW: "East–West"}
SEAT_LONG = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}

_CHALK: dict[Why, tuple[str, str]] = {
    Why.KICK: ("K", "Kick"),
    Why.GIVEN: ("", "Gave one"),
    Why.HIGH: ("H", "High"),
    Why.LOW: ("L", "Low"),
    Why.JACK: ("J", "Jack"),
    Why.HANG_JACK: ("HJ", "Hung jack"),
    Why.GAMBLE: ("G", "Gamble"),
    Why.MISDEAL: ("M", "Misdeal"),
    Why.PENALTY: ("P", "Penalty"),
}
_BARE = frozenset({Why.HIGH, Why.LOW, Why.JACK})
"""Marks that everybody reads as one point, and that carry no figure."""

WON_BY = {
    WonBy.SUNG: "sung",
    WonBy.PENALTY: "by penalty",
    WonBy.CONCEDED: "conceded",
    WonBy.RECORDED: "recorded without hands",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A chalk as drawn: ``text`` on the board (``K3``), ``words`` for whoever asks (``Kick, 3 points``)."""

    pair: str
    text: str
    words: str
    points: int
    counted: bool
    event: int
    short: str

    @property
    def pair_short(self) -> str:
        """``N/S`` or ``E/W``."""
        return PAIR_SHORT[Pair(self.pair)]


def points(n: int) -> str:
    """``1 point``, ``2 points``."""
    return f"{n} point" if n == 1 else f"{n} points"


def mark(chalk: TableChalk) -> Mark:
    """The mark for a chalk of the table."""
    return mark_of(chalk.pair, chalk.why, chalk.points, chalk.counted, chalk.event)


def mark_of(pair: str, why: str, n: int, counted: bool = True, event: int = 0) -> Mark:
    """The mark for a chalk given by its parts, as in an answer of the ledger."""
    letter, word = _CHALK[Why(why)]
    late = "" if counted else " (not counted)"
    text = letter if why in _BARE and n == 1 else f"{letter}{n}"
    words = f"{word}, {points(n)}" + ("" if counted else ", after the target: not counted")
    return Mark(str(pair), text, words, n, counted, event, f"{word} {n}{late}")


def code(name: str) -> str:
    """A team's name for a small box: initials of several words, else the first three letters."""
    parts = [part for part in name.replace("-", " ").split() if part[:1].isalnum()]
    short = "".join(part[0] for part in parts[:3]) if len(parts) > 1 else name.strip()[:3]
    return short.upper()


def codes(home: str, away: str) -> dict[str, str]:
    """Both teams' codes; where they are alike, the sides' names stand instead."""
    found = {"home": code(home), "away": code(away)}
    return found if found["home"] != found["away"] else {"home": "Home", "away": "Away"}
