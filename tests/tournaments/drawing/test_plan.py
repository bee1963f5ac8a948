"""A stage's plan: read from options, and drawn the same whenever it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.drawing import KINDS, TAKES, Draw, DrawError, Loser, Plan, Winner, by_lot, made, read

TEAMS = [11, 12, 13, 14, 15, 16]
DIVISIONS = {11: "North", 12: "South", 13: "North", 14: "South", 15: "North", 16: "South"}


def first_round(draw: Draw) -> list[tuple[object, object]]:
    return [(p.home, p.away) for p in draw.rounds[0]]


def draw_of(kind: str, seed: str = "s", teams: list[int] | None = None, **options: Any) -> Draw:
    return made(read(kind, options), TEAMS if teams is None else teams, DIVISIONS, seed)


@pytest.mark.parametrize(
    ("kind", "options", "wanted"),
    [
        ("round-robin", {}, [(11, 16), (12, 15), (13, 14)]),
        ("double", {}, [(11, 16), (12, 15), (13, 14)]),
        ("round-robin", {"teams": [16, 15, 14, 13]}, [(16, 13), (15, 14)]),
        ("round-robin", {"pools": "divisions"}, [(13, 15), (14, 16)]),
        ("round-robin", {"pools": "snake", "pools_count": 2}, [(14, 15), (13, 16)]),
        ("knock-out", {}, [(14, 15), (13, 16)]),
        ("knock-out", {"teams": [16, 15]}, [(16, 15)]),
        ("knock-out", {"cross_over": True, "teams": [11, 12, 13, 14]}, [(11, 14), (12, 13)]),
        ("two-halves", {}, [(11, 12), (13, 14), (15, 16)]),
        ("prescribed", {"fixtures": [[[11, 13]], [[12, 14]]]}, [(11, 13)]),
    ],
)
def test_first_rounds(kind: str, options: dict[str, Any], wanted: list[tuple[int, int]]) -> None:
    draw = draw_of(kind, **options)
    assert first_round(draw) == wanted
    assert all(pairing.why for pairing in draw.pairings())
    assert (draw.seed, draw.purpose) == ("", "")


def test_by_lot() -> None:
    order = by_lot(TEAMS, "s", "numbers")
    draw = draw_of("round-robin", numbers="lot")
    assert first_round(draw) == [(order[0], order[5]), (order[1], order[4]), (order[2], order[3])]
    assert (draw.seed, draw.purpose) == ("s", "numbers")
    assert draw.notes == (
        "Numbers by lot from the seed “s”: each team's lot is worked out from it, and the lowest comes first.",
    )
    seeds = draw_of("knock-out", numbers="lot")
    assert first_round(seeds) == [(order[3], order[4]), (order[2], order[5])]
    pools = draw_of("round-robin", pools="lot", pools_count=2)
    placed = by_lot(TEAMS, "s", "pools")
    assert {(p.group, p.home, p.away) for p in pools.rounds[0]} == {
        ("A", placed[2], placed[4]),
        ("B", placed[3], placed[5]),
    }
    assert pools.purpose == "pools"


def test_a_knock_out_with_everything() -> None:
    draw = draw_of("knock-out", third_place=True, minor_cup=True)
    assert [p.code for p in draw.pairings()] == ["QF1", "QF2", "SF1", "SF2", "MF", "3RD", "F"]
    assert (draw.rounds[2][0].home, draw.rounds[2][1].away) == (Loser("SF1"), Winner("SF2"))


@given(st.sampled_from(KINDS), st.text(max_size=10), st.booleans(), st.randoms())
def test_the_same_again(kind: str, seed: str, lot: bool, random: Any) -> None:
    """With lots, even when the teams come in another order: the order of the draw depends on the seed alone."""
    if kind == "prescribed":
        return
    options: dict[str, Any] = {"numbers": "lot"} if lot else {}
    shuffled = list(TEAMS)
    random.shuffle(shuffled)
    again = draw_of(kind, seed, teams=shuffled if lot else TEAMS, **options)
    assert again == draw_of(kind, seed, **options)


@pytest.mark.parametrize(
    ("kind", "options", "field"),
    [
        ("whist", {}, "kind"),
        ("knock-out", {"pools": "none"}, "pools"),
        ("round-robin", {"third_place": True}, "third_place"),
        ("prescribed", {"teams": [1]}, "teams"),
        ("round-robin", {"unheard_of": 1}, "unheard_of"),
        ("round-robin", {"teams": "11"}, "teams"),
        ("round-robin", {"teams": [11, 11]}, "teams"),
        ("round-robin", {"teams": [True]}, "teams"),
        ("round-robin", {"teams": [0]}, "teams"),
        ("round-robin", {"teams": [[1]]}, "teams"),
        ("round-robin", {"teams": list(range(1, 514))}, "teams"),
        ("round-robin", {"numbers": "luck"}, "numbers"),
        ("round-robin", {"numbers": []}, "numbers"),
        ("round-robin", {"pools": "snake"}, "pools_count"),
        ("round-robin", {"pools": "lot"}, "pools_count"),
        ("round-robin", {"pools_count": 2}, "pools_count"),
        ("round-robin", {"pools": "divisions", "pools_count": 2}, "pools_count"),
        ("round-robin", {"pools": "snake", "pools_count": 27}, "pools_count"),
        ("round-robin", {"pools": "snake", "pools_count": 2, "numbers": "lot"}, "numbers"),
        ("round-robin", {"rounds": 0}, "rounds"),
        ("round-robin", {"rounds": True}, "rounds"),
        ("round-robin", {"rounds": "3"}, "rounds"),
        ("knock-out", {"third_place": 1}, "third_place"),
        ("knock-out", {"minor_cup": "yes"}, "minor_cup"),
        ("knock-out", {"cross_over": None}, "cross_over"),
        ("knock-out", {"cross_over": True, "numbers": "lot"}, "numbers"),
        ("prescribed", {"fixtures": 5}, "fixtures"),
        ("prescribed", {"fixtures": [5]}, "fixtures"),
        ("prescribed", {"fixtures": [[5]]}, "fixtures"),
        ("prescribed", {"fixtures": [[[1, 2, 3]]]}, "fixtures"),
        ("prescribed", {"fixtures": [[[1, "2"]]]}, "fixtures"),
        ("prescribed", {"fixtures": [[]] * 127}, "fixtures"),
    ],
)
def test_options_that_cannot_be(kind: str, options: dict[str, Any], field: str) -> None:
    with pytest.raises(DrawError) as caught:
        read(kind, options)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("kind", "options", "field"),
    [
        ("round-robin", {"teams": [11, 99]}, "teams"),
        ("round-robin", {"teams": [11]}, "teams"),
        ("round-robin", {"rounds": 6}, "rounds"),
        ("round-robin", {"pools": "snake", "pools_count": 4}, "pools"),
        ("knock-out", {"teams": [11]}, "teams"),
        ("knock-out", {"teams": [11, 12, 13], "third_place": True}, "third_place"),
        ("knock-out", {"teams": [11, 12, 13], "cross_over": True}, "cross_over"),
        ("two-halves", {"teams": [11, 12, 13]}, "teams"),
        ("prescribed", {}, "fixtures"),
        ("prescribed", {"fixtures": [[[11, 99]]]}, "fixtures"),
    ],
)
def test_plans_that_cannot_be_drawn(kind: str, options: dict[str, Any], field: str) -> None:
    plan = read(kind, options)
    with pytest.raises(DrawError) as caught:
        made(plan, TEAMS, DIVISIONS, "s")
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("kind", "option"), [("round-robin", {"pools": "divisions"}), ("knock-out", {"cross_over": True})]
)
def test_a_team_without_a_division(kind: str, option: dict[str, Any]) -> None:
    with (
        pytest.raises(DrawError, match="in no") if kind == "round-robin" else pytest.raises(DrawError, match="in none")
    ):
        made(read(kind, option), [*TEAMS, 17], DIVISIONS, "s")


def test_every_kind_names_its_options() -> None:
    assert set(TAKES) == set(KINDS)
    known = set(Plan.__dataclass_fields__) - {"kind"}
    assert set().union(*TAKES.values()) == known
