"""The engine and the plain second judge agree, hand for hand.

``python -m tests.rules_engine.test_reference 100000`` runs any number a ruleset.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from rules_engine.hand import judge_hand
from rules_engine.reading import parse_hand
from rules_engine.writing import result_to_json
from tests.rules_engine.reference_judge import RULES, judge, random_hand

PLAYED = {"renege", "under-trump", "wrong-leader", "stood-without-trump", "gave-without-trump"}


def engines_verdict(record: dict[str, Any]) -> dict[str, Any]:
    """The engine's result in the reference's shape."""
    result: dict[str, Any] = result_to_json(judge_hand(parse_hand(record)))
    verdict = {
        key: result[key]
        for key in ("valid", "trumps", "won", "high", "low", "jack", "gamble", "chalks", "scores", "bullseye")
    }
    assert {violation["code"] for violation in result["violations"]} <= PLAYED
    verdict["faults"] = sorted(
        ((v["code"], v["seat"], v["lift"], v["card"]) for v in result["violations"]),
        key=str,
    )
    return verdict


def compare(ruleset: str, number: int, seed: int) -> int:
    """Compare ``number`` random hands; returns how many were broken."""
    dice = random.Random(f"{ruleset}/{seed}")
    broken = 0
    for _ in range(number):
        record = random_hand(ruleset, dice)
        expected = judge(record)
        assert engines_verdict(record) == expected, record
        broken += not expected["valid"]
    return broken


@pytest.mark.parametrize("ruleset", sorted(RULES))
def test_the_two_judges_agree(ruleset: str) -> None:
    broken = compare(ruleset, 1500, seed=1)
    assert 100 < broken < 900, "the hands should be a mix of legal and broken ones"


if __name__ == "__main__":
    each = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for name in sorted(RULES):
        print(name, each, "hands agree,", compare(name, each, seed=2), "of them broken")  # noqa: T201
