"""The columns of each kind of file, and a row of them under its names."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring.services.imports.faults import Fault, ImportRefused
from scoring.services.imports.files import is_workbook, rows_of
from tournaments.services.rounds import MOST_NUMBER
from tournaments.words import tidy

T = TypeVar("T")

LARGEST = 32_767
"""The largest number that a column of figures can keep."""


@dataclass(frozen=True, slots=True)
class Spec:
    """The columns of a kind of file. ``thing``, ``things``: what a line holds; ``most`` of them in one file.

    ``example``: a line as it may look, by column.
    """

    kind: str
    columns: tuple[str, ...]
    optional: tuple[str, ...]
    thing: str
    things: str
    most: int
    example: dict[str, str]

    @property
    def all(self) -> tuple[str, ...]:
        """Every column that may be there."""
        return self.columns + self.optional


@dataclass(frozen=True, slots=True)
class Raw:
    """One row under its columns' names; optional columns that the file does not have are empty."""

    number: int
    fields: dict[str, str]


def read_rows(data: bytes, spec: Spec) -> tuple[tuple[str, ...], list[Raw], list[Fault]]:
    """The file's columns in its own order, its rows, and those that cannot be split into columns.

    Raises :class:`ImportRefused` where lines cannot be told apart at all: no CSV or XLSX, a column missing, unknown or
    named twice, nothing below the heading.
    """
    rows = rows_of(data)
    heading_at, heading = next(rows, (0, []))
    names = [name.strip().lower() for name in heading]
    faults = list(_heading(heading_at, names, spec))
    if faults:
        raise ImportRefused(faults)
    found: list[Raw] = []
    ragged = is_workbook(data)  # a sheet's rows end where their last cell does
    for number, row in rows:
        if len(found) >= spec.most:
            raise ImportRefused([Fault(number, "", f"One file may hold at most {spec.most} {spec.things}.")])
        if ragged and len(row) < len(names):
            row = row + [""] * (len(names) - len(row))
        if len(row) != len(names):
            faults.append(Fault(number, "", f"{len(row)} fields, where the heading names {len(names)} columns."))
            continue
        found.append(Raw(number, dict.fromkeys(spec.all, "") | dict(zip(names, row, strict=True))))
    if not found and not faults:
        raise ImportRefused([Fault(0, "", f"The file has a heading and no {spec.thing} below it.")])
    return tuple(names), found, faults


def _heading(line: int, names: list[str], spec: Spec) -> Iterator[Fault]:
    if not set(names) & set(spec.columns):
        yield Fault(line, "", "The first line names the columns, with commas between them: " + ",".join(spec.columns))
        return
    for name in spec.all:
        if name not in names:
            if name in spec.columns:
                yield Fault(line, name, "This column is missing.")
        elif names.count(name) > 1:
            yield Fault(line, name, "This column is named twice.")
    for name in dict.fromkeys(names):
        if name not in spec.all:
            shown = name if len(name) <= 60 else name[:60] + "…"
            more = f"; there may also be {', '.join(spec.optional)}" if spec.optional else ""
            yield Fault(line, shown, f"There is no such column; the columns are {', '.join(spec.columns)}{more}.")


class Reader:
    """Reads the fields of one row and gathers what is wrong with them."""

    def __init__(self, raw: Raw) -> None:
        self.number = raw.number
        self.fields = raw.fields
        self.faults: list[Fault] = []

    def fault(self, field: str, message: str) -> None:
        """Note that a field is wrong."""
        self.faults.append(Fault(self.number, field, message))

    def take(self, field: str, read: Callable[[str], T]) -> T | None:
        """The field as ``read`` gives it, None where it cannot be read."""
        try:
            return read(self.fields[field])
        except ValidationError as error:
            self.fault(field, error.messages[0])
            return None

    def round(self) -> int | None:
        """The number of a round."""
        number = self.take("round", whole)
        if number == 0:
            self.fault("round", "Rounds count from 1.")
            return None
        if number is not None and number > MOST_NUMBER:
            self.fault("round", f"Rounds count to {MOST_NUMBER}.")
            return None
        return number


def whole(given: str) -> int:
    """A whole number from 0; ValidationError otherwise."""
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


def optional(read: Callable[[str], T]) -> Callable[[str], T | None]:
    """``read`` of a field that may be empty: None then."""
    return lambda given: read(given) if given.strip() else None


def name(longest: int, *, required: bool = True) -> Callable[[str], str]:
    """A name, tidy."""

    def read(given: str) -> str:
        if required and not given.strip():
            raise ValidationError("This field is empty.")
        return tidy(given, longest=longest, required=required)

    return read


def moment(given: str) -> datetime.datetime:
    """A day and a time of the hall, as 2026-12-31 18:30."""
    text = " ".join(given.split())
    found = re.fullmatch(r"(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2})(?::\d{2})?", text)
    try:
        if found is None:
            raise ValueError
        when = datetime.datetime.strptime(f"{found[1]} {found[2]}", "%Y-%m-%d %H:%M")  # noqa: DTZ007 (made aware below)
        if not 1900 <= when.year <= 2200:
            raise ValidationError(f"The year {when.year} cannot be meant.")
    except ValueError:
        shown = text if len(text) <= 30 else text[:30] + "…"
        raise ValidationError(f"“{shown}” is no day and time: write it as 2026-12-31 18:30.") from None
    return timezone.make_aware(when)


def yes(given: str) -> bool:
    """A mark: yes, x, c, 1; or none: no, 0, nothing."""
    text = given.strip().casefold()
    if text in ("", "no", "n", "0", "-"):
        return False
    if text in ("yes", "y", "x", "c", "1", "captain"):
        return True
    raise ValidationError(f"“{text[:30]}” is neither yes nor no.")
