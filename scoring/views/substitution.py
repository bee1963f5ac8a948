"""Bringing a substitute in, between games: what it means is shown before it is saved."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rules_engine.substitutes import Verdict
from scoring.forms.request import device_of
from scoring.forms.substitution import SubstitutionForm
from scoring.selectors import substitutes as selector
from scoring.selectors.tables import shown as table_shown
from scoring.services import substitutes
from scoring.views.acts import Refused, attempt
from scoring.views.scope import acting, match_page, the_match, the_table
from scoring.views.table import context_of
from tournaments.models import Match, Table, TableKind


def _form(request: HttpRequest, match: Match, table: Table, data: Any = None) -> SubstitutionForm:
    more: dict[str, Any] = {
        "benches": selector.benches(match, table, match.tournament.ruleset),
        "may_exceed": request.user.has_perm("scoring.exceed", match),
    }
    if data is not None:
        return SubstitutionForm(data, **more)
    fresh: SubstitutionForm = SubstitutionForm.fresh(table_shown(match, table).sequence, **more)
    return fresh


@match_page("scoring.record", "GET", "HEAD", "POST")
def substitute(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Who goes out, who comes in, why; ``act`` ``preview`` only tries it."""
    table = the_table(match, number)
    if table.kind == TableKind.SHEET:
        return redirect("match", match.tournament.slug, match.pk)
    if request.method != "POST":
        return _page(request, match, table, _form(request, match, table))
    form = _form(request, match, table, request.POST)
    if request.POST.get("act") == "preview":
        told, refused = _tried(table, form)
        return _page(request, match, table, form, refused, told)
    _, refused = attempt(
        form,
        lambda: substitutes.substitute(
            table,
            **form.asked(),
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
        table = the_table(match, number)
        form = _form(request, match, table, request.POST)
        form.again(table_shown(match, table).sequence)
    return _page(request, match, table, form, refused)


@match_page("scoring.record", "POST")
def preview(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """What the substitution on the form would mean; nothing is saved."""
    table = the_table(match, number)
    form = _form(request, match, table, request.POST)
    told, refused = _tried(table, form)
    unsaid = [str(form[name].label) for name in ("seat", "player") if not form.data.get(name)]
    status = refused.status if refused and not unsaid else 200
    context = {"told": told, "refused": None if unsaid else refused, "unsaid": unsaid, "form": form}
    return render(request, "scoring/_substitution.html", context, status=status)


def _tried(table: Table, form: SubstitutionForm) -> tuple[dict[str, Any] | None, Refused | None]:
    """What it would mean in words' material, or why it cannot be."""
    answer, refused = attempt(form, lambda: substitutes.preview(table, **form.asked()))
    if answer is None:
        return None, refused
    seat = form.cleaned_data["seat"]
    bench = next(bench for bench in form.benches if seat in dict(bench.sitting))
    other = next(each for each in form.benches if each is not bench)
    counted, ruling = answer["substitutes"], answer["result"]
    return {
        "team": bench.team,
        "opponents": other.team,
        "out": answer["event"]["out"],
        "in": answer["event"]["in"],
        "counted": counted,
        "last": counted["verdict"] == Verdict.LAST,
        "sickness": counted["verdict"] == Verdict.SICKNESS,
        "beyond": counted["verdict"] == Verdict.BEYOND,
        "loses": bench.count.loses.value,
        "reason": ruling["reason"] if ruling else "",
        "match": answer["match"],
    }, None


def _page(
    request: HttpRequest,
    match: Match,
    table: Table,
    form: SubstitutionForm,
    refused: Refused | None = None,
    told: dict[str, Any] | None = None,
) -> HttpResponse:
    shown = table_shown(match, table)
    context = context_of(
        match,
        shown,
        form=form,
        refused=refused,
        told=told,
        benches=form.benches,
        may=shown.seated and not shown.closed and (not shown.begun or bool(shown.state.ordered)),
    )
    return render(request, "scoring/table_substitute.html", context, status=refused.status if refused else 200)
