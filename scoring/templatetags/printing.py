"""Whether a page may offer a document."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.models import Tournament

register = template.Library()


@register.filter
def may_print(user: Any, tournament: Tournament) -> bool:
    """Whether ``user`` may have the tournament's documents made."""
    return bool(user.is_authenticated and user.has_perm("scoring.print", tournament))
