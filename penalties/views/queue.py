"""The officials' queue, and calling somebody from it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import parse_etags, quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from penalties.forms.decisions import CallForm
from penalties.models import Call, Incident
from penalties.selectors.queue import Waiting, queue
from penalties.services import calls
from penalties.views.acts import done
from penalties.views.scope import played_at
from rules_engine.penalty_code import find
from scoring.views.scope import acting, match_page, refusal, the_tournament
from tournaments.models import Match, Tournament

EVERY = 10
"""Seconds between two looks at the queue where no stream tells of changes."""


def _lines(tournament: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "waiting": line,
            "minutes": line.seconds // 60,
            "claims": [(incident, _title(incident)) for incident in line.incidents],
        }
        for line in queue(tournament)
    ]


def _title(incident: Incident) -> str:
    clause = find(incident.clause)
    return clause.title if clause else ""


def _etag(lines: list[dict[str, Any]]) -> str:
    def mark(line: Waiting, minutes: int) -> tuple[Any, ...]:
        call = line.call
        told = (call.pk, call.answered_by_id, call.note) if call else ()
        dispute = line.dispute.pk if line.dispute else None
        return (line.table.pk, told, [incident.pk for incident in line.incidents], dispute, minutes)

    parts = [mark(line["waiting"], line["minutes"]) for line in lines]
    return quote_etag(sha256(repr(parts).encode()).hexdigest()[:32])


def _context(request: HttpRequest, tournament: Tournament, lines: list[dict[str, Any]], etag: str) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "lines": lines,
        "every": EVERY,
        "if_none_match": json.dumps({"If-None-Match": etag}),
        "me": request.user,
    }


@require_safe
@cache_control(private=True, no_cache=True)
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Calls, claims and disputes, the longest waiting first."""
    tournament = the_tournament(slug)
    answer = refusal(request, "penalties.queue", tournament)
    if answer is not None:
        return answer
    lines = _lines(tournament)
    return render(request, "penalties/queue.html", _context(request, tournament, lines, _etag(lines)))


@require_safe
@cache_control(private=True, no_cache=True)
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """The moving part of the queue; 304 while nothing has happened."""
    tournament = the_tournament(slug)
    answer = refusal(request, "penalties.queue", tournament)
    if answer is not None:
        return answer
    lines = _lines(tournament)
    etag = _etag(lines)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        answer = HttpResponseNotModified()
    else:
        answer = render(request, "penalties/_queue_live.html", _context(request, tournament, lines, etag))
    answer.headers["ETag"] = etag
    return answer


@require_safe
@cache_control(private=True, no_cache=True)
def badge(request: HttpRequest, slug: str) -> HttpResponse:
    """The link to the queue with how many tables wait, for the officials' match pages."""
    tournament = the_tournament(slug)
    answer = refusal(request, "penalties.queue", tournament)
    if answer is not None:
        return answer
    return render(request, "penalties/_queue_badge.html", {"tournament": tournament, "waiting": len(queue(tournament))})


@match_page("penalties.call", "POST")
def call(request: HttpRequest, match: Match, number: int) -> HttpResponse:
    """Call an official to a table: one tap."""
    table = played_at(match, number)
    form = CallForm(request.POST)
    made, why = done(
        form, lambda: calls.call_official(table, by=acting(request), note=form.cleaned_data.get("note", ""))
    )
    if why is not None:
        messages.error(request, " ".join(str(text) for errors in form.errors.values() for text in errors) or why.title)
    elif made.repeated:
        messages.info(request, "An official is called already.")
    else:
        messages.success(request, "An official is called.")
    may_record = request.user.has_perm("scoring.record", match)
    if may_record:
        return redirect("table", match.tournament.slug, match.pk, number)
    return redirect("match", match.tournament.slug, match.pk)


@require_POST
def answer(request: HttpRequest, slug: str, call_id: int) -> HttpResponse:
    """Say that one is on the way."""
    return _act(request, slug, call_id, "answer")


@require_POST
def close(request: HttpRequest, slug: str, call_id: int) -> HttpResponse:
    """The matter is settled."""
    return _act(request, slug, call_id, "close")


def _act(request: HttpRequest, slug: str, call_id: int, act: str) -> HttpResponse:
    tournament = the_tournament(slug)
    no = refusal(request, "penalties.queue", tournament)
    if no is not None:
        return no
    found: Call = get_object_or_404(
        Call.objects.select_related("table__match"), table__match__tournament=tournament, pk=call_id
    )
    form = CallForm({})
    service = calls.answer if act == "answer" else calls.close
    _, why = done(form, lambda: service(found, by=acting(request)))
    if why is not None:
        messages.warning(request, why.title)
    return redirect("queue", tournament.slug)
