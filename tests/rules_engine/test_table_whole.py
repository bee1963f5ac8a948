"""``all-fours/table@1``: whole tables as data, the exact shape of a result, what cannot be read."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Seat
from rules_engine.table import TableRecord, judge_table_record, parse_table, table_result_to_json
from rules_engine.verdicts import RecordError
from tests.rules_engine.table_help import Json, fix, game, hand, incident, sub, tally

CASES = tomllib.loads((Path(__file__).parent / "cases" / "table_whole.toml").read_text(encoding="utf-8"))["table"]


def record(*events: Json, **more: Any) -> Json:
    """A table's record."""
    head = {"format": "all-fours/table@1", "ruleset": "round-robin", "games": 10, "first_dealer": "S"}
    return head | {"events": list(events)} | more


def judged(*events: Json, **more: Any) -> Json:
    """Its result."""
    return table_result_to_json(judge_table_record(parse_table(json.loads(json.dumps(record(*events, **more))))))


def chalk_text(chalk: Json) -> str:
    late = "" if chalk["counted"] else " late"
    return f"{chalk['pair']} {chalk['why']} {chalk['points']}@{chalk['event']}{late}"


def both(points: Json | None) -> str:
    return "null" if points is None else f"{points['NS']}-{points['EW']}"


def game_text(one: Json) -> str:
    head = f"{one['number']} {one['winner']} {one['won_by']} {both(one['scores'])}"
    return f"{head}, {one['hands']} hands, {both(one['hang_jacks'])} hung"


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']}: {case['title']}" for case in CASES])
def test_whole_tables(case: Json) -> None:
    events = [json.loads(text) if text.startswith("{") else hand(text) for text in case["events"]]
    result = judged(*events, games=case["games"], first_dealer=case["first_dealer"])
    assert [game_text(one) for one in result["games"]] == [one["line"] for one in case.get("game", [])]
    for one, expected in zip(result["games"], case.get("game", []), strict=True):
        assert [chalk_text(chalk) for chalk in one["chalks"]] == [
            text.strip() for text in expected["chalks"].split(",") if text.strip()
        ]
    assert result["bullseyes"] == dict(zip(("NS", "EW"), case["bullseyes"], strict=True))
    assert result["hang_jacks"] == dict(zip(("NS", "EW"), case["hang_jacks"], strict=True))
    current = result["current"]
    assert case["current"] == ("none" if current is None else f"{both(current['scores'])} {current['dealer']}")
    assert [f"{w['pair']} {w['clause']} {w['count']}" for w in result["warnings"]] == case.get("warnings", [])
    assert result["closed"] is case["closed"]
    assert [f"{e['event']} {e['code']}" for e in result["errors"]] == ([case["error"]] if "error" in case else [])
    assert result["valid"] is ("error" not in case)


def test_the_exact_shape_of_a_result() -> None:
    assert judged(hand("4S stand NS EW out EW"), hand("4S stand NS NS NS NS", dealer="W"), id="t1") == {
        "id": "t1",
        "valid": False,
        "errors": [
            {
                "event": 2,
                "code": "wrong-dealer",
                "message": "W cannot have dealt this hand: the deal is E's.",
            }
        ],
        "games": [],
        "bullseyes": {"NS": 0, "EW": 0},
        "hang_jacks": {"NS": 0, "EW": 0},
        "current": {"scores": {"NS": 1, "EW": 3}, "dealer": "E"},
        "warnings": [],
        "closed": False,
    }


