"""Lots drawn for the standings as people check them, and the ties that are left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.models import LotDraw
from scoring.selectors.standings import Standing, Standings, standings
from tournaments.drawing.lots import lot, text
from tournaments.models import Stage, Team, Tournament

PURPOSE = "standings"
"""What these lots are drawn for, within the text that each is the hash of."""


@dataclass(frozen=True, slots=True)
class ShownLot:
    """A team's lot, and the text that it is the SHA-256 of."""

    team_id: int
    team: str
    text: str
    lot: str


@dataclass(frozen=True, slots=True)
class ShownDraw:
    """A draw of lots, the first drawn first."""

    draw: LotDraw
    lots: tuple[ShownLot, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """Teams that share a rank; ``of``: the division, empty for all together."""

    rank: int
    of: str
    rows: tuple[Standing, ...]

    @property
    def ids(self) -> str:
        """As the form sends them."""
        return ",".join(str(row.team_id) for row in self.rows)


def drawn(tournament: Tournament, stage: Stage | None) -> tuple[ShownDraw, ...]:
    """The lots that hold for these standings, the earliest first; two queries."""
    found = LotDraw.objects.filter(tournament=tournament).select_related("drawn_by", "stage").order_by("pk")
    draws = [one for one in found if stage is None or one.stage_id in (None, stage.pk)]
    names = dict(Team.objects.filter(tournament=tournament).values_list("pk", "name")) if draws else {}
    return tuple(
        ShownDraw(
            one,
            tuple(
                ShownLot(
                    team,
                    names.get(team, "a team withdrawn"),
                    text(one.seed, PURPOSE, team),
                    lot(one.seed, PURPOSE, team),
                )
                for team in one.order
            ),
        )
        for one in draws
    )


def ties(tournament: Tournament, stage: Stage | None) -> tuple[Tie, ...]:
    """Teams with matches behind them that the standings leave level: of all together, else of each division."""
    overall = standings(tournament, stage=stage)
    found = _ties(overall)
    known = {frozenset(row.team_id for row in tie.rows) for tie in found}
    if len(overall.divisions) > 1:
        for name in overall.divisions:
            of_division = _ties(standings(tournament, stage=stage, division=name))
            found += [tie for tie in of_division if frozenset(row.team_id for row in tie.rows) not in known]
    return tuple(found)


def _ties(found: Standings) -> list[Tie]:
    groups = [(rank, tuple(rows)) for rank, rows in groupby(found.rows, key=lambda row: row.rank)]
    return [Tie(rank, found.division, rows) for rank, rows in groups if len(rows) > 1 and rows[0].played]


def draw_json(shown: ShownDraw) -> dict[str, Any]:
    """As the API gives it."""
    draw = shown.draw
    return {
        "id": draw.pk,
        "stage": draw.stage_id,
        "seed": draw.seed,
        "witnesses": draw.witnesses,
        "drawn_at": draw.drawn_at,
        "drawn_by": str(draw.drawn_by),
        "lots": [{"team_id": one.team_id, "team": one.team, "text": one.text, "lot": one.lot} for one in shown.lots],
    }
