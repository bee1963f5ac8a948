"""What a broken rule costs: each violation put to the code of penalties as an incident."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules_engine.cards import BIT, RANK_MASK, SUIT_MASK
from rules_engine.chalking import Mark
from rules_engine.legality import CLAUSES, HandFacts
from rules_engine.lifts import PLACE
from rules_engine.records import NIL, Choice, IncidentRecord
from rules_engine.rulesets import TopFive
from rules_engine.rulings import rule
from rules_engine.verdicts import Code, Phase, Points, RulingResult, Violation, Why

_TOP_FIVE = sum(RANK_MASK[rank] for rank in "AKQJT")
_UNTOLD_GAMES = 1000
"""Outside a table nobody knows how many games are left; this many are never used up."""


def consequences_of(
    facts: HandFacts,
    violations: Iterable[Violation],
    before_play: Iterable[Mark],
    made: Iterable[Mark],
    bullseyes: Points | None,
    games: int | None,
) -> tuple[RulingResult, ...]:
    """One ruling for each violation that comes under a clause, in the order of the violations.

    ``before_play``: kicks and given point, which are on the board already; ``made``:
    the rest of the hand's marks. Each ruling stands alone, on the same scores.
    Without ``bullseyes`` or ``games`` the rulings leave the bullseyes None.
    """
    record = facts.record
    at_table = bullseyes is not None and games is not None
    kicked, scores, points = 0, record.scores, NIL
    for pair, why, n in before_play:
        scores = scores.plus(pair, n)
        if why is Why.KICK:
            kicked += n
    for pair, why, n in made:
        if why is not Why.GAMBLE:
            points = points.plus(pair, n)
    rulings = []
    for violation in violations:
        clause = CLAUSES.get(violation.code)
        if clause is None:
            continue
        ruling = rule(
            IncidentRecord(
                clause=clause,
                offender=violation.seat,
                phase=phase_of(violation),
                dealer=record.dealer,
                packet=min(len(record.kicks), 3),
                scores=scores,
                bullseyes=bullseyes if at_table else NIL,
                games=games if at_table else _UNTOLD_GAMES,
                hand_kicked=kicked,
                hand_points=points,
                choice=Choice(option="top-five") if _held_back_top_trump(facts, violation) else None,
                ruleset=record.ruleset,
            )
        )
        rulings.append(ruling if at_table else replace(ruling, bullseyes=None))
    return tuple(rulings)


def phase_of(violation: Violation) -> Phase:
    """When it happened; the lead to the first lift still belongs to the begging."""
    if violation.lift is None or (violation.code is Code.WRONG_LEADER and violation.lift == 1):
        return Phase.BEGGING
    return Phase.FIRST_ROUND if violation.lift == 1 else Phase.PLAYING


def _held_back_top_trump(facts: HandFacts, violation: Violation) -> bool:
    """Whether, trumps being led, one of the five top trumps was kept in hand (where that has its own price)."""
    record = facts.record
    if (
        record.ruleset.top_five is not TopFive.LOSES
        or violation.code is not Code.RENEGE
        or violation.seat is None
        or violation.lift is None
        or record.lifts[violation.lift - 1].cards[0][1] != facts.trumps
    ):
        return False
    place = PLACE[violation.seat]
    held = facts.read.hands[place] & SUIT_MASK[facts.trumps] & _TOP_FIVE
    for leader, cards in record.lifts[: violation.lift]:
        held &= ~BIT[cards[(place - PLACE[leader]) & 3]]
    return held != 0
