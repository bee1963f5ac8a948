"""What the address names, loaded within its tournament, and whether the caller may."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied

from scoring.selectors import recording
from tournaments.models import Match, Table, Tournament, User

MAY_NOT = {
    "scoring.draw_lots": "Only a director or official of this tournament draws lots.",
    "scoring.record": "Only a director, official or scorer of this tournament may record at its tables.",
    "scoring.confirm": "Only a director, an official or a captain of the two teams may confirm this result.",
    "scoring.withdraw": "Only a director of this tournament may withdraw a result.",
    "scoring.exceed": "Only a director or official may record a substitute too many.",
    "scoring.change": "Only a director or official of this tournament may change a confirmed result.",
    "scoring.settle": "Only a director or official of this tournament may settle what stands on a changed result.",
    "tournaments.set_up": "Only a director of this tournament sets it up.",
    "scoring.print": "Only people with a role in this tournament may print its documents.",
}


def demand(user: Any, permission: str, subject: Match | Tournament) -> User:
    """The caller, who may; 401 for a visitor, 403 for somebody without the role."""
    if not isinstance(user, User):
        raise NotAuthenticated("Sign in first.")
    if not user.has_perm(permission, subject):
        raise PermissionDenied(MAY_NOT[permission])
    return user


def the_tournament(slug: str) -> Tournament:
    """The tournament of the address, or 404."""
    return get_object_or_404(Tournament, slug=slug)


def the_match(slug: str, match_id: int) -> Match:
    """The match of the address, within its tournament, or 404. One query."""
    matches = Match.objects.select_related("tournament", "round", "home", "away")
    return get_object_or_404(matches, tournament__slug=slug, pk=match_id)


def the_place(user: Any, slug: str, match_id: int, number: int) -> tuple[int, Match]:
    """Id of the table of the address and its match, with what ``user`` may do there, or 404. One statement."""
    found = recording.place(user, slug, match_id, number)
    if found is None:
        raise Http404
    return found


def the_table(slug: str, match_id: int, number: int) -> Table:
    """The table of the address with its match and tournament, or 404. One query."""
    tables = Table.objects.select_related("match__tournament", "match__home", "match__away")
    return get_object_or_404(tables, match__tournament__slug=slug, match_id=match_id, number=number)
