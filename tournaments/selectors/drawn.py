"""What a published draw says of its teams: who is in it, and who rests in which round."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from tournaments.drawing import Draw, DrawError, read
from tournaments.models import Stage, StageKind
from tournaments.selectors.material import Material, drawn_from

RESTING_KINDS = (StageKind.ROUND_ROBIN, StageKind.DOUBLE)
"""The kinds of stage in which a team that rests has a bye."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """``teams``: ids of all that are in the draw. ``rests``: (round within the draw, team's id), in order.

    ``open_rounds``: those in which somebody comes from the result of another match.
    """

    teams: frozenset[int]
    rests: tuple[tuple[int, int], ...]
    open_rounds: tuple[int, ...] = ()


NOBODY = Drawn(frozenset(), ())


def drawn(stage: Stage) -> Drawn:
    """Of a stage; nobody while it is a draft. No query."""
    if stage.drawn is None:
        return NOBODY
    return drawn_again(stage.kind, json.dumps(stage.options), stage.seed, json.dumps(stage.drawn))


@lru_cache(maxsize=64)
def drawn_again(kind: str, options: str, seed: str, material: str) -> Drawn:
    """From what the stage keeps, as JSON text: a draw is a function of these, so nothing here can grow old."""
    entered: Mapping[str, Any] | None = json.loads(material)
    if not entered:
        return NOBODY
    try:
        draw = drawn_from(read(kind, json.loads(options)), seed, cast(Material, entered))
    except DrawError:
        return NOBODY
    rests = tuple((bye.round, bye.team) for bye in draw.byes if isinstance(bye.team, int))
    waiting = tuple(
        number
        for number, pairings in enumerate(draw.rounds, start=1)
        if not all(isinstance(side, int) for pairing in pairings for side in (pairing.home, pairing.away))
    )
    return Drawn(_teams(draw), rests if kind in RESTING_KINDS else (), waiting)


def _teams(draw: Draw) -> frozenset[int]:
    sides = [side for pairing in draw.pairings() for side in (pairing.home, pairing.away)]
    return frozenset(side for side in [*sides, *(bye.team for bye in draw.byes)] if isinstance(side, int))
