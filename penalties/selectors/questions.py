"""One question of a case, as a form shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Keys = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to say. ``keys``: tapped, else a number ``least`` to ``most`` or a text (``long``).

    ``select``: chosen from a list, of which ``blank`` are the words for nothing chosen.
    """

    name: str
    label: str
    keys: Keys = ()
    least: int = 0
    most: int = 0
    required: bool = True
    initial: str = ""
    help: str = ""
    long: bool = False
    select: bool = False
    blank: str = "–"

    @property
    def settled(self) -> bool:
        """Whether there is a single answer, so that nobody need be asked."""
        return len(self.keys) == 1


Read = Callable[[Question], str | int | None]
"""The answer to a question as it was typed; None where there is none, or none that can be read."""
