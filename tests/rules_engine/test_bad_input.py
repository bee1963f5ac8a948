"""Bad input, manner by manner and kind by kind, through the command itself.

Each bad record stands between two good ones. The exit status is 2, the bad one's result
names its number and its field, and the good ones are judged as ever.
"""

from __future__ import annotations

import functools
import io
import json
import os
import random
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.hands import legal_hand
from rules_engine.adjudicate import main
from tests.rules_engine.test_adjudicate import TABLE
from tests.rules_engine.test_reading import HAND, INCIDENT, MISSING, SCORE, _paths, _with
from tests.rules_engine.test_schema import EVENTS

ROOT = Path(__file__).resolve().parents[2]
GOOD = json.dumps(legal_hand(random.Random(5), 1)).encode()

WHOLE: dict[str, dict[str, Any]] = {
    "hand": HAND,
    "score": SCORE,
    "incident": INCIDENT,
    "table": TABLE | {"id": "t", "options": {"gamble_points": 1}, "events": EVENTS},
}
KINDS = sorted(WHOLE)

REQUIRED = {
    **MISSING,
    "table": [
        "format", "ruleset", "games", "events",
        "events.1.kicks", "events.1.lead", "events.1.jack", "events.1.gamble", "events.2.kicks", "events.2.lead",
        "events.2.lifts", "events.3.clause", "events.3.phase", "events.4.event", "events.4.winner", "events.4.scores",
        "events.4.hang_jacks",
        "events.5.bullseyes", "events.5.hang_jacks", "events.6.seat", "events.6.out", "events.6.in", "events.6.reason",
        "events.7.of", "events.7.by", "events.7.leave", "events.8.replace.bullseyes",
    ],
}  # fmt: skip

OUT_OF_RANGE: dict[str, list[tuple[str, object]]] = {
    "hand": [
        ("scores.NS", -1), ("scores.EW", 41), ("id", "x" * 201), ("kicks", []), ("kicks", ["4S"] * 53),
        ("lifts", [["E", "8C", "TC", "3C", "AC"]] * 53), ("dealt.N", ["3S"] * 53), ("options.gamble_points", 3),
    ],
    "score": [
        ("scores.NS", -(10**7)), ("claimed.EW", 10**7), ("gamble.counts.NS", 10**7), ("id", "x" * 201), ("kicks", []),
    ],
    "incident": [
        ("packet", 0), ("packet", 4), ("scores.NS", 41), ("bullseyes.EW", -1), ("games", 0), ("games", 1001),
        ("hand.kicked", 10), ("hand.points.EW", 41), ("minutes", -1), ("minutes", 10_001), ("clause", "15.a"),
        ("choice.bullseyes", 1001), ("choice.effects.1.n", -1), ("choice.text", "x" * 4001),
    ],
    "table": [
        ("games", 0), ("games", 1001), ("events.1.kicks", []), ("events.4.scores.EW", -1),
        ("events.4.hang_jacks.NS", -1), ("events.5.bullseyes.NS", -1), ("events.7.of", 0),
    ],
}  # fmt: skip


def _judged(*lines: bytes) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    status = main([], io.BytesIO(b"\n".join(lines) + b"\n"), out, io.StringIO())
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def _error(bad: bytes) -> str:
    """What is said of a bad record between two good ones, which are judged."""
    status, results = _judged(GOOD, bad, GOOD)
    assert status == 2
    assert len(results) == 3
    assert results[0] == results[2]
    assert results[0]["valid"] is True
    assert set(results[1]) == {"id", "record", "error"}
    assert results[1]["record"] == 2
    return str(results[1]["error"])


def _field(record: object) -> str:
    return _error(json.dumps(record).encode()).partition(": ")[0]


def _without(record: dict[str, Any], path: str) -> dict[str, Any]:
    """A copy without the field at a dotted path."""
    copy = json.loads(json.dumps(record))
    at: Any = copy
    *way, last = path.split(".")
    for key in way:
        at = at[int(key) - 1] if isinstance(at, list) else at[key]
    del at[last]
    return copy


def _value(record: Any, path: str) -> Any:
    for key in path.split("."):
        record = record[int(key) - 1] if isinstance(record, list) else record[key]
    return record


