"""Dividing teams into pools, and round robins that pools play side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.drawing.berger import round_robin
from tournaments.drawing.lots import by_lot
from tournaments.drawing.values import Bye, Draw, DrawError, Pairing, distinct

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Pools are named by letters."""
MOST = 512


@dataclass(frozen=True, slots=True)
class Placed:
    """A team's pool, and why it is that one."""

    team: int
    pool: str
    why: str


def snake(teams: Sequence[int], pools: int) -> tuple[Placed, ...]:
    """Pools by strength: the first to A, B, C; the next to C, B, A; and so on. Sizes differ by at most one."""
    _check(teams, pools)
    placed = []
    for at, team in enumerate(teams):
        row, column = divmod(at, pools)
        index = pools - 1 - column if row % 2 else column
        way = "backwards" if row % 2 else "forwards"
        why = f"Seed {at + 1}: row {row + 1} of the snake runs {way} through the pools and comes to {NAMES[index]}."
        placed.append(Placed(team, NAMES[index], why))
    return tuple(placed)


def pools_by_lot(teams: Sequence[int], pools: int, seed: str) -> tuple[Placed, ...]:
    """Pools by lot: the lots in order go to A, B, C, A, B, C, … Sizes differ by at most one."""
    _check(teams, pools)
    return tuple(
        Placed(team, NAMES[at % pools], f"Lot {at + 1} of {len(teams)} goes to pool {NAMES[at % pools]}.")
        for at, team in enumerate(by_lot(teams, seed, "pools"))
    )


def gathered(placed: Sequence[Placed]) -> dict[str, tuple[int, ...]]:
    """The teams of each pool, in order of their placing."""
    names = sorted({one.pool for one in placed})
    return {name: tuple(one.team for one in placed if one.pool == name) for name in names}


def side_by_side(pools: Mapping[str, Sequence[int]], *, double: bool = False, rounds: int | None = None) -> Draw:
    """Every pool plays its round robin; round 1 of all of them is one round, and so on.

    ``rounds`` plays at most so many; a pool that has fewer is done earlier.
    """
    if not pools:
        raise DrawError("pools", "There is no pool.")
    distinct([team for teams in pools.values() for team in teams], least=2, most=MOST)
    if rounds is not None and rounds < 1:
        raise DrawError("rounds", "At least one round is played.")
    draws = []
    for name, teams in pools.items():
        if len(teams) < 2:
            raise DrawError("pools", f"{name} has {len(teams)} of the two teams that a pool needs at least.")
        whole = (len(teams) - 1 + len(teams) % 2) * (2 if double else 1)
        draws.append(
            round_robin(teams, double=double, rounds=None if rounds is None else min(rounds, whole), group=name)
        )
    count = max(len(draw.rounds) for draw in draws)
    if rounds is not None and rounds > count:
        raise DrawError("rounds", f"There are only {count} rounds to play.")
    together: list[tuple[Pairing, ...]] = []
    byes: list[Bye] = []
    for number in range(1, count + 1):
        together.append(
            tuple(pairing for draw in draws if number <= len(draw.rounds) for pairing in draw.rounds[number - 1])
        )
        byes.extend(bye for draw in draws for bye in draw.byes_of(number))
    return Draw(tuple(together), tuple(byes))


def _check(teams: Sequence[int], pools: int) -> None:
    distinct(teams, least=2, most=MOST)
    most = min(len(teams) // 2, len(NAMES))
    if not 1 <= pools <= most:
        raise DrawError("pools", f"{len(teams)} teams make 1 to {most} pools of two or more.")
