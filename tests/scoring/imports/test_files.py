"""Bytes to rows: CSV and XLSX alike, and every workbook that is none or means harm."""

from __future__ import annotations

import contextlib
import datetime
import io
import random
import zipfile
from collections.abc import Callable

import pytest

from scoring.services.imports import files
from scoring.services.imports.faults import ImportRefused
from tests.scoring.imports.files import lines, repacked, workbook


def told(data: bytes) -> list[str]:
    with pytest.raises(ImportRefused) as refused:
        list(files.rows_of(data))
    return [str(fault) for fault in refused.value.faults]


def test_a_sheet_gives_the_rows_that_the_same_csv_gives() -> None:
    sheet = workbook(
        ("round", "home", "starts_at", "captain"),
        (1, "Café", datetime.datetime.fromisoformat("2026-12-31 18:30"), True),
        (),
        (17.0, " 7 ", None, False),
    )
    text = lines("round,home,starts_at,captain", "1,Café,2026-12-31 18:30,yes", "", "17, 7 ,,no")
    assert (
        list(files.rows_of(sheet))
        == list(files.rows_of(text))
        == [
            (1, ["round", "home", "starts_at", "captain"]),
            (2, ["1", "Café", "2026-12-31 18:30", "yes"]),
            (4, ["17", " 7 ", "", "no"]),
        ]
    )


def with_values(formula: str, value: str) -> bytes:
    """A workbook whose cell A2 holds a formula and, as Excel does, the value it came to."""
    data = workbook(("team",), (f"={formula}",))
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        xml = packed.read("xl/worksheets/sheet1.xml")
    return repacked(data, xl__worksheets__sheet1=xml.replace(b"<v/>", value.encode()).replace(b"<v />", value.encode()))


def test_a_formula_counts_as_its_value_and_without_one_is_refused() -> None:
    assert list(files.rows_of(with_values("1+16", "<v>17</v>")))[1] == (2, ["17"])
    assert told(workbook(("team", "n"), ("Aces", "=1+16"))) == [
        "line 2, column B: This formula has no value stored with it: paste the values in its place."
    ]
    assert told(workbook(("team",), ("#REF!",))) == [
        "line 2, column A: #REF! is an error of the spreadsheet. Mend it there."
    ]


def bomb() -> bytes:
    """A small zip whose sheet unpacks to 40 MB."""
    return repacked(workbook(("team",)), xl__worksheets__sheet1=b" " * 40_000_000)


SHEET = b"""<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>"""


def entities() -> bytes:
    """A sheet whose XML multiplies itself."""
    twice = b'<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    return repacked(workbook(("team",)), xl__worksheets__sheet1=twice + SHEET % b"&b;")


def far_row() -> bytes:
    """A row said to be the hundred thousand millionth."""
    row = b"<row r='99999999999'><c r='A1' t='inlineStr'><is><t>x</t></is></c></row>"
    return repacked(workbook(("team",)), xl__worksheets__sheet1=SHEET % row)


DAMAGED = "This is no XLSX workbook, or it is damaged: save it anew, or as “CSV UTF-8”."


def other_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    return out.getvalue()


def many_parts() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for number in range(501):
            packed.writestr(f"{number}", "")
    return out.getvalue()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (bomb, "The workbook unpacks to more than 30 MB."),
        (many_parts, "The workbook unpacks to more than 30 MB."),
        (entities, DAMAGED),
        (far_row, "The sheet has more rows than any can have."),
        (other_zip, "This is an OpenDocument file: save it as XLSX."),
        (lambda: b"PK\x03\x04 and nothing more", DAMAGED),
        (lambda: workbook(("team",))[:-200], DAMAGED),
        (
            lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
            "This is an old Excel file, or one with a password: save it as XLSX without a password.",
        ),
        (lambda: workbook(), "The workbook is empty."),
        (
            lambda: workbook(("team",), more=[("x",)]),
            "The sheets “Sheet”, “Notes” all hold something: keep the one that is to be taken in.",
        ),
        (lambda: b"x" * 10_000_001, "The file is larger than 10 MB."),
    ],
)
def test_what_is_no_workbook_or_means_harm(make: Callable[[], bytes], words: str) -> None:
    assert told(make()) == [words]


def test_a_damaged_workbook_never_fails_in_another_way() -> None:
    whole = workbook(("team", "division"), *((f"Team {n}", "North") for n in range(30)))
    chance = random.Random(5)
    for _ in range(150):
        broken = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            broken[chance.randrange(4, len(broken))] = chance.randrange(256)
        with contextlib.suppress(ImportRefused):
            list(files.rows_of(bytes(broken)))
