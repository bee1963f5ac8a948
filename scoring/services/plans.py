"""From a request and the table as it stands to the entries that the ledger will write.

The engine is asked here, and nowhere else on the way of a hand. Nothing is saved here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rules_engine.match import MatchFault, MatchState, both_reached, check_table_tally, check_total
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table import (
    Correction,
    Event,
    Incident,
    Opened,
    Substitution,
    TableError,
    TableState,
    event_to_json,
    parse_event,
    standing_of,
    start,
    step,
)
from rules_engine.table import Entry as EngineEntry
from rules_engine.verdicts import RecordError
from rules_engine.writing import result_to_json
from scoring import models
from scoring.models import EventKind, LedgerEvent
from scoring.services import boards, entries, store
from scoring.services.refusals import LedgerRefused
from scoring.services.seats import Told, seats_of
from scoring.services.store import Standing, TableRow
from tournaments.models import DayState, TableKind, User


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as the engine took it, ready to be numbered, linked and written.

    ``seats``: player ids by seat where the event seats somebody, else None.
    """

    event: dict[str, Any]
    details: dict[str, Any]
    result: dict[str, Any] | None
    state: TableState
    home_pair: Pair
    seats: Mapping[str, int] | None = None

    @property
    def settled(self) -> str:
        """``walk-over`` or ``awarded`` where the event settles the match without play, else empty."""
        return entries.settled_by(self.details)


Plan = Callable[[Standing, Ruleset], Sequence[Entry]]
"""From the table as it stands to the entries to write; raises what refuses them."""


OFF = {
    DayState.POSTPONED: "This match is postponed: nothing is recorded until an official says that it takes place.",
    DayState.ABANDONED: "This match was abandoned: nothing is recorded until it is resumed, replayed or awarded.",
    DayState.WALK_OVER: "This match was walked over. An official has to take that back before anything is recorded.",
    DayState.AWARDED: "This match was awarded. The director has to take that back before anything is recorded.",
}


def may_follow(standing: Standing, *, correction: bool = False, ruling: bool = False, settling: bool = False) -> None:
    """LedgerRefused where the match takes no more entries, or none at this table.

    A match that is won still takes a ``ruling`` on what happened before: the engine says at which phases. One that
    the day put off takes only what is ``settling`` it, or undoes that.
    """
    state = None if standing.tally is None else standing.tally.state
    if state == models.MatchState.CONFIRMED:
        raise LedgerRefused(
            "match-confirmed",
            "The result of this match is confirmed. A director has to withdraw it before anything changes.",
        )
    if settling:
        return
    if standing.day_state:
        raise LedgerRefused(f"match-{standing.day_state}", OFF[DayState(standing.day_state)])
    if correction:
        return
    if state == models.MatchState.PLAYED and not ruling:
        over = "won" if standing.tally is not None and standing.tally.winner else "over"
        raise LedgerRefused(
            "match-over",
            f"This match is {over}: nothing more is recorded. A slip in the last entry can still be corrected.",
            clause="13.c",
        )
    if ruling:
        return
    if store.is_decider(standing.table) and state not in (models.MatchState.LEVEL, models.MatchState.DECIDER):
        raise LedgerRefused("no-decider", "The tables are not level: no decider is due.", clause="13.c")
    others = [table for table in standing.tables if table.sequence and table.id != standing.table.id]
    if store.is_sheet(standing.table) and others:
        raise LedgerRefused(
            "tables-recorded", "Tables of this match are already recorded: type the tally at each table instead."
        )


def plan_event(
    standing: Standing, ruleset: Ruleset, event: Mapping[str, Any], details: Mapping[str, Any]
) -> Sequence[Entry]:
    """The entries of one event: itself, behind an opening where it needs one."""
    parsed = parse_event(event, ruleset)
    written = event_to_json(parsed)
    kind = entries.kind_of(written)
    table = standing.table
    may_be_sent(kind, table, ruled="ruling" in details)
    opening: list[Entry] = []
    if table.sequence:
        state, pair = boards.read_state(table.state), Pair(table.home_pair)
        if "home_pair" in details:
            raise RecordError("details.home_pair", "is known at this table: leave it out")
    elif kind in (EventKind.GAME, EventKind.TALLY):
        opening = [plan_opening(table, ruleset, first_dealer=None, home_pair=details.get("home_pair", "NS"))]
        state, pair = opening[0].state, opening[0].home_pair
    else:
        raise LedgerRefused(
            "not-opened", f"{name_of(table)} is not open yet: seat the players and say who deals first."
        )
    rest = {key: value for key, value in details.items() if key != "home_pair"}
    return [*opening, stepped(ruleset, state, parsed, rest, pair)]


