"""The penalty code for everybody: by section, by phase, by what people call it, and clause by clause."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from penalties.selectors import cases, code
from penalties.selectors.code_words import CODE, PHASE
from rules_engine.penalty_code import ROUND_ROBIN
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.verdicts import Phase
from tournaments.models import Tournament

CLAUSE_PAGE = "penalties/code_clause.html"


@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """The code by section (``?phase=`` by phase, ``?q=`` by search), in the code of ``?rules=`` or of ``?t=``."""
    context = _in_force(request)
    name = context["rules"]
    asked = request.GET.get("q", "").strip()[: code.LONGEST_SEARCH]
    phase = request.GET.get("phase", "")
    context |= {
        "q": asked,
        "phase": phase if phase in set(Phase) else "",
        "phases": [(item.value, PHASE[item]) for item in Phase],
        "codes": code.rulesets(),
        "sections": [(section, code.listed(section.clauses)) for section in code.sections(name)],
        "found": code.listed(code.found_by(asked, name)) if asked else (),
        "may_print": _may_print(request, context["tournament"]),
        "in_phase": code.listed(code.in_phase(Phase(phase), name)) if phase in set(Phase) else (),
    }
    return render(request, "penalties/code.html", context)


@require_safe
def clause(request: HttpRequest, number: str) -> HttpResponse:
    """One clause, with the readings in force where it is reached from a tournament, and the rulings under it."""
    return render(request, CLAUSE_PAGE, {**told(request, number), "cases": cases.of_clause(number)})


def told(request: HttpRequest, number: str) -> dict[str, Any]:
    """What a clause's page tells without a look at any ruling; Http404 where there is no such clause."""
    context = _in_force(request)
    shown = code.shown(number, context["ruleset"])
    if shown is None:
        raise Http404
    before, after = _neighbours(number, shown.clause.ruleset)
    return {**context, "shown": shown, "before": before, "after": after}


def _in_force(request: HttpRequest) -> dict[str, Any]:
    """Whose code is read: that of the tournament in ``?t=``, else the one named in ``?rules=``.

    ``keep`` is what a link has to carry on, as the end of an address.
    """
    slug, rules = request.GET.get("t", ""), request.GET.get("rules", "")
    tournament = None
    if slug:
        if "\0" in slug:
            raise Http404
        tournament = get_object_or_404(Tournament, slug=slug)
    ruleset: Ruleset = tournament.ruleset if tournament else PUBLISHED.get(rules, PUBLISHED[ROUND_ROBIN])
    name = ruleset.base.value
    kept = {"t": slug} if tournament else {"rules": name} if name != ROUND_ROBIN else {}
    return {
        "tournament": tournament,
        "ruleset": ruleset,
        "rules": name,
        "code_name": CODE[name],
        "keep": f"?{urlencode(kept)}" if kept else "",
        "kept": kept,
    }


def _may_print(request: HttpRequest, tournament: Tournament | None) -> bool:
    return (
        tournament is not None and request.user.is_authenticated and request.user.has_perm("scoring.print", tournament)
    )


def _neighbours(number: str, ruleset: str) -> tuple[Any, Any]:
    """The clauses before and after this one in its code."""
    clauses = [clause for section in code.sections(ruleset) for clause in section.clauses]
    at = next(n for n, clause in enumerate(clauses) if clause.number == number)
    return (clauses[at - 1] if at else None), (clauses[at + 1] if at + 1 < len(clauses) else None)
