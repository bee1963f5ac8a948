"""Seats and pairs.

Seats lie on a compass rose seen from above; the deal and the play run
anticlockwise. From S that is S, E, N, W, so with dealer S the lead player is E
(dealer's right) and the cutter W (dealer's left).
Source: clauses 1.d, 1.j, 5.a.
"""

from __future__ import annotations

from enum import StrEnum


class Pair(StrEnum):
    """Two partners who sit opposite each other."""

    NS = "NS"
    EW = "EW"

    # Enum hashes in Python; the text's own hash is equal and many times faster.
    __hash__ = str.__hash__

    @property
    def opponents(self) -> Pair:
        """The other pair at the table."""
        return Pair.EW if self is Pair.NS else Pair.NS


class Seat(StrEnum):
    """One of the four places at a table."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    __hash__ = str.__hash__

    @property
    def pair(self) -> Pair:
        """The pair that sits here."""
        return _PAIR[self]

    @property
    def next(self) -> Seat:
        """The seat on the right: the next to be dealt to, to play, to deal (5.a)."""
        return _NEXT[self]

    @property
    def previous(self) -> Seat:
        """The seat on the left: with the dealer's seat given, the cutter (1.d)."""
        return _PREVIOUS[self]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _NEXT[_NEXT[self]]


_NEXT = {Seat.S: Seat.E, Seat.E: Seat.N, Seat.N: Seat.W, Seat.W: Seat.S}
_PREVIOUS = {after: before for before, after in _NEXT.items()}
_PAIR = {Seat.N: Pair.NS, Seat.E: Pair.EW, Seat.S: Pair.NS, Seat.W: Pair.EW}

ROUND: tuple[Seat, Seat, Seat, Seat] = (Seat.S, Seat.E, Seat.N, Seat.W)
"""The seats in the order of the deal and of the play."""
