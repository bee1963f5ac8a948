"""Which clauses fit a seat and a moment; the engine is asked, clause by clause."""

from __future__ import annotations

from penalties.selectors.asking import Place
from rules_engine.penalty_code import Clause
from rules_engine.records import IncidentRecord
from rules_engine.rulings import rule
from rules_engine.seats import Seat
from rules_engine.table import TableState
from rules_engine.verdicts import Phase, RecordError


def seats_that_can(place: Place, clause: Clause, phase: Phase) -> frozenset[Seat]:
    """The seats whose player can have broken ``clause`` in ``phase``."""
    return frozenset(seat for seat in Seat if fits(place, clause, phase, seat))


def fits(place: Place, clause: Clause, phase: Phase, seat: Seat | None) -> bool:
    """Whether the clause can be broken in this phase from this seat (None: by nobody at the table)."""
    if phase not in clause.phases:
        return False
    record = IncidentRecord(
        clause=clause.number,
        offender=seat,
        phase=phase,
        dealer=place.state.dealer,
        scores=place.state.scores,
        ruleset=place.ruleset,
    )
    try:
        rule(record)
    except RecordError as error:
        return error.field != "offender"
    return True


def guessed_phase(state: TableState) -> Phase:
    """The moment to start from: a guess from the board, for somebody to put right with a tap."""
    if state.closed:
        return Phase.AFTER_HAND
    if state.begun:
        return Phase.PLAYING
    return Phase.BETWEEN_GAMES if state.games else Phase.BEFORE_DEAL
