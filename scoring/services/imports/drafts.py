"""What would come of a file: every row, what is made of it, what is wrong, what is to be looked at."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.services.imports.columns import Raw, Spec
from scoring.services.imports.faults import Fault, Notice
from scoring.services.imports.known import Unknown
from scoring.services.imports.noticing import WORDS

MOST_SHOWN = 2000
"""Rows that a page lists; what is wrong is listed whatever their number."""


class What(StrEnum):
    """What becomes of a row."""

    NEW = "new"
    KNOWN = "known"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Shown:
    """One row: its fields as they stand in the file, what becomes of it, in words; what is wrong and to look at."""

    line: int
    fields: tuple[str, ...]
    what: What
    says: str
    faults: tuple[Fault, ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The notices of one kind, ticked together."""

    code: str
    title: str
    notices: tuple[Notice, ...]


Made = dict[str, list[int]]
"""Ids of what an import made, by the name of the model."""


@dataclass
class Draft:
    """A file as it was understood against a tournament. ``lines``: its rows, read, for those who take it in.

    ``outcome``: what becomes of each line, by its number. ``says``: the whole in a few words.
    """

    spec: Spec
    columns: tuple[str, ...] = ()
    raw: list[Raw] = field(default_factory=list)
    lines: list[Any] = field(default_factory=list)
    outcome: Mapping[int, tuple[What, str]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    context: Any = None

    @property
    def rows(self) -> list[Shown]:
        """Every row of the file in its order."""
        faults: dict[int, list[Fault]] = {}
        notices: dict[int, list[Notice]] = {}
        for fault in self.faults:
            faults.setdefault(fault.line, []).append(fault)
        for notice in self.notices:
            notices.setdefault(notice.line, []).append(notice)
        return [
            Shown(
                raw.number,
                tuple(raw.fields.get(name, "") for name in self.columns),
                *((What.WRONG, "") if raw.number in faults else self.outcome.get(raw.number, (What.NEW, ""))),
                tuple(sorted(faults.get(raw.number, ()))),
                tuple(sorted(notices.get(raw.number, ()))),
            )
            for raw in self.raw[:MOST_SHOWN]
        ]

    @property
    def groups(self) -> list[Group]:
        """The notices by kind, in the order in which kinds are explained."""
        by_code: dict[str, list[Notice]] = {}
        for notice in sorted(self.notices):
            by_code.setdefault(notice.code, []).append(notice)
        return [Group(code, WORDS[code], tuple(by_code[code])) for code in WORDS if code in by_code]

    @property
    def sorted_faults(self) -> list[Fault]:
        """All that is wrong, by line."""
        return sorted(self.faults)

    @property
    def elsewhere(self) -> list[Fault]:
        """What is wrong with the file as a whole, or on a line that is not among the rows."""
        there = {raw.number for raw in self.raw}
        return sorted(fault for fault in self.faults if fault.line not in there)

    @property
    def seen(self) -> str:
        """A fingerprint of all that a person is shown: when the tournament has moved on since, it is another."""
        told = [[fault.line, fault.field, fault.message] for fault in (*sorted(self.faults), *sorted(self.notices))] + [
            [line, what, says] for line, (what, says) in sorted(self.outcome.items())
        ]
        return hashlib.sha256(json.dumps([told, self.says]).encode()).hexdigest()[:32]


def counted(number: int, one: str, many: str = "") -> str:
    """``1 team``, ``12 teams``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def add(made: Made, model: str, ids: Iterable[int]) -> None:
    """Note ids of what was made."""
    made.setdefault(model, []).extend(ids)
