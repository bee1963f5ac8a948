"""Appeals: lodged by a captain, heard by somebody of the committee who did not judge."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from penalties.forms.dispute import HearForm, LodgeForm
from penalties.forms.incident import IncidentForm
from penalties.models import Appeal, AppealState, Dispute, Ruling, RulingState
from penalties.selectors import appeals as seen
from penalties.selectors import disputes, rulings
from penalties.services import appeals
from penalties.services.refusals import PenaltyConflict
from penalties.views.acts import done, quicker
from penalties.views.incident import case
from penalties.views.scope import the_incident
from scoring.forms.request import device_of
from scoring.selectors import tables
from scoring.services.refusals import LedgerRefused
from scoring.views import scope
from scoring.views.acts import Refused
from scoring.views.acts import refused as refused_by_ledger
from scoring.views.scope import acting, refusal, the_tournament

scope.MAY_NOT.update(
    {
        "penalties.appeal": "Appeals are lodged by a captain of one of the two teams.",
        "penalties.see_appeal": "Appeals are seen by the officials, the committee and the captains of the two teams.",
        "penalties.hear_appeal": "An appeal is heard by a member of the committee who neither ruled, nor decided, nor "
        "captains one of the two teams.",
    }
)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def against_ruling(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Appeal against a ruling."""
    ruling: Ruling = get_object_or_404(rulings.rulings(), incident__match__tournament__slug=slug, pk=pk)
    return _lodge(request, ruling, ruling.incident.match, reverse("incident", args=[slug, ruling.incident_id]))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def against_decision(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Appeal against an official's decision of a dispute."""
    dispute: Dispute = get_object_or_404(disputes.disputes(), match__tournament__slug=slug, pk=pk)
    return _lodge(request, dispute, dispute.match, reverse("dispute", args=[slug, pk]))


def _lodge(request: HttpRequest, judged: Ruling | Dispute, match: Any, back: str) -> HttpResponse:
    answer = refusal(request, "penalties.appeal", match)
    if answer is not None:
        return answer
    form = LodgeForm(request.POST if request.method == "POST" else None)
    why: Refused | None = None
    if request.method == "POST":
        appeal, why = done(
            form, lambda: appeals.lodge(judged, grounds=form.cleaned_data["grounds"], by=acting(request))
        )
        if why is None:
            messages.success(request, "Lodged. The committee hears it.")
            return redirect("appeal", match.tournament.slug, appeal.pk)
    deadline = appeals.deadline_of(judged)
    context = {
        "tournament": match.tournament,
        "match": match,
        "form": form,
        "refused": why,
        "back": back,
        "deadline": deadline,
        "late": deadline is not None and timezone.now() > deadline,
        "ruling": judged if isinstance(judged, Ruling) else None,
        "dispute": judged if isinstance(judged, Dispute) else None,
        "hours": match.tournament.appeal_hours,
    }
    return render(request, "penalties/appeal_lodge.html", context, status=why.status if why else 200)


@require_safe
@never_cache
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """Appeals: those that wait, then those that were heard. A captain sees those of the own matches."""
    tournament = the_tournament(slug)
    answer = refusal(request, "tournaments.belong", tournament)
    if answer is not None:
        return answer
    rows = list(seen.appeals_seen_by(request.user, tournament))
    context = {
        "tournament": tournament,
        "waiting": [appeal for appeal in reversed(rows) if appeal.state == AppealState.LODGED],
        "heard": [appeal for appeal in rows if appeal.state != AppealState.LODGED],
    }
    return render(request, "penalties/appeal_list.html", context)


def the_appeal(slug: str, pk: int) -> Appeal:
    """The appeal of the address within its tournament, or 404. One query."""
    return get_object_or_404(seen.appeals(the_tournament(slug)), pk=pk)


@require_safe
@never_cache
def page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One appeal: against what, why, and what the committee decided."""
    appeal = the_appeal(slug, pk)
    answer = refusal(request, "penalties.see_appeal", appeal.match)
    return answer or _page(request, appeal)


def _page(
    request: HttpRequest, appeal: Appeal, *, why: Refused | None = None, form: HearForm | None = None
) -> HttpResponse:
    lodged = appeal.state == AppealState.LODGED
    hears = lodged and request.user.has_perm("penalties.hear_appeal", appeal)
    ruling = appeals.ruling_of(appeal)
    context = {
        "tournament": appeal.match.tournament,
        "match": appeal.match,
        "appeal": appeal,
        "ruling": ruling,
        "team": appeal.match.home if appeal.side == "home" else appeal.match.away,
        "hear_form": (form or _fresh(appeal, ruling)) if hears else None,
        "may_vary": hears and ruling is not None and ruling.state == RulingState.STANDING,
        "may_withdraw": lodged and appeal.lodged_by_id == request.user.pk,
        "refused": why,
    }
    return render(request, "penalties/appeal_page.html", context, status=why.status if why else 200)


def _sequence(ruling: Ruling | None) -> int | None:
    board = None if ruling is None else tables.board_of(ruling.incident.table)
    return None if board is None else board.sequence


def _fresh(appeal: Appeal, ruling: Ruling | None) -> HearForm:
    form: HearForm = HearForm.fresh(varied=ruling is None, initial={"expected": _sequence(ruling)})
    return form


@require_POST
@never_cache
def hear(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Dismiss it or uphold it; without a ruling, vary it in words."""
    appeal = the_appeal(slug, pk)
    answer = refusal(request, "penalties.hear_appeal", appeal)  # type: ignore[arg-type]
    if answer is not None:
        return answer
    form = HearForm(request.POST, varied=appeals.ruling_of(appeal) is None)
    _, why = done(form, lambda: _heard(request, appeal, form.cleaned_data))
    if why is None:
        messages.success(request, "Decided. The captain reads it here.")
        return redirect("appeal", slug, pk)
    return _page(request, the_appeal(slug, pk), why=why, form=None if why.status == 409 else form)


def _heard(request: HttpRequest, appeal: Appeal, told: dict[str, Any], **more: Any) -> Appeal:
    return appeals.hear(
        appeal.pk,
        outcome=told["outcome"],
        reasons=told["reasons"],
        expected=told["expected"],
        client_id=told["client_id"],
        by=acting(request),
        device=device_of(request),
        **more,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def vary(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Put another ruling in the place of the one appealed against: the same questions as for any ruling."""
    appeal = the_appeal(slug, pk)
    answer = refusal(request, "penalties.hear_appeal", appeal)  # type: ignore[arg-type]
    if answer is not None:
        return answer
    ruling = appeals.ruling_of(appeal)
    if ruling is None:
        raise Http404
    back = reverse("appeal", args=[slug, pk])
    if appeal.state != AppealState.LODGED or ruling.state != RulingState.STANDING:
        return redirect(back)
    incident = the_incident(slug, ruling.incident_id)
    ruling.incident = incident

    def act(form: IncidentForm) -> Appeal:
        told = form.cleaned_data
        reasons = "\n".join(filter(None, (told["reason"], told["reasons"])))
        return _heard(request, appeal, {**told, "outcome": "varied", "reasons": reasons}, asked=form.asked())

    here = reverse("appeal-vary", args=[slug, pk])
    return case(
        request,
        incident,
        ruling,
        here=here,
        back=back,
        do=act,
        said="Varied. The board follows.",
        other_words="Back to the appeal",
    )


@require_POST
@never_cache
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take one's own appeal back."""
    appeal = the_appeal(slug, pk)
    answer = refusal(request, "penalties.appeal", appeal.match)
    if answer is not None:
        return answer
    try:
        appeals.withdraw(appeal.pk, by=acting(request))
    except PenaltyConflict as conflict:
        return _page(request, the_appeal(slug, pk), why=quicker(conflict))
    except LedgerRefused as error:
        return _page(request, the_appeal(slug, pk), why=refused_by_ledger(error))
    messages.success(request, "Withdrawn.")
    return redirect("appeal", slug, pk)
