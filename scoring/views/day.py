"""The day for everybody: who plays where, and the hall's clock. Both keep themselves fresh."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, render
from django.utils.http import parse_etags, quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.selectors import day as days
from scoring.views.scope import the_tournament
from tournaments.models import Round, Tournament

EVERY = 10
"""Seconds between two looks of an open page at what moved."""


def asked_round(request: HttpRequest, tournament: Tournament) -> Round | None:
    """The round that the address asks for by its number; None for the current ones; 404 for one that is not there."""
    number = request.GET.get("round", "")
    if not number:
        return None
    rounds = Round.objects.filter(tournament=tournament)
    known = number.isascii() and number.isdigit() and len(number) <= 4
    return get_object_or_404(rounds, number=int(number) if known else -1)


def _page(request: HttpRequest, slug: str) -> tuple[dict[str, Any], str]:
    tournament = the_tournament(slug)
    chosen = asked_round(request, tournament)
    page = days.shown(tournament, [chosen] if chosen else None)
    may_run = request.user.has_perm("tournaments.run_day", tournament)
    etag = quote_etag(sha256(f"{days.fingerprint(page)}{may_run}".encode()).hexdigest()[:32])
    context = {
        "tournament": tournament,
        "page": page,
        "chosen": chosen,
        "may_run": may_run,
        "every": EVERY,
        "if_none_match": json.dumps({"If-None-Match": etag}),
    }
    return context, etag


@require_safe
@cache_control(private=True, no_cache=True)
def day(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays where, large enough for the hall's screen, and to print."""
    context, _ = _page(request, slug)
    return render(request, "scoring/day.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """The moving part of that page; 304 while nothing has happened."""
    context, etag = _page(request, slug)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = render(request, "scoring/_day_live.html", context)
    response.headers["ETag"] = etag
    return response


@require_safe
@cache_control(private=True, no_cache=True)
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """The clocks alone, to be read from the far end of the hall."""
    tournament = the_tournament(slug)
    return render(request, "scoring/day_clock.html", {"tournament": tournament, "page": days.shown(tournament, [])})