def _objects(record: dict[str, Any]) -> list[str]:
    """The paths of the objects inside a record, its own (empty) first."""
    return ["", *(path for path in _paths(record) if isinstance(_value(record, path), dict))]


def _keys(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The path of each object and each of its keys."""
    for path in _objects(record):
        for key in _value(record, path) if path else record:
            yield path, key


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


@pytest.mark.parametrize("kind", ["hand", "score", "table"])
def test_with_nothing_wrong_they_can_be_read(kind: str) -> None:
    """(The incident has every field that a choice can have, more than any one clause takes.)"""
    _, results = _judged(json.dumps(WHOLE[kind]).encode())
    assert set(results[0]) >= {"valid"}


@pytest.mark.parametrize(("kind", "path"), [(kind, path) for kind in KINDS for path in REQUIRED[kind]])
def test_a_field_missing(kind: str, path: str) -> None:
    record = WHOLE[kind] | ({"unsung": None} if kind == "score" else {})
    assert _field(_without(record, path)) == path


@pytest.mark.parametrize("kind", KINDS)
def test_each_field_of_a_wrong_type(kind: str) -> None:
    """No field is a number with a fraction; an entry of a list is named, or the list's own entry that holds it."""
    for path in _paths(WHOLE[kind]):
        field = _field(_with(WHOLE[kind], path, 1.5))
        assert path == field or path.startswith(f"{field}."), (path, field)
        assert path.removeprefix(field).count(".") <= 1
        if not path.rpartition(".")[2].isdigit():
            assert field == path


@pytest.mark.parametrize(
    ("kind", "path", "value"), [(kind, path, value) for kind in KINDS for path, value in OUT_OF_RANGE[kind]], ids=str
)
def test_a_field_out_of_range(kind: str, path: str, value: object) -> None:
    assert _field(_with(WHOLE[kind], path, value)) == path


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_field_in_each_object(kind: str) -> None:
    for path in _objects(WHOLE[kind]):
        assert _field(_with(WHOLE[kind], _at(path, "colour"), "red")) == _at(path, "colour")


@pytest.mark.parametrize("kind", KINDS)
def test_each_field_twice(kind: str) -> None:
    for path, key in _keys(WHOLE[kind]):
        value = _value(WHOLE[kind], _at(path, key))
        text = json.dumps(_with(WHOLE[kind], _at(path, "@"), value)).replace('"@"', json.dumps(key))
        assert _error(text.encode()) == f"{_at(path, key)}: stands twice"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-" + "9" * 5000])
@pytest.mark.parametrize("kind", KINDS)
def test_each_number_that_is_none(kind: str, number: str) -> None:
    paths = [path for path in _paths(WHOLE[kind]) if type(_value(WHOLE[kind], path)) is int]
    assert len(paths) >= 3
    for path in paths:
        text = json.dumps(_with(WHOLE[kind], path, "@")).replace('"@"', number)
        assert _error(text.encode()).partition(": ")[0] == path


@pytest.mark.parametrize("kind", KINDS)
def test_text_cut_off_anywhere(kind: str) -> None:
    text = json.dumps(WHOLE[kind]).encode()
    for end in range(1, len(text), 7):
        assert _error(text[:end]).startswith("is not JSON: ")


@pytest.mark.parametrize("nest", ["[", '{"a":'])
@pytest.mark.parametrize("kind", KINDS)
def test_a_field_nested_deep(kind: str, nest: str) -> None:
    close = "]" if nest == "[" else "}"
    for path in WHOLE[kind]:
        text = json.dumps(_with(WHOLE[kind], path, "@")).replace('"@"', nest * 100_000 + "1" + close * 100_000)
        assert _error(text.encode()) == "is nested too deep"


@pytest.mark.parametrize("kind", KINDS)
def test_bytes_that_are_no_text(kind: str) -> None:
    text = json.dumps(WHOLE[kind]).encode()
    for at in range(0, len(text), 11):
        assert _error(text[:at] + b"\xff" + text[at:]) == f"is not UTF-8 text (byte {at + 1})"


@pytest.mark.parametrize("kind", KINDS)
def test_in_an_array_too(kind: str) -> None:
    """One bad record of each manner in a row, good ones between them; every number is right."""
    text = json.dumps(WHOLE[kind])
    bad = [
        json.dumps(_without(WHOLE[kind], "ruleset")),
        json.dumps(_with(WHOLE[kind], "ruleset", 1.5)),
        json.dumps(_with(WHOLE[kind], "colour", "red")),
        text[:-1] + ', "ruleset": "tobago"}',
        text.replace('"ruleset": "round-robin"', '"ruleset": NaN'),
        text.replace('"ruleset": "round-robin"', '"ruleset" "round-robin"'),
    ]
    fields = ["ruleset", "ruleset", "colour", "ruleset", "ruleset", "is not JSON"]
    stream = b"[" + b",\n".join(line.encode() + b"," + GOOD for line in bad) + b"]"
    out = io.StringIO()
    assert main([], io.BytesIO(stream), out, io.StringIO()) == 2
    results = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(r["record"], r["error"].partition(": ")[0]) for r in results[::2]] == list(
        zip(range(1, 12, 2), fields, strict=True)
    )
    assert all(result["valid"] for result in results[1::2])


