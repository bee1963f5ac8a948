"""What is wrong with a file, or to be looked at, said so that a volunteer can put it right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing wrong: the line (counted from 1, the heading included; 0 for the file), the column, the words."""

    line: int
    field: str
    message: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (f"line {self.line}" if self.line else "", self.field) if part)
        return f"{where}: {self.message}" if where else self.message


@dataclass(frozen=True, slots=True, order=True)
class Notice(Fault):
    """Something that may be meant and may be a slip: a person has to have looked at it. ``code``: of its kind."""

    code: str = ""


class ImportRefused(Exception):
    """The file is refused as a whole and nothing was saved; ``faults`` holds every one, by line."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))
