"""Looking through the packed lifts (10.d): whose turn it is to be read off, and what the cards prove.

>>> from rules_engine.notation import parse_notation
>>> hand = parse_notation("hand@1 round-robin S 4S stand E8CTC3CAC S7D9H6DAD WJSKSAS3S EKC9D2C2S S4H2HQHTH N5HQCTD8D")
>>> [(seat.seat.value, seat.verdict.value) for seat in examine(hand).seats]
[('N', 'cleared'), ('E', 'proved'), ('S', 'cleared'), ('W', 'cleared')]

An examination says what is proved and no more. With lifts missing nobody is cleared,
for the card that proves it may lie in a lift that is not shown; with cards that cannot
be right nobody is proved anything until they are put right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules_engine.cards import Card
from rules_engine.consequences import phase_of
from rules_engine.hand import judge_hand
from rules_engine.legality import CLAUSES, LIFTS_OF_KICKS, kick_violations
from rules_engine.records import NIL, HandRecord
from rules_engine.rulesets import Ruleset
from rules_engine.seats import ROUND, Seat
from rules_engine.verdicts import Answer, Code, Lead, Phase, Points, RulingResult, Violation

_FOUL = frozenset({Code.RENEGE, Code.UNDER_TRUMP})
_BESIDE = frozenset(
    {Code.STOOD_WITHOUT_TRUMP, Code.GAVE_WITHOUT_TRUMP, Code.TRUMP_AND_FOLLOW, Code.GAVE_AT_THIRTEEN, Code.WRONG_LEADER}
)
_MOST_KICKS = len(LIFTS_OF_KICKS) - 1


class Verdict(StrEnum):
    """What the cards say of a player."""

    PROVED = "proved"
    CLEARED = "cleared"
    NOT_PROVABLE = "not-provable"


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule. ``clause`` and ``ruling``: what it comes under and costs; None where nothing is written.

    ``phase``: when it happened, as an incident tells it. The violation's message names the cards that prove it.
    """

    violation: Violation
    phase: Phase
    clause: str | None
    ruling: RulingResult | None


@dataclass(frozen=True, slots=True)
class SeatExamined:
    """What the cards say of one player, and why where something is proved."""

    seat: Seat
    verdict: Verdict
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Examination:
    """The whole answer, seats in the order N E S W.

    ``beside``: other rules that were broken. ``doubts``: why the cards as written down
    cannot be right. ``missing``: lifts that the hand has and the record lacks.
    """

    seats: tuple[SeatExamined, ...]
    beside: tuple[Finding, ...]
    doubts: tuple[Violation, ...]
    missing: int

    def of(self, seat: Seat) -> SeatExamined:
        """What the cards say of ``seat``."""
        return next(found for found in self.seats if found.seat is seat)


@dataclass(frozen=True, slots=True)
class Turn:
    """The next card to be read off: ``lift`` from 1 ``of`` those in the hand, whose card, and the four in order."""

    lift: int
    of: int
    leader: Seat
    seat: Seat
    order: tuple[Seat, Seat, Seat, Seat]


def examine(record: HandRecord, *, bullseyes: Points | None = None, games: int | None = None) -> Examination:
    """What the lifts prove of each player; never raises. At a table, give its bullseyes and games for the rulings.

    Whole hands are known from all the lifts, or from the deal where that is written down.
    """
    result = judge_hand(record, bullseyes=bullseyes, games=games)
    missing = max(0, LIFTS_OF_KICKS[min(len(record.kicks), _MOST_KICKS)] - len(record.lifts))
    known = not missing or record.dealt is not None
    found = list(_findings(result.violations, result.consequences))
    doubts = tuple(v for v in result.violations if v.code not in _FOUL | _BESIDE and v.code is not Code.LIFTS_MISSING)
    seats = []
    for seat in Seat:
        own = tuple(f for f in found if f.violation.code in _FOUL and f.violation.seat is seat and not doubts)
        verdict = Verdict.CLEARED if known and not doubts else Verdict.NOT_PROVABLE
        seats.append(SeatExamined(seat, Verdict.PROVED if own else verdict, own))
    # A lift that is not shown may be the one that gave somebody the lead.
    beside = tuple(
        f for f in found if f.violation.code in _BESIDE and not (missing and f.violation.code is Code.WRONG_LEADER)
    )
    return Examination(tuple(seats), () if doubts else beside, doubts, missing)


def _findings(violations: tuple[Violation, ...], rulings: tuple[RulingResult, ...]) -> Iterator[Finding]:
    """Each violation with the ruling on it: there is one for every violation that comes under a clause, in order."""
    ruled = iter(rulings)
    for violation in violations:
        ruling = next(ruled, None) if violation.code in CLAUSES else None
        yield Finding(violation, phase_of(violation), ruling.clause if ruling else None, ruling)


def kick_due(ruleset: Ruleset, dealer: Seat, kicks: tuple[Card, ...], answer: Answer | None) -> bool:
    """Whether another card is to be kicked before the lifts: the first, or one more while the pack is run."""
    if not kicks:
        return True
    if answer is not Answer.RUN or len(kicks) >= _MOST_KICKS:
        return False
    faults = kick_violations(ruleset, kicks, Lead.BEG, answer, NIL, dealer, False)
    return any(fault.code is Code.RUN_STOPPED_EARLY for fault in faults)


def next_turn(record: HandRecord, begun: int = 0, leader: Seat | None = None) -> Turn | None:
    """Whose card comes next when ``begun`` cards of a lift are read; None when all lifts are there.

    The winner of the last lift leads, the lead player to the first (1.j, 1.s); ``leader``: who led in fact.
    """
    of = LIFTS_OF_KICKS[min(len(record.kicks), _MOST_KICKS)]
    number = len(record.lifts) + 1
    if number > of:
        return None
    if leader is None:
        leader = judge_hand(record).won[-1] if record.lifts else record.dealer.next
    first = ROUND.index(leader)
    a, b, c, d = (*ROUND[first:], *ROUND[:first])
    order = (a, b, c, d)
    return Turn(number, of, leader, order[begun], order)
