"""What the documents say of the engine is true: examples run, records are read, lists are whole."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from rules_engine.adjudicate import judge_json
from rules_engine.table import ErrorCode
from rules_engine.verdicts import Code, Phase, Why

DOCS = Path(__file__).resolve().parents[2] / "docs"
RECORDS = (DOCS / "records.md").read_text("utf-8")


def test_the_examples_of_the_library_run() -> None:
    done = doctest.testfile(str(DOCS / "engine.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 40
    assert done.failed == 0


def _examples() -> list[object]:
    """The indented JSON objects of the document."""
    blocks = re.findall(r"(?m)^    \{(?:.*\n)(?:     +.*\n)*", RECORDS)
    return [json.loads(block) for block in blocks]


def test_every_record_shown_is_valid() -> None:
    shown = _examples()
    assert [example.get("format", "")[10:] for example in shown if isinstance(example, dict)] == [
        "", "hand@1", "score@1", "incident@1", "table@1"
    ]  # fmt: skip
    assert [judge_json(example)[1] for example in shown[1:]] == [True, True, True, True]


@pytest.mark.parametrize("word", [*Code, *ErrorCode, *Phase, *Why])
def test_no_word_is_left_out(word: str) -> None:
    assert f"`{word}`" in RECORDS
