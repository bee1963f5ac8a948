"""The family of hang jacks: hung, suffered, and the difference."""

from __future__ import annotations

from scoring.tiebreaks.criteria import ByFigure

CRITERIA = (
    ByFigure("hang-jacks-for", "hang jacks for", lambda row: row.hang_jacks_for),
    ByFigure("hang-jacks-against", "hang jacks against", lambda row: row.hang_jacks_against),
    ByFigure(
        "hang-jack-difference",
        "hang jack difference",
        lambda row: row.hang_jacks_for - row.hang_jacks_against,
        comparatives=("greater", "smaller"),
    ),
)
