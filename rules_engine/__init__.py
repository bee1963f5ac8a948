"""All Fours itself: the rules, judged in one place.

    >>> from rules_engine import judge_hand, load_json, parse_hand
    >>> record = parse_hand(load_json('''{"format": "all-fours/hand@1", "ruleset": "round-robin",
    ...     "dealer": "S", "kicks": ["JS"], "lead": "stand", "lifts": [], "scores": {"NS": 12, "EW": 9}}'''))
    >>> judge_hand(record).bullseye
    <Pair.NS: 'NS'>

Plain typed Python on the standard library alone: no clock, no chance, no state.
A hand, a score and an incident are judged by :func:`judge_hand`, :func:`judge_score`
and :func:`rule`; a table by ``rules_engine.table``, a match by ``rules_engine.match``.
"""

from rules_engine.cards import CARDS, Card, Kick
from rules_engine.hand import HandResult, TrumpHeld, judge_hand
from rules_engine.jsontext import load_json
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
    "Dealt",
    "Effect",
    "EffectName",
    "Explained",
    "GambleClaim",
    "HandRecord",
    "HandResult",
    "IncidentRecord",
    "JackClaim",
    "JackOutcome",
    "Kick",
    "Lead",
    "Lift",
    "NextDeal",
    "Option",
    "Pair",
    "Phase",
    "Points",
    "Record",
    "RecordError",
    "Ruleset",
    "RulingResult",
    "ScoreRecord",
    "ScoreResult",
    "Seat",
    "TrumpHeld",
    "Violation",
    "Why",
    "differences",
    "judge_hand",
    "judge_score",
    "load_json",
    "parse_hand",
    "parse_incident",
    "parse_record",
    "parse_score",
    "result_to_json",
    "result_to_text",
    "rule",
]
