"""A stage made of rounds that stand already: entered by hand or taken in from a file."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournaments.drawing import DrawError, read
from tournaments.models import Match, Round, Stage, StageKind, StageState, Tournament, User
from tournaments.selectors import listings, material
from tournaments.services import stages
from tournaments.services.saving import lock, refuse


@transaction.atomic
def gather(tournament: Tournament, by: User, *, name: str = "") -> Stage:
    """All rounds of no stage that have matches become one stage, published as they stand; no match changes.

    So that the next stage can take its teams from their standings. ValidationError where there are none, where a team
    has two matches in a round, or where the name is taken.
    """
    tournament = lock(tournament.pk)
    rounds = list(listings.loose_rounds(tournament))
    if not rounds:
        raise refuse("rounds", "Every round with matches belongs to a stage already.", "nothing")
    pairs = [_pairs(round) for round in rounds]
    found = material.entered(tournament)
    # A team that has withdrawn since played its matches all the same.
    known = set(found["teams"])
    found["teams"] += sorted({team for some in pairs for pair in some for team in pair} - known)
    options = {"fixtures": pairs}
    try:
        material.drawn_from(read(StageKind.PRESCRIBED, options), "", found)
    except DrawError as error:
        raise refuse("rounds", error.text) from error
    stage = stages.add(tournament, kind=StageKind.PRESCRIBED, name=name, options=options)
    for at, round in enumerate(rounds, start=1):
        round.stage, round.drawn_as = stage, at
    Round.objects.bulk_update(rounds, ["stage", "drawn_as"])
    stage.state, stage.drawn = StageState.PUBLISHED, found
    stage.published_at, stage.published_by = timezone.now(), by
    stage.save()
    return stage


def _pairs(round: Round) -> Sequence[Sequence[int]]:
    matches = Match.objects.filter(round=round, play_off=False).order_by("pk")
    return [[home, away] for home, away in matches.values_list("home_id", "away_id")]
