"""What an incident cannot be: refused before the code is asked.

Every refusal is a RecordError that names the field.
"""

from __future__ import annotations

from rules_engine.penalty_code import Clause, Who, clause, find
from rules_engine.records import IncidentRecord
from rules_engine.seats import Seat
from rules_engine.verdicts import RecordError

_MUST_BE = {
    Who.DEALER: "only the dealer can",
    Who.CUTTER: "only the cutter, on the dealer's left, can",
    Who.LEAD_PLAYER: "only the lead player, on the dealer's right, can",
    Who.NOT_DEALER: "the dealer cannot",
    Who.BYSTANDER: "the dealer and the cutter cannot",
}


def clause_of(record: IncidentRecord) -> Clause | None:
    """The clause in the record's own code; None where that code is silent on it.

    RecordError naming ``clause``, ``offender``, ``phase`` or ``bullseyes``.
    """
    written = find(record.clause)
    if written is None:
        raise RecordError("clause", f"there is no clause {record.clause!r}; clauses run from 1.a to 14.g")
    own = find(record.clause, record.ruleset.base.value)
    _check_offender(record, written)
    if record.phase not in written.phases:
        raise RecordError("phase", f"{written.number} ({written.title}) cannot happen in the phase {record.phase}")
    # Beside the table's games, penalties may exceed their number.
    if (
        record.bullseyes is not None
        and record.games is not None
        and sum(record.bullseyes) > record.games
        and record.ruleset.value("penalty_bullseye") == "game"
    ):
        raise RecordError("bullseyes", f"{sum(record.bullseyes)} bullseyes are more than the {record.games} games")
    return own


def governing(record: IncidentRecord) -> Clause:
    """The Round Robin clause of that number: for its words where the own code is silent."""
    return find(record.clause, record.ruleset.base.value) or clause(record.clause)


def _check_offender(record: IncidentRecord, written: Clause) -> None:
    if record.offender is None:
        if written.offender is not Who.NOBODY_NEEDED:
            raise RecordError("offender", f"name the seat that offended; {written.number} needs one")
        return
    if record.dealer is None or _can(written.offender, record.offender, record.dealer):
        return
    raise RecordError("offender", f"{_MUST_BE[written.offender]} offend against {written.number} ({written.title})")


def _can(who: Who, seat: Seat, dealer: Seat) -> bool:
    if who is Who.DEALER:
        return seat is dealer
    if who is Who.CUTTER:
        return seat is dealer.previous
    if who is Who.LEAD_PLAYER:
        return seat is dealer.next
    if who is Who.NOT_DEALER:
        return seat is not dealer
    return who is not Who.BYSTANDER or seat not in (dealer, dealer.previous)
