"""How far the teams of a knock-out came, once all its matches are decided, and who won what in a tournament.

Of two halves, home and away, it is the one tie's winner; where there are several ties, none has won the stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.drawing import Draw, DrawError, ordinal, standing
from tournaments.models import Stage, StageKind, StageState, Team
from tournaments.selectors import halves, material


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a knock-out, ``words`` "1st" or "5th to 8th", and the team or teams that share it."""

    words: str
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """A stage that is over, and its winner's name."""

    stage: Stage
    team_id: int
    team: str


def places(draw: Draw, won: Mapping[str, int], names: Mapping[int, str]) -> tuple[Place, ...]:
    """The places of a knock-out's draw as filled in, nobody before all is decided. ``won``: winners by code."""
    if any(pairing.code not in won for pairing in draw.pairings()):
        return ()
    found = []
    at = 1
    for tier in standing(draw, won):
        last = at + len(tier) - 1
        words = ordinal(at) if last == at else f"{ordinal(at)} to {ordinal(last)}"
        found.append(Place(words, tuple(sorted(names.get(team, "?") for team in tier))))
        at = last + 1
    return tuple(found)


def winners(stages: Iterable[Stage]) -> list[Won]:
    """The winner of each knock-out and each tie of two halves among these that is over, in the stages' order.

    No query where there is no such stage, a few for each.
    """
    found: list[Won] = []
    for stage in sorted(stages, key=lambda one: (one.order, one.pk)):
        if stage.state != StageState.PUBLISHED or stage.kind not in (StageKind.KNOCK_OUT, StageKind.TWO_HALVES):
            continue
        best = _of_ties(stage) if stage.kind == StageKind.TWO_HALVES else _of_knock_out(stage)
        if best is not None:
            name = Team.objects.filter(pk=best).values_list("name", flat=True).first()
            found.append(Won(stage, best, name or "?"))
    return found


def _of_knock_out(stage: Stage) -> int | None:
    try:
        draw, won = material.progress(stage, material.matches_by_round(stage))
    except DrawError:  # a winner that is not in the draw: its page says so
        return None
    decided = all(pairing.code in won for pairing in draw.pairings())
    return standing(draw, won)[0][0] if decided else None


def _of_ties(stage: Stage) -> int | None:
    ties = halves.of_stage(stage)
    return ties[0].winner if len(ties) == 1 else None
