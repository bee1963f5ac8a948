"""Confirming a match's result as a second person, and withdrawing a confirmed one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.forms.decisions import WithdrawalForm
from scoring.forms.request import device_of
from scoring.models import MatchState
from scoring.selectors import matches
from scoring.services import results
from scoring.services.refusals import LedgerRefused, ResultRefused
from scoring.views.acts import Refused, refused
from scoring.views.scope import acting, match_page
from tournaments.models import Match


def _context(request: HttpRequest, match: Match, **more: Any) -> dict[str, Any]:
    page = matches.shown(match)
    recorders = matches.recorders(match)
    return {
        "tournament": match.tournament,
        "match": match,
        "page": page,
        "score": page.score,
        "recorders": recorders,
        "recorded_by_me": any(recorder.user_id == request.user.pk for recorder in recorders),
        "played": page.score.state == MatchState.PLAYED,
        "confirmed": page.score.state == MatchState.CONFIRMED,
        **more,
    }


@match_page("scoring.confirm", "GET", "HEAD", "POST")
def confirm(request: HttpRequest, match: Match) -> HttpResponse:
    """Look at both tables and say that the result is right."""
    why: Refused | None = None
    if request.method == "POST":
        try:
            results.confirm(match, by=acting(request), device=device_of(request))
            return redirect("match", match.tournament.slug, match.pk)
        except (ResultRefused, LedgerRefused) as error:
            why = refused(error)
    context = _context(request, match, refused=why)
    return render(request, "scoring/match_confirm.html", context, status=why.status if why else 200)


@match_page("scoring.withdraw", "GET", "HEAD", "POST")
def withdraw(request: HttpRequest, match: Match) -> HttpResponse:
    """Take a confirmed result back, with a reason that everybody can read."""
    form = WithdrawalForm(request.POST if request.method == "POST" else None)
    why: Refused | None = None
    if request.method == "POST":
        if form.is_valid():
            try:
                results.withdraw(match, by=acting(request), reason=form.cleaned_data["reason"])
                return redirect("match", match.tournament.slug, match.pk)
            except (ResultRefused, LedgerRefused) as error:
                why = refused(error)
        else:
            why = Refused(400, "Something is missing. It is marked below.")
    context = _context(request, match, form=form, refused=why)
    return render(request, "scoring/match_withdraw.html", context, status=why.status if why else 200)
