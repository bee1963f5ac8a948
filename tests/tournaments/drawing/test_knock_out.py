"""Knock-outs of every size, crosswise from pools, third places and minor cups."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.drawing import DrawError, Loser, Place, Winner, cross_over, knock_out, resolved
from tournaments.drawing.crossover import seeds
from tournaments.drawing.knockout import bracket_order, meeting_round, size_for
from tournaments.drawing.values import Draw, Side

SIZES = range(2, 65)


def play(draw: Draw, better: list[int]) -> Draw:
    """The draw played to its end where whoever stands earlier in ``better`` wins."""
    won: dict[str, int] = {}
    while True:
        now = resolved(draw, won)
        open_ = [p for p in now.pairings() if p.code not in won and isinstance(p.home, int) and isinstance(p.away, int)]
        if not open_:
            return now
        for pairing in open_:
            won[pairing.code] = min(
                (side for side in (pairing.home, pairing.away) if isinstance(side, int)), key=better.index
            )


@pytest.mark.parametrize("count", SIZES)
def test_every_size_plays_to_one_winner(count: int) -> None:
    teams = [1000 + n for n in range(1, count + 1)]
    draw = knock_out(teams)
    assert len(list(draw.pairings())) == count - 1
    assert 2 ** len(draw.rounds) == size_for(count) >= count > size_for(count) // 2
    played = play(draw, teams)
    losers = [max(p.home, p.away) for p in played.pairings()]  # type: ignore[type-var]
    assert sorted(losers) == teams[1:], "everybody but the first loses exactly once"  # type: ignore[type-var]
    final = played.rounds[-1][0]
    assert (final.home, final.away) == (teams[0], teams[1])


@pytest.mark.parametrize("count", SIZES)
def test_the_best_two_can_meet_in_the_final_alone(count: int) -> None:
    """Whatever the results: the halves that their paths run through join in the final."""
    draw = knock_out(list(range(1, count + 1)))
    under: dict[object, set[int]] = {seed: {seed} for seed in range(1, count + 1)}
    for number, pairings in enumerate(draw.rounds, start=1):
        for pairing in pairings:
            home, away = under[pairing.home], under[pairing.away]
            assert not home & away
            both = home | away
            assert ({1, 2} <= both) == (number == len(draw.rounds))
            # The best 2, 4, 8, … are apart until so many are left.
            allowed = 2 ** (len(draw.rounds) - number)
            assert sum(seed <= allowed for seed in both) <= 1
            under[Winner(pairing.code)] = both


@pytest.mark.parametrize("count", SIZES)
def test_byes_go_to_the_best(count: int) -> None:
    draw = knock_out(list(range(1, count + 1)))
    assert {bye.round for bye in draw.byes} <= {1}
    assert sorted(bye.team for bye in draw.byes) == list(range(1, size_for(count) - count + 1))  # type: ignore[type-var]
    playing = sorted(side for p in draw.rounds[0] for side in (p.home, p.away))  # type: ignore[type-var]
    assert playing == list(range(size_for(count) - count + 1, count + 1))


def test_a_bracket_of_eight() -> None:
    draw = knock_out([1, 2, 3, 4, 5, 6, 7, 8], third_place=True)
    assert draw.names == ("Quarter-finals", "Semi-finals", "Final")
    assert [[(p.code, p.home, p.away) for p in pairings] for pairings in draw.rounds] == [
        [("QF1", 1, 8), ("QF2", 4, 5), ("QF3", 2, 7), ("QF4", 3, 6)],
        [("SF1", Winner("QF1"), Winner("QF2")), ("SF2", Winner("QF3"), Winner("QF4"))],
        [("3RD", Loser("SF1"), Loser("SF2")), ("F", Winner("SF1"), Winner("SF2"))],
    ]
    assert (
        draw.rounds[0][1].why == "Seeds 4 and 5: in a bracket of 8 the two seeds that make 9 meet. Seed 4 is at home."
    )
    assert draw.rounds[1][0].why == (
        "Neighbours in the bracket: the upper of the two places is that of seed 1, and at home; "
        "the lower is that of seed 4."
    )


def test_six_teams_and_their_minor_cup() -> None:
    draw = knock_out([1, 2, 3, 4, 5, 6], minor_cup=True)
    assert [[(p.code, p.group, p.home, p.away) for p in pairings] for pairings in draw.rounds] == [
        [("QF1", "", 4, 5), ("QF2", "", 3, 6)],
        [
            ("SF1", "", 1, Winner("QF1")),
            ("SF2", "", 2, Winner("QF2")),
            ("MF", "Minor cup", Loser("QF1"), Loser("QF2")),
        ],
        [("F", "", Winner("SF1"), Winner("SF2"))],
    ]
    assert draw.rounds[1][2].why == (
        "Seeds 1 and 2: in a bracket of 2 the two seeds that make 3 meet. Seed 1 is at home. "
        "Fell out in the first round."
    )
    assert [(bye.team, bye.why) for bye in draw.byes] == [
        (1, "2 of 8 places are empty; seed 1 is among the best, and rests."),
        (2, "2 of 8 places are empty; seed 2 is among the best, and rests."),
    ]


@pytest.mark.parametrize("count", [n for n in SIZES if n - size_for(n) // 2 >= 2 and n != 4])
def test_minor_cups_of_every_size(count: int) -> None:
    teams = list(range(1, count + 1))
    draw = knock_out(teams, minor_cup=True, third_place=True)
    assert len(draw.rounds) == len(knock_out(teams).rounds)
    played = play(draw, teams)
    first_losers = {max(p.home, p.away) for p in played.rounds[0]}  # type: ignore[type-var]
    minor = [p for p in played.pairings() if p.group == "Minor cup"]
    assert len(minor) == len(first_losers) - 1
    assert {side for p in minor for side in (p.home, p.away)} == first_losers
    for number, pairings in enumerate(played.rounds, start=1):
        busy = Counter(side for p in pairings for side in (p.home, p.away))
        busy.update(bye.team for bye in played.byes_of(number))
        assert set(busy.values()) == {1}, "nobody twice in a round"
    third = next(p for p in played.pairings() if p.code == "3RD")
    assert {third.home, third.away} == {3, 4}


@pytest.mark.parametrize(
    ("count", "more", "field"),
    [
        (1, {}, "teams"), (0, {}, "teams"), (513, {}, "teams"), (2, {"third_place": True}, "third_place"),
        (3, {"third_place": True}, "third_place"), (2, {"minor_cup": True}, "minor_cup"),
        (3, {"minor_cup": True}, "minor_cup"), (9, {"minor_cup": True}, "minor_cup"),
        (4, {"minor_cup": True, "third_place": True}, "minor_cup"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn(count: int, more: dict[str, bool], field: str) -> None:
    with pytest.raises(DrawError) as caught:
        knock_out(list(range(count)), **more)  # type: ignore[arg-type]
    assert caught.value.field == field


def test_a_winner_who_did_not_play() -> None:
    draw = knock_out([1, 2, 3, 4])
    for won in ({"SF1": 2}, {"F": 1}, {"SF1": 1, "SF2": 2, "F": 3}):
        with pytest.raises(DrawError) as caught:
            resolved(draw, won)
        assert caught.value.field == "won"


def test_half_decided() -> None:
    draw = resolved(knock_out([1, 2, 3, 4], third_place=True), {"SF2": 3})
    assert [(p.home, p.away) for p in draw.rounds[1]] == [(Loser("SF1"), 2), (Winner("SF1"), 3)]


@given(st.sampled_from([2, 4, 8, 16, 32, 64, 128]))
def test_the_order_of_the_bracket(size: int) -> None:
    order = bracket_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert all(one + other == size + 1 for one, other in zip(order[::2], order[1::2], strict=True))


@pytest.mark.parametrize("size", [0, 1, 3, 6, 12])
def test_a_bracket_is_a_power_of_two(size: int) -> None:
    with pytest.raises(ValueError, match="power"):
        bracket_order(size)


# From pools


def test_two_pools_crosswise() -> None:
    draw = cross_over(["A", "B"], 2)
    assert [(p.home, p.away) for p in draw.rounds[0]] == [
        (Place("A", 1), Place("B", 2)),
        (Place("B", 1), Place("A", 2)),
    ]
    assert draw.rounds[0][0].why.endswith("1st of A. 2nd of B.")
    known: dict[Side, int] = {Place("A", 1): 11, Place("A", 2): 12, Place("B", 1): 21, Place("B", 2): 22}
    named = resolved(draw, {"SF1": 22, "SF2": 12}, known)
    assert (named.rounds[1][0].home, named.rounds[1][0].away) == (22, 12)


@pytest.mark.parametrize("pools", range(2, 17))
def test_a_first_meets_no_second_of_its_own_pool_before_the_final(pools: int) -> None:
    """With as many pools as a power of two; with others never in the first round."""
    names = [f"P{n}" for n in range(pools)]
    order = seeds(names, 2)
    assert sorted((p.pool, p.rank) for p in order) == sorted((name, rank) for name in names for rank in (1, 2))
    assert [p.rank for p in order] == [1] * pools + [2] * pools
    size = size_for(2 * pools)
    earliest = min(
        meeting_round(one + 1, other + 1, size)
        for one, other in combinations(range(len(order)), 2)
        if order[one].pool == order[other].pool
    )
    last = (size - 1).bit_length()
    assert earliest == last if pools & (pools - 1) == 0 else earliest > 1


@given(st.integers(1, 8), st.integers(1, 6))
def test_all_who_go_through_are_drawn_once(pools: int, through: int) -> None:
    names = [f"P{n}" for n in range(pools)]
    if pools * through < 2:
        return
    draw = cross_over(names, through)
    sides = Counter(side for p in draw.pairings() for side in (p.home, p.away) if isinstance(side, Place))
    assert sides == Counter(Place(name, rank) for name in names for rank in range(1, through + 1))


@pytest.mark.parametrize(("pools", "through"), [([], 2), (["A"], 1), (["A", "A"], 2), (["A", "B"], 0), (["A"] * 2, 1)])
def test_no_cross_over_of_these(pools: list[str], through: int) -> None:
    with pytest.raises(DrawError):
        cross_over(pools, through)
