"""All Fours itself: the rules, judged in one place.

    >>> from rules_engine import judge_hand, load_json, parse_hand
    >>> record = parse_hand(load_json('''{"format": "all-fours/hand@1", "ruleset": "round-robin",
    ...     "dealer": "S", "kicks": ["JS"], "lead": "stand", "lifts": [], "scores": {"NS": 12, "EW": 9}}'''))
    >>> judge_hand(record).bullseye
    <Pair.NS: 'NS'>

Plain typed Python on the standard library alone: no clock, no chance, no state.
A hand, a score and an incident are judged by :func:`judge_hand`, :func:`judge_score`
and :func:`rule`; a table by :func:`fold` and :func:`step`, a match by
:func:`judge_match`. ``docs/engine.md`` shows how; these names are kept stable.
"""

from rules_engine.cards import CARDS, Card, Kick
from rules_engine.comparing import Difference, compare
from rules_engine.explaining import explain
from rules_engine.hand import HandResult, TrumpHeld, judge_hand
from rules_engine.jsontext import load_json
from rules_engine.match import MatchRules, MatchState, MatchStatus, Side, TableTally, judge_match, race_target
from rules_engine.notation import parse_notation, write_notation
from rules_engine.reading import parse_hand, parse_incident, parse_record, parse_score
from rules_engine.readings import OPTIONS, Option
from rules_engine.records import (
    Choice,
    Context,
    Dealt,
    GambleClaim,
    HandRecord,
    IncidentRecord,
    JackClaim,
    Lift,
    Record,
    ScoreRecord,
)
from rules_engine.rulesets import PUBLISHED, Explained, Ruleset, differences
from rules_engine.rulings import rule
from rules_engine.score import ScoreResult, judge_score
from rules_engine.seats import Pair, Seat
from rules_engine.table import (
    Correction,
    Entry,
    ErrorCode,
    Event,
    Folded,
    Game,
    GameRecorded,
    Incident,
    Opened,
    Played,
    Reason,
    Scored,
    Step,
    Substitution,
    TableChalk,
    TableError,
    TableRecord,
    TableResult,
    TableState,
    Tally,
    WonBy,
    event_to_json,
    fold,
    judge_table_record,
    parse_event,
    parse_table,
    start,
    step,
    table_result_to_json,
)
from rules_engine.verdicts import (
    Answer,
    Chalk,
    Code,
    Effect,
    EffectName,
    JackOutcome,
    Lead,
    NextDeal,
    Phase,
    Points,
    RecordError,
    RulingResult,
    Violation,
    Why,
)
from rules_engine.whatif import Scope, Surroundings, WhatIf, whatif
from rules_engine.writing import result_to_json, result_to_text

__all__ = [
    "CARDS",
    "OPTIONS",
    "PUBLISHED",
    "Answer",
    "Card",
    "Chalk",
    "Choice",
    "Code",
    "Context",
    "Correction",
    "Dealt",
    "Difference",
    "Effect",
    "EffectName",
    "Entry",
    "ErrorCode",
    "Event",
    "Explained",
    "Folded",
    "GambleClaim",
    "Game",
    "GameRecorded",
    "HandRecord",
    "HandResult",
    "Incident",
    "IncidentRecord",
    "JackClaim",
    "JackOutcome",
    "Kick",
    "Lead",
    "Lift",
    "MatchRules",
    "MatchState",
    "MatchStatus",
    "NextDeal",
    "Opened",
    "Option",
    "Pair",
    "Phase",
    "Played",
    "Points",
    "Reason",
    "Record",
    "RecordError",
    "Ruleset",
    "RulingResult",
    "Scope",
    "ScoreRecord",
    "ScoreResult",
    "Scored",
    "Seat",
    "Side",
    "Step",
    "Substitution",
    "Surroundings",
    "TableChalk",
    "TableError",
    "TableRecord",
    "TableResult",
    "TableState",
    "TableTally",
    "Tally",
    "TrumpHeld",
    "Violation",
    "WhatIf",
    "Why",
    "WonBy",
    "compare",
    "differences",
    "event_to_json",
    "explain",
    "fold",
    "judge_hand",
    "judge_match",
    "judge_score",
    "judge_table_record",
    "load_json",
    "parse_event",
    "parse_hand",
    "parse_incident",
    "parse_notation",
    "parse_record",
    "parse_score",
    "parse_table",
    "race_target",
    "result_to_json",
    "result_to_text",
    "rule",
    "start",
    "step",
    "table_result_to_json",
    "whatif",
    "write_notation",
]
