"""Opening a table: the toss, the sides, the players by seat, the first dealer."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.forms.request import device_of
from scoring.forms.seating import SeatingForm
from scoring.selectors import seating
from scoring.selectors.tables import shown as table_shown
from scoring.services import tables as tables_service
from scoring.views.acts import Refused, attempt
from scoring.views.scope import acting, match_page, the_table
from scoring.views.table import context_of
from tournaments.models import Match, TableKind


@match_page("scoring.record", "GET", "HEAD", "POST")
def open_table(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Seat the players and open the table."""
    table = the_table(match, number)
    if table.kind != TableKind.TABLE:
        return redirect("match", match.tournament.slug, match.pk)
    shown = table_shown(match, table)
    if shown.opened and request.method != "POST":
        return redirect("table", match.tournament.slug, match.pk, number)
    players = seating.choices(match, table)
    more: dict[str, Any] = {"match": match, "home": players.home, "away": players.away}
    if request.method != "POST":
        form = SeatingForm.fresh(shown.sequence, **more)
        return _page(request, match, context_of(match, shown, form=form, players=players))
    form = SeatingForm(request.POST, **more)
    _, refused = attempt(
        form,
        lambda: tables_service.open_table(
            table,
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
        return redirect("table", match.tournament.slug, match.pk, number)
    return _page(request, match, context_of(match, shown, form=form, players=players, refused=refused), refused)


def _page(request: HttpRequest, match: Match, context: dict[str, Any], refused: Refused | None = None) -> HttpResponse:
    return render(request, "scoring/table_open.html", context, status=refused.status if refused else 200)
