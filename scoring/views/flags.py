"""What stands on a result since changed: listed, and settled with a reason."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules_engine.verdicts import RecordError
from scoring.forms.changes import SettleForm
from scoring.models import Flag
from scoring.selectors import changes as selector
from scoring.services import flags as service
from scoring.services.refusals import ResultRefused
from scoring.views.acts import Refused
from scoring.views.scope import acting, refusal, the_tournament


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every flag of a tournament; POST settles the one that ``flag`` names."""
    tournament = the_tournament(slug)
    answer = refusal(request, "scoring.settle", tournament)
    if answer is not None:
        return answer
    why: Refused | None = None
    form, at = SettleForm(), 0
    if request.method == "POST":
        number = request.POST.get("flag", "")
        wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
        flag = get_object_or_404(Flag, tournament=tournament, pk=wanted)
        form, at = SettleForm(request.POST), flag.pk
        why = _settle(request, flag, form)
        if why is None:
            messages.success(request, "Settled.")
            return redirect("flags", slug)
    found = list(selector.flags_of(tournament))
    context = {
        "tournament": tournament,
        "open": [flag for flag in found if flag.settled_at is None],
        "settled": [flag for flag in found if flag.settled_at is not None],
        "form": form,
        "fresh": SettleForm(),
        "at": at,
        "refused": why,
        "may_set_up": request.user.has_perm("tournaments.set_up", tournament),
    }
    return render(request, "scoring/flags.html", context, status=why.status if why else 200)


def _settle(request: HttpRequest, flag: Flag, form: SettleForm) -> Refused | None:
    if not form.is_valid():
        return Refused(400, "Something is missing. It is marked below.")
    try:
        service.settle(flag, by=acting(request), reason=form.cleaned_data["reason"])
    except RecordError as error:
        form.add_error("reason", error.text[:1].upper() + error.text[1:])
        return Refused(400, "Something is missing. It is marked below.")
    except ResultRefused as error:
        return Refused(409, error.message)
    return None
