"""The names from which the order of the standings is chosen.

What a name compares is computed in ``scoring``, which lies above this app. So that
a chain can be checked when a tournament is set up, ``scoring`` hands its names
down as plain values when the site starts (``docs/decisions/0016-tie-break-names.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError


class Ordering(NamedTuple):
    """One figure to order by; a chain writes ``name`` for more first, ``-name`` for fewer first."""

    name: str
    more: str
    """In words: ``more bullseyes for``."""
    fewer: str
    """Empty for one that cannot be turned round."""


_known: dict[str, Ordering] = {}


def offer(orderings: Iterable[Ordering]) -> None:
    """Make these names known, in this order. Called once, when the site starts."""
    for ordering in orderings:
        _known[ordering.name] = ordering


def choices() -> list[tuple[str, str]]:
    """Every link that a chain may hold, with its words: ``[("wins", "more wins"), ("-wins", "fewer wins"), …]``."""
    return [
        pair
        for ordering in _known.values()
        for pair in ((ordering.name, ordering.more), (f"-{ordering.name}", ordering.fewer))
        if pair[1]
    ]


def in_words(chain: Iterable[str]) -> list[str]:
    """The links of a chain in words, in order."""
    words = dict(choices())
    return [words.get(link, link) for link in chain]


def checked(chain: object) -> list[str]:
    """The chain as kept; ValidationError when a name is unknown, comes twice, or there is none."""
    if not isinstance(chain, Sequence) or isinstance(chain, str) or not all(isinstance(link, str) for link in chain):
        raise ValidationError("The order is a list of names.", code="invalid")
    offered = ", ".join(_known)
    if not chain:
        raise ValidationError(f"Choose at least one. There are: {offered}.", code="required")
    seen: set[str] = set()
    for link in chain:
        name = link.removeprefix("-")
        if name not in _known:
            shown = ascii(link)[:60]
            raise ValidationError(f"There is no order named {shown}. There are: {offered}.", code="unknown")
        if name != link and not _known[name].fewer:
            raise ValidationError(f"“{name}” cannot be turned round: write it without the “-”.", code="turned")
        if name in seen:
            raise ValidationError(f"“{name}” comes twice; a second time it can decide nothing.", code="repeated")
        seen.add(name)
    return list(chain)
