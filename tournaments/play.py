"""What the set-up must know of play: which matches have begun, how they ended, and who stands where.

All of it stands in the ledger, which lies above this app. So that a draw can be frozen once play starts, the next round
of a knock-out filled in, and the next stage drawn from the standings of another, ``scoring`` hands readers down when
the site starts (``docs/decisions/0060-stages.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

Started = Callable[[Collection[int]], Collection[int]]
Winners = Callable[[Collection[int]], Mapping[int, int]]
Scores = Callable[[Collection[int]], Mapping[int, tuple[int, int]]]
Groups = Sequence[tuple[str, Sequence[Sequence[int]]]]
Ranking = Callable[[int, bool], Groups]

_started: Started | None = None
_winners: Winners | None = None
_scores: Scores | None = None
_ranking: Ranking | None = None


def offer(*, started: Started, winners: Winners, scores: Scores, ranking: Ranking) -> None:
    """Take the readers, each as the function of its name below describes it."""
    global _started, _winners, _scores, _ranking
    _started, _winners, _scores, _ranking = started, winners, scores, ranking


def started(match_ids: Collection[int]) -> frozenset[int]:
    """Those matches of which something is recorded. One query, none for no match."""
    return frozenset(_started(match_ids)) if _started and match_ids else frozenset()


def winners(match_ids: Collection[int]) -> dict[int, int]:
    """The winner of each match whose result is confirmed: ``{match id: team id}``.

    The two matches of a tie on total bullseyes have the winner of the tie, once both are confirmed. A match that ended
    level has none. One query, none for no match; two more where there are such ties.
    """
    return dict(_winners(match_ids)) if _winners and match_ids else {}


def scores(match_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """The confirmed bullseyes (home, away) of each match that has a result. One query, none for no match."""
    return dict(_scores(match_ids)) if _scores and match_ids else {}


def ranking(stage_id: int, *, by_division: bool = False) -> list[tuple[str, list[list[int]]]]:
    """The teams of a published stage in order, those level together: one group named "", or one a division or pool."""
    found = _ranking(stage_id, by_division) if _ranking else ()
    return [(name, [list(level) for level in levels]) for name, levels in found]


Some = Callable[[Collection[int]], Collection[int]]

_over: Some | None = None
_begun: Some | None = None


def offer_day(*, over: Some, begun: Some) -> None:
    """Take the readers of the matches at whose tables play is over, and of those in which something stands."""
    global _over, _begun
    _over, _begun = over, begun


def over(match_ids: Collection[int]) -> frozenset[int]:
    """Those matches at whose tables nothing more is played. One query, none for no match."""
    return frozenset(_over(match_ids)) if _over and match_ids else frozenset()


def begun(match_ids: Collection[int]) -> frozenset[int]:
    """Those matches in which something stands: a walk-over that was taken back is no play. One query."""
    return frozenset(_begun(match_ids)) if _begun and match_ids else frozenset()
