"""The statements of the ledger's own path, written out.

One POST of a hand runs them and no others, whatever the table's history: (on PostgreSQL) the lock, one joined
read, the event, its board, and the match's tally when that moved. They are plain SQL because this path is the one
that a whole hall waits for; everything else reads and writes through the models, whose columns these are.

The lock is the match's row on PostgreSQL: the tally of a match is worked out from all its tables, so two tables of
one match take turns, and one lock cannot deadlock. It is a statement of its own because a row read
together with a lock that had to be waited for may be older than the lock. SQLite's transactions begin with the lock
of the whole database (``config.sqlite``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from tournaments.models import Table, TableKind


class Earlier(NamedTuple):
    """An event that already bears a ``client_id``."""

    table_id: int
    sequence: int
    kind: str
    payload: str
    answer: str
    actor_id: int
    hash: str


class TableRow(NamedTuple):
    """A table and its board; ``state`` is there for the table asked for alone."""

    id: int
    number: int
    kind: str
    games: int
    sequence: int = 0
    head: str = ""
    home_pair: str = ""
    state: str = ""
    home: int = 0
    away: int = 0
    hang_jacks_home: int = 0
    hang_jacks_away: int = 0
    closed: bool = False
    match_given: str = ""
    settled: str = ""


class TallyRow(NamedTuple):
    """A match's tally; ``state`` and ``winner`` as in :class:`scoring.models.MatchTally`."""

    state: str
    home: int
    away: int
    hang_jacks_home: int
    hang_jacks_away: int
    winner: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A table, the tables of its match, and what the match is played by."""

    table: TableRow
    tables: tuple[TableRow, ...]
    match_id: int
    home_id: int
    away_id: int
    tournament_id: int
    slug: str
    ruleset_name: str
    ruleset_options: str
    race_target_set: int | None
    play_all: bool
    level_stands: bool
    frozen: bool
    day_state: str
    tally: TallyRow | None
    earlier: Earlier | None


class EventRow(NamedTuple):
    """An event to be written."""

    table_id: int
    sequence: int
    kind: str
    payload: str
    answer: str
    actor_id: int
    device: str
    client_id: UUID
    recorded_at: datetime
    previous_hash: str
    hash: str


_LOCK = """SELECT m.id FROM tournaments_match m
WHERE m.id = (SELECT match_id FROM tournaments_table WHERE id = %s) FOR NO KEY UPDATE"""

_LOCK_MATCH = "SELECT m.id FROM tournaments_match m WHERE m.id = %s FOR NO KEY UPDATE"

_COLUMNS = """m.id, m.home_id, m.away_id, r.id, r.slug, r.ruleset_name, r.ruleset_options,
 m.race_target_set, m.play_all, m.level_stands, r.ruleset_frozen_at IS NOT NULL, m.day_state,
 y.state, y.home_bullseyes, y.away_bullseyes, y.home_hang_jacks, y.away_hang_jacks, y.winner,
 e.table_id, e.sequence, e.kind, e.payload, e.answer, e.actor_id, e.hash,
 t.id, t.number, t.kind, t.games,
 b.sequence, b.head_hash, b.home_pair, b.home_bullseyes, b.away_bullseyes, b.home_hang_jacks, b.away_hang_jacks,
 b.closed, b.match_given, b.settled"""

_JOINED = """JOIN tournaments_tournament r ON r.id = m.tournament_id
JOIN tournaments_table t ON t.match_id = m.id
LEFT JOIN scoring_board b ON b.table_id = t.id
LEFT JOIN scoring_matchtally y ON y.match_id = m.id
LEFT JOIN scoring_ledgerevent e ON e.client_id = %s"""

_READ = f"""SELECT {_COLUMNS}, CASE WHEN t.id = %s THEN b.state ELSE '' END
FROM tournaments_table o JOIN tournaments_match m ON m.id = o.match_id {_JOINED}
WHERE o.id = %s ORDER BY t.number"""  # noqa: S608 - constants of this module

_READ_MATCH = f"""SELECT {_COLUMNS}, b.state
FROM tournaments_match m {_JOINED}
WHERE m.id = %s ORDER BY t.number"""  # noqa: S608 - constants of this module

_EVENT = """INSERT INTO scoring_ledgerevent
(table_id, sequence, kind, payload, answer, actor_id, device, client_id, recorded_at, previous_hash, hash)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"""

_BOARD_COLUMNS = (
    "sequence",
    "head_hash",
    "home_pair",
    "state",
    "home_bullseyes",
    "away_bullseyes",
    "home_hang_jacks",
    "away_hang_jacks",
    "closed",
    "match_given",
    "settled",
)
_TALLY_COLUMNS = ("state", "home_bullseyes", "away_bullseyes", "home_hang_jacks", "away_hang_jacks", "winner")


def _upsert(table: str, key: str, columns: tuple[str, ...]) -> str:
    return (
        f"INSERT INTO {table} ({key}, {', '.join(columns)}) VALUES ({', '.join(['%s'] * (len(columns) + 1))}) "  # noqa: S608 - constants of this module
        f"ON CONFLICT ({key}) DO UPDATE SET {', '.join(f'{column} = excluded.{column}' for column in columns)}"
    )


_BOARD = _upsert("scoring_board", "table_id", _BOARD_COLUMNS)
_TALLY = _upsert("scoring_matchtally", "match_id", _TALLY_COLUMNS)


@contextmanager
def statements() -> Iterator[Any]:
    """One cursor for all the statements of a request, ready for every function of this module."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        yield cursor


