"""The decider of a level match: any two of each team's players (13.c)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.forms.request import device_of
from scoring.forms.seating import SeatingForm
from scoring.models import MatchState
from scoring.selectors import matches, seating
from scoring.services import tables as tables_service
from scoring.services.refusals import LedgerRefused
from scoring.views.acts import attempt
from scoring.views.acts import refused as refused_by
from scoring.views.scope import acting, match_page
from tournaments.models import Match, Table, TableKind


@match_page("scoring.record", "GET", "HEAD", "POST")
def open_decider(request: HttpRequest, match: Match) -> HttpResponse:
    """Seat two a side and open the decider."""
    standing = Table.objects.filter(match=match, kind=TableKind.DECIDER, board__sequence__gt=0).first()
    if standing is not None and request.method != "POST":
        return redirect("table", match.tournament.slug, match.pk, standing.number)
    players = seating.decider_choices(match)
    more: dict[str, Any] = {
        "match": match,
        "home": players.home,
        "away": players.away,
        "substitutes": players.substitutes,
    }
    score = matches.score_of(match)
    context = {
        "tournament": match.tournament,
        "match": match,
        "score": score,
        "players": players,
        "decider": True,
        "level": score.state == MatchState.LEVEL,
    }
    if request.method != "POST":
        return render(request, "scoring/table_open.html", {**context, "form": SeatingForm.fresh(0, **more)})
    if request.POST.get("act") == "paper":
        return _from_paper(request, match, context)
    form = SeatingForm(request.POST, **more)
    appended, refused = attempt(
        form,
        lambda: tables_service.open_decider(
            match,
            seats=form.seats(),
            first_dealer=form.cleaned_data["first_dealer"],
            home_pair=form.cleaned_data["home_pair"],
            toss=form.cleaned_data["toss"] or None,
            expected=form.cleaned_data["expected"],
            client_id=form.cleaned_data["client_id"],
            by=acting(request),
            device=device_of(request),
        ),
    )
    if refused is None:
        table = Table.objects.get(pk=appended.answer["board"]["table"])
        return redirect("table", match.tournament.slug, match.pk, table.number)
    return render(
        request, "scoring/table_open.html", {**context, "form": form, "refused": refused}, status=refused.status
    )


def _from_paper(request: HttpRequest, match: Match, context: dict[str, Any]) -> HttpResponse:
    """Make the decider's table without players and go on to its tally."""
    try:
        table = tables_service.ensure_decider(match)
    except LedgerRefused as error:
        why = refused_by(error)
        return render(request, "scoring/table_open.html", {**context, "refused": why}, status=why.status)
    return redirect("table-tally", match.tournament.slug, match.pk, table.number)
