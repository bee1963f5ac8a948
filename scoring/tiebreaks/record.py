"""The family of matches: match points, wins, losses, level, played.

Points for a win, a level match and a loss are the tournament's own: the written code is silent about leagues. Two, one
and none unless it says otherwise: as FIBA Official Basketball Rules, Appendix D, D.1.1, less the one point that
basketball gives for turning up. Wins before all else is what 13.c makes of a match: won, or lost.
"""

from __future__ import annotations

from scoring.tiebreaks.criteria import ByFigure
from scoring.tiebreaks.rows import Row


def _played(row: Row) -> int:
    return row.played


CRITERIA = (
    ByFigure("points", "points", lambda row: row.points, a_match=_played),
    ByFigure("wins", "wins", lambda row: row.wins, a_match=_played),
    ByFigure("losses", "losses", lambda row: row.losses, a_match=_played),
    ByFigure("played", "matches played", _played),
)
