"""The order of the standings: a chain of criteria, as data. Pure; standard library only.

    chain = parse_chain("bullseyes-for,-bullseyes-against,wins")
    for place in rank(rows, chain): print(place.rank, place.row.name, place.decided_by)

One small module a family: :mod:`record` (matches), :mod:`bullseyes`, :mod:`hang_jacks`, :mod:`head_to_head`,
:mod:`play_off`, :mod:`lot`; each says whose rule it is. What a link needs to know beside the teams' own figures is an
:class:`Evidence`.
"""

from scoring.tiebreaks.chains import Chain, ChainError, describe, in_words, names, parse_chain, to_list
from scoring.tiebreaks.criteria import ByFigure, Criterion
from scoring.tiebreaks.evidence import Evidence, Meeting, Points
from scoring.tiebreaks.explain import Step, explain
from scoring.tiebreaks.ranking import Ranked, Unfit, level_before, rank, unfit
from scoring.tiebreaks.rows import Group, Row

__all__ = [
    "ByFigure",
    "Chain",
    "ChainError",
    "Criterion",
    "Evidence",
    "Group",
    "Meeting",
    "Points",
    "Ranked",
    "Row",
    "Step",
    "Unfit",
    "describe",
    "explain",
    "in_words",
    "level_before",
    "names",
    "parse_chain",
    "rank",
    "to_list",
    "unfit",
]
