"""Who may not be seated: suspended, barred, gone home sick. A director adds somebody, or lets somebody back."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from penalties.forms.bar import BackForm, BarForm
from scoring.views import scope
from scoring.views.scope import acting, refusal, the_tournament
from tournaments.forms.errors import show
from tournaments.models import Player, RosterEntry, Tournament
from tournaments.selectors import bars as seen
from tournaments.services import bars
from tournaments.views.pages import REFUSED

scope.MAY_NOT["penalties.bar"] = "Only a director of this tournament keeps a player from the tables or lets one back."


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is kept from the tables, and who was; for a director the form for another."""
    tournament = the_tournament(slug)
    answer = refusal(request, "penalties.bar" if request.method == "POST" else "tournaments.belong", tournament)
    if answer is not None:
        return answer
    if request.method != "POST":
        return _page(request, tournament)
    form = BarForm(request.POST, players=_players(tournament))
    if form.is_valid():
        told = dict(form.cleaned_data)
        player = Player.objects.get(pk=told.pop("player"))
        try:
            bars.impose(tournament, player=player, by=acting(request), **told)
        except ValidationError as error:
            show(form, error)
        else:
            messages.success(request, f"{player} is not seated from now on.")
            return redirect("bars", slug)
    return _page(request, tournament, form=form, status=REFUSED)


@require_POST
@never_cache
def back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let somebody back."""
    tournament = the_tournament(slug)
    answer = refusal(request, "penalties.bar", tournament)
    if answer is not None:
        return answer
    bar = get_object_or_404(seen.bars(tournament), pk=pk)
    form = BackForm(request.POST, auto_id=f"back_{pk}_%s")
    if form.is_valid():
        try:
            bars.lift(bar, by=acting(request), reason=form.cleaned_data["reason"])
        except ValidationError as error:
            show(form, error)
        else:
            messages.success(request, f"{bar.player} may be seated again.")
            return redirect("bars", slug)
    return _page(request, tournament, backs={pk: form}, status=REFUSED)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: BarForm | None = None,
    backs: dict[int, forms.Form] | None = None,
    status: int = 200,
) -> HttpResponse:
    may = request.user.has_perm("penalties.bar", tournament)
    every = list(seen.bars(tournament))
    binding = set(seen.in_force().filter(tournament=tournament).values_list("pk", flat=True))
    now = [
        (bar, (backs or {}).get(bar.pk) or BackForm(auto_id=f"back_{bar.pk}_%s")) for bar in every if bar.pk in binding
    ]
    context = {
        "tournament": tournament,
        "may": may,
        "now": now,
        "before": [bar for bar in every if bar.pk not in binding],
        "form": (form or BarForm(players=_players(tournament))) if may else None,
    }
    return render(request, "penalties/bar_list.html", context, status=status)


def _players(tournament: Tournament) -> list[tuple[str, list[tuple[int, str]]]]:
    """Everybody on a roster, by team. One query."""
    found: dict[str, list[tuple[int, str]]] = {}
    rows = RosterEntry.objects.filter(team__tournament=tournament).select_related("player", "team")
    for entry in rows.order_by("team__name", "team_id", "player__name", "pk"):
        found.setdefault(entry.team.name, []).append((entry.player_id, entry.player.name))
    return list(found.items())
