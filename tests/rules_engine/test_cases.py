"""The cited cases: each is a record and what the rules make of it, as data."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules_engine.hand import judge_hand
from rules_engine.reading import parse_record
from rules_engine.records import HandRecord, ScoreRecord
from rules_engine.score import judge_score
from rules_engine.verdicts import Code, EffectName, RecordError
from rules_engine.writing import result_to_json, result_to_text

CASES = Path(__file__).parent / "cases"


def _load(name: str) -> list[Any]:
    data = tomllib.loads((CASES / name).read_text("utf-8"))
    found = []
    for case in data["case"]:
        record = json.loads(data["bases"][case["base"]]["record"])
        record.update(json.loads(case.get("set", "{}")))
        for number, lift in case.get("lifts", {}).items():
            record["lifts"][int(number) - 1] = json.loads(lift)
        found.append(pytest.param(case, record, id=f"{case['id']}: {case['title']}"))
    return found


HANDS = _load("hands.toml") + _load("hands_to_the_letter.toml")
SCORES = _load("scores.toml") + _load("scores_to_the_letter.toml")


def _judge(record: dict[str, Any]) -> Any:
    read = parse_record(record)
    if isinstance(read, HandRecord):
        return judge_hand(read)
    assert isinstance(read, ScoreRecord)
    return judge_score(read)


@pytest.mark.parametrize(("case", "record"), HANDS + SCORES)
def test_case(case: dict[str, Any], record: dict[str, Any]) -> None:
    if "error" in case:
        with pytest.raises(RecordError) as caught:
            parse_record(record)
        assert str(caught.value) == case["error"]
        return
    result = _judge(record)
    told = [[v.code.value, v.clause or "", v.seat or "", v.lift or 0, v.card or ""] for v in result.violations]
    assert told == case.get("violations", [])
    assert result.valid is (not told)
    if "says" in case:
        assert [violation.message for violation in result.violations] == case["says"]
    written = result_to_json(result)
    expected = json.loads(case.get("expect", "{}"))
    assert {key: written[key] for key in expected} == expected
    assert json.loads(result_to_text(result)) == written
    costs = [
        [
            ruling.clause,
            next((e.pair for e in ruling.effects if e.effect is EffectName.BULLSEYE), ""),
            json.dumps({"NS": ruling.scores.NS, "EW": ruling.scores.EW}),
        ]
        for ruling in result.consequences
    ]
    if "costs" in case:
        assert costs == case["costs"]
        assert all(ruling.bullseyes is None for ruling in result.consequences)


HAND_CODES = list(Code)[: list(Code).index(Code.TRUMP_AND_FOLLOW) + 1]
SCORE_CODES = [
    Code.WRONG_CARD_COUNT, Code.KICKS_WITHOUT_RUN, Code.RUN_STOPPED_LATE, Code.RUN_STOPPED_EARLY, Code.ANSWER_MISSING,
    Code.ANSWER_WITHOUT_BEG, Code.GAVE_AT_THIRTEEN, Code.JACK_AFTER_KICK, Code.HIGH_LOW_MISSING, Code.GAMBLE_COUNTS,
    Code.GAMBLE_TIE, Code.CLAIMED_MISMATCH, Code.SUNG_SHORT, Code.SCORES_OUT_OF_RANGE,
]  # fmt: skip


@pytest.mark.parametrize(
    ("cases", "code"),
    [(HANDS, code) for code in HAND_CODES] + [(SCORES, code) for code in SCORE_CODES],
)
def test_every_code_has_two_cases(cases: list[Any], code: Code) -> None:
    having = [c for c in cases if any(v[0] == code for v in c.values[0].get("violations", []))]
    assert len(having) >= 2


def test_ids_are_unique() -> None:
    ids = [param.values[0]["id"] for param in HANDS + SCORES]
    assert sorted(set(ids)) == sorted(ids)
