"""Correcting a confirmed result: proposed after it was seen, decided by a second person."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from rules_engine.verdicts import RecordError
from scoring.forms.changes import ChangeForm, DecisionForm
from scoring.forms.hand import HandForm, typed
from scoring.forms.paper import GameForm, TallyForm
from scoring.forms.request import EventForm
from scoring.models import ChangeState, EventKind, LedgerEvent, ResultChange
from scoring.selectors import changes as selector
from scoring.selectors import matches, tables
from scoring.selectors.tables import TableShown
from scoring.services import changes
from scoring.services.changes import Tried
from scoring.services.refusals import LedgerRefused, ResultRefused
from scoring.views.acts import Refused
from scoring.views.acts import refused as refused_by
from scoring.views.scope import acting, match_page, the_table
from tournaments.models import Match

REPLACEMENT = "new"


def _refusable(act: Callable[[], Any]) -> tuple[Any, Refused | None]:
    """What the service answers, or why not; a part that cannot be read is named in words."""
    try:
        return act(), None
    except RecordError as error:
        return None, Refused(400, "This cannot be read.", ((str(error), ""),))
    except (LedgerRefused, ResultRefused) as error:
        return None, refused_by(error)


@match_page("scoring.change", "GET", "HEAD", "POST")
def propose(request: HttpRequest, match: Match) -> HttpResponse:
    """Say what is wrong with a confirmed result; see what it changes; propose it to a second person."""
    found = selector.open_of(match)
    if found is not None and request.method != "POST":
        return redirect("match-change-decide", match.tournament.slug, match.pk, found.pk)
    page = matches.shown(match)
    shown = [table for table in page.all_tables if table.opened] or ([page.sheet] if page.sheet else [])
    entry = _entry(request, match)
    form = ChangeForm(request.POST if request.method == "POST" else None, tables=() if entry else shown)
    replacement = _replacement(match, entry, request) if entry else None
    tried, why = None, None
    if request.method == "POST":
        corrections, why = _asked(request, form, entry, replacement)
        if why is None and request.POST.get("act") == "propose":
            change, why = _refusable(
                lambda: changes.propose(match, corrections, reason=form.cleaned_data["reason"], by=acting(request))
            )
            if why is None:
                return redirect("match-change-decide", match.tournament.slug, match.pk, change.pk)
        elif why is None:
            tried, why = _refusable(lambda: changes.preview(match, corrections, by=acting(request)))
    context = {
        "tournament": match.tournament,
        "match": match,
        "score": page.score,
        "confirmed": page.result is not None,
        "form": form,
        "entry": entry,
        "replacement": replacement,
        "lines": [] if entry else [(table, selector.correctable(table)) for table in shown],
        "refused": why,
        **_effects(tried),
    }
    return render(request, "scoring/change_propose.html", context, status=why.status if why else 200)


def _entry(request: HttpRequest, match: Match) -> tuple[TableShown, selector.Entry] | None:
    """The one entry that the address names, if any."""
    number, sequence = request.GET.get("table", ""), request.GET.get("entry", "")
    if not (re.fullmatch(r"\d{1,4}", number) and re.fullmatch(r"\d{1,6}", sequence)):
        return None
    table = the_table(match, int(number))
    found = selector.entry_of(table, int(sequence))
    return None if found is None else (tables.shown(match, table), found)


def _replacement(match: Match, entry: tuple[TableShown, selector.Entry], request: HttpRequest) -> EventForm | None:
    """The form of what could stand instead, filled with what stands; None where there is no form for it."""
    shown, found = entry
    more: dict[str, Any] = {"prefix": REPLACEMENT}
    data = None
    if request.method == "POST":
        # It writes nothing by itself: a place in the ledger is found when the change is made.
        data = request.POST.copy()
        data[f"{REPLACEMENT}-expected"] = "0"
        data[f"{REPLACEMENT}-client_id"] = str(uuid4())
    if found.kind == EventKind.SCORE:
        more |= {"ruleset": match.tournament.ruleset}
        return HandForm(data, **more) if data is not None else HandForm(initial=typed(found.event), **more)
    kinds: dict[str, type[GameForm] | type[TallyForm]] = {EventKind.GAME: GameForm, EventKind.TALLY: TallyForm}
    if found.kind not in kinds:
        return None
    more |= {"match": match, "home_pair": next(side.pair for side in shown.sides if side.side == "home")}
    kind = kinds[found.kind]
    if data is not None:
        return kind(data, **more)
    return kind(initial=kind(**more).typed(found.event), **more)


def _asked(
    request: HttpRequest,
    form: ChangeForm,
    entry: tuple[TableShown, selector.Entry] | None,
    replacement: EventForm | None,
) -> tuple[list[dict[str, Any]], Refused | None]:
    """The corrections that the forms ask for, or what is missing in them."""
    replaces = entry is not None and request.POST.get("what") != "strike"
    valid = form.is_valid()
    if replaces and replacement is not None:
        valid = replacement.is_valid() and valid
    if not valid:
        return [], Refused(400, "Something is missing or cannot be read. It is marked below.")
    if entry is not None:
        shown, found = entry
        if replaces and replacement is None:
            return [], Refused(400, "This entry can only be struck.")
        event = replacement.event() if replaces and replacement is not None else None
        return [{"table": shown.table.number, "of": found.sequence, "replace": event}], None
    corrections = form.corrections()
    if not corrections:
        return [], Refused(400, "Nothing is changed: the figures are those that stand.")
    return corrections, None


def _effects(tried: Tried | None) -> dict[str, Any]:
    """What the page says of a change that was tried."""
    if tried is None:
        return {"tried": False}
    return {
        "tried": True,
        "rows": selector.rows(tried.before, tried.after),
        "said": list(selector.in_words(tried.corrections)),
        "groups": selector.grouped([effect.as_json() for effect in tried.effects]),
    }


@match_page("scoring.change", "GET", "HEAD", "POST")
def decide(request: HttpRequest, match: Match, change_id: int) -> HttpResponse:
    """A proposed change with what it does by now: a second person makes it, or it is turned down."""
    change = get_object_or_404(selector.of_match(match), pk=change_id)
    change.match = match
    form = DecisionForm(request.POST if request.POST.get("act") == "turn-down" else None)
    why: Refused | None = None
    if request.method == "POST":
        if request.POST.get("act") == "turn-down":
            why = _turn_down(request, change, form)
        else:
            _, why = _refusable(lambda: changes.make(change, by=acting(request)))
        if why is None:
            messages.success(request, "Turned down." if form.is_bound else "The result is changed.")
            return redirect("match-change-decide", match.tournament.slug, match.pk, change.pk)
        change = get_object_or_404(selector.of_match(match), pk=change_id)
        change.match = match
    context = {
        "tournament": match.tournament,
        "match": match,
        "score": matches.score_of(match),
        "change": change,
        "form": form,
        "refused": why,
        **_standing(request, match, change),
    }
    return render(request, "scoring/change_page.html", context, status=why.status if why else 200)


def _turn_down(request: HttpRequest, change: ResultChange, form: DecisionForm) -> Refused | None:
    if not form.is_valid():
        return Refused(400, "Something is missing. It is marked below.")
    return _refusable(lambda: changes.turn_down(change, by=acting(request), reason=form.cleaned_data["reason"]))[1]


def _standing(request: HttpRequest, match: Match, change: ResultChange) -> dict[str, Any]:
    """The change as it is: an open one by what it would do now, a decided one by what was seen then."""
    is_open = change.state == ChangeState.PROPOSED
    now: Tried | None = None
    blocked: Refused | None = None
    if is_open:
        now, blocked = _refusable(lambda: None if changes.is_stale(change) else changes.look_again(change))
    own = request.user.pk == change.proposed_by_id
    recorded = LedgerEvent.objects.filter(table__match=match, actor_id=request.user.pk).exists()
    effects = [effect.as_json() for effect in now.effects] if now else change.effects
    return {
        "open": is_open,
        "stale": is_open and now is None and blocked is None,
        "blocked": blocked,
        "own": own,
        "recorded": recorded and not own,
        "tried": True,
        "rows": selector.rows(change.before, now.after if now else change.after),
        "said": list(selector.in_words(change.corrections)),
        "groups": selector.grouped(effects),
        "flags": change.flags.select_related("settled_by"),
    }
