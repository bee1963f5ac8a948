"""Why one team stands above another: the chain link by link, with both figures, until one decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.tiebreaks.chains import Chain
from scoring.tiebreaks.criteria import Criterion
from scoring.tiebreaks.evidence import Evidence
from scoring.tiebreaks.ranking import starts
from scoring.tiebreaks.rows import Group, Row


@dataclass(frozen=True, slots=True)
class Step:
    """One link's turn. ``among``: all the teams that were level when it came, the two in question too.

    ``figures``: those of the two, as people read them; empty where the link could not be applied, and ``why_not`` says
    why. ``above``: the key of the team that it puts above; None where it left the two level. ``again``: a smaller
    group looked at afresh.
    """

    link: Criterion
    among: tuple[Row, ...]
    figures: tuple[str, str] | tuple[()]
    above: int | None
    why_not: str = ""
    again: bool = False


def explain(rows: Iterable[Row], chain: Chain, evidence: Evidence, one: int, other: int) -> list[Step]:
    """The links up to the one that decides between two teams of ``rows``, given by their keys; all, if none does.

    The same parting of groups as in :func:`scoring.tiebreaks.rank`, along the part that holds both. KeyError when one
    of the two is not among the rows.
    """
    group: Group = tuple(rows)
    pair = {row.key for row in group} & {one, other}
    if len(pair) != 2:
        raise KeyError(one if one not in pair else other)
    steps: list[Step] = []
    goes_on = starts(chain)
    at, again = 0, False
    while at < len(chain):
        link = chain[at]
        found = link.figures(group, evidence)
        among = tuple(sorted(group, key=lambda row: (row.name.casefold(), row.name, row.key)))
        if found is None:
            steps.append(Step(link, among, (), None, link.why_not(group, evidence), again))
            at += 1
            again = again and at < len(chain) and chain[at].among == link.among
            continue
        figures = (link.shown(found[one]), link.shown(found[other]))
        parts = link.split(group, evidence)
        holding = [part for part in parts if any(row.key in (one, other) for row in part)]
        if len(holding) == 2:
            above = one if any(row.key == one for row in holding[0]) else other
            steps.append(Step(link, among, figures, above, again=again))
            return steps
        steps.append(Step(link, among, figures, None, again=again))
        if len(parts) > 1:
            again = bool(link.among)
            group, at = holding[0], goes_on[at]
        else:
            at += 1
            again = again and at < len(chain) and chain[at].among == link.among
    return steps
