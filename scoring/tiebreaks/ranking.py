"""Teams put in order by a chain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.tiebreaks.chains import Chain
from scoring.tiebreaks.criteria import Criterion
from scoring.tiebreaks.rows import Group, Row


@dataclass(frozen=True, slots=True)
class Ranked:
    """A team in its place.

    ``rank`` counts from 1; teams that the whole chain leaves level share one, and
    the next rank is skipped (1, 2, 2, 4). ``decided_by``: the link that put this
    team below the one above it; None for the first and for a team level with the
    one above.
    """

    row: Row
    rank: int
    decided_by: Criterion | None


def rank(rows: Iterable[Row], chain: Chain) -> list[Ranked]:
    """The rows in order, whatever order they came in.

    Each link splits the groups that the links before it left level, so every team
    has a place and the order is a total preorder. Level teams stand by name.
    """
    groups: list[tuple[Group, Criterion | None]] = [(tuple(rows), None)]
    for link in chain:
        groups = [part for group, above in groups for part in _parts(group, above, link)]
    ranked: list[Ranked] = []
    for group, above in groups:
        place = len(ranked) + 1
        ordered = sorted(group, key=lambda row: (row.name.casefold(), row.name, row.key))
        ranked += [Ranked(row, place, None if n else above) for n, row in enumerate(ordered)]
    return ranked


def _parts(group: Group, above: Criterion | None, link: Criterion) -> list[tuple[Group, Criterion | None]]:
    """A group split by one link; the first part keeps what decided it against the group above."""
    if len(group) < 2:
        return [(group, above)]
    return [(part, link if n else above) for n, part in enumerate(link.split(group))]