def test_the_exact_shape_of_a_game() -> None:
    result = judged(hand("JS stand NS NS out NS"), hand("4S stand NS NS xNS NS"), games=1)
    assert result == {
        "valid": True,
        "errors": [],
        "games": [
            {
                "number": 1,
                "winner": "NS",
                "won_by": "sung",
                "scores": {"NS": 14, "EW": 0},
                "hands": 2,
                "chalks": [
                    {"pair": "NS", "why": "kick", "points": 3, "counted": True, "event": 1},
                    {"pair": "NS", "why": "high", "points": 1, "counted": True, "event": 1},
                    {"pair": "NS", "why": "low", "points": 1, "counted": True, "event": 1},
                    {"pair": "NS", "why": "gamble", "points": 2, "counted": True, "event": 1},
                    {"pair": "NS", "why": "high", "points": 1, "counted": True, "event": 2},
                    {"pair": "NS", "why": "low", "points": 1, "counted": True, "event": 2},
                    {"pair": "NS", "why": "hang-jack", "points": 3, "counted": True, "event": 2},
                    {"pair": "NS", "why": "gamble", "points": 2, "counted": True, "event": 2},
                ],
                "hang_jacks": {"NS": 1, "EW": 0},
            }
        ],
        "bullseyes": {"NS": 1, "EW": 0},
        "hang_jacks": {"NS": 1, "EW": 0},
        "current": None,
        "warnings": [],
        "closed": True,
    }


def test_warnings_of_a_pairs_two_players_are_added_up() -> None:
    result = judged(
        incident("2.a", "N", "playing"), incident("2.a", "S", "playing"), options={"warnings_scope": "player"}
    )
    assert result["warnings"] == [{"pair": "NS", "clause": "2.a", "count": 2}]


def test_the_dealer_is_null_while_nobody_knows() -> None:
    assert judged(game("NS", 14, 9))["current"] == {"scores": {"NS": 0, "EW": 0}, "dealer": None}
    assert judged(first_dealer=None)["current"] == {"scores": {"NS": 0, "EW": 0}, "dealer": None}


def test_a_game_in_progress_behind_a_full_tally_is_shown() -> None:
    assert judged(tally(6, 4, (1, 1)), hand("4S stand NS EW out EW"))["current"] == {
        "scores": {"NS": 1, "EW": 3},
        "dealer": "E",
    }
    assert judged(tally(6, 4))["current"] is None


def test_a_table_is_read_with_its_options() -> None:
    parsed = parse_table(record(ruleset="trinidad", options={"gamble_points": 2, "gamble_tie": None}, id="x"))
    assert parsed == TableRecord(
        ruleset=Ruleset.trinidad().with_options({"gamble_points": 2}),
        games=10,
        first_dealer=Seat.S,
        events=(),
        id="x",
    )


GOOD = hand("4S stand NS NS NS NS")


