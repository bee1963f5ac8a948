"""The published draws of a tournament, for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import Stage, StageState, Tournament
from tournaments.selectors import draws, listings, sizes


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages whose draws are published, in order."""
    tournament = get_object_or_404(Tournament, slug=slug)
    found = list(listings.stages(tournament).filter(state=StageState.PUBLISHED).select_related("source", "tournament"))
    states = draws.states(found)
    rows = [{"stage": stage, "state": StageState(states[stage.pk]), "size": _size(stage)} for stage in found]
    return render(request, "tournaments/draws.html", {"tournament": tournament, "rows": rows})


@require_safe
def one(request: HttpRequest, slug: str, stage_id: int) -> HttpResponse:
    """A published draw: who meets whom and why, and how to draw it again."""
    stages = Stage.objects.filter(state=StageState.PUBLISHED).select_related("tournament", "source")
    stage = get_object_or_404(stages, pk=stage_id, tournament__slug=slug)
    shown = draws.shown(stage)
    context = {"tournament": stage.tournament, "stage": stage, "draw": shown, "size": _size(stage)}
    return render(request, "tournaments/draw.html", {**context, "state": StageState(shown.state)})


def _size(stage: Stage) -> sizes.Size:
    return sizes.ruled(sizes.of_stage(stage, stage.tournament), stage.tournament)
