"""What the address names, loaded within its tournament, and whether the caller may."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from penalties.models import Incident
from scoring.views import scope
from scoring.views.scope import refusal
from tournaments.models import Match, Table, TableKind

P = ParamSpec("P")

scope.MAY_NOT.update(
    {
        "penalties.report": "Reporting is for the tournament's director, officials and scorers, and for the captains "
        "of the two teams.",
        "penalties.call": "An official is called by the scorer, by a captain of the two teams, or by another official.",
        "penalties.rule": "Rulings are for the tournament's director and officials.",
        "penalties.cancel": "A ruling is cancelled or changed by the director, or by the official who gave it while "
        "the match is not confirmed.",
        "penalties.see_claims": "A report that nobody has ruled on is seen by the officials, the committee and the "
        "captains of the two teams.",
        "penalties.queue": "The queue is for the tournament's director and officials.",
    }
)


def the_incident(slug: str, incident_id: int) -> Incident:
    """The incident of the address with its match, table and people, or 404. Two queries."""
    found: Incident = get_object_or_404(
        Incident.objects.select_related(
            "match__tournament",
            "match__home",
            "match__away",
            "match__round",
            "match__tally",
            "table__board",
            "offender",
            "reported_by",
            "closed_by",
        ).prefetch_related("table__seatings__player"),
        match__tournament__slug=slug,
        pk=incident_id,
    )
    found.table.match = found.match
    return found


def played_at(match: Match, number: int) -> Table:
    """The table at which people sit, or 404: nothing happens at a sheet. Two queries."""
    table = scope.the_table(match, number)
    if table.kind == TableKind.SHEET:
        raise Http404
    return table


def incident_page(
    permission: str, *methods: str
) -> Callable[[Callable[Concatenate[HttpRequest, Incident, P], HttpResponse]], Callable[..., HttpResponse]]:
    """A page about an incident: finds it, asks for ``permission`` on its match, and is never kept by a cache."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, Incident, P], HttpResponse],
    ) -> Callable[..., HttpResponse]:
        @require_http_methods(methods or ("GET", "HEAD", "POST"))
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, slug: str, incident_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
            incident = the_incident(slug, incident_id)
            refused = refusal(request, permission, incident.match) if permission else None
            return refused or view(request, incident, *args, **kwargs)

        return page

    return decorate
