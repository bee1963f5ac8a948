"""What the tie-breaks look at: one team's figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one team over its counted matches; all are 0 or more.

    ``key`` tells teams apart (a primary key); ``name`` orders teams that the whole
    chain leaves level, so that a page never shuffles between two loads.
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


Group = tuple[Row, ...]
"""Teams that are level so far."""
