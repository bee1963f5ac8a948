"""What teams can still reach: the bounds against every way in which small leagues can end."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiebreaks import Evidence, Meeting, Points, Row, parse_chain, rank
from scoring.tiebreaks.reach import Credit, Left, needs, reach

MOST = 3
"""Bullseyes of a side in the small matches below: a race to 3."""


def endings(one: Left) -> list[tuple[int, int]]:
    """Every score of a race to three; level ones where they may be."""
    won = [(MOST, n) for n in range(MOST)] + [(n, MOST) for n in range(MOST)]
    return won + ([(n, n) for n in range(MOST)] if one.level else [])


def played(row: Row, made: int, given: int, points: Points) -> Row:
    won, lost, level = made > given, made < given, made == given
    worth = points.win if won else points.loss if lost else points.level
    return row._replace(
        played=row.played + 1,
        wins=row.wins + won,
        losses=row.losses + lost,
        level=row.level + level,
        points=row.points + worth,
        bullseyes_for=row.bullseyes_for + made,
        bullseyes_against=row.bullseyes_against + given,
    )


def all_ends(rows: list[Row], left: list[Left], meetings: list[Meeting], chain: Any, evidence: Evidence) -> Any:
    """The ranks, and the rows, of every way that the matches can end: by brute force, with the real ranking."""
    for scores in product(*(endings(one) for one in left)):
        then = {row.key: row for row in rows}
        met = list(meetings)
        for one, (home, away) in zip(left, scores, strict=True):
            for side, made, given_ in ((one.home, home, away), (one.away, away, home)):
                if side in then:
                    then[side] = played(then[side], made, given_, evidence.points)
            met.append(Meeting(one.home, one.away, _winner(one, home, away), home, away))
        facts = Evidence(met, points=evidence.points, by_average=evidence.by_average)
        yield {place.row.key: place.rank for place in rank(then.values(), chain, facts)}, then


def _winner(one: Left, home: int, away: int) -> int | None:
    return one.home if home > away else one.away if away > home else None


CHAINS = [
    "wins",
    "points",
    "wins,bullseye-difference",
    "bullseyes-for,-bullseyes-against,wins",
    "-bullseyes-against",
    "bullseye-difference,wins",
    "-losses,wins",
    "wins,head-to-head,bullseyes-for",
    "head-to-head,wins",
    "hang-jacks-for",
    "-played,wins",
]

figures = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 5), st.integers(0, 5))
pairs = [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (0, 2)]
lefts = st.lists(st.tuples(st.sampled_from(pairs), st.booleans()), max_size=2)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(figures, min_size=2, max_size=4),
    lefts,
    st.sampled_from(CHAINS),
    st.booleans(),
    st.sampled_from([Points(), Points(3, 1, 0), Points(1, 0, 2)]),
)
def test_no_reachable_rank_is_excluded_and_what_is_needed_is_enough(
    lines: list[tuple[int, int, int, int]], pairs_left: Any, chain_: str, by_average: bool, points: Points
) -> None:
    rows = [
        Row(n, f"T{n}", w + lost, w, lost, made, given_, points=w * points.win + lost * points.loss)
        for n, (w, lost, made, given_) in enumerate(lines, start=1)
        if w + lost or not made + given_
    ]
    known = {row.key for row in rows} | {0}
    left = [Left(home, away, MOST, level) for (home, away), level in pairs_left if {home, away} <= known]
    chain, evidence = parse_chain(chain_), Evidence(points=points, by_average=by_average)
    bounds = reach(rows, left, chain, evidence)
    ends = list(all_ends(rows, left, [], chain, evidence))
    for key, found in bounds.items():
        reached = {ranks[key] for ranks, _ in ends}
        assert found.best <= min(reached)
        assert max(reached) <= found.worst
        if found.exact:
            assert (found.best, found.worst) == (min(reached), max(reached))
        assert found.left == sum(key in (one.home, one.away) for one in left)
        for places in range(1, len(rows)):
            asked = needs(key, places, rows, left, chain, evidence)
            if asked is None:
                continue
            own = next(row for row in rows if row.key == key)
            base = "bullseyes_for" if chain[0].name == "bullseyes-for" else "wins"
            for ranks, then in ends:
                if getattr(then[key], base) - getattr(own, base) >= asked:
                    assert ranks[key] <= places


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=2, max_size=5), st.data())
def test_by_wins_alone_the_bounds_are_exact(wins: list[int], data: Any) -> None:
    rows = [Row(n, f"T{n}", w, w) for n, w in enumerate(wins, start=1)]
    keys = st.sampled_from([row.key for row in rows])
    pair = st.tuples(keys, keys).filter(lambda two: two[0] != two[1])
    left = [
        Left(one, two, 1, level)
        for (one, two), level in data.draw(st.lists(st.tuples(pair, st.booleans()), max_size=5))
    ]
    found = reach(rows, left, parse_chain("wins"), Evidence())
    ranks: dict[int, set[int]] = {row.key: set() for row in rows}
    for way in product(*((one.home, one.away, *([None] if one.level else [])) for one in left)):
        then = {row.key: row.wins + sum(winner == row.key for winner in way) for row in rows}
        for key, own in then.items():
            ranks[key].add(1 + sum(other > own for other in then.values()))
    assert {key: (one.best, one.worst, one.exact) for key, one in found.items()} == {
        key: (min(reached), max(reached), True) for key, reached in ranks.items()
    }


A, B, C, D = 1, 2, 3, 4


def league(*wins: int) -> list[Row]:
    return [Row(n, "ABCD"[n - 1], w, w) for n, w in enumerate(wins, start=1)]


@pytest.mark.parametrize(
    ("wins", "left", "places", "key", "needed"),
    [
        # A has 5 wins and one match left, B 3 and two: B can only draw level, and level is not enough to be sure.
        ((5, 3, 0), [Left(A, C, 1), Left(B, C, 1), Left(B, C, 1)], 1, A, 1),
        # With 6 wins A is beyond B's 5 already.
        ((6, 3, 0), [Left(A, C, 1), Left(B, C, 1), Left(B, C, 1)], 1, A, 0),
        # B cannot make sure of the first place: A may win its match too.
        ((5, 3, 0), [Left(A, C, 1), Left(B, C, 1), Left(B, C, 1)], 1, B, None),
        # For two places B needs one: C could come to 4, but B's win is over C, which then comes to 3 at most.
        ((5, 3, 1), [Left(A, C, 1), Left(B, C, 1), Left(B, C, 1)], 2, B, 1),
        # A and B play each other twice from 3 wins each: one more is not enough, two are, for B then wins none.
        ((3, 3), [Left(A, B, 1), Left(A, B, 1)], 1, A, 2),
    ],
)
def test_what_a_team_needs(wins: tuple[int, ...], left: list[Left], places: int, key: int, needed: int | None) -> None:
    assert needs(key, places, league(*wins), left, parse_chain("wins"), Evidence()) == needed


def test_byes_to_come_widen_the_bounds() -> None:
    """A has 2 wins, B 1 and a bye to come that is a win: B may draw level, so neither is sure."""
    rows, chain = league(2, 1), parse_chain("wins,bullseyes-for")
    found = reach(rows, [], chain, Evidence(), {B: Credit(wins=(1, 1), played=1)})
    assert {key: (one.best, one.worst) for key, one in found.items()} == {A: (1, 2), B: (1, 2)}
    found = reach(rows, [], chain, Evidence(), {B: Credit()})
    assert {key: (one.best, one.worst) for key, one in found.items()} == {A: (1, 1), B: (2, 2)}


def test_too_many_ways_fall_back_to_bounds() -> None:
    found = reach(league(2, 1, 0, 0), [Left(C, D, 1)] * 15, parse_chain("wins"), Evidence())
    assert {key: (one.best, one.worst, one.exact) for key, one in found.items()} == {
        A: (1, 3, False),
        B: (2, 4, False),
        C: (1, 4, False),
        D: (1, 4, False),
    }
