"""``all-fours/table@1``: a whole table as one record, judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.fields import Object, at, number, object_of, word
from rules_engine.reading import LONGEST_ID
from rules_engine.records import TABLE
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table_events import MOST_EVENTS, MOST_GAMES, SEATS, Correction, Event, Opened, parse_event
from rules_engine.table_fold import Folded, fold
from rules_engine.table_state import Game, TableChalk, TableState
from rules_engine.table_writing import pairwise
from rules_engine.verdicts import RecordError

MOST_CORRECTIONS = 50
"""Each is a fold of its own: a record of nothing else would keep the judge busy for a minute."""

_FIELDS = frozenset({"format", "id", "ruleset", "options", "games", "first_dealer", "events"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRecord:
    """A whole table: ``events`` are all but the opening, which the other fields make."""

    ruleset: Ruleset
    games: int
    first_dealer: Seat | None
    events: tuple[Event, ...]
    id: str | None = None


@dataclass(frozen=True, slots=True)
class TableResult:
    """The table up to its first fault, and that fault (see :class:`Folded`)."""

    id: str | None
    folded: Folded

    @property
    def valid(self) -> bool:
        """Whether every event could follow."""
        return self.folded.error is None


def parse_table(obj: object, *, path: str = "") -> TableRecord:
    """The table in a decoded JSON object; RecordError naming the field (``events.3.kicks``)."""
    fields = object_of(obj, path, _FIELDS)
    if fields.get("format") != TABLE:
        raise RecordError(at(path, "format"), f"must be {TABLE}")
    ruleset = _ruleset(fields, path)
    games = number(fields, "games", path, 1, MOST_GAMES)
    if games is None:
        raise RecordError(at(path, "games"), "is missing")
    return TableRecord(
        ruleset=ruleset,
        games=games,
        first_dealer=word(fields, "first_dealer", path, SEATS),
        events=_events(fields.get("events"), ruleset, at(path, "events")),
        id=_id(fields, path),
    )


def _ruleset(fields: Object, path: str) -> Ruleset:
    name, options = fields.get("ruleset"), fields.get("options")
    if not isinstance(name, str):
        raise RecordError(at(path, "ruleset"), "is missing" if name is None else "must be a ruleset's name")
    if options is not None and not isinstance(options, dict):
        raise RecordError(at(path, "options"), "must be an object of named options")
    given = {key: value for key, value in (options or {}).items() if value is not None}
    try:
        return Ruleset.named(name).with_options(given)
    except RecordError as error:
        raise RecordError(at(path, error.field), error.text) from None


def _events(value: object, ruleset: Ruleset, path: str) -> tuple[Event, ...]:
    if not isinstance(value, list):
        raise RecordError(path, "is missing" if value is None else "must be a list of events")
    if len(value) > MOST_EVENTS:
        raise RecordError(path, f"has {len(value)} entries; no table sees more than {MOST_EVENTS} events")
    events: list[Event] = []
    corrections = 0
    for entry, item in enumerate(value, 1):
        event = parse_event(item, ruleset, path=f"{path}.{entry}")
        if isinstance(event, Opened):
            raise RecordError(f"{path}.{entry}.event", "the record's own fields open the table")
        corrections += isinstance(event, Correction)
        if corrections > MOST_CORRECTIONS:
            raise RecordError(f"{path}.{entry}", f"is one correction too many: a table has at most {MOST_CORRECTIONS}")
        events.append(event)
    return tuple(events)


def _id(fields: Object, path: str) -> str | None:
    value = fields.get("id")
    if value is None or (isinstance(value, str) and len(value) <= LONGEST_ID):
        return value
    raise RecordError(at(path, "id"), f"must be text of at most {LONGEST_ID} characters")


def judge_table_record(record: TableRecord) -> TableResult:
    """Fold a table's events; never raises."""
    opening = Opened(record.games, record.first_dealer)
    return TableResult(record.id, fold(record.ruleset, [opening, *record.events]))


def table_result_to_json(result: TableResult) -> dict[str, object]:
    """The result object of ``all-fours/table@1``; ``id`` where the record has one."""
    state, error = result.folded.state, result.folded.error
    echoed: dict[str, object] = {} if result.id is None else {"id": result.id}
    return {
        **echoed,
        "valid": result.valid,
        "errors": [] if error is None else [{"event": error.event, "code": error.code.value, "message": error.message}],
        "games": [game_to_json(game) for game in state.games],
        "bullseyes": pairwise(state.bullseyes),
        "hang_jacks": pairwise(state.hang_jacks),
        "current": _current(state),
        "warnings": _warnings(state),
        "closed": state.closed,
    }


def game_to_json(game: Game) -> dict[str, object]:
    """A finished game as the file format writes it."""
    return {
        "number": game.number,
        "winner": game.winner.value,
        "won_by": game.won_by.value,
        "scores": None if game.scores is None else pairwise(game.scores),
        "hands": game.hands,
        "chalks": chalks_to_json(game.chalks),
        "hang_jacks": pairwise(game.hang_jacks),
    }


def chalks_to_json(chalks: Sequence[TableChalk]) -> list[dict[str, object]]:
    """Chalks as the file format writes them."""
    return [
        {
            "pair": chalk.pair.value,
            "why": chalk.why.value,
            "points": chalk.points,
            "counted": chalk.counted,
            "event": chalk.event,
        }
        for chalk in chalks
    ]


def _current(state: TableState) -> dict[str, object] | None:
    """The game in progress or about to begin; None once nothing more is played here."""
    if state.closed_by is not None or (state.closed and not state.begun):
        return None
    return {
        "scores": pairwise(state.scores),
        "dealer": None if state.dealer is None else state.dealer.value,
    }


def _warnings(state: TableState) -> list[dict[str, object]]:
    """Warnings added up for each pair and clause, in the order first given."""
    counts: dict[tuple[Pair, str], int] = {}
    for warned in state.warnings:
        key = (warned.pair, warned.clause)
        counts[key] = counts.get(key, 0) + warned.times
    return [{"pair": pair.value, "clause": clause, "count": count} for (pair, clause), count in counts.items()]
