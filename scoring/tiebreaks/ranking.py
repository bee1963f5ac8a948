"""Teams put in order by a chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.tiebreaks.chains import Chain
from scoring.tiebreaks.criteria import NO_EVIDENCE, Criterion
from scoring.tiebreaks.evidence import Evidence
from scoring.tiebreaks.rows import Group, Row


@dataclass(slots=True)
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


def rank(rows: Iterable[Row], chain: Chain, evidence: Evidence = NO_EVIDENCE) -> list[Ranked]:
    """The rows in order, whatever order they came in.

    Each link splits the groups that the links before it left level, so every team
    has a place and the order is a total preorder. A link that looks at matches among
    the tied starts again, with those that stand next to it in the chain, for each smaller
    group that it leaves level. Level teams stand by name.
    """
    ranked: list[Ranked] = []
    for group, above in _order(tuple(rows), 0, None, chain, starts(chain), evidence):
        place = len(ranked) + 1
        ordered = sorted(group, key=_by_name) if len(group) > 1 else group
        ranked += [Ranked(row, place, None if n else above) for n, row in enumerate(ordered)]
    return ranked


def starts(chain: Chain) -> list[int]:
    """For each link where a group that it parted goes on: behind it, or at the first of its family's run."""
    found: list[int] = []
    for at, link in enumerate(chain):
        follows = at > 0 and link.among and chain[at - 1].among == link.among
        found.append(found[-1] if follows else at if link.among else at + 1)
    return found


def level_before(rows: Iterable[Row], chain: Chain, evidence: Evidence, wanted: frozenset[str]) -> set[int]:
    """The keys of teams still level where the first link whose name is in ``wanted`` has its turn."""
    at = next((at for at, link in enumerate(chain) if link.base in wanted), len(chain))
    before = chain[:at]
    groups = _order(tuple(rows), 0, None, before, starts(before), evidence)
    return {row.key for group, _ in groups if len(group) > 1 for row in group}


@dataclass(frozen=True, slots=True)
class Unfit:
    """A link that could not be applied to teams that were level when it came, and why."""

    link: Criterion
    group: Group
    why: str


def unfit(rows: Iterable[Row], chain: Chain, evidence: Evidence) -> list[Unfit]:
    """Every link that looks at matches and could not be applied, from the top; teams by name.

    Only where some of the teams met: that nobody of a tie has met yet is no surprise, and is said where one asks why.
    """
    found: list[Unfit] = []
    for at, link in enumerate(chain):
        if link.among != "head-to-head":
            continue
        before = chain[:at]
        for group, _ in _order(tuple(rows), 0, None, before, starts(before), evidence):
            keys = [row.key for row in group]
            if len(group) > 1 and link.figures(group, evidence) is None and evidence.among(keys):
                found.append(Unfit(link, tuple(sorted(group, key=_by_name)), link.why_not(group, evidence)))
        break
    return found


def _by_name(row: Row) -> tuple[str, str, int]:
    return (row.name.casefold(), row.name, row.key)


def _order(
    group: Group, at: int, above: Criterion | None, chain: Chain, starts: list[int], evidence: Evidence
) -> Iterator[tuple[Group, Criterion | None]]:
    """The group parted by the links from ``at`` on; the first part keeps what decided it against the group above.

    A stack and not recursion: a thousand teams may fall apart one by one.
    """
    stack: list[tuple[Group, int, Criterion | None]] = [(group, at, above)] if group else []
    while stack:
        group, at, above = stack.pop()
        while at < len(chain) and len(group) > 1:
            link = chain[at]
            parts = link.split(group, evidence)
            if len(parts) > 1:
                stack.extend((part, starts[at], link) for part in reversed(parts[1:]))
                group, at = parts[0], starts[at]
            else:
                at += 1
        yield group, above
