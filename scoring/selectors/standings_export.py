"""The standings as a file: CSV for a spreadsheet, text for a terminal."""

from __future__ import annotations

import csv
import io

from scoring.selectors.standings import FIELDS, Standings

HEADINGS = ("", "Team", "Division", "P", "W", "L", "BF", "BA", "HJF", "HJA")
"""The text's short heads; its last lines say what they stand for."""


def standings_csv(found: Standings) -> str:
    """One line a team, CRLF ends (RFC 4180); the columns are ``FIELDS``."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, FIELDS)
    writer.writeheader()
    writer.writerows(row.as_fields() for row in found.rows)
    return out.getvalue()


def standings_text(found: Standings) -> str:
    """A table for people, figures to the right."""
    lines = [HEADINGS, *(tuple(str(value) for value in row.as_fields().values()) for row in found.rows)]
    if not any(row.division for row in found.rows):
        lines = [(*line[:2], *line[3:]) for line in lines]
    words = len(lines[0]) - 7  # seven columns of figures; before them the rank, then names to the left
    widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
    table = [
        "  ".join(
            value.ljust(width) if 0 < n < words else value.rjust(width)
            for n, (value, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    title = found.tournament.name + (f", {found.division}" if found.division else "")
    foot = [
        f"Order: {found.order}.",
        "P played, W won, L lost, BF and BA bullseyes for and against, HJF and HJA hang jacks for and against.",
    ]
    return "\n".join([title, "", *table, "", *foot, ""])
