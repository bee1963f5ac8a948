"""Chains: read, put in words, and the order that they give."""

from __future__ import annotations

import tomllib
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiebreaks import (
    ChainError,
    Evidence,
    Meeting,
    Points,
    Row,
    describe,
    explain,
    in_words,
    names,
    parse_chain,
    rank,
    to_list,
    unfit,
)


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cases" / name).read_text("utf-8"))["case"]
    return found


CASES, TIED = cases("tiebreaks.toml"), cases("tied.toml")

BOSTON = ["bullseyes-for", "-bullseyes-against", "wins", "hang-jacks-for", "-hang-jacks-against"]


@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_hand_worked_tie(case: dict[str, Any]) -> None:
    rows = [Row(n, name, *figures) for n, (name, figures) in enumerate(case["teams"].items())]
    shown = [
        f"{place.rank} {place.row.name}" + (f" {place.decided_by.name}" if place.decided_by else "")
        for place in rank(rows, parse_chain(case["chain"]))
    ]
    assert shown == case["expected"]


def score(line: str) -> tuple[str, int, int, str]:
    home, figures, away = line.split()
    made, given_ = figures.split("-")
    return home, int(made), int(given_), away


def figures_of(team: str, lines: list[str], points: list[int]) -> dict[str, int]:
    """Added up here a second time, the plain way."""
    own = [(m, g) if team == home else (g, m) for home, m, g, away in map(score, lines) if team in (home, away)]
    won, level = sum(m > g for m, g in own), sum(m == g for m, g in own)
    lost = len(own) - won - level
    return {
        "played": len(own),
        "wins": won,
        "losses": lost,
        "level": level,
        "bullseyes_for": sum(m for m, _ in own),
        "bullseyes_against": sum(g for _, g in own),
        "points": won * points[0] + level * points[1] + lost * points[2],
    }


def tied(case: dict[str, Any]) -> tuple[list[Row], Evidence]:
    points = case.get("points", [2, 1, 0])
    names_ = sorted({side for line in case["results"] for side in (score(line)[0], score(line)[3])})
    key = {name: n for n, name in enumerate(names_, start=1)}

    def meetings(lines: list[str]) -> list[Meeting]:
        return [
            Meeting(key[h], key[a], key[h] if m > g else key[a] if g > m else None, m, g)
            for h, m, g, a in map(score, lines)
        ]

    evidence = Evidence(
        meetings(case["results"]),
        meetings(case.get("play_offs", [])),
        [[key[name] for name in draw] for draw in case.get("lots", [])],
        points=Points(*points),
        by_average=case.get("by_average", False),
    )
    return [Row(key[name], name, **figures_of(name, case["results"], points)) for name in names_], evidence


@pytest.mark.parametrize("case", TIED, ids=[case["title"] for case in TIED])
def test_hand_worked_tie_among_teams(case: dict[str, Any]) -> None:
    rows, evidence = tied(case)
    chain = parse_chain(case["chain"])
    for order in (rows, rows[::-1]):
        shown = [
            f"{place.rank} {place.row.name}" + (f" {place.decided_by.name}" if place.decided_by else "")
            for place in rank(order, chain, evidence)
        ]
        assert shown == case["expected"]


@pytest.mark.parametrize("case", TIED, ids=[case["title"] for case in TIED])
def test_the_reason_between_any_two_is_what_put_them_there(case: dict[str, Any]) -> None:
    """Of every two teams, the last step decides for the upper; where ranks are shared, no step does."""
    rows, evidence = tied(case)
    chain = parse_chain(case["chain"])
    places = rank(rows, chain, evidence)
    for upper, lower in combinations(places, 2):
        steps = explain(rows, chain, evidence, upper.row.key, lower.row.key)
        above = [step.above for step in steps]
        assert above[:-1] == [None] * (len(above) - 1)
        assert above[-1] == (None if upper.rank == lower.rank else upper.row.key)
        assert all({upper.row, lower.row} <= set(step.among) for step in steps)
    for upper, lower in pairwise(places):
        if lower.decided_by:
            assert explain(rows, chain, evidence, upper.row.key, lower.row.key)[-1].link == lower.decided_by


def test_sixty_cases_are_cited_with_ties_of_three_and_four() -> None:
    assert len(CASES) + len(TIED) >= 60
    assert all(case["cites"] for case in CASES + TIED)


def test_ties_that_matches_cannot_break_are_named() -> None:
    case = next(case for case in TIED if case["title"].startswith("Not all four have met"))
    rows, evidence = tied(case)
    found = unfit(rows, parse_chain(case["chain"]), evidence)
    assert [("".join(row.name for row in tie.group), tie.link.name) for tie in found] == [("ABCD", "head-to-head")]
    assert found[0].why == "Not every two of them have met equally often, so the matches among them decide nothing."


def test_the_known_names_are_pinned() -> None:
    assert names() == (
        "points",
        "wins",
        "losses",
        "played",
        "bullseyes-for",
        "bullseyes-against",
        "bullseye-difference",
        "hang-jacks-for",
        "hang-jacks-against",
        "hang-jack-difference",
        "head-to-head",
        "head-to-head-bullseyes",
        "play-off",
        "lot",
    )


def test_each_name_has_words_both_ways() -> None:
    assert in_words()[1] == ("wins", "more wins", "fewer wins")
    assert in_words()[6] == ("bullseye-difference", "greater bullseye difference", "smaller bullseye difference")
    assert tuple(name for name, _, _ in in_words()) == names()


def test_text_and_list_give_the_same_chain() -> None:
    assert to_list(parse_chain(" , ".join(BOSTON))) == BOSTON
    assert to_list(parse_chain(BOSTON)) == BOSTON


