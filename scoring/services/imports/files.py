"""A file as it was uploaded, from bytes to rows of text: CSV, or one sheet of an XLSX workbook.

Nothing here knows what the columns mean. A workbook is a zip of XML from a stranger: how large it becomes is checked
before any of it is unpacked, entities are refused (defusedxml), a formula counts as the value that was stored with it.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from openpyxl import load_workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from scoring.services.imports.faults import Fault, ImportRefused

MOST_BYTES = 10_000_000
MOST_UNPACKED = 30_000_000
"""Bytes of a workbook's parts together; 50,000 matches take two thirds of it."""
MOST_PARTS = 500
MOST_COLUMNS = 256
LAST_ROW = 1_048_576
"""Of any worksheet; a row beyond it is made up."""
_ZIP, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"

Row = tuple[int, list[str]]
"""The number of the line on which a row begins, and its fields."""


def rows_of(data: bytes) -> Iterator[Row]:
    """Rows that hold something. Raises :class:`ImportRefused` where the file is neither CSV in UTF-8 nor XLSX."""
    if len(data) > MOST_BYTES:
        raise _refused(f"The file is larger than {MOST_BYTES // 1_000_000} MB.")
    if data.startswith(_OLD):
        raise _refused("This is an old Excel file, or one with a password: save it as XLSX without a password.")
    return _workbook(data) if data.startswith(_ZIP) else _csv(_text(data))


def is_workbook(data: bytes) -> bool:
    """Whether these bytes begin as an XLSX file does."""
    return data.startswith(_ZIP)


def _refused(message: str, line: int = 0) -> ImportRefused:
    return ImportRefused([Fault(line, "", message)])


def _text(data: bytes) -> str:
    try:
        # Spreadsheets put a byte order mark before UTF-8; it is no part of the first column's name.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _refused("This is not UTF-8 text: save the file as “CSV UTF-8”.", line) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise _refused("There is a NUL byte in the file: it is no plain text.", line)
    if not text.strip():
        raise _refused("The file is empty.")
    return text


def _csv(text: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    begins = 1
    try:
        for row in reader:
            if any(field.strip() for field in row):
                yield begins, row
            begins = reader.line_num + 1
    except csv.Error as error:
        raise _refused(f"This line is no CSV ({error}): look at its quotes.", begins) from error


def _workbook(data: bytes) -> Iterator[Row]:
    formulas = _unpackable(data)
    try:
        # The library warns of what it passes over (styles, validation); none of that is read here.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return iter(_sheet(data, formulas))
    except ImportRefused:
        raise
    except Exception as error:
        # Whatever a parser says to bytes of a stranger, it comes to this.
        raise _refused("This is no XLSX workbook, or it is damaged: save it anew, or as “CSV UTF-8”.") from error


def _unpackable(data: bytes) -> bool:
    """Whether any sheet holds a formula; refuses a zip that is none, is locked, or would unpack to too much."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            # A part never unpacks to more than it is declared: the zip's reader stops there.
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise _refused(f"The workbook unpacks to more than {MOST_UNPACKED // 1_000_000} MB.")
            if any(part.flag_bits & 1 for part in parts):
                raise _refused("The workbook has a password: save it without.")
            names = {part.filename for part in parts}
            if "mimetype" in names:
                raise _refused("This is an OpenDocument file: save it as XLSX.")
            if "xl/workbook.xml" not in names:
                raise _refused("This is no XLSX workbook.")
            return any(
                re.search(rb"<(?:\w+:)?f[ >]", packed.read(part))
                for part in parts
                if part.filename.startswith("xl/worksheets/")
            )
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise _refused("This is no XLSX workbook, or it is damaged: save it anew, or as “CSV UTF-8”.") from error
    except Exception as error:
        if isinstance(error, ImportRefused):
            raise
        # zlib.error and its like, of a part that does not unpack.
        raise _refused("This is no XLSX workbook, or it is damaged: save it anew, or as “CSV UTF-8”.") from error


def _sheet(data: bytes, formulas: bool) -> list[Row]:
    """The rows of the one sheet that holds something."""
    values = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    found = [(sheet, rows) for sheet in values.worksheets if (rows := _rows(sheet))]
    if not found:
        raise _refused("The workbook is empty.")
    if len(found) > 1:
        names = ", ".join(f"“{sheet.title}”" for sheet, _ in found)
        raise _refused(f"The sheets {names} all hold something: keep the one that is to be taken in.")
    sheet, rows = found[0]
    if formulas:
        written = load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        _no_empty_formulas(rows, written[sheet.title])
    return [(number, _trimmed([_shown(value, number, at) for at, value in enumerate(row)])) for number, row in rows]


def _rows(sheet: Any) -> list[tuple[int, tuple[Any, ...]]]:
    rows: list[tuple[int, tuple[Any, ...]]] = []
    if not isinstance(sheet, ReadOnlyWorksheet):  # a chart sheet
        return rows
    sheet.reset_dimensions()  # what the file says of its size is not to be relied on
    for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True), start=1):
        if number > LAST_ROW:
            raise _refused("The sheet has more rows than any can have.")
        if any(value is not None and str(value).strip() for value in row):
            rows.append((number, row))
    return rows


def _no_empty_formulas(rows: list[tuple[int, tuple[Any, ...]]], written: Any) -> None:
    written.reset_dimensions()
    known = dict(rows)
    faults = [
        Fault(number, column_name(at), "This formula has no value stored with it: paste the values in its place.")
        for number, row in enumerate(written.iter_rows(max_col=MOST_COLUMNS), start=1)
        for at, cell in enumerate(row)
        if getattr(cell, "data_type", "") == "f"
        and (number not in known or at >= len(known[number]) or known[number][at] is None)
    ]
    if faults:
        raise ImportRefused(faults[:100])


def _trimmed(fields: list[str]) -> list[str]:
    while fields and not fields[-1].strip():
        fields.pop()
    return fields


def _shown(value: Any, row: int, at: int) -> str:
    """A cell as it would stand in a CSV file."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M") if value.year >= 1000 else str(value)
    if isinstance(value, datetime.time):
        return value.strftime("%H:%M")
    text = str(value)
    if re.fullmatch(r"#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)", text):
        raise ImportRefused([Fault(row, column_name(at), f"{text} is an error of the spreadsheet. Mend it there.")])
    return text


def column_name(at: int) -> str:
    """The letters of a sheet's column, counted from 0."""
    name = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        name = chr(ord("A") + rest) + name
    return f"column {name}"
