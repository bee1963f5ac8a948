"""The renege desk: packed lifts read off card by card, and what they prove. Nothing is saved."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from penalties.forms.renege import Desk, read_desk, read_pasted
from penalties.selectors import renege
from rules_engine.cards import SPELLINGS
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Seat
from rules_engine.table_state import TableState
from rules_engine.verdicts import RecordError
from scoring.selectors import matches, tables, words
from scoring.views.scope import the_match, the_table
from tournaments.models import TableKind

ACTS = ("add", "undo", "paste", "clear")
FIELD = {
    "add": "The card",
    "cards": "The lifts",
    "kicks": "The kick",
    "dealer": "The dealer",
    "then": "What came after the kick",
    "leader": "The leader",
    "sung": "Who sang",
    "dealt": "The deal",
    "scores": "The score",
    "paste": "The pasted text",
}


@require_safe
@never_cache
def desk(request: HttpRequest, slug: str, match_id: int, number: int) -> HttpResponse:
    """Read lifts off (officials and scorers), or look at what was read (a captain of the match, by its address).

    The whole state stands in the address, so that going back undoes and a link shows the same lifts to somebody else.
    An act (a card, an undo, a pasted line) is answered by the address of the state after it.
    """
    match = the_match(slug, match_id)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not request.user.has_perm("penalties.report", match):
        raise PermissionDenied("Lifts are looked through by officials, scorers and the two captains.")
    table = the_table(match, number)
    if table.kind == TableKind.SHEET:
        return redirect("match", slug, match.pk)
    here = reverse("renege-desk", args=[slug, match.pk, number])
    picks = request.user.has_perm("scoring.record", match)
    state = tables.state_of(table, tables.board_of(table))
    ruleset = match.tournament.ruleset
    error, status = "", 200
    try:
        found = _read(request, ruleset, state)
    except RecordError as fault:
        found, error, status = Desk(ruleset, state.dealer or Seat.S), _said(fault), 400
    acts = [name for name in ACTS if request.GET.get(name)]
    if acts and not error:
        if not picks:
            raise PermissionDenied("Captains look on: the cards are entered by an official or a scorer.")
        try:
            found = _act(found, acts[0], request.GET[acts[0]])
        except RecordError as fault:
            error, status = _said(fault), 400
    htmx = bool(request.headers.get("HX-Request"))
    if acts and not error and not htmx:
        return redirect(here + found.address)
    names = {seating.seat: seating.player.name for seating in table.seatings.all()}
    context: dict[str, Any] = {
        "tournament": match.tournament,
        "match": match,
        "table": table,
        "score": matches.score_of(match),
        "here": here,
        "incident": reverse("incident-report", args=[slug, match.pk, number]),
        "picks": picks,
        "rules": request.user.has_perm("penalties.rule", match),
        "shown": None,
        "at": renege.shown(found, state, names),
        "seats": [(seat.value, words.SEAT_LONG[seat], names.get(seat.value, "")) for seat in Seat],
        "thens": _thens(ruleset),
        "error": error,
        "pasted": request.GET.get("paste", "")[:4000] if error else "",
    }
    response = render(
        request, "penalties/_renege_desk.html" if htmx else "penalties/renege.html", context, status=status
    )
    if htmx and not error:
        response.headers["HX-Replace-Url"] = here + found.address
    return response


def _thens(ruleset: Ruleset) -> list[tuple[str, str]]:
    said = [("stand", "stood"), ("give", "gave one"), ("run", "ran")]
    return [*said, ("blind", "stood blind")] if ruleset.stand_blind else said


def _read(request: HttpRequest, ruleset: Ruleset, state: TableState) -> Desk:
    return read_desk(request.GET.dict(), ruleset, state.dealer or Seat.S)


def _act(desk: Desk, act: str, value: str) -> Desk:
    """The desk after an act. RecordError naming what is wrong with it."""
    if act == "undo":
        return desk.without_last()
    if act == "clear":
        return Desk(desk.ruleset, desk.dealer)
    if act == "paste":
        return read_pasted(value, desk.ruleset)
    for text in value.split(",", 48):
        card = SPELLINGS.get(text)
        if card is None:
            raise RecordError("add", f"{text[:8]!r} is not a card; cards are written as 4S, TH or AC")
        desk = desk.with_card(card)
    return desk


def _said(fault: RecordError) -> str:
    """What is wrong, in words: the field by its name on the page where it has one."""
    name, _, rest = fault.field.partition(".")
    named = FIELD.get(name, fault.field)
    if name == "add":
        return fault.text[:1].upper() + fault.text[1:] + "."
    return f"{named}{f' ({rest})' if rest and name in FIELD else ''} {fault.text}.".replace("..", ".")
