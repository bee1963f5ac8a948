"""What a program may rely on: the public names, and that the package is typed and plain."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import rules_engine

NAMES = [
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


def test_public_names() -> None:
    assert rules_engine.__all__ == NAMES
    assert all(hasattr(rules_engine, name) for name in NAMES)


def test_the_docstring_s_example_is_true() -> None:
    assert doctest.testmod(rules_engine).failed == 0


def test_it_is_typed() -> None:
    assert (Path(rules_engine.__file__).parent / "py.typed").exists()


def test_it_runs_without_django_or_any_other_package() -> None:
    code = (
        "import sys, rules_engine, rules_engine.adjudicate; "
        "tops = {name.split('.')[0] for name in sys.modules}; "
        "print(sorted(tops - set(sys.stdlib_module_names) - {'rules_engine', '__main__', 'sitecustomize'}))"
    )
    root = Path(rules_engine.__file__).parent.parent
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
