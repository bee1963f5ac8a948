"""A substitution at a table: who may come in, and what one too many costs."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.records import Choice, IncidentRecord
from rules_engine.rulesets import Ruleset
from rules_engine.rulings import rule
from rules_engine.seats import Pair
from rules_engine.substitutes import Count, Verdict, count, gone
from rules_engine.table_events import Substitution
from rules_engine.table_game import check_claim, closed_words, refuse
from rules_engine.table_rulings import on_record, take_effect
from rules_engine.table_state import ErrorCode, Reason, Substituted, TableState
from rules_engine.verdicts import Phase, RecordError, RulingResult

CLAUSE = "13.a"
ONE_TOO_MANY = "seventh"


def count_of(ruleset: Ruleset, state: TableState, pair: Pair, elsewhere: int = 0) -> Count:
    """The substitutes of the team that sits as ``pair``: those of this table and ``elsewhere`` at the others."""
    here = sum(substituted.seat.pair is pair for substituted in state.substitutions)
    return count(ruleset, here, elsewhere)


def substitute(
    ruleset: Ruleset, state: TableState, event: Substitution, *, again: bool = False
) -> tuple[TableState, RulingResult | None]:
    """The table with another player on a seat (13.a, 13.b).

    ``again``: the event stood before and is folded again behind a correction. Who was
    ordered out in the middle of a game left, also where the order is taken back since.

    One too many is refused, unless the event says ``apply``: then it is recorded, and
    what it costs takes effect; the ruling is the answer. Raises ``Refused``.
    """
    if state.over:
        raise refuse(state, ErrorCode.TABLE_CLOSED, closed_words(state))
    ordered = event.reason is Reason.DISCIPLINE and (again or event.seat in state.ordered)
    if state.begun and not ordered:
        raise refuse(
            state,
            ErrorCode.SUBSTITUTION_IN_GAME,
            "A player is substituted between games: finish this one first.",
            "13.b",
        )
    _check_people(ruleset, state, event)
    costs = _allow(ruleset, state, event)
    number, games = state.events + 1, len(state.games)
    after = replace(
        state,
        substitutions=(
            *state.substitutions,
            Substituted(number, event.seat, event.out, event.in_, event.reason, games),
        ),
        # Whoever comes in was not warned: what the seat was warned for stays with the pair.
        warnings=tuple(
            warned._replace(seat=None) if warned.seat is event.seat else warned for warned in state.warnings
        ),
        ordered=tuple(seat for seat in state.ordered if seat is not event.seat),
        events=number,
    )
    if costs is not None:
        after = take_effect(ruleset, on_record(after, costs), costs, (), Phase.BETWEEN_GAMES, state.dealer)
        check_claim(state, after)
    return after, costs


def _check_people(ruleset: Ruleset, state: TableState, event: Substitution) -> None:
    sitting = {substituted.seat: substituted.in_ for substituted in state.substitutions}
    here = sitting.get(event.seat)
    if here is not None and here != event.out:
        raise refuse(
            state,
            ErrorCode.SEAT_MISMATCH,
            f"{event.out} is not on seat {event.seat}: {here} took it.",
        )
    elsewhere = [seat for seat, name in sitting.items() if name == event.in_]
    if event.in_ == event.out or elsewhere:
        seat = elsewhere[0] if elsewhere else event.seat
        raise refuse(state, ErrorCode.SEAT_MISMATCH, f"{event.in_} already sits at this table, on seat {seat}.")
    went_out = [substituted.out for substituted in state.substitutions]
    if event.in_ in gone(ruleset, [*went_out, *([event.in_] if event.out_elsewhere else [])]):
        raise refuse(
            state,
            ErrorCode.SUBSTITUTION_LIMIT,
            f"{event.in_} was substituted in this match and may not come back (reading substitute_return).",
            "13.a",
        )


def _allow(ruleset: Ruleset, state: TableState, event: Substitution) -> RulingResult | None:
    """So many a team; one more for a player who fell sick after the last (13.a). The ruling where it is too many."""
    counted = count_of(ruleset, state, event.seat.pair, event.used_elsewhere)
    verdict = counted.one_more(event.reason, event.left)
    if verdict is Verdict.MUST_LEAVE:
        raise refuse(
            state,
            ErrorCode.SUBSTITUTION_LIMIT,
            f"{event.seat.pair} has used its {counted.limit} substitutes. One more for sickness counts only once the "
            "sick player has left the premises.",
            CLAUSE,
        )
    if verdict is not Verdict.BEYOND:
        return None
    ruling = _ruled(ruleset, state, event) if event.apply else None
    if ruling is not None:
        return ruling
    elsewhere = 0 if counted.per_table else event.used_elsewhere
    raise refuse(
        state,
        ErrorCode.SUBSTITUTION_LIMIT,
        f"{event.seat.pair} has used its {counted.limit} substitutes"
        + ("" if counted.used == counted.limit else " and the one more for sickness")
        + (f", {elsewhere} of them at other tables" if elsewhere else "")
        + ".",
        CLAUSE,
    )


def _ruled(ruleset: Ruleset, state: TableState, event: Substitution) -> RulingResult | None:
    """What the code gives for one substitute too many; None where the ruleset leaves it to an official."""
    record = IncidentRecord(
        clause=CLAUSE,
        offender=event.seat,
        phase=Phase.BETWEEN_GAMES,
        dealer=state.dealer,
        scores=state.scores,
        bullseyes=state.recorded,
        games=state.allowed,
        choice=Choice(option=ONE_TOO_MANY, by="official"),
        ruleset=ruleset,
    )
    try:
        return rule(record)
    except RecordError:
        return None