def may_be_sent(kind: EventKind, table: TableRow, *, ruled: bool = False) -> None:
    """Refuse the kinds that have a door of their own, and all but a tally on a whole match's sheet.

    An incident comes with the official's ruling (``ruled``), and nothing else comes with one.
    """
    if kind is EventKind.INCIDENT and not ruled:
        raise RecordError("format", "an incident is reported, and ruled by an official: it is not sent to the board")
    if ruled and kind is not EventKind.INCIDENT:
        raise RecordError("details.ruling", "belongs to an incident alone")
    if kind is EventKind.OPENED:
        raise RecordError("event", "a table is opened by seating its players, not by an event of its own")
    if kind is EventKind.CORRECTION:
        raise RecordError("event", "a correction needs its reason: send it as the correction of the last entry")
    if kind is EventKind.SUBSTITUTION:
        raise RecordError("event", "a substitution names a player of the roster: record it as a substitution")
    if store.is_sheet(table) and kind is not EventKind.TALLY:
        raise LedgerRefused("sheet-tally-only", "A whole match from paper is one tally: hands and games go to a table.")


def plan_opening(
    table: TableRow,
    ruleset: Ruleset,
    *,
    first_dealer: Seat | None,
    home_pair: str,
    seats: Mapping[str, Any] | None = None,
    toss: str | None = None,
    more: Mapping[str, Any] | None = None,
) -> Entry:
    """The entry that opens a table; ``seats``: ``{"N": {"player": id, "name": …}, …}`` or none."""
    details = {
        "seats": dict(seats or {}),
        "home_pair": home_pair,
        "toss": toss,
        "ruleset": ruleset.to_json(),
        **(more or {}),
    }
    state = start(ruleset, table.games, first_dealer)
    ids = {seat: told["player"] for seat, told in details["seats"].items()}
    return Entry(event_to_json(Opened(table.games, first_dealer)), details, None, state, Pair(home_pair), ids)


def plan_correction(
    standing: Standing,
    ruleset: Ruleset,
    by: User,
    details: Mapping[str, Any],
    replace: Mapping[str, Any] | None,
    of: int | None = None,
) -> Entry:
    """The entry that strikes an earlier one, or puts ``replace`` in its place.

    ``of``: its sequence; None: the last one standing that is no official's ruling; rulings behind it are folded
    again on the corrected board. ``details``: the reason, and the ruling that takes the place.
    """
    table = standing.table
    told = told_of(table.id) if table.sequence else []
    history = engine_events(told, ruleset)
    number = last_standing(history) if of is None else of - (len(told) - len(history)) - 1
    if number is None and any(isinstance(entry, Incident) for entry in standing_of(history)):
        raise LedgerRefused(
            "ruling-stands",
            "Nothing but an official's ruling is recorded here: it is cancelled or changed as a ruling, not struck.",
        )
    if number is None:
        raise LedgerRefused("nothing-to-correct", "Nothing is recorded here that could be corrected.")
    if not 0 < number < len(history):
        raise LedgerRefused("correction-target", f"There is no entry {of} at this table that could be corrected.")
    instead = None if replace is None else _replacement(table, ruleset, replace, ruled="ruling" in details)
    correction = Correction(number, (str(by).strip() or by.username)[:200], True, instead)
    state = boards.read_state(table.state)
    try:
        entry = stepped(ruleset, state, correction, dict(details), Pair(table.home_pair), history)
    except LedgerRefused as refused:
        raise _behind_a_ruling(refused, history, number, len(told) - len(history) + 1) from refused
    if isinstance(history[number], Substitution):
        return dataclasses.replace(entry, seats=seats_of([*told, (entry.event, entry.details)]))
    return entry


