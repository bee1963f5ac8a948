"""Lots from a seed, prescribed fixtures, two halves, best of N."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.drawing import DrawError, Remark, best_of, by_lot, check, lot, prescribed, two_halves


def test_a_lot_is_what_sha256sum_says() -> None:
    """printf 'carnival|numbers|7' | sha256sum"""
    assert lot("carnival", "numbers", 7) == "1674a811744e7283ccb55da98ae1fd301da40d2a4e458dd00d89de6cfb63ef4b"


@given(st.text(max_size=20), st.lists(st.integers(1, 10**9), unique=True, max_size=40), st.randoms())
def test_lots_do_not_depend_on_the_order_of_entry(seed: str, teams: list[int], random: object) -> None:
    drawn = by_lot(teams, seed, "numbers")
    shuffled = list(teams)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert by_lot(shuffled, seed, "numbers") == drawn
    assert sorted(drawn) == sorted(teams)


def test_another_seed_draws_another_order() -> None:
    teams = range(1, 21)
    orders = {by_lot(teams, str(seed), "numbers") for seed in range(50)}
    assert len(orders) == 50
    assert by_lot(teams, "1", "pools") != by_lot(teams, "1", "numbers")


def test_every_team_is_drawn_first_as_often() -> None:
    """6 teams, 6,000 seeds: 1,000 firsts each, give or take 5 standard deviations (28.9 each)."""
    firsts = [by_lot(range(6), str(seed), "numbers")[0] for seed in range(6000)]
    for team in range(6):
        assert abs(firsts.count(team) - 1000) < 145


def test_fixtures_as_written() -> None:
    draw = prescribed([[(1, 2), (3, 4)], [(2, 3), (4, 1)]], [1, 2, 3, 4])
    assert [[(p.home, p.away) for p in pairings] for pairings in draw.rounds] == [[(1, 2), (3, 4)], [(2, 3), (4, 1)]]
    assert check([[(1, 2), (3, 4)], [(2, 3), (4, 1)]], [1, 2, 3, 4]) == ()


@pytest.mark.parametrize(
    ("rounds", "remark"),
    [
        ([[(1, 1)]], Remark(1, True, "A team cannot meet itself.", (1,))),
        ([[(1, 9)]], Remark(1, True, "A team that is not entered.", (9,))),
        ([[(1, 2), (3, 1)]], Remark(1, True, "This team plays 2 times in one round.", (1,))),
        ([[(1, 2)], []], Remark(2, True, "This round has no match.")),
    ],
)
def test_fixtures_that_cannot_be_played(rounds: list[list[tuple[int, int]]], remark: Remark) -> None:
    assert remark in check(rounds, [1, 2, 3, 4])
    with pytest.raises(DrawError) as caught:
        prescribed(rounds, [1, 2, 3, 4])
    assert caught.value.field == "fixtures"
    assert caught.value.text == f"Round {remark.round}: {remark.text}"


def test_fixtures_that_may_be_meant_are_remarked_on() -> None:
    remarks = check([[(1, 2)], [(1, 2)], [(1, 3)]], [1, 2, 3, 4])
    assert remarks == (
        Remark(2, False, "These two met in round 1 already.", (1, 2)),
        Remark(0, False, "This team has no match.", (4,)),
        Remark(0, False, "Some teams play 1 matches and others up to 3."),
        Remark(0, False, "At home in 3 of 3 matches.", (1,)),
        Remark(0, False, "At home in 0 of 2 matches.", (2,)),
    )
    assert prescribed([[(1, 2)], [(1, 2)], [(1, 3)]], [1, 2, 3, 4]).rounds[2][0].away == 3


def test_no_fixtures_at_all() -> None:
    with pytest.raises(DrawError, match="no match"):
        prescribed([], [1, 2])


def test_two_halves() -> None:
    draw = two_halves([(1, 2), (3, 4)])
    assert [[(p.home, p.away) for p in pairings] for pairings in draw.rounds] == [[(1, 2), (3, 4)], [(2, 1), (4, 3)]]
    assert draw.names == ("First half", "Second half")
    with pytest.raises(DrawError):
        two_halves([(1, 2), (2, 3)])
    with pytest.raises(DrawError):
        two_halves([])


@pytest.mark.parametrize(("games", "race"), [(1, 1), (3, 2), (7, 4), (39, 20)])
def test_best_of(games: int, race: int) -> None:
    assert (best_of(games).games, best_of(games).race) == (games, race)


@pytest.mark.parametrize("games", [0, -1, 2, 8, 41])
def test_no_best_of_these(games: int) -> None:
    with pytest.raises(DrawError) as caught:
        best_of(games)
    assert caught.value.field == "games"
