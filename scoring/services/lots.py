"""Lots drawn in public between teams that everything else leaves level."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scoring.models import LotDraw, Result, ResultState
from scoring.selectors.standings import Standing, Standings, standings
from scoring.selectors.standings_lots import PURPOSE
from scoring.tiebreaks import Evidence
from tournaments.drawing.lots import by_lot
from tournaments.models import DayState, Match, Stage, Tournament, User
from tournaments.services.saving import Errors, lock, refuse
from tournaments.words import tidy


def new_seed() -> str:
    """A seed that nobody could have chosen: 12 letters and digits."""
    return secrets.token_hex(6)


@transaction.atomic
def draw(
    tournament: Tournament,
    *,
    teams: Iterable[int],
    seed: str,
    witnesses: str,
    by: User,
    stage: Stage | None = None,
) -> LotDraw:
    """Draw lots between ``teams`` (ids) from ``seed`` (empty: a new one), before ``witnesses``.

    Only between teams that the standings leave level, all of them at once, and only once: a lot that displeases is not
    drawn again. ValidationError names the field.
    """
    lock(tournament.pk)
    errors = Errors()
    kept = errors.take("seed", lambda: tidy(seed, longest=64, required=False), "")
    named = errors.take("witnesses", lambda: tidy(witnesses, longest=300), "")
    errors.raise_any()
    asked = sorted(set(teams))
    if len(asked) < 2:
        raise refuse("teams", "Lots are drawn between two teams at least.")
    if Evidence(lots=[one.order for one in drawn(tournament, stage)]).lot_of(asked) is not None:
        raise refuse("teams", "Lots were drawn between these teams already; they hold.", "drawn")
    _check(tournament, stage, asked)
    kept = kept or new_seed()
    return LotDraw.objects.create(
        tournament=tournament,
        stage=stage,
        teams=asked,
        seed=kept,
        order=list(by_lot(asked, kept, PURPOSE)),
        witnesses=named,
        drawn_by=by,
        drawn_at=timezone.now(),
    )


def _check(tournament: Tournament, stage: Stage | None, asked: list[int]) -> None:
    """Whether these are all the teams that stand level, of all together or of their division, and have nothing left."""
    overall = standings(tournament, stage=stage)
    of = {row.team_id: row for row in overall.rows}
    if any(team not in of for team in asked):
        raise refuse("teams", "One of these teams is not in these standings.", "unknown")
    divisions = {of[team].division for team in asked}
    views = [overall]
    if len(divisions) == 1 and divisions != {""} and len(overall.divisions) > 1:
        views.append(standings(tournament, stage=stage, division=divisions.pop()))
    level = [_level_with(view, asked) for view in views]
    if not any(level):
        raise refuse("teams", "These teams do not share a rank: there is nothing to draw lots for.", "parted")
    if set(asked) not in [{row.team_id for row in rows} for rows in level]:
        more = next(rows for rows in reversed(level) if rows)
        names = ", ".join(row.team for row in more if row.team_id not in asked)
        raise refuse("teams", f"Level with them too: {names}. Draw between all of them at once.", "more")
    left = Match.objects.filter(Q(home__in=asked) | Q(away__in=asked), tournament=tournament, play_off=False)
    if stage is not None:
        left = left.filter(round__stage=stage)
    confirmed = Result.objects.filter(match=OuterRef("pk"), state=ResultState.CONFIRMED)
    if left.exclude(day_state=DayState.ABANDONED).filter(~Exists(confirmed)).exists():
        raise refuse("teams", "They have matches whose results do not count yet. Lots come last.", "left")


def _level_with(found: Standings, asked: list[int]) -> list[Standing]:
    """All who share the rank of these teams; nobody where these do not share one."""
    ranks = {row.rank for row in found.rows if row.team_id in asked}
    return [row for row in found.rows if row.rank in ranks] if len(ranks) == 1 else []


def drawn(tournament: Tournament, stage: Stage | None) -> list[LotDraw]:
    """The lots that hold for these standings, the earliest first."""
    found = LotDraw.objects.filter(tournament=tournament).order_by("pk")
    return [one for one in found if stage is None or one.stage_id in (None, stage.pk)]
