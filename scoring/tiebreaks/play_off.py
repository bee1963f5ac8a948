"""The play-off: a match, or several, played for nothing but the tie.

Source: FIDE Handbook C.07 rules on play-offs beside the tie-breaks that are worked out. A league of All Fours plays one
game more between those who stand level; the match counts in no other figure.
"""

from __future__ import annotations

from typing import Any

from scoring.tiebreaks.criteria import ByFacts, Figures
from scoring.tiebreaks.evidence import Evidence, Meeting
from scoring.tiebreaks.rows import Group


class PlayOff(ByFacts):
    """More wins, then fewer losses in the play-offs among the tied teams.

    Two teams play one game; three or more may play a small round robin, or one after another until one is left: both
    come out right. It decides nothing before the play-offs link all the tied teams, directly or through another.
    """

    base = "play-off"
    words = "better in the play-off"
    among = "play-off"

    def figures(self, group: Group, evidence: Evidence) -> Figures | None:
        """(wins, losses below 0) by team."""
        keys = [row.key for row in group]
        played = evidence.played_off(keys)
        if not _linked(keys, played):
            return None
        won, lost = dict.fromkeys(keys, 0), dict.fromkeys(keys, 0)
        for one in played:
            if one.winner is not None:
                won[one.winner] += 1
                lost[one.away if one.winner == one.home else one.home] -= 1
        return {key: (won[key], lost[key]) for key in keys}

    def why_not(self, group: Group, evidence: Evidence) -> str:
        """No play-off yet, or not between all of them."""
        if evidence.played_off([row.key for row in group]):
            return "The play-offs so far do not put all of them in one order."
        return "No play-off has been played among them."

    def shown(self, figure: Any) -> str:
        """Won and lost."""
        won, lost = figure
        return f"{won} won, {-lost} lost"


def _linked(keys: list[int], meetings: list[Meeting]) -> bool:
    """Whether every team can be reached from the first along the meetings."""
    beside: dict[int, set[int]] = {key: set() for key in keys}
    for one in meetings:
        beside[one.home].add(one.away)
        beside[one.away].add(one.home)
    reached, todo = {keys[0]}, [keys[0]]
    while todo:
        new = beside[todo.pop()] - reached
        reached |= new
        todo.extend(new)
    return len(reached) == len(keys)


CRITERIA = (PlayOff(),)
