"""The match page: for the hall as a scoreboard that keeps itself fresh, for officials as the way to every table."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.http import parse_etags, quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scoring.models import MatchState
from scoring.selectors import matches
from scoring.views.scope import the_match
from tournaments.models import Match
from tournaments.selectors import halves

EVERY = {
    MatchState.SCHEDULED: 30,
    MatchState.IN_PLAY: 4,
    MatchState.LEVEL: 10,
    MatchState.DECIDER: 4,
    MatchState.UNDECIDED: 15,
    MatchState.PLAYED: 15,
}
"""Seconds between two looks at a match that is not settled yet."""

STORY_SHOWN = 12


def _rights(request: HttpRequest, match: Match) -> dict[str, bool]:
    user = request.user
    return {
        "may_record": user.has_perm("scoring.record", match),
        "may_confirm": user.has_perm("scoring.confirm", match),
        "may_withdraw": user.has_perm("scoring.withdraw", match),
        "may_change": user.has_perm("scoring.change", match),
        "may_print": user.has_perm("scoring.print", match.tournament),
    }


def _etag(match: Match, rights: dict[str, bool]) -> str:
    # The tally is as loaded with the match, the rest as it is now: what is read after this can only be newer, and
    # then the next look asks again.
    tally = matches.tally_of(match)
    bullseyes, hang_jacks = (tally.home_bullseyes, tally.away_bullseyes), (tally.home_hang_jacks, tally.away_hang_jacks)
    figures = (tally.state, bullseyes, hang_jacks, tally.winner)
    parts = (match.pk, str(match.home), str(match.away), figures, matches.fingerprint(match), sorted(rights.items()))
    return quote_etag(sha256(repr(parts).encode()).hexdigest()[:32])


def _context(match: Match, rights: dict[str, bool], etag: str) -> dict[str, Any]:
    page = matches.shown(match)
    return {
        "if_none_match": json.dumps({"If-None-Match": etag}),
        "tournament": match.tournament,
        "match": match,
        "page": page,
        "score": page.score,
        "story": matches.story(page),
        "story_shown": STORY_SHOWN,
        "story_slice": f":{STORY_SHOWN}",
        "story_rest": f"{STORY_SHOWN}:",
        "every": EVERY.get(MatchState(page.score.state), 0),
        **rights,
    }


@require_safe
@cache_control(private=True, no_cache=True)
def match(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """The match: bullseyes, tables, story; for those who record, what to do next."""
    found = the_match(slug, match_id)
    rights = _rights(request, found)
    context = _context(found, rights, _etag(found, rights))
    return render(request, "scoring/match.html", {**context, "tie": halves.of_match(found)})


@require_safe
@cache_control(private=True, no_cache=True)
def live(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """The moving part of the match page; 304 while nothing has happened."""
    found = the_match(slug, match_id)
    rights = _rights(request, found)
    etag = _etag(found, rights)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = render(request, "scoring/_match_live.html", _context(found, rights, etag))
    response.headers["ETag"] = etag
    return response
