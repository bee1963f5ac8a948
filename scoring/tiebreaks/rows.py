"""What the tie-breaks look at: one team's figures."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """The figures of one team over its counted matches; all are 0 or more.

    ``key`` tells teams apart (a primary key); ``name`` orders teams that the whole
    chain leaves level, so that a page never shuffles between two loads. ``scored``:
    matches whose bullseyes and hang jacks count, where that is not all that were
    ``played`` (-1: all of them); averages of those figures divide by it.
    """

    key: int
    name: str
    played: int = 0
    wins: int = 0
    losses: int = 0
    bullseyes_for: int = 0
    bullseyes_against: int = 0
    hang_jacks_for: int = 0
    hang_jacks_against: int = 0
    level: int = 0
    points: int = 0
    scored: int = -1

    @property
    def figured(self) -> int:
        """Matches whose bullseyes and hang jacks count."""
        return self.played if self.scored < 0 else self.scored


Group = tuple[Row, ...]
"""Teams that are level so far."""
