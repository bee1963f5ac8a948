"""The kinds of document that this app offers to print."""

from __future__ import annotations

from penalties.documents import booklet, report, slips
from scoring.printed import Kind, Subject

KINDS = (
    Kind("code-booklet", "Penalty code", Subject.TOURNAMENT, booklet.build),
    Kind("ruling-slip", "Ruling", Subject.NUMBER, slips.build, slips.check),
    Kind("penalty-report", "Penalty report", Subject.TOURNAMENT, report.build),
)
