"""The family of bullseyes: made, given away, and the difference.

A bullseye is a game won, and a match the race to a number of them (13.c), so the three are what leagues elsewhere call
games or goals for, against and difference (FIBA Official Basketball Rules, D.1.3, third to fifth criterion). The Boston
league day of 2024 orders by bullseyes made, then by fewer given away (its published results are in the tests' data).
"""

from __future__ import annotations

from scoring.tiebreaks.criteria import ByFigure
from scoring.tiebreaks.rows import Row


def _figured(row: Row) -> int:
    return row.figured


CRITERIA = (
    ByFigure("bullseyes-for", "bullseyes for", lambda row: row.bullseyes_for, a_match=_figured),
    ByFigure("bullseyes-against", "bullseyes against", lambda row: row.bullseyes_against, a_match=_figured),
    ByFigure(
        "bullseye-difference",
        "bullseye difference",
        lambda row: row.bullseyes_for - row.bullseyes_against,
        comparatives=("greater", "smaller"),
        a_match=_figured,
    ),
)
