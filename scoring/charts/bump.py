"""Rank by round: a line a team from its place after the first round to its place now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.drawing import LETTER, Drawing, shortened

ROW = 24
COLUMN = 48
NARROWEST = 20
STEEPEST = 26
"""Columns grow as narrow as this so that the names fit a phone; narrower only where ``width`` asks for it."""
WIDEST = 1200
PHONE = 328
"""px between the margins of a page that is 360 wide."""
LEFT = 34
TOP = 40
FOOT = 12
LONGEST_LABEL = 20
FIRST = 3
"""So many lines are drawn strong: those that lead now."""


@dataclass(frozen=True, slots=True)
class Line:
    """A team: its name, and after each round its place in the order (from 1) and the rank that it shared or held there.

    ``marked``: drawn to be found at once. ``href``: where its name leads.
    """

    name: str
    places: Sequence[int]
    ranks: Sequence[int]
    marked: bool = False
    href: str = ""


def bump(
    key: str,
    rounds: Sequence[str],
    lines: Sequence[Line],
    *,
    title: str,
    description: str,
    width: float = WIDEST,
    best: float = PHONE,
) -> SafeString:
    """The chart. ``rounds``: the columns' names; ``lines`` in the order in which they stand now.

    ``width``: where there are many rounds the columns grow narrower, so that the chart is not wider than that.
    ``best``: nor wider than this, where they need not grow too narrow for it.

    Teams that share a rank stand at places next to one another, so no two lines lie upon each other.
    """
    rows = max((place for line in lines for place in line.places), default=1)
    longest = max((len(shortened(line.name, LONGEST_LABEL)) for line in lines), default=0)
    label = 14 + (longest + 4) * LETTER
    gaps = max(1, len(rounds) - 1)
    asked = max(STEEPEST, (best - LEFT - label) / gaps)
    column = max(NARROWEST, min(COLUMN, asked, (width - LEFT - label) / gaps))
    right = LEFT + column * (len(rounds) - 1)
    chart = Drawing(
        "bump",
        key,
        right + label,
        TOP + ROW * rows + FOOT,
        title=title,
        description=description,
    )
    for number, name in enumerate(rounds):
        chart.text(name, LEFT + column * number, 16, "head", anchor="middle")
        chart.line(LEFT + column * number, TOP - 14, LEFT + column * number, TOP + ROW * (rows - 0.5), "grid")
    for line in lines:
        chart.text(str(line.ranks[0]), LEFT - 14, _y(line.places[0]) + 4, "axis", anchor="end")
    # The strong ones are drawn last and lie on top.
    for place, line in sorted(enumerate(lines, 1), key=lambda entry: (entry[1].marked, entry[0] <= FIRST)):
        strong = place <= FIRST or line.marked
        name = f"team place-{place}" + (" first" if place <= FIRST else "") + (" marked" if line.marked else "")
        team = chart.group(name)
        points = [(LEFT + column * number, _y(at)) for number, at in enumerate(line.places)]
        chart.path(points, "way", team, weight=2.4 if line.marked else 1.6 if strong else 0.8)
        for (x, y), rank, told in zip(points, line.ranks, rounds, strict=True):
            chart.dot(x, y, "point", f"{line.name}: {rank} after round {told}", team, strong=strong)
        at_end = chart.group("label", team, line.href)
        words = f"{line.ranks[-1]} {shortened(line.name, LONGEST_LABEL)}"
        chart.text(words, right + 12, _y(line.places[-1]) + 4, "name", bold=strong, parent=at_end)
    return chart.svg()


def _y(place: int) -> float:
    return TOP + ROW * (place - 0.5)
