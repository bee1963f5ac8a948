"""One incident: what was reported, what was ruled and why, and what those entitled may still do about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from penalties.forms.decisions import CancelForm, DismissForm, WithdrawForm
from penalties.forms.incident import IncidentForm, initial_of
from penalties.models import Incident, IncidentState, Ruling, RulingState
from penalties.selectors import cases, code, matters, places, ruling_words, warnings
from penalties.selectors.code_words import PHASE
from penalties.selectors.ruling_words import People
from penalties.selectors.rulings import moved_since
from penalties.selectors.rulings import rulings as all_rulings
from penalties.selectors.seats import people_behind
from penalties.services import appeals, incidents, previews, rulings
from penalties.services.bench import asked_of
from penalties.services.previews import RulingPreview
from penalties.views.acts import done, tried
from penalties.views.report import case_page, case_part, clause_or_404
from penalties.views.scope import incident_page, the_incident
from rules_engine.verdicts import Phase, RecordError
from scoring.forms.request import device_of
from scoring.selectors import tables
from scoring.selectors.tables import shown as table_shown
from scoring.services.refusals import LedgerRefused
from scoring.views.acts import Refused, refused
from scoring.views.scope import MAY_NOT, acting, refusal


@incident_page("", "GET", "HEAD")
def page(request: HttpRequest, incident: Incident) -> HttpResponse:
    """The incident; a claim that nobody has ruled on is not for everybody."""
    found = versions(incident)
    if not found and not _sees_claim(request, incident):
        answer = refusal(request, "penalties.see_claims", incident.match)
        if answer is not None:
            return answer
    return render(request, "penalties/incident.html", context_of(request, incident, found))


def versions(incident: Incident) -> list[Ruling]:
    """The incident's rulings, the latest first. One query."""
    return list(incident.rulings.select_related("official", "ended_by", "offender").order_by("-version"))


def _sees_claim(request: HttpRequest, incident: Incident) -> bool:
    user = request.user
    return user.pk == incident.reported_by_id or user.has_perm("penalties.see_claims", incident.match)


def context_of(
    request: HttpRequest, incident: Incident, found: list[Ruling], *, refused: Refused | None = None, **forms: Any
) -> dict[str, Any]:
    """What the page says. ``forms``: those that came back with faults."""
    user, match = request.user, incident.match
    latest = found[0] if found else None
    standing = latest if latest is not None and latest.state == RulingState.STANDING else None
    judged = standing or incident
    clause = clause_or_404(judged.clause, match)
    home_pair = tables.board_of(incident.table)
    people = places.people_at(match, incident.table, home_pair.home_pair if home_pair else "")
    people = people_behind(people, incident.table, _behind(incident, latest))
    told: dict[str, Any] = {}
    if latest is not None:
        for ruling in found:
            ruling.incident = incident
        told = {
            "effects": ruling_words.effects(latest.result, people),
            "next_deal": ruling_words.next_deal(latest.result),
            "readings": ruling_words.readings(latest.result.get("readings", ()), match.tournament.ruleset),
            "beside": cases.beside(
                latest.clause, latest.record, latest.result, but=incident.pk, before=found[-1].ruled_at
            ),
        }
    else:
        told = {"beside": cases.beside(incident.clause, {}, {}, but=incident.pk)}
    if standing is not None:
        now = moved_since(standing)
        told |= {"now": now and ruling_words.effects(now, people), "now_reason": now and now["reason"]}
        told["basis"] = warnings.basis(standing)
    claimed = incident.state == IncidentState.CLAIMED
    if standing is not None or (claimed and _sees_claim(request, incident)):
        told["matters"] = matters.of_incident(incident)
    may_change = standing is not None and user.has_perm("penalties.cancel", standing)
    sequence = home_pair.sequence if home_pair else 0
    return {
        "tournament": match.tournament,
        "match": match,
        "incident": incident,
        "clause": clause,
        "phase_words": PHASE[Phase(incident.phase)],
        "offender": judged.offender or people.seat(judged.offender_seat or None),
        "offender_seat": judged.offender_seat if judged.offender_id else "",
        "reported_as": _reported_as(incident, standing, people),
        "ruling": latest,
        "standing": standing,
        "versions": found,
        "sees_claim": _sees_claim(request, incident),
        "may_rule": claimed and user.has_perm("penalties.rule", match),
        "may_withdraw": claimed and user.pk == incident.reported_by_id,
        "may_change": may_change,
        "appeal_until": _appeal_until(request, standing),
        "dismiss_form": forms.get("dismiss_form") or DismissForm(),
        "withdraw_form": forms.get("withdraw_form") or WithdrawForm(),
        "cancel_form": forms.get("cancel_form") or (CancelForm.fresh(sequence) if may_change else None),
        "refused": refused,
        "cost": code.short(clause),
        **told,
    }


