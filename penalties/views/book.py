"""The case book and the figures of a tournament, for everybody to read."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from penalties.selectors import cases
from penalties.selectors.statistics import statistics
from rules_engine.penalty_code import find
from scoring.views.scope import the_tournament

PAGE = 30


@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The case book: ``?q=`` searches, ``?clause=`` keeps one clause, ``?page=`` turns."""
    tournament = the_tournament(slug)
    q = request.GET.get("q", "").replace("\0", "").strip()[: cases.LONGEST_SEARCH]
    number = request.GET.get("clause", "")
    clause = find(number, tournament.ruleset.base.value) or find(number)
    page = Paginator(cases.book(tournament, q=q, clause=clause.number if clause else ""), PAGE).get_page(
        request.GET.get("page", "")
    )
    context = {
        "tournament": tournament,
        "q": q,
        "clause": clause,
        "page": page,
        "cases": cases.shown(page.object_list),
    }
    return render(request, "penalties/rulings.html", context)


@require_safe
def figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Warnings and penalties by clause, team and player."""
    tournament = the_tournament(slug)
    context = {"tournament": tournament, "found": statistics(tournament)}
    return render(request, "penalties/statistics.html", context)