# --- size ---------------------------------------------------------------------------

_MEASURED = """
import os, runpy, sys
sys.argv = ["manage.py", "adjudicate"]
try:
    runpy.run_path("manage.py", run_name="__main__")
finally:
    sys.stdout.flush()
    with open("/proc/self/status") as status:
        peak = next(line for line in status if line.startswith("VmHWM"))
    print(peak.split()[1], file=sys.stderr)
"""


def _run_measured(pieces: Iterable[bytes]) -> tuple[int, int, list[bytes]]:
    """The command, fed piece by piece: exit status, greatest memory in kB, the first two and the last of its lines."""
    process = subprocess.Popen(
        [sys.executable, "-c", _MEASURED], cwd=ROOT, env={"PATH": os.environ["PATH"]},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    assert stdin is not None
    assert stdout is not None
    assert stderr is not None

    def feed() -> None:
        with stdin:
            for piece in pieces:
                stdin.write(piece)

    feeder = threading.Thread(target=feed)
    feeder.start()
    with stdout, stderr:
        lines = [next(stdout), next(stdout), *deque(stdout, maxlen=1)]
        peak = int(stderr.read())
    feeder.join()
    return process.wait(), peak, lines


linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read off /proc")
LIMIT = 90_000
"""kB above what three records take: some five times the longest record, however large the program itself is."""


@functools.cache
def _base() -> int:
    return _run_measured([GOOD + b"\n" + GOOD + b"\n" + GOOD])[1]


@linux
@pytest.mark.parametrize("in_array", [False, True])
def test_memory_does_not_grow_with_the_number_of_records(in_array: bool) -> None:
    def records(number: int) -> Iterator[bytes]:
        yield b"[" if in_array else b""
        between = b"," if in_array else b"\n"
        for n in range(number // 500):
            yield (between if n else b"") + between.join([GOOD] * 500)
        yield b"]" if in_array else b"\n"

    few, many = (_run_measured(records(number)) for number in (500, 20_000))
    for status, peak, lines in (few, many):
        assert status == 0
        assert peak - _base() < LIMIT
        assert len(set(lines)) == 1
    assert many[1] - few[1] < 3_000  # twenty thousand such records are 10 MB of text


@linux
@pytest.mark.parametrize("in_array", [False, True])
def test_a_line_of_a_hundred_megabytes(in_array: bool) -> None:
    def records() -> Iterator[bytes]:
        between = b"," if in_array else b"\n"
        yield (b"[" if in_array else b"") + GOOD + between + b'{"format": "'
        for _ in range(100):
            yield b"x" * 1_000_000
        yield b'"}' + between + GOOD + (b"]" if in_array else b"\n")

    status, peak, lines = _run_measured(records())
    assert status == 2
    assert peak - _base() < LIMIT
    assert lines[0] == lines[2]
    assert json.loads(lines[0])["valid"] is True
    assert json.loads(lines[1]) == {"id": None, "record": 2, "error": "is longer than 16 MB"}
