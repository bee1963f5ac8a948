"""Proof that a ledger is whole: numbered without a gap, linked hash by hash, and giving every answer that was given.

What it cannot see: a ledger forged to its end together with its boards, of which no confirmed result holds a head.
Who wants proof against that as well keeps the heads somewhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from scoring import guarded
from scoring.chain import START, link
from scoring.models import Board, LedgerEvent, Result, ResultState
from scoring.services import boards, entries, store
from scoring.services.replay import Replay, ReplayFault, events_of

_SAID = ("chalks", "scores", "bullseye")
"""What must be the same in a judge's answer given again; wording may have been improved since."""
_BOARD = ("scores", "dealer", "bullseyes", "hang_jacks", "chalks", "games", "closed", "home_pair")
_MATCH = ("state", "home_bullseyes", "away_bullseyes", "home_hang_jacks", "away_hang_jacks", "winner")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at event ``sequence`` of table ``table_id`` (0 and 0: with the database itself)."""

    table_id: int
    sequence: int
    text: str

    def __str__(self) -> str:
        return f"table {self.table_id}, event {self.sequence}: {self.text}" if self.table_id else self.text


@dataclass(slots=True)
class _Link:
    """The last event of a table that was looked at."""

    sequence: int = 0
    hash: str = START


def guards_missing() -> list[Fault]:
    """A fault for each trigger that the database lacks."""
    return [
        Fault(0, 0, f"the database has lost its guard {name}: run migrations, or install it again")
        for name in guarded.missing(connection)
    ]


def faults_of(match_id: int) -> list[Fault]:
    """Every fault of a match's ledgers in the order found. Nobody records at the match meanwhile."""
    with transaction.atomic():
        store.lock_match(match_id)
        return list(_faults(match_id))


def _faults(match_id: int) -> Iterator[Fault]:
    standing = store.read_match(match_id)
    if standing is None:
        return
    again = Replay(standing)
    links = {table.id: _Link() for table in standing.tables}
    folding = True
    for event in events_of(match_id):
        last = links[event.table_id]
        yield from _linked(event, last)
        last.sequence, last.hash = event.sequence, event.hash
        if not folding:
            continue
        try:
            right = again.take(event)
        except ReplayFault as fault:
            # Whatever comes after it in this match would only echo it.
            yield Fault(event.table_id, event.sequence, str(fault))
            folding = False
            continue
        yield from _answered(event, right)
    if folding:
        yield from _rulesets(standing, again)
    yield from _heads(match_id, links)
    yield from _confirmed(match_id, links)


def _linked(event: LedgerEvent, last: _Link) -> Iterator[Fault]:
    where = event.table_id, event.sequence
    if event.sequence != last.sequence + 1:
        yield Fault(
            event.table_id, last.sequence + 1, f"it is missing: event {event.sequence} follows event {last.sequence}"
        )
    elif event.previous_hash != last.hash:
        yield Fault(*where, f"it does not follow event {last.sequence}: the hash before it is another")
    right = link(
        table=event.table_id,
        sequence=event.sequence,
        kind=event.kind,
        payload=event.payload,
        actor=event.actor_id,
        device=event.device,
        client_id=event.client_id,
        time=event.recorded_at,
        previous=event.previous_hash,
    )
    if event.hash != right:
        yield Fault(*where, "it was changed: its hash does not come from what it says")
    try:
        kind = entries.kind_of(entries.read_payload(event.payload)[0]).value
    except (ValueError, KeyError, TypeError):
        return
    if kind != event.kind:
        yield Fault(*where, f"it is filed as {event.kind}, but it is {kind}")


def _answered(event: LedgerEvent, right: dict[str, Any]) -> Iterator[Fault]:
    """The stored answer against the one that the ledger gives now."""
    where = event.table_id, event.sequence
    try:
        stored = json.loads(event.answer)
        parts = [
            ("", ("sequence", "hash", "event"), stored, right),
            ("result.", _SAID, stored["result"] or {}, right["result"] or {}),
            ("board.", _BOARD, stored["board"], right["board"]),
            ("match.", _MATCH, stored["match"], right["match"]),
        ]
        wrong = [
            prefix + name
            for prefix, names, one, other in parts
            for name in names
            if one.get(name) != json.loads(json.dumps(other.get(name)))
        ]
    except (ValueError, KeyError, TypeError, AttributeError):
        yield Fault(*where, "its answer cannot be read")
        return
    if wrong:
        yield Fault(*where, f"its answer is not what the ledger gives: {', '.join(wrong)}")


def _rulesets(standing: store.Standing, again: Replay) -> Iterator[Fault]:
    ruleset = boards.ruleset_of(standing.ruleset_name, standing.ruleset_options)
    for table in standing.tables:
        opened_by = again.ruleset(table.id)
        if opened_by is not None and opened_by != ruleset:
            yield Fault(table.id, 1, "the tournament's ruleset is no longer the one that this table was opened by")


def _heads(match_id: int, links: dict[int, _Link]) -> Iterator[Fault]:
    """Board and ledger end at the same event."""
    stored = {board.table_id: board for board in Board.objects.filter(table__match_id=match_id)}
    for table_id, last in links.items():
        board = stored.get(table_id)
        sequence, head = (board.sequence, board.head_hash or START) if board else (0, START)
        if sequence > last.sequence:
            yield Fault(table_id, last.sequence + 1, f"it is missing: the board stands at event {sequence}")
        elif sequence < last.sequence:
            yield Fault(table_id, sequence + 1, f"the board does not know it: it stands at event {sequence}")
        elif head != last.hash:
            yield Fault(table_id, sequence, "the board holds another hash for it")


def _confirmed(match_id: int, links: dict[int, _Link]) -> Iterator[Fault]:
    """The heads that a confirmed result holds are the ledger's."""
    for result in Result.objects.filter(match_id=match_id, state=ResultState.CONFIRMED).select_related("match"):
        for table in result.match.tables.order_by("number"):
            last, held = links[table.pk], result.heads.get(str(table.number))
            if held is not None and held != last.hash:
                yield Fault(table.pk, max(1, last.sequence), "the confirmed result was confirmed on another ledger")
            elif held is None and last.sequence:
                yield Fault(table.pk, 1, "the confirmed result knows nothing of it")
