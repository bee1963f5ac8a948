"""A tournament's statistics, for everybody to read."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.charts import of_statistics as charts
from scoring.selectors.standings import UnknownDivision
from scoring.selectors.statistics import Statistics, shown, statistics
from scoring.views.scope import the_tournament

MOST_DIGITS = 12


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Records, charts, lists. ``?division=``: whose ranks are charted; ``?team=``: the team that is marked in them."""
    tournament = the_tournament(slug)
    try:
        found = statistics(tournament, division=request.GET.get("division", ""))
    except UnknownDivision as error:
        raise Http404(str(error)) from error
    marked = _team(request.GET.get("team", ""), found)
    division = {"division": found.ranks.division} if found.ranks.division else {}
    address = f"{reverse('statistics', args=[slug])}?{urlencode({**division, 'team': ''})}"
    context = {
        "tournament": tournament,
        "found": found,
        "marked": marked,
        "marked_name": found.team_names[marked] if marked else "",
        "ranks": charts.ranks(found, marked=marked, link=address),
        "closeness": charts.closeness(found),
        "lengths": charts.game_lengths(found),
        "margins": charts.team_margins(found.matches, frozenset([marked]), found.team_names[marked]) if marked else "",
        "margin_lines": charts.margin_lines(found.matches, frozenset([marked])) if marked else [],
        "divisions": found.ranks.divisions,
        "may_print": request.user.has_perm("scoring.print", tournament),
        **shown.told(found),
    }
    return render(request, "scoring/statistics.html", context)


def _team(text: str, found: Statistics) -> int | None:
    """The team of that id; nobody where the text is none of this tournament's."""
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        return None
    return int(text) if int(text) in found.team_names else None
