"""Opening a table: the toss, the sides, the players by seat, the first dealer."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rules_engine.seats import Pair
from scoring.forms.request import device_of
from scoring.forms.seating import PLACES, SEATS_OF, SeatingForm
from scoring.selectors import seating
from scoring.selectors.tables import TableShown, last_standing
from scoring.selectors.tables import shown as table_shown
from scoring.services import tables as tables_service
from scoring.views.acts import attempt
from scoring.views.scope import acting, match_page, the_table
from scoring.views.table import context_of
from tournaments.models import Match, Table, TableKind
from tournaments.selectors import line_ups


@match_page("scoring.record", "GET", "HEAD", "POST")
def open_table(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Seat the players and open the table; until something is recorded, also again with a reason."""
    table = the_table(match, number)
    if table.kind != TableKind.TABLE:
        return redirect("match", match.tournament.slug, match.pk)
    shown = table_shown(match, table)
    posted = request.method == "POST"
    # A second tap of the first opening comes without a reason and is answered as the first.
    again = shown.opened and ("reason" in request.POST if posted else last_standing(shown) is None)
    if shown.opened and not again and not posted:
        return redirect("table", match.tournament.slug, match.pk, number)
    players = seating.choices(match, table)
    more: dict[str, Any] = {"match": match, "home": players.home, "away": players.away, "again": again}
    context = context_of(match, shown, players=players, again=again)
    if not posted:
        form = SeatingForm.fresh(
            shown.sequence, initial=_as_seated(shown) or _as_lined_up(match, number, players), **more
        )
        return render(request, "scoring/table_open.html", {**context, "form": form})
    form = SeatingForm(request.POST, **more)
    _, refused = attempt(form, lambda: _open(request, table, form, again=again))
    if refused is None:
        return redirect("table", match.tournament.slug, match.pk, number)
    if refused.status == 409:
        form.again(shown.sequence)
    context |= {"form": form, "refused": refused}
    return render(request, "scoring/table_open.html", context, status=refused.status)


def _open(request: HttpRequest, table: Table, form: SeatingForm, *, again: bool) -> Any:
    data = form.cleaned_data
    asked: dict[str, Any] = {
        "seats": form.seats(),
        "first_dealer": data["first_dealer"],
        "home_pair": data["home_pair"],
        "toss": data["toss"] or None,
        "expected": data["expected"],
        "client_id": data["client_id"],
        "by": acting(request),
        "device": device_of(request),
    }
    if again:
        return tables_service.reopen_table(table, reason=data["reason"], **asked)
    return tables_service.open_table(table, **asked)


def _as_lined_up(match: Match, number: int, players: seating.Choices) -> dict[str, Any]:
    """What the form starts with where both line-ups are in: those of them who may sit here now."""
    lined_up = line_ups.seats_at(match, number)
    if lined_up is None:
        return {}
    found: dict[str, Any] = {}
    for side, ids, free in (("home", lined_up[0], players.home), ("away", lined_up[1], players.away)):
        known = {player.pk for player in free}
        found |= {f"{side}_{place}": str(pk) for place, pk in enumerate(ids, start=1) if pk in known}
    return found


def _as_seated(shown: TableShown) -> dict[str, Any]:
    """What the form of an open table starts with: who sits there now."""
    seated = {seating.seat: seating.player_id for seating in shown.table.seatings.all()}
    if not seated:
        return {}
    home = Pair(next(side.pair for side in shown.sides if side.side == "home"))
    order = [*SEATS_OF[home], *SEATS_OF[home.opponents]]
    return {
        "home_pair": home.value,
        "first_dealer": shown.state.first_dealer,
        **{place: str(seated.get(seat.value, "")) for seat, place in zip(order, PLACES, strict=True)},
    }
