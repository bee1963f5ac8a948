"""Incidents, tables and the command, told in plain words: the exact text, worked out by hand."""

from __future__ import annotations

import doctest
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine import explaining
from rules_engine.adjudicate import main
from rules_engine.explaining import explain, explain_json
from rules_engine.generator import dice, generate_hand, generate_table
from rules_engine.notation import parse_notation
from rules_engine.reading import parse_record
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.seats import Seat
from rules_engine.verdicts import Points

ROOT = Path(__file__).resolve().parents[2]

INCIDENT = {
    "format": "all-fours/incident@1", "ruleset": "round-robin", "clause": "6.a", "offender": "S",
    "phase": "first-round", "dealer": "S", "scores": {"NS": 10, "EW": 3}, "bullseyes": {"NS": 4, "EW": 3}, "games": 10,
    "hand": {"kicked": 3, "points": {"NS": 0, "EW": 0}}, "called_by": "S", "id": "i",
}  # fmt: skip

INCIDENTS: list[tuple[dict[str, Any], str]] = [
    (INCIDENT, """\
Incident i. Round Robin rules; 6.a, Wrong number of cards, found early.
South had a misdeal found before the fifth card (6.a): 1 point to E/W; the 3 kicked by N/S come off; \
the deal moves on.
The board: N/S 7, E/W 4.
Bullseyes: N/S 4, E/W 3.
Next: the deal passes on.
Read as: misdeal_at_ten_void_kick=true."""),
    ({"clause": "5.b", "offender": "S", "phase": "dealing", "packet": 2}, """\
Incident. Round Robin rules; 5.b, The dealer turns up an opponent's card.
5.b (The dealer turns up an opponent's card) still needs what was chosen or decided, and by whom, the points kicked in \
this deal (for East to say).
What can be chosen: accept, decline.
Nothing is changed until that is known."""),
    ({"clause": "1.c", "offender": "W", "phase": "before-deal", "dealer": "S"}, """\
Incident. Round Robin rules; 1.c, Cut.
1.c (Cut) still needs the score on the board.
Nothing is changed until that is known."""),
    ({"clause": "14.d", "offender": "W", "phase": "match", "bullseyes": {"NS": 4, "EW": 3}, "games": 10}, """\
Incident. Round Robin rules; 14.d, Abandoning a table.
West abandoned the table (14.d): the table is closed and 3 of its bullseyes go to N/S.
Bullseyes: N/S 7, E/W 3.
N/S gain a bullseye by it.
The table is closed.
Read as: abandoned_table=all."""),
    ({"ruleset": "trinidad", "clause": "9.d", "offender": "W", "phase": "playing"}, """\
Incident. Trinidad rules; 9.d, A wrong card before the lift is complete.
A wrong card seen before the lift is complete is put right without penalty (9.d).
Next: the hand goes on."""),
]  # fmt: skip


@pytest.mark.parametrize(("given", "text"), INCIDENTS, ids=[text.splitlines()[0] for _, text in INCIDENTS])
def test_an_incident_is_told(given: dict[str, Any], text: str) -> None:
    record = parse_record({"format": "all-fours/incident@1", "ruleset": "round-robin"} | given)
    assert explain(record) == text


def table(*events: dict[str, Any], **more: Any) -> str:
    return explain_json(
        {"format": "all-fours/table@1", "ruleset": "round-robin", "games": 10, "first_dealer": "S", "events": events}
        | {"events": list(events)}
        | more
    )[0]


GAME = {
    "event": "game", "winner": "NS", "scores": {"NS": 14, "EW": 9}, "hang_jacks": {"NS": 1, "EW": 0},
}  # fmt: skip
SIGNED = {"format": "all-fours/incident@1", "clause": "2.a", "offender": "N", "phase": "playing"}
HAND = {
    "format": "all-fours/score@1", "dealer": "E", "kicks": ["4S"], "lead": "stand", "high": "NS", "low": "NS",
    "jack": {"outcome": "out"}, "gamble": {"pair": "EW"},
}  # fmt: skip


def test_a_table_is_told_up_to_what_cannot_follow() -> None:
    tally = {"event": "tally", "bullseyes": {"NS": 0, "EW": 4}, "hang_jacks": {"NS": 5, "EW": 3}}
    assert (
        table(GAME, SIGNED, HAND, tally, id="t")
        == """\
Table t. Round Robin rules; 10 games, South deals first.
Event 2: North gave the partner a sign or spoke of the cards (2.a): N/S are warned; the captains must be told.
Game 1: N/S at N/S 14, E/W 9, recorded without its hands; hung jacks N/S 1, E/W 0.
Game 2 stands at N/S 2, E/W 2.
Bullseyes: N/S 1, E/W 0. Hung jacks: N/S 1, E/W 0.
Warned under 2.a: N/S (North), 1 time.
North deals next.
Not valid: event 4 cannot follow (tally-mismatch). The tally from paper has 0–4 bullseyes (N–S first), what is \
recorded makes 1–0. Correct the one that is wrong."""
    )


