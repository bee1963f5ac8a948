"""The command: one result a line, in order, and the exit status of the worst record."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.hands import legal_hand
from rules_engine.adjudicate import main

ROOT = Path(__file__).resolve().parent.parent.parent

GOOD = legal_hand(random.Random(1), 1)
BAD = GOOD | {"id": "bad", "lifts": []}
SCORE: dict[str, Any] = {
    "format": "all-fours/score@1", "id": "s", "ruleset": "trinidad", "dealer": "S", "kicks": ["4S"], "lead": "stand",
    "high": "NS", "low": "EW", "jack": {"outcome": "out"}, "gamble": {"pair": "NS"},
}  # fmt: skip
INCIDENT = {
    "format": "all-fours/incident@1", "id": "i", "ruleset": "round-robin", "clause": "1.c", "offender": "W",
    "phase": "before-deal", "dealer": "S", "scores": {"NS": 1, "EW": 2},
}  # fmt: skip
TABLE: dict[str, Any] = {
    "format": "all-fours/table@1", "ruleset": "round-robin", "games": 10, "first_dealer": "S",
    "events": [{"event": "tally", "bullseyes": {"NS": 6, "EW": 4}, "hang_jacks": {"NS": 5, "EW": 3}}],
}  # fmt: skip
UNREADABLE = SCORE | {"id": "u", "high": "N"}


def _run(text: str | bytes, *argv: str) -> tuple[int, list[Any], str]:
    out, err = io.StringIO(), io.StringIO()
    status = main(argv, io.BytesIO(text.encode() if isinstance(text, str) else text), out, err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def _lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize(
    ("records", "status", "valid"),
    [
        ([], 0, []),
        ([GOOD], 0, [True]),
        ([SCORE, TABLE], 0, [True, True]),
        ([INCIDENT | {"scores": None}], 0, [None]),
        ([GOOD, BAD, GOOD], 1, [True, False, True]),
        ([SCORE | {"low": None, "high": "NS"}], 1, [False]),
        ([TABLE | {"events": [*TABLE["events"], {"event": "substitution", "seat": "N", "out": "a", "in": "b",
                                                "reason": "choice"}], "games": 9}], 1, [False]),
        ([BAD, UNREADABLE, GOOD], 2, [False, None, True]),
    ],
)  # fmt: skip
def test_exit_statuses(records: list[Any], status: int, valid: list[Any]) -> None:
    shapes = [_lines(*records), json.dumps(records)]
    if len(records) == 1:
        shapes.append(json.dumps(records[0], indent=2))
    for text in shapes:
        got, results, err = _run(text)
        assert (got, [result.get("valid") for result in results], err) == (status, valid, "")


def test_every_kind_has_its_result() -> None:
    status, results, _ = _run(_lines(GOOD, SCORE, INCIDENT, TABLE))
    assert status == 0
    assert [result.get("id") for result in results] == [GOOD["id"], "s", "i", None]
    assert results[1]["scores"] == {"NS": 2, "EW": 1}
    assert results[2]["scores"] == {"NS": 2, "EW": 2}
    assert results[3]["bullseyes"] == {"NS": 6, "EW": 4}


def test_a_record_that_cannot_be_read_names_its_number_and_field() -> None:
    status, results, _ = _run(
        _lines(GOOD, UNREADABLE, INCIDENT | {"hand": {"kicked": "3"}}, GOOD | {"id": 7})
        + '{"a": \n'
        + "[1]\n"
        + _lines(INCIDENT | {"clause": "99.z"}, TABLE | {"events": [{"event": "bow"}]})
    )
    assert status == 2
    assert results[0]["valid"] is True
    assert results[1] == {"id": "u", "record": 2, "error": "high: must be one of NS, EW, not 'N'"}
    assert results[2] == {
        "id": "i", "record": 3, "error": "hand.kicked: must be a whole number from 0 to 9, not '3'",
    }  # fmt: skip
    assert results[3] == {"id": None, "record": 4, "error": "id: must be text of at most 200 characters"}
    assert results[4] == {"id": None, "record": 5, "error": "is not JSON: Expecting value (line 1, column 7)"}
    assert results[5] == {"id": None, "record": 6, "error": "must be an object"}
    assert (results[6]["record"], results[6]["error"].partition(":")[0]) == (7, "clause")
    assert (results[7]["record"], results[7]["error"].startswith("events.1")) == (8, True)


def test_files_and_the_standard_input(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.jsonl"
    one.write_text(json.dumps([GOOD, SCORE]))
    two.write_text(_lines(UNREADABLE))
    status, results, err = _run(_lines(BAD), str(one), "-", str(two), str(tmp_path / "none"))
    assert status == 2
    assert [result.get("valid") for result in results] == [True, True, False, None]
    assert results[3]["record"] == 4
    assert err == f"{tmp_path / 'none'}: No such file or directory\n"


def _plain(*argv: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command as somebody types it, with nothing set in the environment."""
    return subprocess.run(
        [sys.executable, *argv], cwd=ROOT, input=text, env={"PATH": os.environ["PATH"]}, capture_output=True
    )


@pytest.mark.parametrize("command", [("manage.py", "adjudicate"), ("-m", "rules_engine")])
class TestTheRealThing:
    @pytest.mark.parametrize(("records", "status"), [([GOOD], 0), ([GOOD, BAD], 1), ([UNREADABLE, BAD], 2)])
    def test_exit_statuses(self, command: tuple[str, ...], records: list[Any], status: int) -> None:
        done = _plain(*command, text=_lines(*records).encode())
        assert (done.returncode, done.stderr) == (status, b"")
        assert done.stdout.count(b"\n") == len(records)

    def test_a_file(self, command: tuple[str, ...], tmp_path: Path) -> None:
        (tmp_path / "hands.json").write_text(json.dumps([GOOD, GOOD]))
        done = _plain(*command, str(tmp_path / "hands.json"))
        assert (done.returncode, done.stdout.count(b'"valid": true')) == (0, 2)

    def test_whoever_reads_may_go(self, command: tuple[str, ...], tmp_path: Path) -> None:
        (tmp_path / "many.jsonl").write_text(_lines(GOOD) * 5000)
        process = subprocess.Popen(
            [sys.executable, *command, str(tmp_path / "many.jsonl")],
            cwd=ROOT, env={"PATH": os.environ["PATH"]}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
        process.stderr.close()
