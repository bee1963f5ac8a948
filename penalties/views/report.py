"""Reporting what happened at a table, from a phone in a few taps: who, what, when, and what that clause has to know.

The ruling that the code gives is shown before anybody commits to it. A captain's or a scorer's report is a claim; an
official's is a ruling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from penalties.forms.incident import LONGEST_NOTE, IncidentForm
from penalties.models import Call
from penalties.selectors import code, fitting, places, ruling_words
from penalties.selectors.asking import Place
from penalties.selectors.code_words import PHASE
from penalties.selectors.ruling_words import People
from penalties.services import incidents, previews, rulings
from penalties.services.previews import RulingPreview
from penalties.views.acts import tried
from penalties.views.scope import played_at
from rules_engine.penalty_code import Clause, find
from rules_engine.seats import Seat
from rules_engine.verdicts import Phase, RecordError
from scoring.forms.request import device_of
from scoring.selectors.matches import tally_of
from scoring.selectors.tables import TableShown
from scoring.selectors.tables import shown as table_shown
from scoring.services.refusals import LedgerRefused
from scoring.views.acts import Refused, refused
from scoring.views.scope import acting, match_page
from scoring.views.table import context_of
from tournaments.models import Match, Table

SEARCHED = 100


@match_page("penalties.report", "GET", "HEAD", "POST")
def report(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Pick the clause, then say what it needs; tell the official, or rule."""
    table = played_at(match, number)
    shown = table_shown(match, table)
    if not shown.opened:
        context = context_of(match, shown, call=open_call(table), may_rule=may_rule(request, match))
        return render(request, "penalties/incident_report.html", context)
    if request.method == "POST":
        return _send(request, match, table, shown)
    number_of = request.GET.get("clause", "")
    if not number_of:
        return _pick(request, match, table, shown)
    clause = clause_or_404(number_of, match)
    form = _form(request, match, table, shown, clause, started=request.GET)
    return case_page(request, match, shown, form, *shown_ruling(table, form))


