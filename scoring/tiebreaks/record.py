"""The family of matches: played, won, lost."""

from __future__ import annotations

from scoring.tiebreaks.criteria import ByFigure

CRITERIA = (
    ByFigure("wins", "wins", lambda row: row.wins),
    ByFigure("losses", "losses", lambda row: row.losses),
    ByFigure("played", "matches played", lambda row: row.played),
)
