"""The links that other apps have for a match or a table."""

from __future__ import annotations

from django import template

from scoring import extras
from tournaments.models import Match, Table, Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def extra_links(context: template.Context, match: Match, table: Table | None = None) -> list[extras.Link]:
    """What :func:`scoring.extras.links` gives for whoever looks at the page."""
    user = getattr(context.get("request"), "user", None)
    return [] if user is None else extras.links(user, match, table)


@register.simple_tag(takes_context=True)
def extra_links_of(context: template.Context, tournament: Tournament) -> list[extras.Link]:
    """What :func:`scoring.extras.tournament_links` gives for whoever looks at the page."""
    user = getattr(context.get("request"), "user", None)
    return [] if user is None else extras.tournament_links(user, tournament)
