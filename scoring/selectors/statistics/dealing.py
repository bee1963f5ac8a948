"""Who dealt which hand and what was kicked: the one figure that has to look at every hand.

What a table's ledger says about it is found once and kept beside the hash of the ledger's head. The hash covers all
that was recorded, so what is kept can never be out of date: one more event, and it is looked up under another name.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import CharField, F, Func

from rules_engine.seats import Seat
from scoring.models import EventKind, LedgerEvent
from scoring.selectors.statistics.evidence import At

log = logging.getLogger(__name__)

_KEPT = "dealt-1"
"""Part of every name under which something is kept; another number where the text below changes its meaning."""
_KEPT_FOR = 7 * 24 * 3600
_MOST_ASKED = 500
_HANDS = (EventKind.SCORE.value, EventKind.HAND.value)


class Dealt(NamedTuple):
    """A hand: the engine's number of its event, who dealt it (None: not told), the ranks kicked (``?``: no worth)."""

    event: int
    dealer: Seat | None
    kicks: str


class _Row(NamedTuple):
    """An event of a ledger; ``next_dealer``: whose deal it was after it."""

    sequence: int
    kind: str
    payload: str
    next_dealer: str | None


class _DealerAfter(Func):
    """Whose deal it is, out of a stored answer. The answer is two kilobytes a hand: the database reads it."""

    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="(%(expressions)s::json #>> '{board,dealer}')", **more)

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="json_extract(%(expressions)s, '$.board.dealer')", **more)


def dealt(tables: Sequence[At]) -> dict[int, tuple[Dealt, ...]]:
    """By table, the hands that stand, in their order. One query, and none for tables that have not moved since."""
    with_hands = {at.id: at for at in tables if at.state.hands or any(game.hands for game in at.state.games)}
    texts = _kept(with_hands.values())
    missing = [at for at in with_hands.values() if at.head not in texts]
    if missing:
        found = {at.head: _written(_of(at, rows)) for at, rows in _rows(missing)}
        _keep(found)
        texts |= found
    return {at.id: tuple(_read(texts[at.head])) for at in with_hands.values()}


def _rows(tables: Iterable[At]) -> Iterator[tuple[At, list[_Row]]]:
    by_id = {at.id: at for at in tables}
    rows: dict[int, list[_Row]] = {pk: [] for pk in by_id}
    events = LedgerEvent.objects.filter(table__in=by_id).order_by("table_id", "sequence")
    values = events.annotate(next_dealer=_DealerAfter(F("answer"))).values_list(
        "table_id", "sequence", "kind", "payload", "next_dealer"
    )
    for table_id, sequence, kind, payload, next_dealer in values.iterator(chunk_size=2000):
        rows[table_id].append(_Row(sequence, kind, payload, next_dealer))
    for pk, at in by_id.items():
        yield at, rows[pk]


def _of(at: At, rows: Iterable[_Row]) -> Iterator[Dealt]:
    """The hands of one table as they stand after every correction.

    The dealer is the one whom the record names, or whose deal it was after the event before. Where an entry further
    back was corrected later, that may have changed whose deal it was: then only a named dealer is sure.
    """
    events: list[tuple[int, _Row, dict[str, Any]]] = []
    corrections: list[tuple[int, int]] = []
    instead: dict[int, dict[str, Any] | None] = {}
    for row in rows:
        number = row.sequence - at.opening
        if number < 0:
            continue
        event = json.loads(row.payload)["event"]
        events.append((number, row, event))
        if row.kind == EventKind.CORRECTION:
            corrections.append((number, event["of"]))
            instead[event["of"]] = event.get("replace")
    deal: str | None = None
    for number, row, event in events:
        before, deal = deal, row.next_dealer
        if row.kind == EventKind.CORRECTION:
            continue
        now = instead.get(number, event)
        if now is None or str(now.get("format", "")) not in ("all-fours/score@1", "all-fours/hand@1"):
            continue
        shaken = any(of < number < correction for correction, of in corrections)
        dealer = now.get("dealer") or (None if shaken else before)
        kicks = "".join(str(kick)[:1] for kick in now.get("kicks") or ())
        yield Dealt(number, Seat(dealer) if dealer else None, kicks)


def _written(hands: Iterable[Dealt]) -> str:
    return " ".join(f"{hand.event}.{hand.dealer or '-'}{hand.kicks}" for hand in hands)


def _read(text: str) -> Iterator[Dealt]:
    for hand in text.split():
        event, _, rest = hand.partition(".")
        yield Dealt(int(event), None if rest[0] == "-" else Seat(rest[0]), rest[1:])


def _kept(tables: Iterable[At]) -> dict[str, str]:
    """What is kept, by head; nothing where the cache cannot be reached: then it is found again."""
    heads = [at.head for at in tables]
    found: dict[str, str] = {}
    try:
        for start in range(0, len(heads), _MOST_ASKED):
            names = {f"{_KEPT}:{head}": head for head in heads[start : start + _MOST_ASKED]}
            found |= {names[name]: text for name, text in cache.get_many(names).items()}
    except Exception:
        # Whatever a client of the cache raises: figures do not hang on it.
        log.warning("the cache cannot be reached: every hand is read again")
    return found


def _keep(found: Mapping[str, str]) -> None:
    try:
        cache.set_many({f"{_KEPT}:{head}": text for head, text in found.items()}, _KEPT_FOR)
    except Exception:
        log.warning("the cache cannot be reached: what was read is not kept")
