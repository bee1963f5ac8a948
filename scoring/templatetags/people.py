"""Names by id."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def at(names: Mapping[int, str], pk: int) -> str:
    """The name that belongs to an id."""
    return names[pk]
