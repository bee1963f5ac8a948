"""Figures that apps above this one add to a tournament's statistics; nothing here knows what they count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Figure:
    """``number`` of something at so many ``matches``; ``name`` for the API, ``label`` and ``note`` for people."""

    name: str
    label: str
    number: int
    matches: int
    note: str = ""

    @property
    def rate(self) -> float:
        """How many a match; 0 where there is no match."""
        return self.number / self.matches if self.matches else 0.0


Source = Callable[[QuerySet[Match]], Iterable[Figure]]
"""From the matches that the statistics stand on to what is to be said of them."""

_SOURCES: list[Source] = []


def offer(source: Source) -> None:
    """Have ``source`` asked for figures. Twice the same is once."""
    if source not in _SOURCES:
        _SOURCES.append(source)


def figures(matches: QuerySet[Match]) -> tuple[Figure, ...]:
    """Every figure that there is, in the order in which the sources came."""
    return tuple(figure for source in _SOURCES for figure in source(matches))
