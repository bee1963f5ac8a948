"""Figures of hands: how long games are, and kicks against what was to be expected of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules_engine.chalking import kick_points
from rules_engine.odds import KickOdds, kick_odds
from rules_engine.rulesets import Ruleset
from rules_engine.table_state import WonBy
from scoring.selectors.statistics.dealing import Dealt
from scoring.selectors.statistics.evidence import At


@dataclass(frozen=True, slots=True)
class Lengths:
    """Hands a game, of games recorded hand by hand and sung. ``by_hands``: how many games had so many hands.

    ``shortest`` and ``longest``: id of a match in which there was such a game. ``tables``: from how many tables.
    """

    by_hands: Mapping[int, int]
    shortest: int | None
    longest: int | None
    tables: int

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(self.by_hands.values())

    @property
    def hands(self) -> int:
        """How many hands they had together."""
        return sum(hands * games for hands, games in self.by_hands.items())

    @property
    def mean(self) -> Fraction | None:
        """Hands a game; None where there is no game."""
        return Fraction(self.hands, self.games) if self.games else None

    @property
    def mean_words(self) -> str:
        """The same to one place."""
        return "" if self.mean is None else f"{float(self.mean):.1f}"


def lengths(tables: Iterable[At]) -> Lengths:
    """Games that a pair sang with all their hands on record; one cut short or typed whole tells nothing."""
    by_hands: Counter[int] = Counter()
    where: dict[int, int] = {}
    seen = set()
    for at in tables:
        for game in at.state.games:
            if game.won_by is WonBy.SUNG and game.hands:
                by_hands[game.hands] += 1
                where.setdefault(game.hands, at.match_id)
                seen.add(at.id)
    ordered = dict(sorted(by_hands.items()))
    return Lengths(
        ordered, where[min(ordered)] if ordered else None, where[max(ordered)] if ordered else None, len(seen)
    )


@dataclass(slots=True)
class Dealer:
    """What somebody kicked. ``first``: points of first kicks; ``run_kicks``, ``run_points``: of kicks after a run."""

    player: int | None
    deals: int = 0
    scoring: int = 0
    first: int = 0
    run_kicks: int = 0
    run_points: int = 0

    def add(self, points: Sequence[int]) -> None:
        """Enter the kicks of one deal."""
        self.deals += 1
        self.scoring += points[0] > 0
        self.first += points[0]
        self.run_kicks += len(points) - 1
        self.run_points += sum(points[1:])


@dataclass(frozen=True, slots=True)
class Kicks:
    """Kicks by dealer, the most points above expectation first. ``untold``: deals whose dealer is not known.

    ``total`` has every deal, those whose dealer is not known among them.
    """

    odds: KickOdds
    total: Dealer
    dealers: tuple[Dealer, ...]
    untold: int
    tables: int = field(default=0)


def kicks(
    tables: Iterable[At], dealt: Mapping[int, Iterable[Dealt]], ruleset: Ruleset, who_is: Mapping[int, int]
) -> Kicks:
    """Points of the cards kicked, as they were turned up, whatever a ruling made of them later.

    A hand recorded without its kick counts as no deal: it tells nothing of the card.
    """
    worth = {rank: kick_points(ruleset, rank) for rank in "?23456789TJQKA"}
    odds = kick_odds(ruleset)
    total = Dealer(None)
    dealers: dict[int, Dealer] = {}
    untold = 0
    seen = set()
    for at in tables:
        for hand in dealt.get(at.id, ()):
            if not hand.kicks:
                continue
            points = [worth[rank] for rank in hand.kicks]
            total.add(points)
            seen.add(at.id)
            sat = at.dealer(hand.dealer, hand.event) if hand.dealer else None
            if sat is None:
                untold += 1
            else:
                player = who_is.get(sat, sat)
                dealers.setdefault(player, Dealer(player)).add(points)
    ordered = sorted(dealers.values(), key=lambda one: (odds.expected(one.deals) - one.first, -one.deals, one.player))
    return Kicks(odds, total, tuple(ordered), untold, len(seen))
