"""What apps above this one have to say about a stage, on its set-up page.

They cannot be imported here: each offers a function when it starts, and the page asks for whatever there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tournaments.models import Stage

Source = Callable[[Stage], Iterable[tuple[str, str]]]
"""From a stage to sentences, each with the address of where something can be done about it."""

_SOURCES: list[Source] = []


def offer(source: Source) -> None:
    """Have ``source`` asked. Twice the same is once."""
    if source not in _SOURCES:
        _SOURCES.append(source)


def of_stage(stage: Stage) -> list[tuple[str, str]]:
    """Every remark about a stage."""
    return [remark for source in _SOURCES for remark in source(stage)]
