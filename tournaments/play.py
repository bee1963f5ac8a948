"""What the set-up must know of play: which matches have begun, and who won.

Both stand in the ledger, which lies above this app. So that a draw can be frozen once play starts, and the next round
of a knock-out filled in, ``scoring`` hands two readers down when the site starts (``docs/decisions/0060-stages.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

Started = Callable[[Collection[int]], Collection[int]]
Winners = Callable[[Collection[int]], Mapping[int, int]]

_started: Started | None = None
_winners: Winners | None = None


def offer(*, started: Started, winners: Winners) -> None:
    """Take the readers: ids of matches to those begun, and to the winning team's id of each confirmed result."""
    global _started, _winners
    _started, _winners = started, winners


def started(match_ids: Collection[int]) -> frozenset[int]:
    """Those matches of which something is recorded. One query, none for no match."""
    return frozenset(_started(match_ids)) if _started and match_ids else frozenset()


def winners(match_ids: Collection[int]) -> dict[int, int]:
    """The winner of each match whose result is confirmed: ``{match id: team id}``. One query, none for no match."""
    return dict(_winners(match_ids)) if _winners and match_ids else {}


Over = Callable[[Collection[int]], Collection[int]]

_over: Over | None = None


def offer_over(over: Over) -> None:
    """Take the reader of the matches at whose tables nothing more is played."""
    global _over
    _over = over


def over(match_ids: Collection[int]) -> frozenset[int]:
    """Those matches at whose tables nothing more is played. One query, none for no match."""
    return frozenset(_over(match_ids)) if _over and match_ids else frozenset()