def test_a_new_table_and_a_full_one() -> None:
    assert (
        table(games=1, first_dealer=None)
        == """\
Table. Round Robin rules; 1 game, the first dealer is not known.
Bullseyes: N/S 0, E/W 0. Hung jacks: N/S 0, E/W 0.
Nobody knows whose deal it is."""
    )
    assert (
        table(GAME, games=1)
        == """\
Table. Round Robin rules; 1 game, South deals first.
Game 1: N/S at N/S 14, E/W 9, recorded without its hands; hung jacks N/S 1, E/W 0.
Bullseyes: N/S 1, E/W 0. Hung jacks: N/S 1, E/W 0.
The table is closed."""
    )


def test_games_by_penalty_and_a_renege_that_waits() -> None:
    # Two bullseyes for saving the jack, the second of them a game that was never dealt; then a hand with a
    # renege of N, whose price nobody has applied.
    saved = {"format": "all-fours/incident@1", "clause": "10.c", "offender": "W", "phase": "playing", "dealer": "S"}
    lifts = [
        ["N", "8C", "TC", "3C", "AC"], ["E", "7D", "9H", "9D", "AD"], ["S", "JS", "KS", "AS", "3S"],
        ["N", "6D", "KC", "2C", "2S"], ["E", "4H", "2H", "QH", "TH"], ["W", "5H", "QC", "TD", "7S"],
    ]  # fmt: skip
    hand = {"format": "all-fours/hand@1", "dealer": "E", "kicks": ["4S"], "lead": "stand", "lifts": lifts}
    assert table(saved, hand).splitlines()[1:5] == [
        "Event 1: West reneged or threw in the cards to save the jack (10.c): 2 bullseyes to N/S; "
        "the jack is written as hung by N/S.",
        "Event 2: N played 9♥ on lift 2 holding 6♦, shown on lift 4.",
        "Game 1: N/S at N/S 0, E/W 0, by a penalty; hung jacks N/S 1, E/W 0.",
        "Game 2: N/S, by a penalty.",
    ]


def test_a_ruling_that_waits_and_whom_a_warning_follows() -> None:
    waits = {"format": "all-fours/incident@1", "clause": "4.c", "offender": "S", "phase": "before-deal"}
    lines = table(SIGNED, waits).splitlines()
    assert lines[2].startswith("Event 2: 4.c (")
    assert lines[4:] == [
        "Warned under 2.a: N/S (North), 1 time.",
        "Event 2 still waits for the official.",
        "South deals next.",
    ]


@given(st.integers(), st.sampled_from(sorted(PUBLISHED)), st.sampled_from([0.0, 0.3]))
def test_anything_that_can_be_read_is_told(seed: int, name: str, illegal: float) -> None:
    ruleset = Ruleset.named(name)
    made = generate_hand(ruleset, Seat.N, dice(seed), scores=Points(11, 12), illegal=illegal)
    text = explain(made.record)
    assert text.startswith("Hand. ")
    assert text.count("\nLift ") == len(made.record.lifts)
    table = {
        "format": "all-fours/table@1", "ruleset": name, "games": 2, "first_dealer": "S",
        "events": generate_table(ruleset, 2, Seat.S, seed, most=6, illegal=illegal / 3, card_by_card=0.5),
    }  # fmt: skip
    text, valid = explain_json(table)
    assert (text.startswith("Table. "), valid) == (True, True)


def test_the_docstring_s_example_is_true() -> None:
    assert doctest.testmod(explaining).failed == 0


# --- the command ---------------------------------------------------------------


def run(text: str, *argv: str) -> tuple[int, str]:
    out = io.StringIO()
    return main(argv, io.BytesIO(text.encode()), out, io.StringIO()), out.getvalue()


def test_the_command_tells_each_record() -> None:
    line = "score@1 round-robin S 4S stand 0:0 high=NS low=NS jack=out gamble=NS"
    bad = "score@1 round-robin S 4S stand 0:0 high=NS jack=out gamble=NS"
    one, two = explain(parse_notation(line)), explain(parse_notation(bad))
    assert run(line + "\n", "--explain") == (0, f"{one}\n")
    assert run(f"{line}\n{bad}\n", "--explain") == (1, f"{one}\n\n{two}\n")
    assert run(f"{line}\nscore@1 x\n{json.dumps(INCIDENT)}", "--explain", "-") == (
        2,
        f"{one}\n\nRecord 2 cannot be read. dealer: is missing: word 3 of the line says it\n\n{INCIDENTS[0][1]}\n",
    )


def test_the_command_itself() -> None:
    line = "score@1 round-robin S 4S stand 0:0 high=NS low=NS jack=out gamble=NS\n"
    told = explain(parse_notation(line)) + "\n"
    for command in (["-m", "rules_engine"], ["manage.py", "adjudicate"]):
        done = subprocess.run(
            [sys.executable, *command, "--explain"], cwd=ROOT, input=line, capture_output=True, text=True, check=True
        )
        assert (done.stdout, done.stderr) == (told, "")
