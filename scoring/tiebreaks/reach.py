"""What each team can still reach: its highest and its lowest rank, whatever happens in the matches that are left.

Pure; the standard library alone. Two ways, and each says which it went:

* **Bounds**, always sound. Every team's figure of the chain's first link ends between two numbers. A team is surely
  above another only where its lowest is better than the other's highest; where the two can end level, either may come
  first, unless neither has a match left and their figures tell them apart already.
* **Exact**, where the chain is wins alone and few enough matches are left: every way in which they can end is counted
  (at most ``MOST_WAYS``).

Both take it that every match left is played once, counts, and that nothing already confirmed is changed. Proved against
brute force in ``tests/scoring/test_reach.py``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from scoring.tiebreaks.chains import Chain
from scoring.tiebreaks.criteria import ByFigure, Criterion
from scoring.tiebreaks.evidence import Evidence, Points
from scoring.tiebreaks.rows import Row

MOST_WAYS = 20_000
"""Ways for all matches to end that are still counted one by one."""


@dataclass(frozen=True, slots=True)
class Left:
    """A match that is still to be counted. A team of 0 is one that is not known yet, or not in these standings.

    ``most``: the most bullseyes that one side can make in it. ``level``: whether it may end level.
    """

    home: int
    away: int
    most: int
    level: bool = False


@dataclass(frozen=True, slots=True)
class Credit:
    """What byes may add to a team's figures by the end: least and most of wins, bullseyes for, and against.

    ``played``: byes still to come that count as matches.
    """

    wins: tuple[int, int] = (0, 0)
    bullseyes_for: tuple[int, int] = (0, 0)
    bullseyes_against: tuple[int, int] = (0, 0)
    played: int = 0


@dataclass(frozen=True, slots=True)
class Reach:
    """A team's highest and lowest rank. ``left``: matches it has to play. ``exact``: both can really come about."""

    key: int
    best: int
    worst: int
    left: int
    exact: bool


NEEDED = {"wins": "win", "points": "win", "bullseyes-for": "bullseye"}
"""The first links by which one can say what a team needs, and of what."""


class Outlook:
    """What is left and what can come of it.

    ``rows``: the figures now, without what ``credits`` will add. ``left``: the matches still to be counted.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        left: Sequence[Left],
        chain: Chain,
        evidence: Evidence,
        credits: Mapping[int, Credit] | None = None,
    ) -> None:
        self._rows, self._left, self._chain, self._evidence = rows, left, chain, evidence
        self._credits = credits or {}
        self._own: dict[int, list[Left]] = {row.key: [] for row in rows}
        for one in left:
            for side in (one.home, one.away):
                if side in self._own:
                    self._own[side].append(one)
        self._spans = {
            row.key: _span(row, self._own[row.key], chain[0], evidence, self._credits.get(row.key, Credit()))
            for row in rows
        }
        settled = [row for row in rows if not self._own[row.key] and row.key not in self._credits]
        self._settled = {row.key for row in settled}
        self._beside: dict[Fraction, list[Row]] = {}
        for row in settled:
            self._beside.setdefault(self._spans[row.key].low, []).append(row)

    def reach(self) -> dict[int, Reach]:
        """Highest and lowest rank by each team's key."""
        exact = _by_counting(self._rows, self._left, self._chain, self._evidence) if not self._credits else None
        if exact is not None:
            return {key: Reach(key, best, worst, len(self._own[key]), True) for key, (best, worst) in exact.items()}
        lows = sorted(span.low for span in self._spans.values())
        highs = sorted(span.high for span in self._spans.values())
        over = len(self._settled) == len(self._rows)
        found = {}
        for row in self._rows:
            span = self._spans[row.key]
            above = len(lows) - bisect_right(lows, span.high)
            below = bisect_left(highs, span.low)
            parted = [self._order(row, other) for other in self._level_with(row)]
            above, below = above + parted.count(1), below + parted.count(-1)
            best, worst = above + 1, len(self._rows) - below
            found[row.key] = Reach(row.key, best, worst, len(self._own[row.key]), over and best == worst)
        return found

    def needs(self, key: int, places: int) -> int | None:
        """The fewest wins (or bullseyes, by the first link) more that make sure of one of the first ``places``.

        0: the team is through. None: no number of them makes sure. Sound: that many is enough, whatever the others
        do; where the bounds are not exact, fewer may be enough as well.
        """
        link = self._chain[0]
        own = next(row for row in self._rows if row.key == key)
        if self.reach_of(own) <= places:
            return 0
        if link.name not in NEEDED or self._evidence.by_average:
            return None
        points = self._evidence.points
        worth = points.win - max(points.loss, points.level) if link.base == "points" else 1
        if worth <= 0:
            return None
        mine = self._spans[key]
        if link.base == "bullseyes-for":
            ahead = sorted((span.high for other, span in self._spans.items() if other != key), reverse=True)
            more = max(0, int(ahead[places - 1] - mine.low) + 1) if len(ahead) >= places else 0
            return more if mine.low + more <= mine.high else None
        for more in range(1, len(self._own[key]) + 1):
            reached = mine.low + more * worth
            if sum(self._high_beside(other.key, key, more, worth) >= reached for other in self._rows) < places:
                return more
        return None

    def reach_of(self, row: Row) -> int:
        """The lowest rank of one team, by the bounds."""
        span = self._spans[row.key]
        below = sum(other.high < span.low for other in self._spans.values())
        below += [self._order(row, other) for other in self._level_with(row)].count(-1)
        return len(self._rows) - below

    def _level_with(self, row: Row) -> list[Row]:
        """The others that are level with the team by the first link, where nothing is left for any of them."""
        if row.key not in self._settled:
            return []
        return [other for other in self._beside[self._spans[row.key].low] if other.key != row.key]

    def _order(self, one: Row, other: Row) -> int:
        """-1: ``one`` is surely above; 1: surely below; 0: links that compare teams among themselves come first."""
        for link in self._chain:
            if not isinstance(link, ByFigure):
                return 0
            mine, theirs = link.of(one, self._evidence), link.of(other, self._evidence)
            if mine != theirs:
                return -1 if (mine > theirs) != link.fewer else 1
        return 0

    def _high_beside(self, other: int, key: int, more: int, worth: int) -> Fraction | int:
        """The most that ``other`` can reach when the team ``key`` wins at least ``more`` of its matches.

        Of their matches against each other it wins at least those that its other matches cannot hold.
        """
        if other == key:
            return -(10**10)
        own = self._own[key]
        mutual = sum(other in (one.home, one.away) for one in own)
        lost = max(0, more - (len(own) - mutual))
        return self._spans[other].high - lost * worth


