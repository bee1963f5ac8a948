"""Bars: how often what happened, and by how much each match was won or lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.drawing import Drawing

COLUMN = 30
GAP = 6
HEIGHT = 150
LEFT = 8
TOP = 24
FOOT = 40


@dataclass(frozen=True, slots=True)
class Bar:
    """A column: what stands below it, its number (below 0 it hangs), and what it is in words."""

    label: str
    number: int
    words: str


def columns(key: str, bars: Sequence[Bar], *, below: str, title: str, description: str) -> SafeString:
    """Upright bars with their numbers on top; ``below``: what the labels count."""
    most = max((bar.number for bar in bars), default=0) or 1
    chart = _chart("columns", key, len(bars), TOP + HEIGHT + FOOT, below, title=title, description=description)
    for place, bar in enumerate(bars):
        x = LEFT + COLUMN * place
        tall = HEIGHT * bar.number / most
        if bar.number:
            chart.bar(x + GAP / 2, TOP + HEIGHT - tall, COLUMN - GAP, tall, "bar", bar.words, fill="#bbb")
            chart.text(str(bar.number), x + COLUMN / 2, TOP + HEIGHT - tall - 5, "value", anchor="middle")
        chart.text(bar.label, x + COLUMN / 2, TOP + HEIGHT + 16, "axis", anchor="middle")
    chart.line(LEFT, TOP + HEIGHT, LEFT + COLUMN * len(bars), TOP + HEIGHT, "base")
    chart.text(below, LEFT, TOP + HEIGHT + 34, "head")
    return chart.svg()


def margins(key: str, bars: Sequence[Bar], *, below: str, title: str, description: str) -> SafeString:
    """Bars up for what was won and down for what was lost, each with its number; a level match is a stroke."""
    up = max((bar.number for bar in bars), default=0)
    down = -min((bar.number for bar in bars), default=0)
    up, down = max(up, 1), max(down, 1)
    unit = HEIGHT / (up + down)
    line = TOP + unit * up
    foot = line + unit * down + 22
    chart = _chart("margins", key, len(bars), foot + FOOT, below, title=title, description=description)
    for place, bar in enumerate(bars):
        x = LEFT + COLUMN * place
        size = max(unit * abs(bar.number), 2)
        won = bar.number > 0
        name = "bar won" if won else "bar lost" if bar.number else "bar level"
        fill = "#555" if won else "#fff"
        chart.bar(x + GAP / 2, line - size if won else line, COLUMN - GAP, size, name, bar.words, fill=fill)
        at = line - size - 5 if won else line + size + 14
        text = f"+{bar.number}" if won else f"−{-bar.number}" if bar.number else "0"
        chart.text(text, x + COLUMN / 2, at, "value", anchor="middle")
        chart.text(bar.label, x + COLUMN / 2, foot + 14, "axis", anchor="middle")
    chart.line(LEFT, line, LEFT + COLUMN * len(bars), line, "base")
    chart.text(below, LEFT, foot + 32, "head")
    return chart.svg()


def _chart(kind: str, key: str, bars: int, height: float, below: str, *, title: str, description: str) -> Drawing:
    width = max(2 * LEFT + COLUMN * bars, 2 * LEFT + 7.2 * len(below))
    return Drawing(kind, key, width, height, title=title, description=description)
