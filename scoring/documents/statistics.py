"""The statistics on paper."""

from __future__ import annotations

from typing import Any

from scoring.charts import of_statistics as charts
from scoring.models import PrintJob
from scoring.printed import Document, Kind, Subject
from scoring.selectors.statistics import statistics
from scoring.selectors.statistics.shown import told

TEMPLATE = "documents/statistics.html"
WIDTH = 690
"""px across the paper, between its margins."""


def build(job: PrintJob) -> Document:
    """A tournament's statistics, read now."""
    found = statistics(job.tournament)
    context: dict[str, Any] = {
        "found": found,
        "ranks": charts.ranks(found, paper=WIDTH),
        "closeness": charts.closeness(found),
        "lengths": charts.game_lengths(found),
        **told(found),
    }
    return Document(TEMPLATE, context, f"{job.tournament.slug[:100]}-statistics.pdf")


KIND = Kind("statistics", "Statistics", Subject.TOURNAMENT, build)