def _behind_a_ruling(refused: LedgerRefused, history: Sequence[Event], number: int, opening: int) -> LedgerRefused:
    """The refusal with the way out, where a ruling lies behind the entry that was to be corrected."""
    later = [
        place + opening
        for place, entry in enumerate(standing_of(history), 1)
        if place > number and isinstance(entry, Incident)
    ]
    if not later:
        return refused
    entries = "entry" if len(later) == 1 else "entries"
    advice = (
        f"An official ruled after it ({entries} {', '.join(map(str, later))}): where the ruling cannot stand with the "
        "correction, an official cancels the ruling first."
    )
    return LedgerRefused(
        refused.code, f"{refused.message} {advice}", clause=refused.clause, violations=refused.violations
    )


def _replacement(table: TableRow, ruleset: Ruleset, replace: Mapping[str, Any], *, ruled: bool) -> EngineEntry:
    parsed = parse_event(replace, ruleset)
    may_be_sent(entries.kind_of(event_to_json(parsed)), table, ruled=ruled)
    if isinstance(parsed, Opened | Correction):  # pragma: no cover - refused just above
        raise RecordError("event", "must be a hand, a game or a tally")
    return parsed


def stepped(
    ruleset: Ruleset,
    state: TableState,
    event: Event,
    details: dict[str, Any],
    home_pair: Pair,
    history: Sequence[Event] = (),
) -> Entry:
    """The entry of ``event`` after ``state``; LedgerRefused with the engine's reasons."""
    done = step(ruleset, state, event, history)
    if done.error is not None:
        raise refused_by(done.error)
    result = None if done.result is None else result_to_json(done.result)
    return Entry(event_to_json(event), details, result, done.state, home_pair)


def refused_by(error: TableError) -> LedgerRefused:
    """The engine's refusal as the ledger's."""
    violations = [asdict(violation) for violation in error.violations]
    return LedgerRefused(error.code.value, error.message, clause=error.clause, violations=violations)


def told_of(table_id: int) -> list[Told]:
    """Every event of a table with its details, in order. One statement."""
    rows = LedgerEvent.objects.filter(table_id=table_id).order_by("sequence").values_list("payload", flat=True)
    return [entries.read_payload(payload) for payload in rows]


def engine_events(told: Iterable[Told], ruleset: Ruleset) -> list[Event]:
    """What the engine folds: the table's last opening and the events behind it, in order."""
    events: list[Event] = []
    for event, _ in told:
        parsed = parse_event(event, ruleset)
        if isinstance(parsed, Opened):
            events = []
        events.append(parsed)
    return events


def last_standing(history: Sequence[Event]) -> int | None:
    """The engine's number of the last event that stands and is no ruling; None when there is none.

    A ruling is not struck like a hand: it is cancelled or changed by who may.
    """
    standing = standing_of(history)
    for number in range(len(standing), 0, -1):
        if standing[number - 1] is not None and not isinstance(standing[number - 1], Incident):
            return number
    return None


def judge_entry(after: Standing, entry: Entry) -> MatchState:
    """The match with ``entry`` recorded; LedgerRefused for a tally from paper that cannot be."""
    judged = boards.judge(after)
    if after.table.settled:
        return judged
    written = entry.event.get("replace") if entry.event.get("event") == "correction" else entry.event
    if written is None or written.get("event") != "tally":
        return judged
    table, rules = after.table, boards.match_rules(after)
    faults: tuple[MatchFault, ...] = check_table_tally(
        rules, entry.state.bullseyes, entry.state.hang_jacks, table.games
    )
    sheet = store.is_sheet(table)
    ended = judged.winner is not None or both_reached(rules, judged.home, judged.away)
    if not faults and (sheet or ended) and table.kind != TableKind.DECIDER:
        faults = check_total(rules, judged.home, judged.away, judged.hang_jacks_home, judged.hang_jacks_away)
    if faults:
        raise LedgerRefused(
            faults[0].code,
            " ".join(fault.message for fault in faults),
            clause="13.c",
            violations=[{"code": fault.code, "field": fault.field, "message": fault.message} for fault in faults],
        )
    return judged


def name_of(table: TableRow) -> str:
    """The table as a sentence begins with it."""
    return (
        "The decider" if store.is_decider(table) else "The sheet" if store.is_sheet(table) else f"Table {table.number}"
    )
