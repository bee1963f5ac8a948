"""A results file, from bytes to lines. Pure: nothing is looked up and nothing decided about the game."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from scoring.services.imports import columns
from scoring.services.imports.columns import Raw, Reader, Spec, read_rows
from scoring.services.imports.faults import Fault
from tournaments.words import same

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
"""Every column that must be there, each once, in any order."""

MORE = ("starts_at", "ends_at", "winner")
"""Columns that may be there, to be checked against the others."""

MOST_LINES = 50_000

SPEC = Spec(
    kind="results",
    columns=COLUMNS,
    optional=MORE,
    thing="match",
    things="matches",
    most=MOST_LINES,
    example={
        "round": "1",
        "division": "North",
        "home": "Arouca Aces",
        "away": "Belmont Bishops",
        "home_bullseyes": "11",
        "away_bullseyes": "8",
        "home_hang_jacks": "4",
        "away_hang_jacks": "2",
        "starts_at": "2026-12-31 18:30",
        "ends_at": "2026-12-31 20:15",
        "winner": "Arouca Aces",
    },
)


@dataclass(frozen=True, slots=True)
class Line:
    """One match of the file; None where the field could not be read (a fault says so).

    ``division`` is the home team's and may be empty; so may be ``winner`` and the times.
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
    starts_at: datetime.datetime | None = None
    ends_at: datetime.datetime | None = None
    winner: str = ""


def read_results(data: bytes) -> tuple[list[Line], list[Fault]]:
    """The lines of a results file and what is wrong in single fields.

    Raises :class:`ImportRefused` where lines cannot be told apart at all (:func:`read_rows`).
    """
    _, rows, faults = read_rows(data, SPEC)
    lines, more = lines_of(rows)
    return lines, faults + more


def lines_of(rows: list[Raw]) -> tuple[list[Line], list[Fault]]:
    """The matches of rows, and what is wrong in their fields."""
    lines: list[Line] = []
    faults: list[Fault] = []
    for raw in rows:
        reader = Reader(raw)
        lines.append(_line(reader))
        faults += reader.faults
    return lines, faults


def _line(reader: Reader) -> Line:
    """The match, with None for each field that cannot be read."""
    round = reader.round()
    figures = {name: reader.take(name, columns.whole) for name in COLUMNS[4:]}
    home, away = (reader.take(side, columns.name(80)) for side in ("home", "away"))
    if home is not None and away is not None and same(home, away):
        reader.fault("away", f"{home} cannot play against itself.")
        home = away = None
    return Line(
        number=reader.number,
        round=round,
        division=reader.take("division", columns.name(60, required=False)) or "",
        home=home,
        away=away,
        starts_at=reader.take("starts_at", columns.optional(columns.moment)),
        ends_at=reader.take("ends_at", columns.optional(columns.moment)),
        winner=reader.take("winner", columns.name(80, required=False)) or "",
        **figures,
    )
