"""Beside the standings: what each team can still reach, and the lots."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.lots import LotsForm
from scoring.selectors import standings_lots, standings_reach
from scoring.services import lots
from scoring.views.scope import acting, refusal
from scoring.views.standings import asked, number
from tournaments.forms.errors import show

USUAL_PLACES = 1


@require_safe
def reach(request: HttpRequest, slug: str) -> HttpResponse:
    """Highest and lowest rank, through, out, what is needed: for the places of the next stage or ``?places=``."""
    wanted = asked(request, slug)
    found = wanted.found()
    taken = standings_reach.places_of(found)
    typed = request.GET.get("places", "")
    places = number(typed, 9999) if typed else taken or USUAL_PLACES
    query = wanted.query()
    return render(
        request,
        "scoring/standings_reach.html",
        {
            "tournament": wanted.tournament,
            "found": found,
            "asked": wanted,
            "outlook": standings_reach.prospects(found, places) if found.rows else None,
            "taken": taken,
            "places": places,
            "query": f"?{query}" if query else "",
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def draw_lots(request: HttpRequest, slug: str) -> HttpResponse:
    """The lots drawn, for everybody to check; the ties there are, for the director and officials to draw."""
    wanted = asked(request, slug)
    tournament = wanted.tournament
    if wanted.division or wanted.through_round:
        raise Http404("Lots are of the whole tournament or of a stage.")
    status, form = 200, LotsForm()
    if request.method == "POST":
        refused = refusal(request, "scoring.draw_lots", tournament)
        if refused is not None:
            return refused
        form = LotsForm(request.POST)
        if form.is_valid():
            try:
                made = lots.draw(tournament, by=acting(request), stage=wanted.stage, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                messages.success(request, f"Lots drawn from the seed “{made.seed}”.")
                return redirect(request.get_full_path())
        status = 422
    query = wanted.query()
    context: dict[str, Any] = {
        "tournament": tournament,
        "asked": wanted,
        "form": form,
        "drawn": standings_lots.drawn(tournament, wanted.stage),
        "ties": standings_lots.ties(tournament, wanted.stage),
        "may_draw": request.user.has_perm("scoring.draw_lots", tournament),
        "query": f"?{query}" if query else "",
    }
    return render(request, "scoring/standings_lots.html", context, status=status)
