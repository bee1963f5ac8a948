"""What the board's templates need to read a figure by its pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(figures: Mapping[str, Any] | None, pair: str) -> Any:
    """The figure (or the marks) of ``pair``; empty where there is none."""
    return "" if figures is None else figures.get(pair, "")


@register.filter
def field(form: Any, name: str) -> Any:
    """The form's field of that name, or nothing where it has none."""
    return form[name] if name in form.fields else ""