@pytest.mark.parametrize(
    ("obj", "text"),
    [
        ([], "must be an object"),
        (record() | {"seats": 1}, "seats: is not a field of this record"),
        (record() | {"format": "all-fours/hand@1"}, "format: must be all-fours/table@1"),
        (record() | {"ruleset": None}, "ruleset: is missing"),
        (record() | {"ruleset": 3}, "ruleset: must be a ruleset's name"),
        (
            record() | {"ruleset": "whist"},
            "ruleset: there is no ruleset 'whist'; there are round-robin, trinidad, tobago, parlour",
        ),
        (record() | {"options": [1]}, "options: must be an object of named options"),
        (record() | {"options": {"wind": 1}}, "options.wind: is not an option of any ruleset"),
        (record() | {"games": None}, "games: is missing"),
        (record() | {"games": 0}, "games: must be a whole number from 1 to 99, not 0"),
        (record() | {"games": True}, "games: must be a whole number from 1 to 99, not true"),
        (record() | {"first_dealer": "Q"}, "first_dealer: must be one of N, E, S, W, not 'Q'"),
        (record() | {"events": None}, "events: is missing"),
        (record() | {"events": {}}, "events: must be a list of events"),
        (record() | {"events": [1] * 1001}, "events: has 1001 entries; no table sees more than 1000 events"),
        (
            record(GOOD, *(fix(1, GOOD) for _ in range(51))),
            "events.52: is one correction too many: a table has at most 50",
        ),
        (record() | {"id": 7}, "id: must be text of at most 200 characters"),
        (record() | {"events": [7]}, "events.1: must be an object"),
        (
            record(GOOD, {"event": "opened", "games": 3}),
            "events.2.event: the record's own fields open the table",
        ),
        (record({}), 'events.1.event: is missing: an event has an "event", a hand a "format"'),
        (record(GOOD | {"event": "game"}), 'events.1.format: an event has "event" or "format", not both'),
        (
            record({"event": "toss"}),
            "events.1.event: must be opened, game, tally, substitution or correction; a hand has a format",
        ),
        (
            record({"format": "all-fours/table@1"}),
            "events.1.format: must be all-fours/score@1, all-fours/hand@1 or all-fours/incident@1",
        ),
        (record(GOOD | {"dealer": "Q"}), "events.1.dealer: must be one of N, E, S, W, not 'Q'"),
        (record(GOOD | {"scores": {"NS": 0, "EW": 0}}), "events.1.scores: is known to the table; leave it out"),
        (record(GOOD | {"ruleset": "round-robin"}), "events.1.ruleset: is known to the table; leave it out"),
        (record(GOOD | {"apply": True}), "events.1.apply: is not a field of this record"),
        (
            record({"format": "all-fours/hand@1", "apply": 1}),
            "events.1.apply: must be true or false, not 1",
        ),
        (
            record(incident("2.a", "N", "playing", warned=True)),
            "events.1.warned: is known to the table; leave it out",
        ),
        (record(game("NS", 14, 2) | {"winner": None}), "events.1.winner: is missing"),
        (record(game("NS", 14, 2) | {"hands": 3}), "events.1.hands: is not a field of this record"),
        (
            record(game("NS", 41, 2)),
            "events.1.scores.NS: must be a whole number from 0 to 40, not 41",
        ),
        (record(game("NS", 14, 2) | {"hang_jacks": {"NS": 1}}), "events.1.hang_jacks.EW: is missing"),
        (record(tally(1000, 0)), "events.1.bullseyes.NS: must be a whole number from 0 to 999, not 1000"),
        (record(sub("N", " ", "Bea")), "events.1.out: must be text of 1 to 200 characters"),
        (record(sub("N", "Ann", "B" * 201)), "events.1.in: must be text of 1 to 200 characters"),
        (record(sub("N", "Ann", "Bea", "ill")), "events.1.reason: must be one of choice, sick, discipline, not 'ill'"),
        (record(fix(0, GOOD)), "events.1.of: must be a whole number from 1 to 1000, not 0"),
        (record(fix(1, GOOD) | {"leave": None}), "events.1.leave: is missing"),
        (record(fix(1, GOOD) | {"leave": "yes"}), "events.1.leave: must be true or false, not 'yes'"),
        (record(fix(1, GOOD) | {"by": ""}), "events.1.by: must be text of 1 to 200 characters"),
        (
            record(fix(1, fix(1, GOOD))),
            "events.1.replace: must be a hand, an incident, a game, a tally or a substitution",
        ),
        (
            record(fix(1, {"event": "opened", "games": 3})),
            "events.1.replace: must be a hand, an incident, a game, a tally or a substitution",
        ),
        (
            record(fix(1, GOOD | {"high": "N"})),
            "events.1.replace.high: must be one of NS, EW, not 'N'",
        ),
        (record(fix(1, 3)), "events.1.replace: must be an object"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_read(obj: object, text: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_table(obj)
    assert str(caught.value) == text


def test_fifty_corrections_are_taken() -> None:
    assert judged(GOOD, *(fix(1, GOOD) for _ in range(50)))["valid"] is True


def test_the_path_leads_to_the_record() -> None:
    with pytest.raises(RecordError) as caught:
        parse_table(record() | {"games": None}, path="tables.2")
    assert caught.value.field == "tables.2.games"


def test_corrections_within_corrections_are_refused_at_the_first() -> None:
    nested: Json = fix(1, GOOD)
    for _ in range(5000):
        nested = fix(1, nested)
    with pytest.raises(RecordError, match=r"^events\.1\.replace: must be a hand"):
        parse_table(record(nested))