def test_in_words() -> None:
    assert describe(parse_chain(BOSTON)) == (
        "more bullseyes for, then fewer bullseyes against, then more wins, "
        "then more hang jacks for, then fewer hang jacks against"
    )
    assert describe(parse_chain("bullseye-difference,-hang-jack-difference")) == (
        "greater bullseye difference, then smaller hang jack difference"
    )


@pytest.mark.parametrize(
    ("chain", "part", "nearest", "message"),
    [
        (
            "wins,bullsey-for",
            "bullsey-for",
            ("bullseyes-for",),
            "“bullsey-for” is no criterion. Nearest: bullseyes-for.",
        ),
        ("-hang_jacks_against", "-hang_jacks_against", ("hang-jacks-against",), None),
        ("WINS", "WINS", ("wins",), "“WINS” is no criterion. Nearest: wins."),
        ("wins,,losses", "", (), "A part of the chain is empty; names are parted by single commas."),
        ("wins,-", "-", (), "A part of the chain is empty; names are parted by single commas."),
        ("--wins", "--wins", ("wins",), "“--wins” is no criterion. Nearest: wins."),
        ("wins,-wins", "wins", (), "“wins” comes twice; a second time it can decide nothing."),
        ("", "", (), "The chain names no criterion. The known ones are: " + ", ".join(names()) + "."),
        ("   ", "", (), "The chain names no criterion. The known ones are: " + ", ".join(names()) + "."),
        ([], "", (), "The chain names no criterion. The known ones are: " + ", ".join(names()) + "."),
        (
            "wins,-lot",
            "-lot",
            ("lot",),
            "“lot” cannot be turned round: write it without the “-”.",
        ),
        ([3], "3", (), "3 is not the name of a criterion."),
        ([None], "None", (), "None is not the name of a criterion."),
        (7, "", (), "A chain is a list of names, not 7."),
        ("☃", "☃", (), "“☃” is no criterion. The known ones are: " + ", ".join(names()) + "."),
        (
            "q" * 999,
            "q" * 999,
            (),
            "“" + "q" * 60 + "…” is no criterion. The known ones are: " + ", ".join(names()) + ".",
        ),
    ],
)
def test_a_chain_that_cannot_be_read(chain: Any, part: str, nearest: tuple[str, ...], message: str | None) -> None:
    with pytest.raises(ChainError) as caught:
        parse_chain(chain)
    assert (caught.value.part, caught.value.nearest) == (part, nearest)
    if message is not None:
        assert str(caught.value) == message


small = st.integers(0, 4)
teams = st.lists(st.tuples(small, small, small, small, small, small), max_size=9).map(
    lambda lines: [Row(n, f"team {n % 3}", w + lost, w, lost, *rest) for n, (w, lost, *rest) in enumerate(lines)]
)
FIGURES = [name for name, _, turned in in_words() if turned]
chains = (
    st.lists(st.tuples(st.sampled_from(FIGURES), st.booleans()), min_size=1, max_size=9, unique_by=lambda link: link[0])
    .map(lambda links: ["-" * turned + name for name, turned in links])
    .map(parse_chain)
)


@given(teams, chains, st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_how_the_rows_came(rows: list[Row], chain: Any, random: Any) -> None:
    shuffled = random.sample(rows, len(rows))
    assert rank(shuffled, chain) == rank(rows, chain)


meetings = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 8), small, small).filter(lambda one: one[0] != one[1]), max_size=20
).map(lambda lines: [Meeting(h, a, h if m > g else a if g > m else None, m, g) for h, a, m, g in lines])
whole_chains = st.lists(st.sampled_from(names()), min_size=1, max_size=6, unique=True).map(parse_chain)
evidences = st.builds(
    Evidence,
    meetings,
    meetings,
    st.lists(st.permutations(range(9)).map(lambda drawn: drawn[:5]), max_size=2),
    points=st.sampled_from([Points(), Points(3, 1, 0)]),
    by_average=st.booleans(),
)


@given(teams, whole_chains, evidences, st.randoms(use_true_random=False))
def test_with_every_link_the_order_is_a_total_preorder_whatever_order_the_rows_came_in(
    rows: list[Row], chain: Any, evidence: Evidence, random: Any
) -> None:
    places = rank(rows, chain, evidence)
    assert rank(random.sample(rows, len(rows)), chain, evidence) == places
    assert sorted(place.row.key for place in places) == [row.key for row in rows]
    for place in places:
        assert place.rank == 1 + sum(other.rank < place.rank for other in places)


@given(teams, chains)
def test_every_team_once_and_ranks_count_the_teams_above(rows: list[Row], chain: Any) -> None:
    places = rank(rows, chain)
    assert sorted(place.row.key for place in places) == [row.key for row in rows]
    for place in places:
        assert place.rank == 1 + sum(other.rank < place.rank for other in places)


@given(teams, chains)
def test_the_order_is_that_of_the_figures_compared_link_by_link(rows: list[Row], chain: Any) -> None:
    """A chain of figures is a lexicographic order: written here a second time, as tuples to sort by."""

    def weight(row: Row) -> tuple[int, ...]:
        return tuple(link.figure(row) if link.fewer else -link.figure(row) for link in chain)

    for above, below in pairwise(rank(rows, chain)):
        assert weight(above.row) <= weight(below.row)
        assert (above.rank == below.rank) == (weight(above.row) == weight(below.row))
        deciding = [link for link, a, b in zip(chain, weight(above.row), weight(below.row), strict=True) if a != b]
        assert below.decided_by == (deciding[0] if deciding else None)


@given(chains)
def test_list_and_text_read_back(chain: Any) -> None:
    assert parse_chain(to_list(chain)) == chain
    assert parse_chain(",".join(to_list(chain))) == chain
