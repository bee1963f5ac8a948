"""Numbers of clauses in messages, as links to what the code says.

The pages of the code belong to an app above this one, so they are found by the name of their address; where there
is none, the number stands as it is.
"""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules_engine.penalty_code import find

register = template.Library()

_NUMBER = re.compile(r"(?<![\w.])(1?[0-9]\.[a-z0])(?![\w.]?\w)")


def _address(number: str) -> str:
    """Where the clause stands, or nothing."""
    if find(number) is None:
        return ""
    try:
        return reverse("code-clause", args=[number])
    except NoReverseMatch:
        return ""


@register.filter
def clause_link(number: Any) -> SafeString:
    """``10.a`` as ``clause 10.a``, a link to it where there is such a page."""
    address = _address(str(number))
    if not address:
        return format_html('<span class="clause">clause {}</span>', number)
    return format_html('<a class="clause" href="{}">clause {}</a>', address, number)


@register.filter
def with_clauses(text: Any) -> SafeString:
    """A text in which the number of every clause that there is links to it; everything else is escaped."""

    def link(found: re.Match[str]) -> str:
        address = _address(found[1])
        return format_html('<a href="{}">{}</a>', address, found[1]) if address else found[1]

    # A clause's number has no character that escaping changes.
    return mark_safe(_NUMBER.sub(link, conditional_escape(str(text))))  # noqa: S308 - escaped by the line above
