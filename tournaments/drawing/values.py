"""What a draw consists of: plain values, with the reason beside each pairing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Winner:
    """Whoever wins the match of this code."""

    match: str


@dataclass(frozen=True, slots=True)
class Loser:
    """Whoever loses the match of this code."""

    match: str


@dataclass(frozen=True, slots=True)
class Place:
    """Whoever ends at this rank (from 1) of a pool."""

    pool: str
    rank: int


Side: TypeAlias = int | Winner | Loser | Place
"""A team's id, or from where the team will come."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match: who is at home, who comes, and why these two.

    ``code`` names the match within its draw where later rounds depend on it (``SF1``); ``group`` is its pool or cup.
    """

    home: Side
    away: Side
    why: str
    code: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Bye:
    """Who rests in a round (counted from 1), and why."""

    round: int
    team: Side
    why: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """Rounds of pairings in order. ``names`` has a name a round, or none at all.

    ``seed`` is what lots were drawn from (empty: none were), ``purpose`` what for; ``notes`` hold for it all.
    """

    rounds: tuple[tuple[Pairing, ...], ...]
    byes: tuple[Bye, ...] = ()
    seed: str = ""
    names: tuple[str, ...] = ()
    purpose: str = ""
    notes: tuple[str, ...] = ()

    def pairings(self) -> Iterator[Pairing]:
        """Every pairing, round by round."""
        for pairings in self.rounds:
            yield from pairings

    def byes_of(self, round: int) -> tuple[Bye, ...]:
        """Who rests in a round (counted from 1)."""
        return tuple(bye for bye in self.byes if bye.round == round)


def relabelled(draw: Draw, names: Mapping[Side, Side]) -> Draw:
    """The same draw with other sides in the place of some."""
    rounds = tuple(
        tuple(
            replace(pairing, home=names.get(pairing.home, pairing.home), away=names.get(pairing.away, pairing.away))
            for pairing in pairings
        )
        for pairings in draw.rounds
    )
    return replace(draw, rounds=rounds, byes=tuple(replace(b, team=names.get(b.team, b.team)) for b in draw.byes))


class DrawError(ValueError):
    """A draw that cannot be made. ``field`` names what is at fault, ``text`` says it in words."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field
        self.text = text


def distinct(teams: Sequence[Side], *, least: int, most: int, field: str = "teams") -> None:
    """DrawError unless there are ``least`` to ``most`` teams, each once."""
    if len(set(teams)) != len(teams):
        raise DrawError(field, "A team stands in the list twice.")
    if not least <= len(teams) <= most:
        raise DrawError(field, f"This takes {least} to {most} teams; there are {len(teams)}.")
