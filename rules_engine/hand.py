"""Judging a hand card by card (``all-fours/hand@1``)."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.cards import Card
from rules_engine.records import HandRecord
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Chalk, JackOutcome, Points, RulingResult, Violation


@dataclass(frozen=True, slots=True)
class TrumpHeld:
    """The highest or the lowest trump and whose it is."""

    card: Card
    seat: Seat

    @property
    def pair(self) -> Pair:
        """The pair that is chalked for it."""
        return self.seat.pair


@dataclass(frozen=True, slots=True)
class HandResult:
    """The answer to a hand.

    ``won``: the seat that won each lift. ``high`` and ``low``: None when no trump was
    dealt or it is not known. ``jack``: None when not known. ``counts``: card points
    of the lifts given. ``scores``: after the hand, as played. ``consequences``: what
    each violation costs, one ruling each, on the scores before the hand with kicks
    and given point.
    """

    id: str | None
    violations: tuple[Violation, ...]
    trumps: str
    won: tuple[Seat, ...]
    high: TrumpHeld | None
    low: TrumpHeld | None
    jack: JackOutcome | None
    jack_pair: Pair | None
    counts: Points
    gamble: Pair | None
    chalks: tuple[Chalk, ...]
    scores: Points
    bullseye: Pair | None
    consequences: tuple[RulingResult, ...]
    needs: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether no rule was broken."""
        return not self.violations


def judge_hand(record: HandRecord, *, bullseyes: Points | None = None, games: int | None = None) -> HandResult:
    """Judge a hand; never raises. At a table, give its bullseyes and games for the consequences."""
    raise NotImplementedError
