"""What can be printed. An app above this one offers its documents when it is made ready; nothing here knows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

LONGEST_NAME = 20
"""Characters of a kind's name, as a job keeps it."""


class Subject(StrEnum):
    """What a document is about: the tournament, a match of it, or something that its own app knows by a number."""

    TOURNAMENT = "tournament"
    MATCH = "match"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Document:
    """A document ready to be laid out: its template, what the template is given, and its file's name."""

    template: str
    context: dict[str, Any]
    file_name: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document that another app prints.

    ``build``: from a job (:class:`scoring.models.PrintJob`) to its document, read when it is made. ``check``: why there
    is no such document, from the tournament, the match and the number asked for; empty where there is.
    """

    name: str
    label: str
    subject: Subject
    build: Callable[[Any], Document]
    check: Callable[[Any, Any, int | None], str] = lambda tournament, match, subject: ""


_OFFERED: dict[str, Kind] = {}


def offer(*kinds: Kind) -> None:
    """Make kinds of document known, once for each name."""
    for kind in kinds:
        if len(kind.name) > LONGEST_NAME:
            raise ValueError(f"{kind.name} is longer than {LONGEST_NAME} characters")
        _OFFERED[kind.name] = kind


def offered(name: str) -> Kind | None:
    """The kind of that name that another app offers."""
    return _OFFERED.get(name)


def labels() -> list[tuple[str, str]]:
    """Name and label of every kind that other apps offer."""
    return [(kind.name, kind.label) for kind in _OFFERED.values()]
