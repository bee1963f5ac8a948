"""Who is not checked in, for those who see to a match."""

from __future__ import annotations

from django import template
from django.utils import timezone

from tournaments.models import Match, RosterEntry, Team
from tournaments.selectors import check_ins

register = template.Library()


@register.simple_tag(takes_context=True)
def not_checked_in(context: template.Context, match: Match) -> list[tuple[Team, list[RosterEntry]]]:
    """Each team of the match with its players who are not checked in today; empty where nobody needs to know."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.has_perm("tournaments.check_in", match.tournament):
        return []
    missing = check_ins.missing(match.tournament, [match.home_id, match.away_id], timezone.localdate())
    return [(team, missing[team.pk]) for team in (match.home, match.away) if missing.get(team.pk)]