def _behind(incident: Incident, ruling: Ruling | None) -> int:
    """The entry behind which people sat as the case is about them: when it was reported, or where it was ruled."""
    return incident.expected if ruling is None else ruling.ledger_sequence - 1


def _reported_as(incident: Incident, standing: Ruling | None, people: People) -> str:
    """What was reported, where the ruling that stands is on another clause or somebody else; else empty."""
    same = standing is None or (
        (standing.clause, standing.offender_id, standing.offender_seat)
        == (incident.clause, incident.offender_id, incident.offender_seat)
    )
    return "" if same else f"{incident.clause}, {incident.offender or people.seat(incident.offender_seat or None)}"


def _appeal_until(request: HttpRequest, standing: Ruling | None) -> datetime | None:
    """Until when this user may appeal against the ruling; None when not, or not any more."""
    if standing is None or not request.user.has_perm("penalties.appeal", standing.incident.match):
        return None
    deadline = appeals.deadline_of(standing)
    return deadline if deadline is not None and timezone.now() <= deadline else None


def _again(request: HttpRequest, incident: Incident, why: Refused, **forms: Any) -> HttpResponse:
    """The page as it is now, with why the act was not done."""
    fresh = the_incident(incident.match.tournament.slug, incident.pk)
    context = context_of(request, fresh, versions(fresh), refused=why, **forms)
    return render(request, "penalties/incident.html", context, status=why.status)


@incident_page("penalties.rule", "POST")
def dismiss(request: HttpRequest, incident: Incident) -> HttpResponse:
    """Say that nothing follows."""
    form = DismissForm(request.POST)
    _, why = done(form, lambda: incidents.dismiss(incident, by=acting(request), reason=form.cleaned_data["reason"]))
    if why is not None:
        return _again(request, incident, why, dismiss_form=form)
    messages.success(request, "Dismissed.")
    return redirect("incident", incident.match.tournament.slug, incident.pk)


@incident_page("penalties.report", "POST")
def withdraw(request: HttpRequest, incident: Incident) -> HttpResponse:
    """Take one's own report back."""
    if not _sees_claim(request, incident):
        raise PermissionDenied(MAY_NOT["penalties.see_claims"])
    form = WithdrawForm(request.POST)
    _, why = done(form, lambda: incidents.withdraw(incident, by=acting(request), reason=form.cleaned_data["reason"]))
    if why is not None:
        return _again(request, incident, why, withdraw_form=form)
    messages.success(request, "Withdrawn.")
    return redirect("incident", incident.match.tournament.slug, incident.pk)


@incident_page("", "POST")
def cancel(request: HttpRequest, incident: Incident) -> HttpResponse:
    """Strike the ruling that stands, with a reason; the board follows at once."""
    ruling, answer = _ruling_to_change(request, incident)
    if answer is not None:
        return answer
    if ruling is None:
        return _again(request, incident, Refused(409, "No ruling stands here any more."))
    form = CancelForm(request.POST)
    done, why = tried(form, lambda: _cancel(request, ruling, form))
    if why is not None:
        if why.status == 409:
            form.again(tables.board_of(incident.table).sequence if tables.board_of(incident.table) else 0)  # type: ignore[union-attr]
        return _again(request, incident, why, cancel_form=form)
    messages.success(request, "The ruling is cancelled. The board follows.")
    look_again(request, done)
    return redirect("incident", incident.match.tournament.slug, incident.pk)


def _cancel(request: HttpRequest, ruling: Ruling, form: CancelForm) -> Any:
    data = form.cleaned_data
    return rulings.cancel(
        ruling,
        reason=data["reason"],
        expected=data["expected"],
        client_id=data["client_id"],
        by=acting(request),
        device=device_of(request),
    )


def look_again(request: HttpRequest, answer: Any) -> None:
    """Name the other rulings whose outcome an act has moved, for the official to look at them."""
    shifted = getattr(answer, "shifted", ())
    for ruling in all_rulings().filter(pk__in=shifted):
        messages.warning(
            request,
            f"Look at the ruling under {ruling.clause} at {ruling.incident.table} of {ruling.incident.match} again: "
            "what it rested on has changed with this.",
        )


def _ruling_to_change(request: HttpRequest, incident: Incident) -> tuple[Ruling | None, HttpResponse | None]:
    """The ruling that stands (or the last one, for a second tap of the same form), and the answer to who may not."""
    found = versions(incident)
    ruling = found[0] if found else None
    if ruling is None:
        return None, refusal(request, "penalties.rule", incident.match)
    ruling.incident = incident
    return ruling, refusal(request, "penalties.cancel", ruling)  # type: ignore[arg-type]


# Ruling on a claim, changing a ruling


@incident_page("penalties.rule", "GET", "HEAD", "POST")
def rule(request: HttpRequest, incident: Incident) -> HttpResponse:
    """Rule on a claim: the form as it was reported, with what is the official's to say."""
    return case(request, incident, None)


