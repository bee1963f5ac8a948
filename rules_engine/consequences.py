"""What a broken rule costs: each violation put to the code of penalties as an incident."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.chalking import Mark
from rules_engine.records import HandRecord, IncidentRecord
from rules_engine.rulings import rule
from rules_engine.verdicts import Code, Phase, Points, RulingResult, Violation, Why

_NIL = Points(0, 0)


def consequences_of(
    record: HandRecord,
    violations: Iterable[Violation],
    before_play: Iterable[Mark],
    made: Iterable[Mark],
    bullseyes: Points | None,
    games: int | None,
) -> tuple[RulingResult, ...]:
    """One ruling for each violation that comes under a clause, in the order of the violations.

    ``before_play``: kicks and given point, which are on the board already; ``made``:
    the rest of the hand's marks. Each ruling stands alone, on the same scores.
    """
    kicked, scores, points = 0, record.scores, _NIL
    for pair, why, n in before_play:
        scores = scores.plus(pair, n)
        if why is Why.KICK:
            kicked += n
    for pair, why, n in made:
        if why is not Why.GAMBLE:
            points = points.plus(pair, n)
    return tuple(
        rule(
            IncidentRecord(
                clause=violation.clause,
                offender=violation.seat,
                phase=_phase(violation),
                dealer=record.dealer,
                packet=min(len(record.kicks), 3),
                scores=scores,
                bullseyes=bullseyes,
                games=games,
                hand_kicked=kicked,
                hand_points=points,
                ruleset=record.ruleset,
            ),
            outside_table=bullseyes is None,
        )
        for violation in violations
        if violation.clause is not None
    )


def _phase(violation: Violation) -> Phase:
    """When it happened; the lead to the first lift still belongs to the begging."""
    if violation.lift is None or (violation.code is Code.WRONG_LEADER and violation.lift == 1):
        return Phase.BEGGING
    return Phase.FIRST_ROUND if violation.lift == 1 else Phase.PLAYING
