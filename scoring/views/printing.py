"""Printed documents: ask, watch, download."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.models import PrintJob, PrintState
from scoring.services import printing
from scoring.views.scope import the_tournament
from tournaments.models import Match, Tournament

SLOW_AFTER = timedelta(seconds=30)
"""A document that still waits after this: perhaps nobody is there to make it."""

BIGGEST_KEY = 2**63 - 1


@require_POST
@never_cache
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a document (``kind``; ``match`` for a match's, ``subject`` for one of a number), then watch it."""
    tournament = the_tournament(slug)
    if (refused := _refusal(request, tournament)) is not None:
        return refused
    wanted, about = (request.POST.get(name, "") for name in ("match", "subject"))
    match = get_object_or_404(Match, tournament=tournament, pk=_key(wanted)) if wanted else None
    try:
        by: Any = request.user
        subject = _key(about) if about else None
        address = request.build_absolute_uri("/")
        job = printing.request(request.POST.get("kind", ""), tournament, match, by=by, subject=subject, address=address)
    except printing.PrintRefused as refusal:
        messages.error(request, refusal.message)
        return redirect(_back(request, tournament, match))
    return redirect("print-job", slug=slug, job_id=job.pk)


def _key(text: str) -> int:
    """The number in a field; 0, which nothing has, where it is none."""
    return min(int(text), BIGGEST_KEY) if text.isascii() and text.isdigit() and len(text) < 20 else 0


@require_safe
@never_cache
def watch(request: HttpRequest, slug: str, job_id: UUID) -> HttpResponse:
    """How far a document is; the page looks again by itself and may be left."""
    tournament = the_tournament(slug)
    if (refused := _refusal(request, tournament)) is not None:
        return refused
    job = _job(tournament, job_id)
    under_way = job.state in (PrintState.WAITING, PrintState.MAKING)
    age = timezone.now() - job.requested_at
    context = {
        "tournament": tournament,
        "job": job,
        "under_way": under_way and age < printing.STALE_AFTER,
        "lost": under_way and age >= printing.STALE_AFTER,
        "slow": job.state == PrintState.WAITING and age > SLOW_AFTER,
    }
    part = request.headers.get("HX-Request") == "true"
    return render(request, "scoring/_print_job.html" if part else "scoring/print_job.html", context)


@require_safe
@never_cache
def download(request: HttpRequest, slug: str, job_id: UUID) -> HttpResponseBase:
    """The PDF."""
    tournament = the_tournament(slug)
    if (refused := _refusal(request, tournament)) is not None:
        return refused
    job = _job(tournament, job_id)
    try:
        file = printing.open_file(job)
    except printing.PrintRefused as refusal:
        messages.error(request, refusal.message)
        return redirect("print-job", slug=slug, job_id=job.pk)
    return FileResponse(file, as_attachment=True, filename=job.file_name, content_type="application/pdf")


def _job(tournament: Tournament, job_id: UUID) -> PrintJob:
    return get_object_or_404(
        PrintJob.objects.select_related("match__home", "match__away"), tournament=tournament, pk=job_id
    )


def _refusal(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """A way to the sign-in page for a visitor, 403 for somebody without a role here, else None."""
    if not request.user.is_authenticated:
        way = request.get_full_path() if request.method in ("GET", "HEAD") else tournament_page(tournament)
        return redirect_to_login(way)
    if not request.user.has_perm("scoring.print", tournament):
        raise PermissionDenied("Printing is for people with a role in this tournament.")
    return None


def tournament_page(tournament: Tournament) -> str:
    """Its address."""
    return reverse("tournament", kwargs={"slug": tournament.slug})


def _back(request: HttpRequest, tournament: Tournament, match: Match | None) -> str:
    """Where the request came from, if that was here."""
    came = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(came, {request.get_host()}, require_https=request.is_secure()):
        return came
    if match is not None:
        return reverse("match", kwargs={"slug": tournament.slug, "match_id": match.pk})
    return tournament_page(tournament)