@incident_page("", "GET", "HEAD", "POST")
def change(request: HttpRequest, incident: Incident) -> HttpResponse:
    """Put another ruling in the place of the one that stands."""
    ruling, answer = _ruling_to_change(request, incident)
    if answer is not None:
        return answer
    if ruling is None:
        return redirect("incident", incident.match.tournament.slug, incident.pk)
    return case(request, incident, ruling)


def case(
    request: HttpRequest,
    incident: Incident,
    ruling: Ruling | None,
    *,
    here: str = "",
    back: str = "",
    do: Callable[[IncidentForm], Any] | None = None,
    said: str = "",
    **more: Any,
) -> HttpResponse:
    """The questions of a ruling, its preview and what is done with it.

    ``here``, ``back``, ``do`` and ``said`` (an appeal's, say) stand in the place of ruling or changing.
    """
    match = incident.match
    posted = request.method == "POST"
    asked = asked_of(incident) if ruling is None else _asked_of_ruling(ruling)
    number = (request.POST if posted else request.GET).get("clause") or asked["clause"]
    clause = clause_or_404(number, match)
    shown = table_shown(match, incident.table)

    def form_of(sequence: int) -> IncidentForm:
        people = people_behind(places.people_of(shown), shown.table, _behind(incident, ruling))
        initial = (
            initial_of(asked, asked.get("player"))
            if number == asked["clause"]
            else {"offender": asked.get("offender", "")}
        )
        told = request.POST if posted else initial
        more: dict[str, Any] = {
            "place": places.place_of(
                incident.table, {"clause": number, "offender": told.get("offender", "")}, change=ruling
            ),
            "clause": clause,
            "names": people.names,
            "others": places.others_of(match, incident.table) if clause.offender == "nobody-needed" else (),
            "decides": True,
            "changes": ruling is not None,
        }
        if posted:
            return IncidentForm(request.POST, **more)
        form: IncidentForm = IncidentForm.fresh(sequence, initial=initial, **more)
        return form

    form = form_of(shown.sequence)
    name = "incident-rule" if ruling is None else "incident-change"
    here = here or reverse(name, args=[match.tournament.slug, incident.pk])
    back = back or reverse("incident", args=[match.tournament.slug, incident.pk])
    about: dict[str, Any] = {
        "incident": incident,
        "action_url": here,
        "preview_url": here,
        "other_url": back,
        "other_words": "Back to the report" if ruling is None else "Back to the ruling",
        **more,
    }
    if not posted:
        return case_page(request, match, shown, form, *_shown_ruling(request, incident, ruling, form), **about)
    if request.POST.get("act") != "send":
        form.quiet()
        found, why = _shown_ruling(request, incident, ruling, form)
        if request.headers.get("HX-Request"):
            return case_part(request, match, shown, form, found, why, **about)
        return case_page(request, match, shown, form, found, why, **about)
    act = do or (lambda sent: _do(request, incident, ruling, sent))
    answer, refused_why = tried(form, lambda: act(form))
    if refused_why is None:
        look_again(request, answer)
        told = "Ruled. The board has it." if ruling is None else "Changed. The board follows."
        messages.success(request, said or told)
        return redirect(back)
    if refused_why.status == 409:
        incident = the_incident(match.tournament.slug, incident.pk)
        shown = table_shown(match, incident.table)
        form.again(shown.sequence)
    found, why = _shown_ruling(request, incident, ruling, form) if refused_why.status == 409 else (None, None)
    return case_page(request, match, shown, form, found, why, refused=refused_why, **about)


def _asked_of_ruling(ruling: Ruling) -> dict[str, Any]:
    """What a ruling that stands was ruled on, as a form asks it."""
    asked = {name: value for name, value in ruling.record.items() if name not in ("format", "warned_elsewhere", "id")}
    return asked | ({"player": ruling.offender_id} if ruling.offender_id and not asked.get("offender") else {})


def _shown_ruling(
    request: HttpRequest, incident: Incident, ruling: Ruling | None, form: IncidentForm
) -> tuple[RulingPreview | None, Refused | None]:
    if form.waiting_for_who:
        return None, None
    try:
        if ruling is None:
            return previews.preview(incident.table, form.asked(), behind=incident.expected), None
        return previews.preview_change(ruling, form.asked(), by=acting(request)), None
    except RecordError as error:
        return None, Refused(400, error.text[:1].upper() + error.text[1:] + ".")
    except LedgerRefused as error:
        return None, refused(error)


def _do(request: HttpRequest, incident: Incident, ruling: Ruling | None, form: IncidentForm) -> Any:
    data = form.cleaned_data
    common: dict[str, Any] = {
        "expected": data["expected"],
        "client_id": data["client_id"],
        "by": acting(request),
        "reasons": data.get("reasons", ""),
        "device": device_of(request),
    }
    if ruling is None:
        return rulings.rule(incident, asked=form.asked(), **common)
    return rulings.change(ruling, form.asked(), reason=data["reason"], **common)