@contextmanager
def _ready(cursor: Any) -> Iterator[Any]:
    """The caller's cursor, or one of its own for a single statement."""
    if cursor is None:
        with statements() as own:
            yield own
    else:
        yield cursor


def lock(table_id: int, cursor: Any) -> None:
    """Keep everybody else out of this table's match until the transaction ends."""
    if cursor.db.vendor == "postgresql":
        cursor.execute(_LOCK, (table_id,))


def lock_match(match_id: int) -> None:
    """The same for a match."""
    with statements() as cursor:
        if cursor.db.vendor == "postgresql":
            cursor.execute(_LOCK_MATCH, (match_id,))


def read(table_id: int, client_id: UUID | None = None, cursor: Any = None) -> Standing:
    """The table with its match, as they stand; ``Table.DoesNotExist`` when there is none."""
    with _ready(cursor) as ready:
        # In the order of the question marks: the state's table, the event asked for, the table.
        ready.execute(_READ, (table_id, _uuid(client_id, ready), table_id))
        rows = ready.fetchall()
    if not rows:
        raise Table.DoesNotExist(f"there is no table {table_id}")
    return _standing(rows, table_id)


def read_match(match_id: int) -> Standing | None:
    """A match with every table's state, ``table`` being the first; None when it has no tables."""
    with statements() as cursor:
        cursor.execute(_READ_MATCH, (None, match_id))
        rows = cursor.fetchall()
    return _standing(rows, None) if rows else None


def _standing(rows: Sequence[Any], table_id: int | None) -> Standing:
    first = rows[0]
    tables = tuple(_table(row[25:]) for row in rows)
    match_id, home_id, away_id, tournament_id, slug, ruleset_name, ruleset_options = first[:7]
    race_target_set, play_all, level_stands, frozen, day_state = first[7:12]
    return Standing(
        table=next(table for table in tables if table_id in (table.id, None)),
        tables=tables,
        match_id=match_id,
        home_id=home_id,
        away_id=away_id,
        tournament_id=tournament_id,
        slug=slug,
        ruleset_name=ruleset_name,
        ruleset_options=ruleset_options,
        race_target_set=race_target_set,
        play_all=bool(play_all),
        level_stands=bool(level_stands),
        frozen=bool(frozen),
        day_state=day_state,
        tally=None if first[12] is None else TallyRow(*first[12:18]),
        earlier=None if first[18] is None else Earlier(*first[18:25]),
    )


def _table(row: Any) -> TableRow:
    table_id, number, kind, games, sequence, head, home_pair, *figures, closed, given, settled, state = row
    if sequence is None:
        return TableRow(table_id, number, kind, games)
    more = (*figures, bool(closed), given, settled)
    return TableRow(table_id, number, kind, games, sequence, head, home_pair, state, *more)


def write_event(event: EventRow, cursor: Any) -> None:
    """One more event. IntegrityError when its ``client_id`` was used in the meantime."""
    client_id, time = _uuid(event.client_id, cursor), cursor.db.ops.adapt_datetimefield_value(event.recorded_at)
    cursor.execute(_EVENT, (*event[:7], client_id, time, *event[9:]))


def write_board(table: TableRow, cursor: Any = None) -> None:
    """The table's board as it is now."""
    with _ready(cursor) as ready:
        ready.execute(
            _BOARD,
            (
                table.id,
                table.sequence,
                table.head,
                table.home_pair,
                table.state,
                table.home,
                table.away,
                table.hang_jacks_home,
                table.hang_jacks_away,
                table.closed,
                table.match_given,
                table.settled,
            ),
        )


def write_tally(match_id: int, tally: TallyRow, cursor: Any = None) -> None:
    """The match's tally as it is now."""
    with _ready(cursor) as ready:
        ready.execute(_TALLY, (match_id, *tally))


def _uuid(value: UUID | None, cursor: Any) -> Any:
    return value.hex if value is not None and cursor.db.vendor == "sqlite" else value


def is_decider(table: TableRow) -> bool:
    """Whether this is the best of three after a level score (13.c)."""
    return table.kind == TableKind.DECIDER


def is_sheet(table: TableRow) -> bool:
    """Whether this is a whole match from paper."""
    return table.kind == TableKind.SHEET
