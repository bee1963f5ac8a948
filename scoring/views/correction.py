"""Striking the last event of a table, or putting another in its place."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.forms.decisions import CorrectionForm
from scoring.forms.hand import HandForm, typed
from scoring.forms.paper import GameForm, TallyForm
from scoring.forms.request import EventForm, device_of
from scoring.models import EventKind
from scoring.selectors import tables
from scoring.selectors.tables import Last
from scoring.selectors.tables import shown as table_shown
from scoring.services import ledger
from scoring.views.acts import Refused, attempt, unreadable
from scoring.views.scope import acting, match_page, the_match, the_table
from scoring.views.table import context_of, shown_now
from tournaments.models import Match

REPLACEMENT = "new"
"""Prefix of the fields of what is put in place."""


def _replacement(match: Match, shown: tables.TableShown, last: Last, data: Any = None) -> EventForm | None:
    """The form of what could stand instead, filled with what stands; None where there is no form for it."""
    more: dict[str, Any] = {"prefix": REPLACEMENT}
    if last.kind == EventKind.SCORE:
        more |= {"ruleset": match.tournament.ruleset}
        if data is not None:
            return HandForm(data, **more)
        return HandForm.fresh(shown.sequence, initial=typed(last.event), **more)
    kinds: dict[str, type[GameForm] | type[TallyForm]] = {EventKind.GAME: GameForm, EventKind.TALLY: TallyForm}
    if last.kind not in kinds:
        return None
    kind = kinds[last.kind]
    home = next(side.pair for side in shown.sides if side.side == "home")
    more |= {"match": match, "home_pair": home}
    if data is not None:
        return kind(data, **more)
    form = kind(**more)
    filled: EventForm = kind.fresh(shown.sequence, initial=form.typed(last.event), **more)
    return filled


@match_page("scoring.record", "GET", "HEAD", "POST")
def correct(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Strike the last event with a reason, or replace it. The struck one stays in the list."""
    table = the_table(match, number)
    shown = table_shown(match, table)
    last = tables.last_standing(shown)
    if request.method != "POST":
        form = CorrectionForm.fresh(shown.sequence)
        replacement = _replacement(match, shown, last) if last else None
        return _page(request, match, shown, last, form, replacement)
    form = CorrectionForm(request.POST)
    replaces = request.POST.get("act") == "replace"
    replacement = _replacement(match, shown, last, _with_place(request)) if last and replaces else None
    refused = _judge_forms(form, replacement)
    if refused is None:
        _, refused = attempt(
            form,
            lambda: ledger.correct_last(
                table.pk,
                reason=form.cleaned_data["reason"],
                replace=replacement.event() if replacement is not None else None,
                expected=form.cleaned_data["expected"],
                client_id=form.cleaned_data["client_id"],
                by=acting(request),
                device=device_of(request),
            ),
        )
    if refused is None:
        return redirect("table", match.tournament.slug, match.pk, number)
    if refused.status == 409:
        match = the_match(match.tournament.slug, match.pk)
        shown = shown_now(match, number)
        last = tables.last_standing(shown)
        form.again(shown.sequence)
    if replacement is None and last:
        replacement = _replacement(match, shown, last)
    return _page(request, match, shown, last, form, replacement, refused)


def _with_place(request: HttpRequest) -> Any:
    """The replacement's form has no place in the ledger of its own: it shares the correction's."""
    data = request.POST.copy()
    for name in ("expected", "client_id"):
        data[f"{REPLACEMENT}-{name}"] = data.get(name, "")
    return data


def _judge_forms(form: CorrectionForm, replacement: EventForm | None) -> Refused | None:
    if replacement is not None and not replacement.is_valid():
        form.is_valid()
        return unreadable(replacement)
    return None


def _page(
    request: HttpRequest,
    match: Match,
    shown: tables.TableShown,
    last: Last | None,
    form: CorrectionForm,
    replacement: EventForm | None,
    refused: Refused | None = None,
) -> HttpResponse:
    context = context_of(match, shown, last=last, form=form, replacement=replacement, refused=refused)
    return render(request, "scoring/table_correct.html", context, status=refused.status if refused else 200)
