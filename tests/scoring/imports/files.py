"""Files for the import, made in memory."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from tournaments.models import Tournament

RESULTS = "round,division,home,away,home_bullseyes,away_bullseyes,home_hang_jacks,away_hang_jacks"
FIXTURES = Path(__file__).parents[2] / "fixtures"
DOUBLED = FIXTURES / "doubled-match.csv"
"""A league day in which one match stands twice, with another start."""


def lines(*rows: str) -> bytes:
    """A CSV file of these lines."""
    return ("\n".join(rows) + "\n").encode()


def workbook(*rows: Sequence[Any], more: Sequence[Sequence[Any]] = ()) -> bytes:
    """An XLSX file with these rows on its sheet; ``more``: rows of a second sheet."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    if more:
        second = book.create_sheet("Notes")
        for row in more:
            second.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, **parts: bytes) -> bytes:
    """A workbook with some of its parts replaced; names with ``__`` for ``/`` and without ``.xml``."""
    changed = {name.replace("__", "/") + ".xml": content for name, content in parts.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, changed.get(part.filename, old.read(part)))
    return out.getvalue()


def teams_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Names of the teams with their divisions'."""
    return [(team.name, team.division.name if team.division else "") for team in tournament.teams.order_by("pk")]
