"""A player and a club across tournaments, for everybody to read."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from scoring.charts import of_statistics as charts
from scoring.selectors import people
from scoring.selectors.statistics.shown import FIRST
from tournaments.models import Club, Player
from tournaments.selectors.identity import canonical_club, canonical_player


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player; one who turned out to be another leads to that one (for as long as it is not undone)."""
    found = get_object_or_404(Player.objects.select_related("same_as"), pk=player_id)
    if (who := canonical_player(found)) != found:
        return redirect("player", who.pk)
    page = people.player_shown(found)
    if page is None:
        raise Http404("Nothing is known of this player.")
    return render(request, "scoring/player.html", {"page": page})


@require_safe
def club(request: HttpRequest, club_id: int) -> HttpResponse:
    """A club; one that turned out to be another leads to that one."""
    found = get_object_or_404(Club.objects.select_related("same_as"), pk=club_id)
    if (which := canonical_club(found)) != found:
        return redirect("club", which.pk)
    page = people.club_shown(found)
    if page is None:
        raise Http404("Nothing is known of this club.")
    own = frozenset(place.team.pk for place in page.teams)
    context = {
        "page": page,
        "margins": charts.team_margins(page.matches, own, found.name),
        "margin_lines": charts.margin_lines(page.matches, own),
        "bullseyes": page.players.bullseyes[:FIRST],
        "hang_jacks": page.players.hang_jacks[:FIRST],
    }
    return render(request, "scoring/club.html", context)
