"""A table: the fold of what happened at it.

    fold(ruleset, events) -> Folded(state, error, results)

One table's events are an append-only sequence: it opens, hands are chalked,
incidents ruled, games or a tally typed from paper, players substituted, slips
corrected. :class:`TableState` is computed from them and from nothing else.
:func:`step` adds one event to a state at a cost that does not depend on what went
before; only a correction folds again, and therefore needs the history.

An event that cannot follow is never raised: :class:`Step` and :class:`Folded` carry
a :class:`TableError` with the state just before it.

Events are numbered from 1 and the opening is number 0: in a ledger whose first
row is the opening, ``sequence = number + SEQUENCE_OFFSET``.
"""

from __future__ import annotations

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
    event_to_json,
    parse_event,
)
from rules_engine.table_fold import (
    SEQUENCE_OFFSET,
    Folded,
    Result,
    Step,
    fold,
    results_standing,
    standing_of,
    start,
    state_before,
    step,
)
from rules_engine.table_game import Refused
from rules_engine.table_json import state_from_json, state_to_json
from rules_engine.table_record import (
    TableRecord,
    TableResult,
    chalks_to_json,
    game_to_json,
    judge_table_record,
    parse_table,
    table_result_to_json,
)
from rules_engine.table_rulings import as_the_table_knows
from rules_engine.table_state import (
    Claim,
    ErrorCode,
    Game,
    Reason,
    Struck,
    Substituted,
    TableChalk,
    TableError,
    TableState,
    Warned,
    WonBy,
)

__all__ = [
    "SEQUENCE_OFFSET",
    "Claim",
    "Correction",
    "Entry",
    "ErrorCode",
    "Event",
    "Folded",
    "Game",
    "GameRecorded",
    "Incident",
    "Opened",
    "Played",
    "Reason",
    "Refused",
    "Result",
    "Scored",
    "Step",
    "Struck",
    "Substituted",
    "Substitution",
    "TableChalk",
    "TableError",
    "TableRecord",
    "TableResult",
    "TableState",
    "Tally",
    "Warned",
    "WonBy",
    "as_the_table_knows",
    "chalks_to_json",
    "event_to_json",
    "fold",
    "game_to_json",
    "judge_table_record",
    "parse_event",
    "parse_table",
    "results_standing",
    "standing_of",
    "start",
    "state_before",
    "state_from_json",
    "state_to_json",
    "step",
    "table_result_to_json",
]
