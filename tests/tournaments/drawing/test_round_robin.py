"""Round robins: the published tables as they are, and the laws for every number of teams."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.drawing import DrawError, gathered, pools_by_lot, round_robin, side_by_side, snake
from tournaments.drawing.berger import table
from tournaments.drawing.values import Draw

# The Berger tables for 4, 6 and 8 players as the FIDE Handbook prints them (C.05, annex 1).
PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
SIZES = range(2, 65)


def meetings(draw: Draw) -> list[tuple[int, int]]:
    return [(pairing.home, pairing.away) for pairing in draw.pairings()]  # type: ignore[misc]


@pytest.mark.parametrize("places", PUBLISHED)
def test_the_published_tables(places: int) -> None:
    printed = [{tuple(int(n) for n in pair.split("-")) for pair in line.split()} for line in PUBLISHED[places]]
    assert [set(pairs) for pairs in table(places)] == printed


@pytest.mark.parametrize("places", [-2, 0, 1, 3, 63])
def test_a_table_has_an_even_number_of_places(places: int) -> None:
    with pytest.raises(ValueError, match="even"):
        table(places)


@pytest.mark.parametrize("count", SIZES)
def test_everybody_meets_everybody_once(count: int) -> None:
    teams = [100 + n for n in range(count)]
    draw = round_robin(teams)
    met = meetings(draw)
    assert Counter(frozenset(pair) for pair in met) == Counter(frozenset(pair) for pair in combinations(teams, 2))
    assert len(draw.rounds) == (count if count % 2 else count - 1)
    homes, aways = Counter(home for home, _ in met), Counter(away for _, away in met)
    assert max(abs(homes[team] - aways[team]) for team in teams) == (0 if count % 2 else 1)
    assert_nobody_twice_and_byes(draw, teams)
    assert Counter(bye.team for bye in draw.byes) == (Counter(teams) if count % 2 else Counter())


@pytest.mark.parametrize("count", SIZES)
def test_twice_with_home_and_away_exchanged(count: int) -> None:
    teams = list(range(count, 0, -1))
    draw = round_robin(teams, double=True)
    assert Counter(meetings(draw)) == Counter(permutations(teams, 2))
    half = len(draw.rounds) // 2
    for first, second in zip(draw.rounds[:half], draw.rounds[half:], strict=True):
        assert [(p.home, p.away) for p in first] == [(p.away, p.home) for p in second]
    assert_nobody_twice_and_byes(draw, teams)
    assert Counter(bye.team for bye in draw.byes) == (Counter(teams * 2) if count % 2 else Counter())


def assert_nobody_twice_and_byes(draw: Draw, teams: list[int]) -> None:
    """In each round everybody plays once or rests; nobody rests twice in a row."""
    before: set[object] = set()
    for number, pairings in enumerate(draw.rounds, start=1):
        resting: set[object] = {bye.team for bye in draw.byes_of(number)}
        busy = [side for pairing in pairings for side in (pairing.home, pairing.away)]
        assert Counter([*busy, *resting]) == Counter(teams)
        assert not resting & before
        before = resting


def test_every_pairing_says_why() -> None:
    draw = round_robin([31, 32, 33], double=True)
    first = draw.rounds[0][0]
    assert (first.home, first.away) == (32, 33)
    assert first.why == "Berger table for 4, round 1: numbers 2 and 3 meet, number 2 at home."
    assert draw.rounds[3][0].why == (
        "Berger table for 4, round 4: numbers 3 and 2 meet, number 3 at home. It is the return of round 1."
    )
    assert draw.byes[0].team == 31
    assert draw.byes[0].why == (
        "3 teams leave place 4 of the Berger table empty; in round 1 number 1 would meet it, and rests."
    )


@pytest.mark.parametrize("teams", [[], [1], list(range(65)), [1, 2, 1]])
def test_too_few_too_many_or_twice(teams: list[int]) -> None:
    with pytest.raises(DrawError) as caught:
        round_robin(teams)
    assert caught.value.field == "teams"


@pytest.mark.parametrize("rounds", [0, -1, 4])
def test_no_more_rounds_than_there_are(rounds: int) -> None:
    with pytest.raises(DrawError, match="4 teams have 1 to 3 rounds to play") as caught:
        round_robin([1, 2, 3, 4], rounds=rounds)
    assert caught.value.field == "rounds"


def test_three_rounds_of_a_day() -> None:
    whole, day = round_robin(range(1, 6)), round_robin(range(1, 6), rounds=3)
    assert day.rounds == whole.rounds[:3]
    assert [bye.team for bye in day.byes] == [bye.team for bye in whole.byes if bye.round <= 3]


@given(st.integers(2, 64), st.booleans(), st.data())
def test_names_do_not_matter(count: int, double: bool, data: st.DataObject) -> None:
    """Other ids in the same order give the same draw under other names."""
    ids = data.draw(st.lists(st.integers(0, 2**31), min_size=count, max_size=count, unique=True))
    plain = meetings(round_robin(range(count), double=double))
    assert meetings(round_robin(ids, double=double)) == [(ids[home], ids[away]) for home, away in plain]


# Pools


def test_the_snake() -> None:
    placed = snake([1, 2, 3, 4, 5, 6, 7, 8], 3)
    assert gathered(placed) == {"A": (1, 6, 7), "B": (2, 5, 8), "C": (3, 4)}
    assert placed[3].why == "Seed 4: row 2 of the snake runs backwards through the pools and comes to C."


@given(st.integers(2, 200), st.data(), st.sampled_from(["snake", "lots"]))
def test_pools_hold_everybody_once_and_differ_by_one(count: int, data: st.DataObject, way: str) -> None:
    number = data.draw(st.integers(1, min(count // 2, 26)))
    teams = list(range(count))
    placed = snake(teams, number) if way == "snake" else pools_by_lot(teams, number, "a seed")
    pools = gathered(placed)
    assert sorted(team for pool in pools.values() for team in pool) == teams
    sizes = [len(pool) for pool in pools.values()]
    assert len(sizes) == number
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2


@pytest.mark.parametrize(("count", "number"), [(4, 0), (4, 3), (4, -1), (60, 27)])
def test_too_many_pools(count: int, number: int) -> None:
    for way in (lambda: snake(range(count), number), lambda: pools_by_lot(range(count), number, "x")):
        with pytest.raises(DrawError) as caught:
            way()
        assert caught.value.field == "pools"


def test_pools_play_side_by_side() -> None:
    draw = side_by_side({"North": [1, 2, 3, 4], "South": [5, 6, 7]})
    assert [[(p.group, p.home, p.away) for p in pairings] for pairings in draw.rounds] == [
        [("North", 1, 4), ("North", 2, 3), ("South", 6, 7)],
        [("North", 4, 3), ("North", 1, 2), ("South", 5, 6)],
        [("North", 2, 4), ("North", 3, 1), ("South", 7, 5)],
    ]
    assert [(bye.round, bye.group, bye.team) for bye in draw.byes] == [
        (1, "South", 5), (2, "South", 7), (3, "South", 6),
    ]  # fmt: skip


def test_small_pools_are_done_earlier() -> None:
    draw = side_by_side({"A": [1, 2, 3, 4, 5], "B": [6, 7]}, rounds=3)
    assert [len(pairings) for pairings in draw.rounds] == [3, 2, 2]
    with pytest.raises(DrawError, match="only 5 rounds"):
        side_by_side({"A": [1, 2, 3, 4, 5], "B": [6, 7]}, rounds=6)


@pytest.mark.parametrize("pools", [{}, {"A": [1]}, {"A": [1, 2], "B": [2, 3]}, {"A": [1, 2], "B": [3]}])
def test_pools_that_cannot_play(pools: dict[str, list[int]]) -> None:
    with pytest.raises(DrawError):
        side_by_side(pools)
