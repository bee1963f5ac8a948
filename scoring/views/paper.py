"""What is copied from a paper sheet: a table's tally, or one game."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.forms.paper import GameForm, PaperForm, TallyForm
from scoring.forms.request import device_of
from scoring.selectors.tables import board_of
from scoring.selectors.tables import shown as table_shown
from scoring.services import ledger
from scoring.views.acts import attempt
from scoring.views.scope import acting, match_page, the_match, the_table
from scoring.views.table import context_of, shown_now
from tournaments.models import Match, Table, TableKind


def _home_pair(table: Table) -> str:
    board = board_of(table)
    return board.home_pair if board else ""


def _record(request: HttpRequest, match: Match, number: int, kind: type[PaperForm], template: str) -> HttpResponse:
    table = the_table(match, number)
    if table.kind == TableKind.SHEET:
        return redirect("match", match.tournament.slug, match.pk)
    shown = table_shown(match, table)
    more: dict[str, Any] = {"match": match, "home_pair": _home_pair(table)}
    if request.method != "POST":
        form = kind.fresh(shown.sequence, **more)
        return render(request, template, context_of(match, shown, form=form))
    form = kind(request.POST, **more)
    _, refused = attempt(
        form,
        lambda: ledger.append(
            table.pk,
            form.event(),
            expected=form.cleaned_data["expected"],
            client_id=form.cleaned_data["client_id"],
            by=acting(request),
            device=device_of(request),
        ),
    )
    if refused is None:
        return redirect("match", match.tournament.slug, match.pk)
    if refused.status == 409:
        match = the_match(match.tournament.slug, match.pk)
        shown = shown_now(match, number)
        form.again(shown.sequence)
    return render(request, template, context_of(match, shown, form=form, refused=refused), status=refused.status)


@match_page("scoring.record", "GET", "HEAD", "POST")
def tally(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Type a table's bullseyes and hang jacks from its sheet."""
    return _record(request, match, number, TallyForm, "scoring/table_tally.html")


@match_page("scoring.record", "GET", "HEAD", "POST")
def game(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Record one game without its hands."""
    return _record(request, match, number, GameForm, "scoring/table_game.html")
