"""A results file, from bytes to lines. Pure: nothing is looked up and nothing decided about the game."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.core.exceptions import ValidationError

from scoring.services.imports.faults import Fault, ImportRefused
from tournaments.services.rounds import MOST_NUMBER
from tournaments.words import same, tidy

T = TypeVar("T")

COLUMNS = (
    "round",
    "division",
    "home",
    "away",
    "home_bullseyes",
    "away_bullseyes",
    "home_hang_jacks",
    "away_hang_jacks",
)
"""Every column, each once, in any order."""

NUMBERS = ("round", *COLUMNS[4:])
MOST_BYTES = 10_000_000
MOST_LINES = 50_000
LARGEST = 32_767
"""The largest number that a column of figures can keep."""


@dataclass(frozen=True, slots=True)
class Line:
    """One match of the file; None where the field could not be read (a fault says so).

    ``division`` is the home team's and may be empty.
    """

    number: int
    round: int | None
    division: str
    home: str | None
    away: str | None
    home_bullseyes: int | None
    away_bullseyes: int | None
    home_hang_jacks: int | None
    away_hang_jacks: int | None


def read_results(data: bytes) -> tuple[list[Line], list[Fault]]:
    """The lines of a results file and what is wrong in single fields.

    Raises :class:`ImportRefused` where lines cannot be told apart at all: not
    UTF-8, a column missing, unknown or named twice, nothing below the heading.
    """
    rows = _rows(_text(data))
    heading_at, heading = next(rows, (0, []))
    names = [name.strip().lower() for name in heading]
    faults = list(_heading(heading_at, names))
    if faults:
        raise ImportRefused(faults)
    lines: list[Line] = []
    for number, row in rows:
        if len(lines) >= MOST_LINES:
            raise ImportRefused([Fault(number, "", f"One file may hold at most {MOST_LINES} matches.")])
        if len(row) != len(names):
            faults.append(Fault(number, "", f"{len(row)} fields, where the heading names {len(names)} columns."))
            continue
        reader = _Reader(number, dict(zip(names, row, strict=True)))
        lines.append(reader.line())
        faults += reader.faults
    if not lines and not faults:
        raise ImportRefused([Fault(0, "", "The file has a heading and no match below it.")])
    return lines, faults


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise ImportRefused([Fault(0, "", f"The file is larger than {MOST_BYTES // 1_000_000} MB.")])
    try:
        # Spreadsheets put a byte order mark before UTF-8; it is no part of the first column's name.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ImportRefused([Fault(line, "", "This is not UTF-8 text: save the file as “CSV UTF-8”.")]) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise ImportRefused([Fault(line, "", "There is a NUL byte in the file: it is no plain text.")])
    if not text.strip():
        raise ImportRefused([Fault(0, "", "The file is empty.")])
    return text


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Rows that hold something, each with the number of the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    begins = 1
    try:
        for row in reader:
            if any(field.strip() for field in row):
                yield begins, row
            begins = reader.line_num + 1
    except csv.Error as error:
        raise ImportRefused([Fault(begins, "", f"This line is no CSV ({error}): look at its quotes.")]) from error


def _heading(line: int, names: list[str]) -> Iterator[Fault]:
    if not set(names) & set(COLUMNS):
        yield Fault(line, "", "The first line names the columns, with commas between them: " + ",".join(COLUMNS))
        return
    for name in COLUMNS:
        if name not in names:
            yield Fault(line, name, "This column is missing.")
        elif names.count(name) > 1:
            yield Fault(line, name, "This column is named twice.")
    for name in dict.fromkeys(names):
        if name not in COLUMNS:
            shown = name if len(name) <= 60 else name[:60] + "…"
            yield Fault(line, shown, "There is no such column; the columns are " + ", ".join(COLUMNS) + ".")


class _Reader:
    """Reads the fields of one row and gathers what is wrong with them."""

    def __init__(self, number: int, fields: dict[str, str]) -> None:
        self.number = number
        self.fields = fields
        self.faults: list[Fault] = []

    def line(self) -> Line:
        """The match, with None for each field that cannot be read."""
        numbers = {name: self._take(name, _number) for name in NUMBERS}
        if numbers["round"] == 0:
            numbers["round"] = None
            self._fault("round", "Rounds count from 1.")
        elif numbers["round"] is not None and numbers["round"] > MOST_NUMBER:
            numbers["round"] = None
            self._fault("round", f"Rounds count to {MOST_NUMBER}.")
        home, away = self._take("home", _name(80)), self._take("away", _name(80))
        if home is not None and away is not None and same(home, away):
            self._fault("away", f"{home} cannot play against itself.")
            home = away = None
        division = self._take("division", _name(60, required=False)) or ""
        return Line(number=self.number, division=division, home=home, away=away, **numbers)

    def _fault(self, field: str, message: str) -> None:
        self.faults.append(Fault(self.number, field, message))

    def _take(self, field: str, read: Callable[[str], T]) -> T | None:
        try:
            return read(self.fields[field])
        except ValidationError as error:
            self._fault(field, error.messages[0])
            return None


def _number(given: str) -> int:
    text = given.strip()
    shown = text if len(text) <= 30 else text[:30] + "…"
    if not text:
        raise ValidationError("This field is empty.")
    if not re.fullmatch(r"-?[0-9]+", text):
        raise ValidationError(f"“{shown}” is not a whole number.")
    digits = text.lstrip("-").lstrip("0") or "0"
    if text.startswith("-") and digits != "0":
        raise ValidationError(f"{shown} is below zero: only 0 or more can be counted.")
    if len(digits) > len(str(LARGEST)) or int(digits) > LARGEST:
        raise ValidationError(f"{shown} is too large.")
    return int(digits)


def _name(longest: int, *, required: bool = True) -> Callable[[str], str]:
    def read(given: str) -> str:
        if required and not given.strip():
            raise ValidationError("This field is empty.")
        return tidy(given, longest=longest, required=required)

    return read
