"""The fold of a table's events: one step, all of them, and a correction's second look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from rules_engine.hand import HandResult
from rules_engine.rulesets import Ruleset
from rules_engine.score import ScoreResult
from rules_engine.seats import Seat
from rules_engine.table_events import (
    Correction,
    Entry,
    Event,
    GameRecorded,
    Incident,
    Opened,
    Played,
    Scored,
    Substitution,
    Tally,
)
from rules_engine.table_game import Refused, refuse
from rules_engine.table_hands import play_hand, score_hand
from rules_engine.table_paper import record_game, record_tally
from rules_engine.table_rulings import rule_incident
from rules_engine.table_state import ErrorCode, Struck, TableError, TableState
from rules_engine.table_substitutes import substitute
from rules_engine.verdicts import RulingResult

SEQUENCE_OFFSET = 1
"""Ledger sequence less event number: the opening is sequence 1 and event 0."""

Result = HandResult | ScoreResult | RulingResult
"""What the judge answers to a hand, an incident, or a substitute too many."""


@dataclass(frozen=True, slots=True)
class Step:
    """The table after an event, or unchanged with the ``error`` that refused it.

    ``result``: the judge's answer where the event (or the one that a correction puts
    in its place) is a hand, an incident or a substitute too many.
    """

    state: TableState
    error: TableError | None
    result: Result | None


@dataclass(frozen=True, slots=True)
class Folded:
    """A table's events folded: the state up to the first fault, and that fault.

    ``results`` has one entry for each event taken, the opening's (None) first.
    """

    state: TableState
    error: TableError | None
    results: tuple[Result | None, ...]


def start(ruleset: Ruleset, games: int, first_dealer: Seat | None) -> TableState:
    """A table that has just opened, for ``games`` games (a decider: 3)."""
    del ruleset  # nothing that it says bears on an empty table
    return TableState(allowed=games, first_dealer=first_dealer, dealer=first_dealer)


def step(ruleset: Ruleset, state: TableState, event: Event, history: Sequence[Event] = ()) -> Step:
    """The table after one more event.

    ``history``: every event so far, the opening first; only a correction reads it
    (:class:`ValueError` when its length is not that of the state's events).
    """
    try:
        match event:
            case Opened():
                raise refuse(state, ErrorCode.BAD_EVENT, "The table is open already: it opens once.")
            case Correction():
                after, result = _correct(ruleset, state, event, history)
            case _:
                after, result = enter(ruleset, state, event)
    except Refused as refused:
        return Step(state, refused.error, None)
    return Step(after, None, result)


def fold(ruleset: Ruleset, events: Sequence[Event]) -> Folded:
    """All of a table's events, the opening first, folded into its state.

    Raises :class:`ValueError` when the first event is not the opening.
    """
    opening = events[0] if events else None
    if not isinstance(opening, Opened):
        raise ValueError("a table's first event is its opening")
    state = start(ruleset, opening.games, opening.first_dealer)
    results: list[Result | None] = [None]
    for number in range(1, len(events)):
        event = events[number]
        taken = step(ruleset, state, event, events[:number] if isinstance(event, Correction) else ())
        if taken.error is not None:
            return Folded(state, taken.error, tuple(results))
        state = taken.state
        results.append(taken.result)
    return Folded(state, None, tuple(results))


def enter(
    ruleset: Ruleset, state: TableState, event: Entry, *, again: bool = False
) -> tuple[TableState, Result | None]:
    """The table after any event but an opening or a correction. Raises :class:`Refused`.

    ``again``: the event could be entered once, and something before it is another now.
    """
    match event:
        case Scored():
            return score_hand(ruleset, state, event)
        case Played():
            return play_hand(ruleset, state, event)
        case Incident():
            return rule_incident(ruleset, state, event)
        case GameRecorded():
            return record_game(ruleset, state, event), None
        case Tally():
            return record_tally(state, event), None
        case Substitution():
            return substitute(ruleset, state, event, again=again)
    assert_never(event)  # pragma: no cover


def _correct(
    ruleset: Ruleset, state: TableState, event: Correction, history: Sequence[Event]
) -> tuple[TableState, Result | None]:
    """An earlier event replaced or struck, and everything after it folded again (12.d)."""
    if len(history) != state.events + 1:
        raise ValueError(f"the history has {len(history)} events, the table {state.events} and its opening")
    number = state.events + 1
    if event.of >= number:
        raise refuse(
            state, ErrorCode.CORRECTION_TARGET, f"There is no event {event.of} before this one: nothing to correct."
        )
    if isinstance(history[event.of], Correction):
        raise refuse(
            state,
            ErrorCode.CORRECTION_TARGET,
            f"Event {event.of} is itself a correction: correct the event that it corrected.",
        )
    opening = history[0]
    assert isinstance(opening, Opened)  # noqa: S101 (a state has no other beginning)
    again = start(ruleset, opening.games, opening.first_dealer)
    answer: Result | None = None
    for at, entry in enumerate(standing_of([*history, event]), 1):
        if entry is None:
            again = replace(again, events=at)
            continue
        try:
            again, result = enter(ruleset, again, entry, again=at != event.of)
        except Refused as refused:
            raise _does_not_fit(event, number, refused.error) from refused
        if at == event.of:
            answer = result
    return replace(again, struck=(*state.struck, _struck(state, event, number))), answer


def state_before(ruleset: Ruleset, history: Sequence[Event], number: int) -> TableState:
    """The table as it stood before event ``number``, corrections made since included.

    ``history``: every event, the opening first, all of which could follow one another.
    """
    return _again(ruleset, history, standing_of(history)[: number - 1])[0]


def results_standing(ruleset: Ruleset, history: Sequence[Event]) -> list[Result | None]:
    """The judge's answer to each event as it stands now, corrections included; the opening's (None) first.

    ``history`` as in :func:`state_before`. A correction's own place holds None: its answer
    stands in the place of what it corrected.
    """
    return _again(ruleset, history, standing_of(history))[1]


def _again(
    ruleset: Ruleset, history: Sequence[Event], entries: Sequence[Entry | None]
) -> tuple[TableState, list[Result | None]]:
    opening = history[0]
    assert isinstance(opening, Opened)  # noqa: S101 (a state has no other beginning)
    state = start(ruleset, opening.games, opening.first_dealer)
    results: list[Result | None] = [None]
    for at, entry in enumerate(entries, 1):
        result: Result | None = None
        if entry is None:
            state = replace(state, events=at)
        else:
            state, result = enter(ruleset, state, entry, again=True)
        results.append(result)
    return state, results


def standing_of(history: Sequence[Event]) -> list[Entry | None]:
    """What stands of a history: for each event after the opening itself, its replacement, or None.

    Totals that were claimed after a slip and before its correction were read off a
    board with the slip on it: they are no longer compared.
    """
    standing: list[Entry | None] = []
    for at, event in enumerate(history):
        match event:
            case Opened():
                pass
            case Correction():
                standing.append(None)
                standing[event.of - 1] = event.replace
                standing[event.of : at] = [without_claims(entry) for entry in standing[event.of : at]]
            case _:
                standing.append(event)
    return standing


def without_claims(entry: Entry | None) -> Entry | None:
    if isinstance(entry, Scored) and entry.record.claimed is not None:
        return replace(entry, record=replace(entry.record, claimed=None))
    return entry


def _does_not_fit(event: Correction, number: int, error: TableError) -> Refused:
    """The correction is at fault when the table cannot go on with it."""
    where = "What stands in its place" if error.event == event.of else f"With it, event {error.event}"
    message = f"Event {event.of} cannot be corrected so. {where} cannot follow: {error.message}"
    return Refused(replace(error, event=number, message=message))


def _struck(state: TableState, event: Correction, number: int) -> Struck:
    """What event ``event.of`` had done to the board before it was corrected."""
    boards = [(game.number, game.marks) for game in state.games] + [(state.number, state.marks)]
    tail = f".{event.of}"
    for game, marks in boards:
        made = [mark for mark in marks.split() if mark.endswith(tail)]
        if made:
            return Struck(event.of, number, event.by, event.leave, event.replace is not None, game, " ".join(made))
    return Struck(event.of, number, event.by, event.leave, event.replace is not None, None, "")
