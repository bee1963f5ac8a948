"""The ledger of fines: what was set, paid and waived, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from penalties.api.fines import ACTS
from penalties.forms.dispute import AmountForm, FineForm, WaiveForm
from penalties.models import Fine, FineState
from penalties.selectors import appeals as seen
from penalties.services import fines
from penalties.views.acts import done
from scoring.views import scope
from scoring.views.acts import Refused
from scoring.views.scope import acting, refusal, the_tournament
from tournaments.models import RosterEntry, Team, Tournament

scope.MAY_NOT.update(
    {
        "tournaments.belong": "This is for people with a role in this tournament.",
        "penalties.fine": "Fines are set and waived by the tournament's committee.",
        "penalties.cash": "What was paid is noted by the committee or the director.",
    }
)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """Every fine that one may see, with totals; the committee enters another."""
    tournament = the_tournament(slug)
    answer = refusal(request, "penalties.fine" if request.method == "POST" else "tournaments.belong", tournament)
    if answer is not None:
        return answer
    may_fine = request.user.has_perm("penalties.fine", tournament)
    teams = _teams(tournament) if may_fine else []
    form: FineForm | None = None
    why: Refused | None = None
    if request.method == "POST":
        form = FineForm(request.POST, teams=teams)
        fine, why = done(form, lambda: _enter(request, tournament, form))
        if why is None:
            messages.success(request, "On the ledger. Set its amount.")
            return redirect("fine", slug, fine.pk)
    elif may_fine:
        form = FineForm.fresh(teams=teams)
    rows = list(seen.fines_seen_by(request.user, tournament))
    context = {
        "tournament": tournament,
        "fines": rows,
        "totals": seen.totals(rows),
        "form": form,
        "refused": why,
    }
    return render(request, "penalties/fine_list.html", context, status=why.status if why else 200)


def _enter(request: HttpRequest, tournament: Tournament, form: FineForm | None) -> Fine:
    assert form is not None  # noqa: S101 - bound above
    told = dict(form.cleaned_data)
    team, _, player = told.pop("who").partition("-")
    return fines.enter(tournament, team=int(team), player=int(player) if player else None, by=acting(request), **told)


def _teams(tournament: Tournament) -> list[tuple[str, list[tuple[str, str]]]]:
    """Teams and their players as keys of a list: ``"3"`` is a team, ``"3-17"`` a player of it. Two queries."""
    found = {
        team.pk: (team.name, [(str(team.pk), f"{team.name}: the team")])
        for team in Team.objects.filter(tournament=tournament)
    }
    for entry in RosterEntry.objects.filter(team__tournament=tournament).select_related("player"):
        found[entry.team_id][1].append((f"{entry.team_id}-{entry.player_id}", entry.player.name))
    return list(found.values())


def the_fine(request: HttpRequest, slug: str, pk: int) -> Fine:
    """The fine of the address, where the caller may see it, or 404."""
    tournament = the_tournament(slug)
    return get_object_or_404(seen.fines_seen_by(request.user, tournament).select_related("tournament"), pk=pk)


@require_safe
@never_cache
def page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One fine with its entries."""
    answer = refusal(request, "tournaments.belong", the_tournament(slug))
    return answer or _page(request, the_fine(request, slug, pk))


def _page(
    request: HttpRequest, fine: Fine, *, why: Refused | None = None, faulty: Mapping[str, forms.Form] = {}
) -> HttpResponse:
    user, tournament = request.user, fine.tournament
    version = {"version": fine.version}
    made: dict[str, forms.Form] = {}
    if user.has_perm("penalties.cash", tournament) and fine.state == FineState.DUE:
        made["pay"] = AmountForm(initial=version, auto_id="pay_%s")
    if user.has_perm("penalties.fine", tournament):
        made["set"] = AmountForm(initial=version, auto_id="set_%s")
        if fine.state in (FineState.OPEN, FineState.DUE):
            made["waive"] = WaiveForm(initial=version, auto_id="waive_%s")
    context = {
        "tournament": tournament,
        "fine": fine,
        "left": None if fine.amount is None else fine.amount - fine.paid,
        "entries": list(fine.entries.select_related("by")),
        "forms": made | dict(faulty),
        "refused": why,
    }
    return render(request, "penalties/fine_page.html", context, status=why.status if why else 200)


FORMS: Mapping[str, type[forms.Form]] = {"set": AmountForm, "pay": AmountForm, "waive": WaiveForm}


@require_POST
@never_cache
def act(request: HttpRequest, slug: str, pk: int, name: str) -> HttpResponse:
    """One more entry."""
    if name not in FORMS:
        raise Http404
    permission, _, do = ACTS[name]
    answer = refusal(request, permission, the_tournament(slug))
    if answer is not None:
        return answer
    fine = the_fine(request, slug, pk)
    form = FORMS[name](request.POST, auto_id=f"{name}_%s")
    _, why = done(form, lambda: do(fine.pk, by=acting(request), **_told(form)))
    if why is None:
        messages.success(request, {"set": "Set.", "pay": "Noted as paid.", "waive": "Waived."}[name])
        return redirect("fine", slug, pk)
    return _page(request, the_fine(request, slug, pk), why=why, faulty={} if why.status == 409 else {name: form})


def _told(form: forms.Form) -> dict[str, Any]:
    return dict(form.cleaned_data)
