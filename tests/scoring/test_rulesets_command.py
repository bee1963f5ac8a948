"""``manage.py rulesets``: what it prints, and what it refuses. It asks no database."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules_engine.parameters import PARAMETERS
from rules_engine.readings import OPTIONS


def run(*argv: str) -> str:
    out = io.StringIO()
    call_command("rulesets", *argv, stdout=out)
    return out.getvalue()


def test_all_of_them() -> None:
    assert run().splitlines() == [
        "round-robin  The written code of the Round Robin tournaments, with a penalty for nearly everything.",
        "trinidad     The club rules of Trinidad. A kicked six scores, and a renege costs a point.",
        "tobago       The club rules as Tobago plays them: a kicked deuce scores in place of the six.",
        "parlour      How it is played at home. Where these rules say nothing, nothing is filled in.",
    ]
    found: Any = json.loads(run("--json"))
    assert [ruleset["name"] for ruleset in found] == ["round-robin", "trinidad", "tobago", "parlour"]


def test_one() -> None:
    lines = run("tobago").splitlines()
    assert lines[:6] == [
        "Tobago rules",
        "",
        "Set by the rules",
        "",
        "  kick_ace = 1",
        "    Points for the dealing pair when an ace is kicked. Here: 1 point. [Round Robin 7.a; club rules,",
    ]
    assert "  misdeal_at_ten_void_kick = true" in lines
    assert sum(line.startswith("  ") and line[2] != " " for line in lines) == len(PARAMETERS) + len(OPTIONS)
    found: Any = json.loads(run("tobago", "--json"))
    assert found["name"] == "tobago"
    assert found["lines"][-1] == {
        "name": "loser_mark",
        "value": "✓",
        "published": "✓",
        "is_option": True,
        "explanation": "The mark with which the losing side matches the winners' bullseye on the board.",
        "reading": "a tick",
        "source": "12.i",
        "cited": "Round Robin 12.i",
    }


def test_two() -> None:
    assert run("--diff", "trinidad", "tobago").splitlines() == [
        "Trinidad rules and Tobago rules: 1 difference",
        "",
        "  kicked_third_card",
        "    Which card besides ace and jack scores when kicked, for two points. [Round Robin 7.a; club",
        "    rules, section 2]",
        "    trinidad: the six",
        "    tobago: the deuce",
    ]
    assert run("--diff", "tobago", "tobago") == "Tobago rules and Tobago rules: 0 differences\n"
    assert json.loads(run("--json", "--diff", "trinidad", "tobago")) == [
        {
            "name": "kicked_third_card",
            "is_option": True,
            "explanation": "Which card besides ace and jack scores when kicked, for two points.",
            "one": "six",
            "other": "deuce",
            "one_reading": "the six",
            "other_reading": "the deuce",
            "source": "7.a; seed 000 section 2",
            "cited": "Round Robin 7.a; club rules, section 2",
        }
    ]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["bridge"], "There is no ruleset 'bridge'; there are round-robin, trinidad, tobago, parlour."),
        (
            ["--diff", "tobago", "bridge"],
            "There is no ruleset 'bridge'; there are round-robin, trinidad, tobago, parlour.",
        ),
        (["tobago", "--diff", "tobago", "parlour"], "Give a NAME or --diff A B, not both."),
    ],
)
def test_what_it_refuses(argv: list[str], message: str) -> None:
    with pytest.raises(CommandError) as caught:
        run(*argv)
    assert (str(caught.value), caught.value.returncode) == (message, 2)
