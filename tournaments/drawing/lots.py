"""Lots that anybody can draw again: from a seed kept in the open, with nothing but SHA-256."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def lot(seed: str, purpose: str, team: int) -> str:
    """The team's lot: 64 hexadecimal digits, the SHA-256 of ``seed|purpose|team`` in UTF-8.

    It depends on nothing else: neither on the other teams nor on the order in which they were entered.
    """
    return hashlib.sha256(text(seed, purpose, team).encode()).hexdigest()


def text(seed: str, purpose: str, team: int) -> str:
    """What a lot is the SHA-256 of."""
    return f"{seed}|{purpose}|{team}"


def by_lot(teams: Iterable[int], seed: str, purpose: str) -> tuple[int, ...]:
    """The teams in order of their lots, the lowest first."""
    return tuple(sorted(teams, key=lambda team: (lot(seed, purpose, team), team)))


def note(seed: str, what: str) -> str:
    """How the lots were drawn, in words."""
    return f"{what} by lot from the seed “{seed}”: each team's lot is worked out from it, and the lowest comes first."
