"""Printed documents: what stands on each, and how it becomes a PDF."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.text import slugify

from scoring import printed
from scoring.documents.blank_sheets import blank_sheet
from scoring.documents.sheets import score_sheet
from scoring.models import PrintJob, PrintKind
from scoring.printed import Document
from scoring.selectors import standings as figures
from tournaments.models import Match

__all__ = ["TEMPLATES", "Document", "document"]

TEMPLATES = {
    PrintKind.SCORE_SHEET: "documents/score_sheet.html",
    PrintKind.BLANK_SHEET: "documents/blank_sheet.html",
    PrintKind.STANDINGS: "documents/standings.html",
}


def document(job: PrintJob) -> Document:
    """What a job prints, read now."""
    tournament = job.tournament
    context: dict[str, Any] = {"tournament": tournament, "printed_at": timezone.localtime(), "kind": job.kind}
    if (offered := printed.offered(job.kind)) is not None:
        made = offered.build(job)
        return Document(made.template, context | made.context, made.file_name)
    kind = PrintKind(job.kind)
    if job.match is None:
        overall = figures.standings(tournament)
        parts = [overall]
        if len(overall.divisions) > 1:
            parts += [figures.standings(tournament, division=name) for name in overall.divisions]
        context |= {"parts": parts, "counts": figures.counts(tournament), "order": overall.order}
        return Document(TEMPLATES[kind], context, f"{tournament.slug[:100]}-standings.pdf")
    match: Match = job.match
    context["match"] = match
    context["sheet"] = score_sheet(match) if kind is PrintKind.SCORE_SHEET else blank_sheet(match)
    return Document(TEMPLATES[kind], context, _name(match, blank=kind is PrintKind.BLANK_SHEET))


def _name(match: Match, *, blank: bool) -> str:
    words = (f"round {match.round.number}", match.home.name, "v", match.away.name, "blank" if blank else "")
    return f"{slugify(' '.join(words))[:110].strip('-')}.pdf"
