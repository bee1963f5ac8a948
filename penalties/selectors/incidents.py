"""Reports, by who may see them."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from penalties.models import Incident, IncidentState, Ruling
from tournaments.models import RoleName, Tournament
from tournaments.selectors import roles

SEE_ALL = (RoleName.DIRECTOR, RoleName.OFFICIAL, RoleName.COMMITTEE)


def incidents() -> QuerySet[Incident]:
    """Reports with everything that a list shows, the latest first."""
    ruled = Ruling.objects.select_related("official", "offender", "ended_by").order_by("-version")
    return Incident.objects.select_related(
        "match__tournament", "match__home", "match__away", "table", "offender", "reported_by", "closed_by"
    ).prefetch_related(Prefetch("rulings", queryset=ruled))


def seen_by(user: Any, tournament: Tournament) -> QuerySet[Incident]:
    """Those of a tournament that ``user`` may see.

    What was ruled is public. A claim, and what was dismissed or withdrawn, is for officials, directors and committee,
    for the captains of the two teams, and for whoever reported it.
    """
    found = incidents().filter(match__tournament=tournament)
    if user.is_authenticated and (user.is_superuser or roles.has_any(user, tournament.pk, SEE_ALL)):
        return found
    public = Q(state=IncidentState.RULED) | Q(rulings__isnull=False)
    if not user.is_authenticated:
        return found.filter(public).distinct()
    teams = roles.captains_teams(user, tournament.pk)
    own = Q(match__home_id__in=teams) | Q(match__away_id__in=teams) | Q(reported_by_id=user.pk)
    return found.filter(public | own).distinct()
