"""From pools into a knock-out: teams of one pool meet again as late as can be."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.drawing.knockout import knock_out, meeting_round, size_for
from tournaments.drawing.values import Draw, DrawError, Place, Side

NOTE = "Ranks of the pools are seeded in turn; teams of one pool meet again as late as the bracket allows."


def cross_over(pools: Sequence[str], through: int, *, third_place: bool = False, minor_cup: bool = False) -> Draw:
    """The knock-out of the first ``through`` of every pool, as places (``Place("A", 1)``).

    All firsts are seeded above all seconds and so on, the pools in the order given. Within a rank the pools are
    assigned to seeds so that the earliest meeting of two teams of one pool is as late as possible.
    """
    seeded = seeds(pools, through)
    reasons: dict[Side, str] = {place: f"{ordinal(place.rank)} of {place.pool}." for place in seeded}
    draw = knock_out(list(seeded), third_place=third_place, minor_cup=minor_cup, reasons=reasons)
    return Draw(draw.rounds, draw.byes, names=draw.names, notes=(NOTE,))


def seeds(pools: Sequence[str], through: int) -> tuple[Place, ...]:
    """The places of the pools in order of their seeds."""
    if len(set(pools)) != len(pools) or not pools:
        raise DrawError("pools", "Every pool is named once, and there is one at least.")
    if through < 1 or len(pools) * through < 2:
        raise DrawError("through", "At least two teams go through.")
    if len(pools) * through > 512:
        raise DrawError("through", "At most 512 teams go through.")
    return seeded([Place(pool, rank) for rank in range(1, through + 1) for pool in pools])


def seeded(places: Sequence[Place]) -> tuple[Place, ...]:
    """These places in order of their seeds: rank after rank, teams of one pool as far apart as can be.

    A pool may lack a rank that others have.
    """
    size = size_for(len(places))
    taken: dict[str, list[int]] = {place.pool: [] for place in places}
    order: list[Place] = []
    for rank in sorted({place.rank for place in places}):
        pools = [place.pool for place in places if place.rank == rank]
        slots = range(len(order) + 1, len(order) + len(pools) + 1)
        late = [
            [min((meeting_round(slot, seed, size) for seed in taken[pool]), default=99) for slot in slots]
            for pool in pools
        ]
        chosen = _latest(late)
        by_slot = {slots[at]: pool for pool, at in zip(pools, chosen, strict=True)}
        for slot in slots:
            taken[by_slot[slot]].append(slot)
            order.append(Place(by_slot[slot], rank))
    return tuple(order)


def _latest(late: list[list[int]]) -> list[int]:
    """A slot for each pool, each its own, with the smallest of ``late[pool][slot]`` as large as can be."""
    for least in sorted({value for row in late for value in row}, reverse=True):
        found = _matching([[at for at, value in enumerate(row) if value >= least] for row in late])
        if found is not None:
            return found
    raise AssertionError("Without a bound every assignment will do.")


def _matching(wanted: list[list[int]]) -> list[int] | None:
    """One slot for each row out of those wanted, all different (augmenting paths); None when there is none."""
    holder: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        # Free slots first, so that nobody is moved without need.
        for slot in sorted(wanted[row], key=lambda slot: (slot in holder, slot)):
            if slot in seen:
                continue
            seen.add(slot)
            if slot not in holder or place(holder[slot], seen):
                holder[slot] = row
                return True
        return False

    if not all(place(row, set()) for row in range(len(wanted))):
        return None
    slot_of = {row: slot for slot, row in holder.items()}
    return [slot_of[row] for row in range(len(wanted))]


def ordinal(rank: int) -> str:
    """``1st``, ``2nd``, ``11th``."""
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"
