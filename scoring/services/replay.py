"""A match played again from its ledger alone: what every board, seat and tally has to be.

Events of one match are written one after another under one lock, so their ids tell the order in which they
came, across tables. Replaying them in that order gives each answer again, the match's part included.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair
from rules_engine.table import Event, Opened, TableState, parse_event, start, step
from rules_engine.verdicts import RecordError
from rules_engine.writing import result_to_json
from scoring.models import LedgerEvent
from scoring.services import boards, entries, store
from scoring.services.seats import Told, seats_of
from scoring.services.store import Standing, TableRow, TallyRow


class ReplayFault(Exception):
    """An event that cannot have been recorded so; the message says why, in plain words."""


@dataclass(slots=True)
class _Played:
    """One table as far as it is replayed."""

    ruleset: Ruleset
    state: TableState
    home_pair: Pair
    history: list[Event] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)


class Replay:
    """One match from nothing; :meth:`take` its events in the order of their ids."""

    def __init__(self, standing: Standing) -> None:
        empty = tuple(TableRow(row.id, row.number, row.kind, row.games) for row in standing.tables)
        self.standing = replace(standing, table=empty[0], tables=empty, tally=None, earlier=None)
        self._played: dict[int, _Played] = {}

    def take(self, event: LedgerEvent) -> dict[str, Any]:
        """The answer that ``event`` must have been given. ReplayFault when it cannot follow."""
        try:
            written, details = entries.read_payload(event.payload)
            played, result = self._step(event, written, details)
        except (RecordError, ValueError, KeyError, TypeError) as error:
            raise ReplayFault(f"cannot be read: {error}") from error
        played.told.append((written, details))
        table = next(row for row in self.standing.tables if row.id == event.table_id)
        row = boards.board_of(
            table,
            played.state,
            sequence=event.sequence,
            head=event.hash,
            home_pair=played.home_pair,
            settled=entries.settled_by(details),
        )
        self.standing = boards.with_table(self.standing, row)
        judged = boards.judge(self.standing)
        tally = boards.tally_of(self.standing, judged)
        self.standing = replace(self.standing, tally=tally)
        return {
            "sequence": event.sequence,
            "hash": event.hash,
            "event": written,
            "result": result,
            "board": boards.board_answer(row, played.state),
            "match": boards.match_answer(self.standing, judged, tally),
        }

    def _step(self, event: LedgerEvent, written: dict[str, Any], details: dict[str, Any]) -> tuple[_Played, Any]:
        played = self._played.get(event.table_id)
        if written.get("event") == "opened":
            ruleset = Ruleset.from_json(details["ruleset"])
            opened = parse_event(written, ruleset)
            assert isinstance(opened, Opened)  # noqa: S101 - said by the line above
            state = start(ruleset, opened.games, opened.first_dealer)
            told = [] if played is None else played.told
            played = _Played(ruleset, state, Pair(details["home_pair"]), [opened], told)
            self._played[event.table_id] = played
            return played, None
        if played is None:
            raise ReplayFault("stands before the opening of its table")
        parsed = parse_event(written, played.ruleset)
        done = step(played.ruleset, played.state, parsed, played.history)
        if done.error is not None:
            raise ReplayFault(f"cannot follow: {done.error.message}")
        played.state = done.state
        played.history.append(parsed)
        return played, None if done.result is None else result_to_json(done.result)

    def rows(self) -> tuple[TableRow, ...]:
        """Every table's board as it must be."""
        return self.standing.tables

    def tally(self) -> TallyRow:
        """The match's tally as the boards make it; a confirmed result is no matter of the ledger."""
        return boards.tally_of(self.standing, boards.judge(self.standing))

    def seats(self, table_id: int) -> dict[str, int]:
        """Player ids by seat of a table."""
        played = self._played.get(table_id)
        return {} if played is None else seats_of(played.told)

    def ruleset(self, table_id: int) -> Ruleset | None:
        """The ruleset that the table was opened by."""
        played = self._played.get(table_id)
        return None if played is None else played.ruleset


def events_of(match_id: int) -> Iterable[LedgerEvent]:
    """Every event of a match in the order in which it came."""
    return LedgerEvent.objects.filter(table__match_id=match_id).order_by("id").iterator(chunk_size=500)


def replay(match_id: int) -> Replay | None:
    """The whole match, replayed; None when it has no tables. A ReplayFault names table and event first."""
    standing = store.read_match(match_id)
    if standing is None:
        return None
    again = Replay(standing)
    for event in events_of(match_id):
        try:
            again.take(event)
        except ReplayFault as fault:
            raise ReplayFault(f"table {event.table_id}, event {event.sequence}: {fault}") from fault
    return again
