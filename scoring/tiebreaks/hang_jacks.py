"""The family of hang jacks: hung, suffered, and the difference.

Hang jacks are marked on the score sheet beside the bullseyes (12.b); the Boston league day of 2024 breaks its last ties
by them: more hung, then fewer suffered.
"""

from __future__ import annotations

from scoring.tiebreaks.criteria import ByFigure
from scoring.tiebreaks.rows import Row


def _figured(row: Row) -> int:
    return row.figured


CRITERIA = (
    ByFigure("hang-jacks-for", "hang jacks for", lambda row: row.hang_jacks_for, a_match=_figured),
    ByFigure("hang-jacks-against", "hang jacks against", lambda row: row.hang_jacks_against, a_match=_figured),
    ByFigure(
        "hang-jack-difference",
        "hang jack difference",
        lambda row: row.hang_jacks_for - row.hang_jacks_against,
        comparatives=("greater", "smaller"),
        a_match=_figured,
    ),
)
