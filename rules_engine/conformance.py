"""The conformance suite: reading its cases, comparing a program's results with them.

A case is one line of JSON in ``conformance/*.jsonl``: ``id``, ``title``, ``cites``,
``input`` (a record of the file format) and ``expected`` (the part of its result that
the case is about). ``conformance/README.md`` says how a program is put to the test.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rules_engine.jsontext import load_json
from rules_engine.verdicts import RecordError

SHORT = 200
_KEYS = ("id", "title", "cites", "input", "expected")


class CaseError(Exception):
    """A line that is no case, or an id used twice; the message names file and line."""


class Case(NamedTuple):
    """A record and what the rules make of it. ``cites``: the rules it rests on."""

    id: str
    title: str
    cites: tuple[str, ...]
    input: Mapping[str, object]
    expected: Mapping[str, object]


class Difference(NamedTuple):
    """A field of a result that is not as the rules say; both values as JSON text."""

    field: str
    expected: str
    got: str


class Verdict(NamedTuple):
    """What came of one case. ``missing``: the program gave no result for it."""

    case: Case
    differences: tuple[Difference, ...]
    missing: bool = False

    @property
    def passed(self) -> bool:
        """Whether the result is as the rules say."""
        return not self.differences and not self.missing


def load_cases(paths: Iterable[Path]) -> tuple[Case, ...]:
    """The cases of the files in order. Raises :class:`CaseError`; OSError as it comes."""
    cases: dict[str, Case] = {}
    for path in paths:
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            if not line.strip():
                continue
            try:
                case = read_case(load_json(line))
            except RecordError as error:
                raise CaseError(f"{path.name}, line {number}: {error}") from error
            if case.id in cases:
                raise CaseError(f"{path.name}, line {number}: id: {case.id} is used twice")
            cases[case.id] = case
    return tuple(cases.values())


def read_case(value: object) -> Case:
    """The case in a decoded JSON object; RecordError naming the field at fault."""
    if not isinstance(value, dict):
        raise RecordError("", "a case must be an object")
    for key in value:
        if key not in _KEYS:
            raise RecordError(str(key), "is not a field of a case")
    cites, record, expected = value.get("cites"), value.get("input"), value.get("expected")
    if not isinstance(cites, list) or not cites or not all(isinstance(cite, str) and cite for cite in cites):
        raise RecordError("cites", "must be a list of the rules that the case rests on")
    if not isinstance(record, dict):
        raise RecordError("input", "must be an object")
    if not isinstance(expected, dict) or not expected:
        raise RecordError("expected", "must be an object with at least one field")
    return Case(_text(value, "id"), _text(value, "title"), tuple(cites), record, expected)


def _text(value: Mapping[str, object], key: str) -> str:
    text = value.get(key)
    if not isinstance(text, str) or not text:
        raise RecordError(key, "must be text")
    return text


def input_lines(cases: Iterable[Case]) -> str:
    """The records of the cases as JSON Lines: what a program gets on its standard input."""
    return "".join(json.dumps(case.input) + "\n" for case in cases)


def check(cases: Sequence[Case], output: str) -> tuple[tuple[Verdict, ...], int]:
    """What a program's output is worth: a verdict for each case, and how many lines came too many.

    Results are matched by their order; empty lines are passed over.
    """
    lines = [line for line in output.split("\n") if line.strip()]
    verdicts = [Verdict(case, compare(case, line)) for case, line in zip(cases, lines, strict=False)]
    verdicts += [Verdict(case, (), missing=True) for case in cases[len(lines) :]]
    return tuple(verdicts), max(0, len(lines) - len(cases))


def compare(case: Case, line: str) -> tuple[Difference, ...]:
    """How the result on one line of output differs from what the case expects."""
    try:
        got = load_json(line.encode("utf-8", "surrogateescape"))
    except RecordError:
        return (Difference("", "one JSON object", _shown(line)),)
    if not isinstance(got, dict):
        return (Difference("", "one JSON object", _as_json(got)),)
    if "error" in case.expected:
        return _compare_error(case.expected["error"], got)
    if "error" in got:
        return (Difference("error", "none: the record can be read", _as_json(got["error"])),)
    return tuple(_differences(case.expected, got, ""))


def _compare_error(field: object, got: Mapping[str, object]) -> tuple[Difference, ...]:
    """An unreadable record: the error has to name the field, or one inside it."""
    if not isinstance(got.get("error"), str):
        return (Difference("error", f"one that names {field}", "none" if "error" not in got else _as_json(got)),)
    text = str(got["error"])
    named = text.split(":", 1)[0] if ":" in text else ""
    if named == field or named.startswith(f"{field}."):
        return ()
    return (Difference("error", f"one that names {field}", _shown(text)),)


def _differences(expected: object, got: object, path: str) -> list[Difference]:
    """Objects by the fields expected, lists entry by entry, everything else exactly."""
    if isinstance(expected, dict) and isinstance(got, dict):
        found: list[Difference] = []
        for key, value in expected.items():
            inner = f"{path}.{key}" if path else key
            if key in got:
                found += _differences(value, got[key], inner)
            else:
                found.append(Difference(inner, _as_json(value), "no such field"))
        return found
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return [
            difference
            for number, (one, other) in enumerate(zip(expected, got, strict=True), 1)
            for difference in _differences(one, other, f"{path}.{number}")
        ]
    # True equals 1 in Python, though not in JSON.
    if type(expected) is type(got) and expected == got:
        return []
    return [Difference(path, _as_json(expected), _as_json(got))]


def _as_json(value: object) -> str:
    return _shown(json.dumps(value, ensure_ascii=False))


def _shown(text: str) -> str:
    """Text as it can be printed anywhere: short, and bytes that are no UTF-8 spelt out."""
    text = text.strip().encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"
