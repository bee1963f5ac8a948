"""The odds of a kick against the pack counted out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules_engine.chalking import kick_points
from rules_engine.odds import KickOdds, kick_odds
from rules_engine.rulesets import Ruleset

DEUCE = {"A": 1, "J": 3, "2": 2}
SIX = {"A": 1, "J": 3, "6": 2}
PACK = [rank + suit for rank, suit in product("A23456789TJQK", "SHDC")]


@pytest.mark.parametrize(
    ("ruleset", "worth"),
    [
        (Ruleset.round_robin(), DEUCE),
        (Ruleset.trinidad(), SIX),
        (Ruleset.tobago(), DEUCE),
        (Ruleset.parlour(), SIX),
        (Ruleset.round_robin().with_options({"kicked_third_card": "six"}), SIX),
    ],
)
def test_every_card_of_the_pack_as_likely_as_any_other(ruleset: Ruleset, worth: dict[str, int]) -> None:
    assert len(set(PACK)) == 52
    assert {card: kick_points(ruleset, card) for card in PACK} == {card: worth.get(card[0], 0) for card in PACK}
    odds = kick_odds(ruleset)
    each = Fraction(1, 52)
    points = sum((each * worth.get(card[0], 0) for card in PACK), Fraction(0))
    assert (
        odds
        == KickOdds(
            chance=sum((each for card in PACK if card[0] in worth), Fraction(0)),
            points=points,
            variance=sum((each * (worth.get(card[0], 0) - points) ** 2 for card in PACK), Fraction(0)),
        )
        == KickOdds(Fraction(3, 13), Fraction(6, 13), Fraction(146, 169))
    )


def test_over_many_deals() -> None:
    odds = kick_odds(Ruleset.round_robin())
    assert odds.expected(0) == 0
    assert odds.expected(26) == 12
    assert odds.deviation(0) == 0
    assert odds.deviation(169) == pytest.approx(146**0.5)


def test_two_deals_counted_out_pair_by_pair() -> None:
    """Two packs, 2,704 pairs of kicks: mean 12/13, variance 292/169."""
    odds = kick_odds(Ruleset.round_robin())
    sums = [DEUCE.get(one[0], 0) + DEUCE.get(other[0], 0) for one, other in product(PACK, PACK)]
    mean = Fraction(sum(sums), len(sums))
    variance = Fraction(sum(n * n for n in sums), len(sums)) - mean**2
    assert (mean, variance) == (odds.expected(2), 2 * odds.variance) == (Fraction(12, 13), Fraction(292, 169))
