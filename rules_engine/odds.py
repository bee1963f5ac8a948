"""What a kick is worth before it is turned up, worked out from the pack.

The kick is the card that a shuffled pack has on top after the first deal: each of the 52 is as likely as any
other. Of every rank there are four. With an ace for 1, a jack for 3, a deuce (by the other reading a six) for 2:

    chance that it scores   3 × 4 / 52                      =  3/13
    points to be expected   (4 × 1 + 4 × 3 + 4 × 2) / 52    =  6/13
    its square              (4 × 1 + 4 × 9 + 4 × 4) / 52    = 14/13
    variance                14/13 − (6/13)²                 = 146/169

Over n deals the kicked points are expected at 6n/13, and about 19 times in 20 within two standard deviations of it.

This holds for the first kick of a deal. Whether the pack is run is decided by somebody who has seen six
cards, so what is kicked after that is no fair draw from the pack any more, and nothing is claimed of it.
Source: clauses 1.i, 7.a; reading ``kicked_third_card``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from rules_engine.cards import CARDS
from rules_engine.chalking import kick_points
from rules_engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class KickOdds:
    """Of the first kick of one deal: ``chance`` that it scores, ``points`` expected, and their ``variance``; exact."""

    chance: Fraction
    points: Fraction
    variance: Fraction

    def expected(self, deals: int) -> Fraction:
        """Points to be expected over so many deals."""
        return self.points * deals

    def deviation(self, deals: int) -> float:
        """Standard deviation of the points of so many deals; each pack is shuffled anew, so the variances add up."""
        return sqrt(self.variance * deals)


def kick_odds(ruleset: Ruleset) -> KickOdds:
    """The odds of a first kick under ``ruleset``, card by card over the whole pack."""
    points = [kick_points(ruleset, card) for card in CARDS]
    pack = len(points)
    mean = Fraction(sum(points), pack)
    return KickOdds(
        chance=Fraction(sum(1 for n in points if n), pack),
        points=mean,
        variance=Fraction(sum(n * n for n in points), pack) - mean**2,
    )
