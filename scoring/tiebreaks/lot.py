"""The lot: when nothing else parts them.

Source: the last criterion nearly everywhere (FIBA Official Basketball Rules, Appendix D, D.1.3 ends with a draw). Here
it is drawn once, in public, from a seed that is kept: anybody can work it out again. The earliest draw that had all of
the tied teams in it holds, and goes on holding for the rest when one of them drops out of the tie.
"""

from __future__ import annotations

from typing import Any

from scoring.tiebreaks.criteria import ByFacts, Figures
from scoring.tiebreaks.evidence import Evidence
from scoring.tiebreaks.rows import Group


class Lot(ByFacts):
    """The order in which they were drawn."""

    base = "lot"
    words = "the lot"

    def figures(self, group: Group, evidence: Evidence) -> Figures | None:
        """The place in the draw, below 0 so that the first drawn has most."""
        drawn = evidence.lot_of([row.key for row in group])
        return None if drawn is None else {row.key: -1 - drawn.index(row.key) for row in group}

    def why_not(self, group: Group, evidence: Evidence) -> str:
        """No lots were drawn among them."""
        return "No lots have been drawn among them."

    def shown(self, figure: Any) -> str:
        """``drawn no. 2``."""
        return f"drawn no. {-figure}"


CRITERIA = (Lot(),)