def reach(
    rows: Sequence[Row],
    left: Sequence[Left],
    chain: Chain,
    evidence: Evidence,
    credits: Mapping[int, Credit] | None = None,
) -> dict[int, Reach]:
    """By each team's key; see :class:`Outlook`."""
    return Outlook(rows, left, chain, evidence, credits).reach()


def needs(
    key: int, places: int, rows: Sequence[Row], left: Sequence[Left], chain: Chain, evidence: Evidence
) -> int | None:
    """What makes sure; see :meth:`Outlook.needs`."""
    return Outlook(rows, left, chain, evidence).needs(key, places)


@dataclass(frozen=True, slots=True)
class _Span:
    low: Fraction
    high: Fraction


def _span(row: Row, own: Sequence[Left], link: Criterion, evidence: Evidence, credit: Credit) -> _Span:
    """Between which figures of ``link`` a team ends, more being better; without bounds for a link not known here."""
    ends = _ends(row, own, link, evidence.points, credit) if isinstance(link, ByFigure) else None
    if ends is None or not isinstance(link, ByFigure):
        return _Span(Fraction(-(10**9)), Fraction(10**9))
    low, high = ends
    if evidence.by_average and link.a_match is not None:
        # The matches that a figure is divided by: those that count now, up to all that may yet count.
        now, then = link.a_match(row), link.a_match(row) + len(own) + credit.played
        shares = [Fraction(end, n) if n else Fraction(0) for end in (low, high) for n in (now, then)]
        low_, high_ = min(shares), max(shares)
    else:
        low_, high_ = Fraction(low), Fraction(high)
    return _Span(-high_, -low_) if link.fewer else _Span(low_, high_)


def _ends(row: Row, own: Sequence[Left], link: ByFigure, points: Points, credit: Credit) -> tuple[int, int] | None:
    """The lowest and the highest that a figure can end at."""
    matches, most = len(own), sum(one.most for one in own)
    now = link.figure(row)
    if link.base == "wins":
        return now + credit.wins[0], now + matches + credit.wins[1]
    if link.base == "losses":
        return now, now + matches
    if link.base == "played":
        return now, now + matches + credit.played
    if link.base == "points":
        worths = [sorted((points.win, points.loss, *([points.level] if one.level else []))) for one in own]
        low, high = sum(worth[0] for worth in worths), sum(worth[-1] for worth in worths)
        return now + low + credit.wins[0] * points.win, now + high + credit.wins[1] * points.win
    if link.base == "bullseyes-for":
        return now + credit.bullseyes_for[0], now + most + credit.bullseyes_for[1]
    if link.base == "bullseyes-against":
        return now + credit.bullseyes_against[0], now + most + credit.bullseyes_against[1]
    if link.base == "bullseye-difference":
        low, high = -most - credit.bullseyes_against[1], most - credit.bullseyes_against[0]
        return now + low + credit.bullseyes_for[0], now + high + credit.bullseyes_for[1]
    return None


def _by_counting(
    rows: Sequence[Row], left: Sequence[Left], chain: Chain, evidence: Evidence
) -> dict[int, tuple[int, int]] | None:
    """Each team's best and worst rank over every way the matches can end; None where that is not to be had."""
    if [link.name for link in chain] != ["wins"] or evidence.by_average:
        return None
    ways = 1
    for one in left:
        ways *= 3 if one.level else 2
        if ways > MOST_WAYS:
            return None
    wins = {row.key: row.wins for row in rows}
    endings = [(one.home, one.away, *([0] if one.level else [])) for one in left]
    best = dict.fromkeys(wins, len(rows))
    worst = dict.fromkeys(wins, 1)
    for way in product(*endings):
        then = dict(wins)
        for winner in way:
            if winner in then:
                then[winner] += 1
        for key, own in then.items():
            place = 1 + sum(other > own for other in then.values())
            best[key], worst[key] = min(best[key], place), max(worst[key], place)
    return {key: (best[key], worst[key]) for key in wins}
