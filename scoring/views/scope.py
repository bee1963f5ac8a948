"""What the address names, loaded within its tournament, and whether the caller may."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from scoring.selectors import tables
from tournaments.models import Match, Table, Tournament, User

P = ParamSpec("P")

MAY_NOT = {
    "scoring.draw_lots": "Lots are drawn by the director or an official of the tournament.",
    "scoring.record": "Recording is for the tournament's director, officials and scorers.",
    "scoring.confirm": "A result is confirmed by the director, an official or a captain of one of the two teams.",
    "scoring.withdraw": "Only the tournament's director may withdraw a result.",
    "scoring.exceed": "A substitute too many is recorded by the tournament's director or an official.",
    "scoring.change": "A confirmed result is changed by the tournament's director and officials.",
    "scoring.settle": "What stands on a changed result is settled by the tournament's director and officials.",
}


def refusal(request: HttpRequest, permission: str, subject: Match | Tournament) -> HttpResponse | None:
    """A way to the sign-in page for a visitor, 403 for somebody without the role, else None."""
    if not request.user.is_authenticated:
        # A form that htmx sends is not led away by a redirect: it would swap the sign-in page into itself.
        htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
        if htmx:
            way = redirect_to_login(htmx.current_url_abs_path or request.get_full_path()).url
            return HttpResponse(status=401, headers={"HX-Redirect": way})
        return redirect_to_login(request.get_full_path())
    if not request.user.has_perm(permission, subject):
        raise PermissionDenied(MAY_NOT[permission])
    return None


def acting(request: HttpRequest) -> User:
    """Who acts; only behind :func:`refusal`, which lets nobody unknown through."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied(MAY_NOT["scoring.record"])
    return user


def the_tournament(slug: str) -> Tournament:
    """The tournament of the address, or 404."""
    return get_object_or_404(Tournament, slug=slug)


def the_match(slug: str, match_id: int) -> Match:
    """The match of the address with its teams and tally, or 404. One query."""
    matches = Match.objects.select_related("tournament", "round__stage", "home", "away", "official", "tally")
    return get_object_or_404(matches, tournament__slug=slug, pk=match_id)


def the_table(match: Match, number: int) -> Table:
    """The match's table of that number, with its board and who sits there, or 404. Two queries."""
    table: Table = get_object_or_404(tables.readable(), match=match, number=number)
    table.match = match
    return table


def match_page(
    permission: str, *methods: str
) -> Callable[[Callable[Concatenate[HttpRequest, Match, P], HttpResponse]], Callable[..., HttpResponse]]:
    """A page about a match: finds it, asks for ``permission``, and is never kept by a cache."""

    def decorate(view: Callable[Concatenate[HttpRequest, Match, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @require_http_methods(methods or ("GET", "HEAD", "POST"))
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, slug: str, match_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
            match = the_match(slug, match_id)
            return refusal(request, permission, match) or view(request, match, *args, **kwargs)

        return page

    return decorate
