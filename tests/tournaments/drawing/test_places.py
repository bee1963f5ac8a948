"""Draws of those who come from the places of another stage, and who stands where when a knock-out is over."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.drawing import (
    DrawError,
    Place,
    Plan,
    Side,
    by_lot,
    from_places,
    knock_out,
    ordinal,
    resolved,
    standing,
    total,
)
from tournaments.drawing.crossover import seeded, seeds
from tournaments.drawing.knockout import meeting_round, size_for


def places(pool: str, *ranks: int) -> list[Place]:
    return [Place(pool, rank) for rank in ranks]


def open_(some: list[Place]) -> list[tuple[Place, int | None]]:
    return [(place, None) for place in some]


@pytest.mark.parametrize(
    ("rank", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (42, "42nd"), (111, "111th"), (123, "123rd")],
)  # fmt: skip
def test_places_in_words(rank: int, words: str) -> None:
    assert ordinal(rank) == words


def test_places_of_all_together_are_the_seeds() -> None:
    draw = from_places(Plan("knock-out"), open_(places("Pools", 1, 2, 3, 4)), {}, "x")
    semis = [(pairing.home, pairing.away) for pairing in draw.rounds[0]]
    assert semis == [(Place("Pools", 1), Place("Pools", 4)), (Place("Pools", 2), Place("Pools", 3))]
    assert draw.rounds[0][0].why.endswith("Seed 1 is at home. 1st of Pools. 4th of Pools.")


def test_the_same_draw_with_the_teams_known() -> None:
    some = [*places("A", 1, 2), *places("B", 1, 2)]
    ordered = sorted(some, key=lambda place: place.rank)
    unknown = from_places(Plan("knock-out"), open_(ordered), {}, "x")
    team: dict[Side, int] = {place: 100 + at for at, place in enumerate(ordered)}
    known = from_places(Plan("knock-out"), [(place, team[place]) for place in ordered], {}, "x")
    assert resolved(unknown, {}, team) == known
    assert [(p.home, p.away) for p in known.rounds[0]] == [(team[Place("A", 1)], team[Place("B", 2)]),
                                                          (team[Place("B", 1)], team[Place("A", 2)])]  # fmt: skip


def test_a_round_robin_of_places_goes_by_the_pools_they_come_from() -> None:
    some = sorted([*places("North", 3, 4, 5), *places("South", 3, 4)], key=lambda place: place.rank)
    draw = from_places(Plan("round-robin", pools="divisions"), open_(some), {}, "x")
    groups = {(pairing.group, pairing.home, pairing.away) for pairing in draw.pairings()}
    assert {group for group, _, _ in groups} == {"North", "South"}
    assert all(side.pool == group for group, *sides in groups for side in sides)  # type: ignore[union-attr]
    assert len(groups) == 3 + 1


def test_lots_wait_for_the_teams() -> None:
    some = places("Pools", 1, 2, 3, 4)
    plan = Plan("knock-out", numbers="lot")
    with pytest.raises(DrawError) as caught:
        from_places(plan, open_(some), {}, "carnival")
    assert caught.value.field == "source"
    draw = from_places(plan, [(place, 10 + place.rank) for place in some], {}, "carnival")
    lots = by_lot([11, 12, 13, 14], "carnival", "numbers")
    assert [(p.home, p.away) for p in draw.rounds[0]] == [(lots[0], lots[3]), (lots[1], lots[2])]


@pytest.mark.parametrize(
    ("plan", "some", "field"),
    [
        (Plan("knock-out", teams=(1, 2)), places("A", 1, 2), "teams"),
        (Plan("knock-out", cross_over=True), places("A", 1, 2), "teams"),
        (Plan("prescribed"), places("A", 1, 2), "source"),
        (Plan("knock-out"), places("A", 1), "places_to"),
        (Plan("knock-out"), places("A", *range(1, 514)), "places_to"),
    ],
)
def test_places_that_cannot_be_drawn(plan: Plan, some: list[Place], field: str) -> None:
    with pytest.raises(DrawError) as caught:
        from_places(plan, open_(some), {}, "x")
    assert caught.value.field == field


@given(st.lists(st.integers(1, 5), min_size=2, max_size=8))
def test_pools_of_any_size_are_seeded_rank_after_rank(sizes: list[int]) -> None:
    """Every place once, no rank above a better one; firsts of the pools never meet before they have to."""
    some = [Place(f"P{pool}", rank) for pool, size in enumerate(sizes) for rank in range(1, size + 1)]
    order = seeded(some)
    assert sorted(order, key=str) == sorted(some, key=str)
    assert [place.rank for place in order] == sorted(place.rank for place in some)


def test_two_of_a_pool_meet_in_the_final_at_the_earliest() -> None:
    for count in (2, 4, 8):
        order = list(seeds([f"P{n}" for n in range(count)], 2))
        size = size_for(len(order))
        for pool in range(count):
            first, second = (order.index(Place(f"P{pool}", rank)) + 1 for rank in (1, 2))
            assert meeting_round(first, second, size) == size.bit_length() - 1


def play(count: int, *, third_place: bool = False, minor_cup: bool = False) -> list[list[int]]:
    """A knock-out in which the lower number always wins."""
    draw = knock_out(range(1, count + 1), third_place=third_place, minor_cup=minor_cup)
    won: dict[str, int] = {}
    for number in range(len(draw.rounds)):
        for pairing in resolved(draw, won).rounds[number]:
            assert isinstance(pairing.home, int)
            assert isinstance(pairing.away, int)
            won[pairing.code] = min(pairing.home, pairing.away)
    return standing(resolved(draw, won), won)


def test_who_stands_where_when_a_knock_out_is_over() -> None:
    assert play(2) == [[1], [2]]
    assert play(4) == [[1], [2], [4, 3]]
    assert play(4, third_place=True) == [[1], [2], [3], [4]]
    assert play(8, third_place=True) == [[1], [2], [3], [4], [8, 5, 7, 6]]
    # The minor cup of 5 to 8 puts them in order too.
    assert play(8, third_place=True, minor_cup=True) == [[1], [2], [3], [4], [5], [6], [8, 7]]


@pytest.mark.parametrize("count", [3, 5, 6, 7, 11, 33, 64])
def test_everybody_stands_somewhere_once(count: int) -> None:
    found = play(count, third_place=count >= 4)
    assert sorted(team for level in found for team in level) == list(range(1, count + 1))
    assert found[0] == [1]


@given(*[st.integers(0, 480)] * 4)
def test_a_total_counts_both_halves(a: int, b: int, c: int, d: int) -> None:
    both = total(7, 9, (a, b), (c, d))
    assert (both.home_bullseyes, both.away_bullseyes) == (a + d, b + c)
    assert both.winner == (7 if a + d > b + c else 9 if a + d < b + c else None)
    turned = total(9, 7, (c, d), (a, b))
    assert turned.winner == both.winner


def test_pairs_of_one_pool_meet_late() -> None:
    """Three pools, three of each: no two of one pool meet in the first round."""
    order = list(seeds(["A", "B", "C"], 3))
    size = size_for(len(order))
    for one, other in combinations(range(len(order)), 2):
        if order[one].pool == order[other].pool:
            assert meeting_round(one + 1, other + 1, size) > 1
