"""What everybody may read of the rules: the published rulesets, two side by side, a tournament's own."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules_engine.comparing import SUMMARIES, TITLES, compare, title_of
from rules_engine.rulesets import PUBLISHED, Explained
from scoring.views.scope import the_tournament


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All published rulesets, and a way to lay two side by side."""
    return render(request, "scoring/rulesets.html", {"rulesets": _published(), "a": "round-robin", "b": "trinidad"})


@require_safe
def one(request: HttpRequest, name: str) -> HttpResponse:
    """One published ruleset, line by line."""
    if name not in PUBLISHED:
        raise Http404
    ruleset = PUBLISHED[name]
    return render(
        request,
        "scoring/ruleset.html",
        {
            "title": title_of(ruleset),
            "says": SUMMARIES[ruleset.base],
            "groups": _groups(ruleset.explain()),
            "others": [other for other in _published() if other["name"] != name],
            "name": name,
        },
    )


@require_safe
def diff(request: HttpRequest) -> HttpResponse:
    """Where two published rulesets differ (``?a=…&b=…``); 400 when one of them is not told or not known."""
    names = [request.GET.get("a", ""), request.GET.get("b", "")]
    context: dict[str, object] = {"rulesets": _published(), "a": names[0], "b": names[1]}
    if not all(name in PUBLISHED for name in names):
        context["error"] = "Choose two rulesets from the lists."
        return render(request, "scoring/rulesets.html", context, status=400)
    first, second = (PUBLISHED[name] for name in names)
    context |= {"one": TITLES[first.base], "other": TITLES[second.base], "found": compare(first, second)}
    return render(request, "scoring/rulesets_diff.html", context)


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a tournament: what it changed first, then everything."""
    found = the_tournament(slug)
    ruleset = found.ruleset
    published = ruleset.published()
    return render(
        request,
        "scoring/tournament_rules.html",
        {
            "tournament": found,
            "base": TITLES[ruleset.base],
            "base_name": published.name,
            "changed": compare(published, ruleset),
            "groups": _groups(ruleset.explain()),
        },
    )


def _published() -> list[dict[str, str]]:
    return [
        {"name": ruleset.name, "title": TITLES[ruleset.base], "says": SUMMARIES[ruleset.base]}
        for ruleset in PUBLISHED.values()
    ]


def _groups(lines: Iterable[Explained]) -> list[dict[str, object]]:
    """The lines as the page parts them; what an organiser may choose stands apart."""
    every = list(lines)
    return [
        {"heading": "What the rules set", "lines": [line for line in every if not line.is_option]},
        {
            "heading": "Where they can be read two ways",
            "says": "An organiser may choose another reading of each; a ruling names the one that it used.",
            "lines": [line for line in every if line.is_option],
        },
    ]