@match_page("penalties.report", "POST")
def preview(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """The questions as far as they are answered, and the ruling; nothing is saved."""
    table = played_at(match, number)
    shown = table_shown(match, table)
    form = _form(request, match, table, shown, clause_or_404(request.POST.get("clause", ""), match), data=request.POST)
    form.quiet()
    ruling, why = shown_ruling(table, form)
    return case_part(request, match, shown, form, ruling, why)


def may_rule(request: HttpRequest, match: Match) -> bool:
    """Whether what this user reports is a ruling."""
    return bool(request.user.has_perm("penalties.rule", match))


def open_call(table: Table) -> Call | None:
    """The call to this table that nobody has closed. One query."""
    calls = Call.objects.filter(table=table, closed_at=None).select_related("called_by", "answered_by")
    return calls.first()


def clause_or_404(number: str, match: Match) -> Clause:
    """The clause as the tournament's own code has it, else as the Round Robin code has it."""
    found = find(number, match.tournament.ruleset.base.value) or find(number)
    if found is None:
        raise Http404
    return found


# Picking


def _pick(request: HttpRequest, match: Match, table: Table, shown: TableShown) -> HttpResponse:
    """Who and what: clauses that fit seat and moment come first."""
    place = Place(match.tournament.ruleset, shown.state)
    people = places.people_of(shown)
    offender = request.GET.get("offender", "")
    seat = Seat(offender) if offender in set(Seat) else None
    typed = request.GET.get("phase", "")
    phase = Phase(typed) if typed in set(Phase) else fitting.guessed_phase(shown.state)
    text = request.GET.get("q", "").strip()[:SEARCHED]
    name = match.tournament.ruleset.base.value
    here = code.in_phase(phase)
    fit = [clause for clause in here if seat is None or fitting.fits(place, clause, phase, seat)]
    found = code.found_by(text, name) or code.found_by(text) if text else ()
    context = context_of(
        match,
        shown,
        sitting=places.sitting(people),
        offender=seat.value if seat else "",
        phase=phase.value,
        phases=[(item.value, PHASE[item]) for item in Phase],
        phase_words=PHASE[phase],
        q=text,
        found=code.listed(found),
        fitting=code.listed(fit),
        may_rule=may_rule(request, match),
        call=open_call(table),
    )
    htmx = bool(request.headers.get("HX-Request"))
    return render(request, "penalties/_incident_clauses.html" if htmx else "penalties/incident_report.html", context)


# The case


def _form(
    request: HttpRequest,
    match: Match,
    table: Table,
    shown: TableShown,
    clause: Clause,
    *,
    data: Any = None,
    started: Mapping[str, Any] | None = None,
) -> IncidentForm:
    people = places.people_of(shown)
    told = data if data is not None else started or {}
    place = places.place_of(table, {"clause": clause.number, "offender": told.get("offender", "")})
    more: dict[str, Any] = {
        "place": place,
        "clause": clause,
        "names": people.names,
        "others": places.others_of(match, table) if clause.offender == "nobody-needed" else (),
        "decides": may_rule(request, match),
    }
    if data is not None:
        return IncidentForm(data, **more)
    typed = told.get("phase", "")
    guess = fitting.guessed_phase(shown.state)
    phase = typed if typed in clause.phases else guess if guess in clause.phases else ""
    phase = phase or next(item for item in Phase if item in clause.phases)
    note = str(told.get("note", ""))[:LONGEST_NOTE]
    initial = {"offender": told.get("offender", ""), "phase": str(phase), "note": note}
    form: IncidentForm = IncidentForm.fresh(shown.sequence, initial=initial, **more)
    return form


def shown_ruling(table: Table, form: IncidentForm) -> tuple[RulingPreview | None, Refused | None]:
    """The ruling on what the form says so far, or why there can be none; neither while it is not said who."""
    if form.waiting_for_who:
        return None, None
    try:
        return previews.preview(table, form.asked()), None
    except RecordError as error:
        return None, Refused(400, error.text[:1].upper() + error.text[1:] + ".")
    except LedgerRefused as error:
        return None, refused(error)


def case_context(
    match: Match, shown: TableShown, form: IncidentForm, ruling: RulingPreview | None, reported: int | None = None
) -> dict[str, Any]:
    """What the questions and the ruling are shown with. ``reported``: the table's last entry when a claim came in."""
    people = replace(places.people_of(shown), names=form.names)
    return context_of(
        match,
        shown,
        form=form,
        clause=form.clause,
        phase_words=PHASE[Phase(form.base()["phase"])],
        own=form.clause.ruleset == match.tournament.ruleset.base.value,
        ruling=ruling,
        **({} if ruling is None else ruling_context(ruling, match, people, reported)),
    )


def addresses(match: Match, number: int, form: IncidentForm) -> dict[str, str]:
    """Where a report is sent, shown before, and begun again with who and when kept."""
    at = [match.tournament.slug, match.pk, number]
    kept = {name: value for name, value in form.base().items() if name != "clause"}
    return {
        "action_url": reverse("incident-report", args=at),
        "preview_url": reverse("incident-preview", args=at),
        "other_url": f"{reverse('incident-report', args=at)}?{urlencode(kept)}",
    }


def ruling_context(ruling: RulingPreview, match: Match, people: People, reported: int | None = None) -> dict[str, Any]:
    """A ruling in words: effects, the board before and after, readings."""
    return {
        "effects": ruling_words.effects(ruling.result, people),
        "lines": ruling_words.board_lines(ruling.before, ruling.board, people),
        "next_deal": ruling_words.next_deal(ruling.result),
        "acts_on": ruling_words.acts_on(ruling.before, ruling.of, reported),
        "readings": ruling_words.readings(ruling.result["readings"], match.tournament.ruleset),
        "decides_match": bool(ruling.match.get("winner")) and not tally_of(match).winner,
    }


def case_page(
    request: HttpRequest,
    match: Match,
    shown: TableShown,
    form: IncidentForm,
    ruling: RulingPreview | None = None,
    why: Refused | None = None,
    **more: Any,
) -> HttpResponse:
    """The whole page of a case. ``why``: in the place of the ruling; ``refused``: at the thumb, where it was sent."""
    context = {
        **case_context(match, shown, form, ruling, _reported(more)),
        **addresses(match, shown.table.number, form),
        "why": why,
        "act": act_of(form),
        **more,
    }
    status = context["refused"].status if context.get("refused") else 200
    return render(request, "penalties/incident_case.html", context, status=status)


def case_part(
    request: HttpRequest,
    match: Match,
    shown: TableShown,
    form: IncidentForm,
    ruling: RulingPreview | None,
    why: Refused | None,
    **more: Any,
) -> HttpResponse:
    """Its moving part, for htmx."""
    context = {
        **case_context(match, shown, form, ruling, _reported(more)),
        **addresses(match, shown.table.number, form),
        "why": why,
        "part": True,
        **more,
    }
    return render(request, "penalties/_incident_case.html", context)


def _reported(more: Mapping[str, Any]) -> int | None:
    """The table's last entry when the claim came in that is ruled on, if it is one."""
    incident = more.get("incident")
    return incident.expected if incident is not None else None


def act_of(form: IncidentForm) -> str:
    """What the main button says."""
    if not form.decides:
        return "Tell the official"
    return "Change the ruling" if "reason" in form.fields else "Rule this"


def _send(request: HttpRequest, match: Match, table: Table, shown: TableShown) -> HttpResponse:
    clause = clause_or_404(request.POST.get("clause", ""), match)
    form = _form(request, match, table, shown, clause, data=request.POST)
    if request.POST.get("act") != "send":
        form.quiet()
        return case_page(request, match, shown, form, *shown_ruling(table, form))
    answer, why = tried(form, lambda: _report(request, table, form))
    if why is None:
        incident = answer.ruling.incident if form.decides else answer.incident
        said = "Ruled. The board has it." if form.decides else "The official is told: it stands in the queue."
        messages.success(request, said)
        return redirect("incident", match.tournament.slug, incident.pk)
    if why.status == 409:
        shown = table_shown(match, played_at(match, table.number))
        form = _form(request, match, table, shown, clause, data=request.POST)
        form.again(shown.sequence)
    ruling, unruled = shown_ruling(table, form) if why.status != 400 else (None, None)
    return case_page(request, match, shown, form, ruling, None if unruled == why else unruled, refused=why)


def _report(request: HttpRequest, table: Table, form: IncidentForm) -> Any:
    data = form.cleaned_data
    common: dict[str, Any] = {"by": acting(request), "client_id": data["client_id"], "note": data["note"]}
    if not form.decides:
        return incidents.report(table, form.asked(), **common)
    return rulings.report_and_rule(
        table,
        form.asked(),
        expected=data["expected"],
        reasons=data.get("reasons", ""),
        device=device_of(request),
        **common,
    )
