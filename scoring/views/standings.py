"""The standings: for everybody to read, and as a file for a spreadsheet."""

from __future__ import annotations

from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.selectors import standings as selector
from scoring.selectors.standings_export import standings_csv
from scoring.views.scope import the_tournament
from tournaments.models import Tournament


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ranks and figures; ``?division=`` keeps one division. At most six queries, whatever the size."""
    tournament = the_tournament(slug)
    found = _standings(request, tournament)
    context = {
        "tournament": tournament,
        "found": found,
        "counts": selector.counts(tournament),
        "may_print": request.user.has_perm("scoring.print", tournament),
        "query": f"?division={quote(found.division)}" if found.division else "",
    }
    return render(request, "scoring/standings.html", context)


@require_safe
def csv_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as CSV."""
    tournament = the_tournament(slug)
    found = _standings(request, tournament)
    response = HttpResponse(standings_csv(found), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-standings.csv"'
    return response


def _standings(request: HttpRequest, tournament: Tournament) -> selector.Standings:
    try:
        return selector.standings(tournament, division=request.GET.get("division"))
    except selector.UnknownDivision as error:
        raise Http404(str(error)) from error
