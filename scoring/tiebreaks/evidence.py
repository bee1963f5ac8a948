"""What the tie-breaks may look at beside each team's own figures: who met whom, play-offs, lots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple


class Meeting(NamedTuple):
    """One counted match of two teams, by their keys; ``winner`` is None where it ended level."""

    home: int
    away: int
    winner: int | None
    home_bullseyes: int = 0
    away_bullseyes: int = 0

    def margin(self, team: int) -> int:
        """Bullseyes by which ``team`` made more than the other; below 0 for fewer."""
        more = self.home_bullseyes - self.away_bullseyes
        return more if team == self.home else -more


class Points(NamedTuple):
    """What a match is worth."""

    win: int = 2
    level: int = 1
    loss: int = 0


class Evidence:
    """Facts for the links of a chain that compare teams among themselves.

    ``meetings``: the matches that the standings count. ``play_offs``: those that only decide a tie. ``lots``: draws of
    lots, the earliest first, each the keys in the order drawn. ``points``: what a match is worth in a mini-table.
    ``by_average``: figures are compared a match, as exact fractions, and not as totals.
    """

    __slots__ = ("_meetings", "_play_offs", "by_average", "lots", "points")

    def __init__(
        self,
        meetings: Iterable[Meeting] = (),
        play_offs: Iterable[Meeting] = (),
        lots: Iterable[Sequence[int]] = (),
        *,
        points: Points | None = None,
        by_average: bool = False,
    ) -> None:
        self._meetings = _by_pair(meetings)
        self._play_offs = _by_pair(play_offs)
        self.lots = tuple(tuple(draw) for draw in lots)
        self.points = points or Points()
        self.by_average = by_average

    def among(self, teams: Collection[int]) -> list[Meeting]:
        """The counted matches between any two of ``teams``."""
        return _among(self._meetings, teams)

    def played_off(self, teams: Collection[int]) -> list[Meeting]:
        """The play-offs between any two of ``teams``."""
        return _among(self._play_offs, teams)

    def met_equally(self, teams: Collection[int]) -> bool:
        """Whether every two of ``teams`` have met, and all equally often."""
        counts = {len(self._meetings.get(frozenset(pair), ())) for pair in combinations(teams, 2)}
        return len(counts) == 1 and 0 not in counts

    def lot_of(self, teams: Collection[int]) -> tuple[int, ...] | None:
        """The earliest draw of lots that had all of ``teams`` in it."""
        wanted = set(teams)
        return next((draw for draw in self.lots if wanted <= set(draw)), None)


_ByPair = dict[frozenset[int], list[Meeting]]


def _by_pair(meetings: Iterable[Meeting]) -> _ByPair:
    found: _ByPair = {}
    for meeting in meetings:
        found.setdefault(frozenset((meeting.home, meeting.away)), []).append(meeting)
    return found


def _among(by_pair: _ByPair, teams: Collection[int]) -> list[Meeting]:
    if not by_pair:
        return []
    pairs = len(teams) * (len(teams) - 1) // 2
    if pairs <= len(by_pair):
        return [one for pair in combinations(teams, 2) for one in by_pair.get(frozenset(pair), ())]
    wanted = set(teams)
    return [one for pair, some in by_pair.items() if pair <= wanted for one in some]
