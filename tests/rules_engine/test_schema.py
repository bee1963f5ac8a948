"""The JSON Schemas: those in the files are those of the types, and they agree with what is read and written."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from bench.hands import legal_hand
from rules_engine import schema
from rules_engine.adjudicate import judge_json
from rules_engine.records import Choice, HandRecord, IncidentRecord, ScoreRecord
from rules_engine.schema import record_schema, result_schema
from rules_engine.table_record import parse_table
from rules_engine.verdicts import RecordError, RulingResult
from tests.rules_engine.test_adjudicate import GOOD, INCIDENT, SCORE, TABLE
from tests.rules_engine.test_cases import HANDS, SCORES
from tests.rules_engine.test_reading import WHOLE, WRONG, _json, _paths, _with

RECORDS = Draft202012Validator(record_schema())
RESULTS = Draft202012Validator(result_schema())
HERE = Path(schema.__file__).parent

EVENTS: list[dict[str, Any]] = [
    {"format": "all-fours/score@1", "kicks": ["4S"], "lead": "stand", "high": "NS", "low": "EW",
     "jack": {"outcome": "out"}, "gamble": {"pair": "NS"}},
    {key: value for key, value in GOOD.items() if key not in ("ruleset", "scores", "dealer")} | {"apply": True},
    {"format": "all-fours/incident@1", "clause": "2.a", "offender": "N", "phase": "playing"},
    {"event": "game", "winner": "NS", "scores": {"NS": 14, "EW": 9}, "hang_jacks": {"NS": 1, "EW": 0}},
    {"event": "tally", "bullseyes": {"NS": 6, "EW": 4}, "hang_jacks": {"NS": 5, "EW": 3}},
    {"event": "substitution", "seat": "N", "out": "a", "in": "b", "reason": "sick"},
    {"event": "correction", "of": 1, "by": "x", "leave": True, "replace": None},
    {"event": "correction", "of": 1, "by": "x", "leave": True,
     "replace": {"event": "tally", "bullseyes": {"NS": 6, "EW": 4}, "hang_jacks": {"NS": 5, "EW": 3}}},
]  # fmt: skip


@pytest.mark.parametrize(("name", "built"), [("records", record_schema()), ("results", result_schema())])
def test_the_file_is_what_the_types_give(name: str, built: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(built)
    assert json.loads((HERE / f"{name}.json").read_text("utf-8")) == built


def test_the_command_writes_the_files(tmp_path: Path) -> None:
    shutil.copytree(HERE.parent, tmp_path / "rules_engine")
    written = sorted((tmp_path / "rules_engine" / "schema").glob("*.json"))
    for file in written:
        file.unlink()
    subprocess.run([sys.executable, "-m", "rules_engine.schema"], cwd=tmp_path, check=True)
    assert [(file.name, file.read_bytes()) for file in written] == [
        (name, (HERE / name).read_bytes()) for name in ("records.json", "results.json")
    ]


@pytest.mark.parametrize(
    ("definition", "names_of_type"),
    [
        ("hand", set(HandRecord._fields)),
        ("score", {field.name for field in fields(ScoreRecord)}),
        ("incident", {field.name.partition("_")[0] if field.name.startswith("hand_") else field.name
                      for field in fields(IncidentRecord)}),
    ],
)  # fmt: skip
def test_a_record_has_the_fields_of_its_type(definition: str, names_of_type: set[str]) -> None:
    of_type = names_of_type | {"format", "options"}
    assert set(record_schema()["$defs"][definition]["properties"]) == of_type  # type: ignore[index]


def test_a_choice_and_a_ruling_have_the_fields_of_their_types() -> None:
    choice = record_schema()["$defs"]["choice"]["anyOf"][1]  # type: ignore[index]
    assert set(choice["properties"]) == {field.name for field in fields(Choice)}
    ruling = result_schema()["$defs"]["ruling"]  # type: ignore[index]
    assert set(ruling["properties"]) == {field.name for field in fields(RulingResult)}


def _table(*events: object) -> dict[str, Any]:
    return TABLE | {"events": list(events)}


@pytest.mark.parametrize("record", [*WHOLE.values(), GOOD, SCORE, INCIDENT, TABLE, *(_table(e) for e in EVENTS)])
def test_good_records_pass(record: object) -> None:
    RECORDS.validate(record)


@pytest.mark.parametrize("event", EVENTS)
def test_the_events_are_read_too(event: object) -> None:
    parse_table(_table(event))


# What no schema says: rules between fields; and 3.0 is a whole number to JSON Schema.
BEYOND = {"must be left out: nobody has points for a jack that is out", "cannot stand beside sung"}


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [(kind, path, value) for kind, path, value, text in WRONG if text not in BEYOND and value != 3.0],
)
def test_wrong_fields_fail(kind: str, path: str, value: object) -> None:
    record = _with(WHOLE[kind], path, value)
    assert not RECORDS.is_valid(record)


@pytest.mark.parametrize("record", [param.values[1] for param in HANDS + SCORES if "error" not in param.values[0]])
def test_every_case_and_its_result_pass(record: dict[str, Any]) -> None:
    RECORDS.validate(record)
    RESULTS.validate(json.loads(judge_json(record)[0]))


@pytest.mark.parametrize("record", [INCIDENT, INCIDENT | {"scores": None}, TABLE, *(_table(e) for e in EVENTS)])
def test_results_of_incidents_and_tables_pass(record: object) -> None:
    RESULTS.validate(json.loads(judge_json(record)[0]))


def test_what_is_said_of_an_unreadable_record_passes() -> None:
    RESULTS.validate({"id": None, "record": 3, "error": "high: is wrong"})
    assert not RESULTS.is_valid({"id": None, "record": 0, "error": "high: is wrong"})


@given(st.integers(0, 2**32), st.integers(1, 3))
def test_any_hand_and_its_result_pass(seed: int, kicks: int) -> None:
    record = legal_hand(random.Random(seed), kicks)
    RECORDS.validate(record)
    RESULTS.validate(json.loads(judge_json(record)[0]))


@given(st.sampled_from(sorted(WHOLE)), st.data())
def test_whatever_is_read_passes(kind: str, data: st.DataObject) -> None:
    record = _with(WHOLE[kind], data.draw(st.sampled_from(_paths(WHOLE[kind]))), data.draw(_json))
    try:
        line, _ = judge_json(record)
    except RecordError:
        return
    RECORDS.validate(record)
    RESULTS.validate(json.loads(line))
