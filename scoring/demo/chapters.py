"""What apps above this one add to the demo. Each offers, when it starts, a chapter of its own to tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournaments.models import Match, User

Chapter = Callable[[Mapping[str, User], Match], str]
"""From the demo's people by their account and a match in play, both tables of it, to a line that says what was told."""

_CHAPTERS: list[Chapter] = []


def offer(chapter: Chapter) -> None:
    """Have ``chapter`` told at the end of the demo. Twice the same is once."""
    if chapter not in _CHAPTERS:
        _CHAPTERS.append(chapter)


def tell(people: Mapping[str, User], match: Match) -> list[str]:
    """Tell every chapter, in the order in which they were offered; what each says."""
    return [chapter(people, match) for chapter in _CHAPTERS]
