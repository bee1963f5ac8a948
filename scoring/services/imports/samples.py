"""Files to begin with: the columns of each kind, of results the matches that still wait for one."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from scoring.models import ImportKind, MatchState
from scoring.services.imports.columns import Spec
from scoring.services.imports.taking import KINDS
from tournaments.models import Match, Tournament

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
TYPES = {"csv": CSV, "xlsx": XLSX}


def sample(tournament: Tournament, kind: str, ending: str) -> bytes:
    """A file of that kind with its heading."""
    spec = KINDS[kind].spec
    rows = _waiting(tournament, spec) if kind == ImportKind.RESULTS else []
    return _workbook(spec, rows) if ending == "xlsx" else _text(spec, rows)


def _waiting(tournament: Tournament, spec: Spec) -> list[list[str]]:
    """The matches without a result, with nothing in the columns of their figures."""
    found = (
        Match.objects.filter(tournament=tournament, day_state="")
        .exclude(tally__state=MatchState.CONFIRMED)
        .select_related("round", "home__division", "away")
        .order_by("round__number", "pk")
    )
    rows = []
    for match in found:
        known = {
            "round": str(match.round.number),
            "division": match.home.division.name if match.home.division else "",
            "home": match.home.name,
            "away": match.away.name,
        }
        rows.append([known.get(name, "") for name in spec.columns])
    return rows


def _text(spec: Spec, rows: Sequence[Sequence[str]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(spec.all if not rows else spec.columns)
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")  # with the mark by which spreadsheets know UTF-8


def _workbook(spec: Spec, rows: Sequence[Sequence[str]]) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet(spec.kind.capitalize())
    names = spec.all if not rows else spec.columns
    for at, name in enumerate(names):
        sheet.column_dimensions[chr(ord("A") + at)].width = 28 if name in ("home", "away", "team", "player") else 18
    heading = []
    for name in names:
        cell = WriteOnlyCell(sheet, value=name)
        cell.font = Font(bold=True)
        heading.append(cell)
    sheet.append(heading)
    for row in rows:
        cells = []
        for name, value in zip(names, row, strict=True):
            cell = WriteOnlyCell(sheet, value=int(value) if name == "round" else value or None)
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a name that begins with "=" is a name
            cells.append(cell)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
