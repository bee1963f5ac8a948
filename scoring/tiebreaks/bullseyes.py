"""The family of bullseyes: made, given away, and the difference."""

from __future__ import annotations

from scoring.tiebreaks.criteria import ByFigure

CRITERIA = (
    ByFigure("bullseyes-for", "bullseyes for", lambda row: row.bullseyes_for),
    ByFigure("bullseyes-against", "bullseyes against", lambda row: row.bullseyes_against),
    ByFigure(
        "bullseye-difference",
        "bullseye difference",
        lambda row: row.bullseyes_for - row.bullseyes_against,
        comparatives=("greater", "smaller"),
    ),
)
