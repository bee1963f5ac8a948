"""Why one team stands above another, in words."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.selectors.standings import Standing, Standings
from scoring.tiebreaks import Step, explain

MOST_NAMED = 8
"""Teams of a tie that are named; the rest are counted."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A link's turn: its words, who was level, both figures (the upper team's first), what came of it."""

    link: str
    among: str
    figures: tuple[str, str] | tuple[()]
    decides: bool
    note: str
    again: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """``upper`` stands above ``lower``, or level with it (``level``)."""

    upper: Standing
    lower: Standing
    steps: tuple[ShownStep, ...]
    level: bool

    @property
    def decided_by(self) -> str:
        """The link that decided, in words; empty where none did."""
        return self.steps[-1].link if not self.level else ""


def why(found: Standings, one: int, other: int | None) -> Reason | None:
    """The reason between two teams of the standings; without ``other`` the one next above, or below the first.

    None where there is nobody to compare with.
    """
    at = {row.team_id: n for n, row in enumerate(found.rows)}
    if other is None:
        beside = at[one] - 1 if at[one] else 1
        if beside >= len(found.rows):
            return None
        other = found.rows[beside].team_id
    if one == other:
        return None
    first, second = sorted((one, other), key=at.__getitem__)
    upper, lower = found.rows[at[first]], found.rows[at[second]]
    steps = explain(found.arranged.compared, found.chain, found.arranged.evidence, first, second)
    return Reason(upper, lower, tuple(_shown(step, first) for step in steps), upper.rank == lower.rank)


def _shown(step: Step, first: int) -> ShownStep:
    return ShownStep(
        link=step.link.words,
        among=_named([row.name for row in step.among]),
        figures=step.figures,
        decides=step.above == first,
        note=step.why_not,
        again=step.again,
    )


def _named(names: list[str]) -> str:
    """``A and B``; ``A, B and C``; ``A, B and 12 more``."""
    if len(names) > MOST_NAMED:
        shown = names[: MOST_NAMED - 1]
        return f"{', '.join(shown)} and {len(names) - len(shown)} more"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def reason_json(reason: Reason) -> dict[str, object]:
    """As the API gives it."""
    return {
        "upper": {"team_id": reason.upper.team_id, "team": reason.upper.team, "rank": reason.upper.rank},
        "lower": {"team_id": reason.lower.team_id, "team": reason.lower.team, "rank": reason.lower.rank},
        "level": reason.level,
        "decided_by": reason.decided_by or None,
        "steps": [
            {
                "link": step.link,
                "among": step.among,
                "upper": step.figures[0] if step.figures else None,
                "lower": step.figures[1] if step.figures else None,
                "decides": step.decides,
                "note": step.note or None,
            }
            for step in reason.steps
        ],
    }
