"""The family of results among the tied: a table of the matches between all teams that are level, and of no others.

Source: FIBA Official Basketball Rules, Appendix D, D.1.3 (the games between all the teams that are level decide, first
by their record, then by the difference) and D.1.4 (as soon as that puts one of them in its place, the rest are looked
at afresh, by the games among themselves). A link of this family therefore starts again for every smaller group that it
or its neighbour leaves level; :mod:`scoring.tiebreaks.ranking` does that.

Where not every two of the tied teams have met equally often, such a table would count a team down for a match that it
never had. It is then not used at all, and the page says so.
"""

from __future__ import annotations

from scoring.tiebreaks.criteria import ByFacts, Figures
from scoring.tiebreaks.evidence import Evidence
from scoring.tiebreaks.rows import Group


class _AmongTheTied(ByFacts):
    among = "head-to-head"

    def figures(self, group: Group, evidence: Evidence) -> Figures | None:
        """None where not every two of them have met equally often."""
        keys = [row.key for row in group]
        return self.table(keys, evidence) if evidence.met_equally(keys) else None

    def table(self, keys: list[int], evidence: Evidence) -> dict[int, int]:
        """The figure of each team in the matches among ``keys``."""
        raise NotImplementedError

    def why_not(self, group: Group, evidence: Evidence) -> str:
        """The teams have not all met, or not equally often."""
        if not evidence.among([row.key for row in group]):
            return "They have not met."
        return "Not every two of them have met equally often, so the matches among them decide nothing."


class HeadToHead(_AmongTheTied):
    """Points in the matches among all the tied teams."""

    base = "head-to-head"
    words = "more points in the matches among the tied"

    def table(self, keys: list[int], evidence: Evidence) -> dict[int, int]:
        """Points as the tournament gives them."""
        points = dict.fromkeys(keys, 0)
        worth = evidence.points
        for one in evidence.among(keys):
            for team in (one.home, one.away):
                points[team] += worth.level if one.winner is None else worth.win if one.winner == team else worth.loss
        return points


class HeadToHeadBullseyes(_AmongTheTied):
    """Bullseye difference in the matches among all the tied teams."""

    base = "head-to-head-bullseyes"
    words = "greater bullseye difference in the matches among the tied"

    def table(self, keys: list[int], evidence: Evidence) -> dict[int, int]:
        """Bullseyes made less bullseyes given away."""
        margins = dict.fromkeys(keys, 0)
        for one in evidence.among(keys):
            for team in (one.home, one.away):
                margins[team] += one.margin(team)
        return margins


CRITERIA = (HeadToHead(), HeadToHeadBullseyes())
