"""Badges with a QR code to check players in: ten a sheet, cut along the lines."""

from __future__ import annotations

from typing import Any

import segno
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.text import slugify

from scoring.models import PrintJob
from scoring.printed import Document, Kind, Subject
from tournaments.models import Match, RosterEntry, Tournament
from tournaments.selectors import check_ins, entries

TEMPLATE = "documents/badges.html"


def build(job: PrintJob) -> Document:
    """Every player of the teams entered, or of the one team that the job is about, team by team."""
    tournament = job.tournament
    found = RosterEntry.objects.filter(team__in=entries.entered(tournament)).select_related("player", "team")
    name = tournament.name
    if job.subject is not None:
        found = found.filter(team=job.subject)
        name = tournament.teams.values_list("name", flat=True).get(pk=job.subject)
    badges = [
        {"entry": entry, "qr": code(address(job.address, tournament, entry))}
        for entry in sorted(found, key=lambda entry: (entry.team.name, entry.team_id))
    ]
    return Document(TEMPLATE, {"badges": badges}, f"badges-{slugify(name)[:60] or 'team'}.pdf")


def check(tournament: Tournament, match: Match | None, subject: int | None) -> str:
    """Why there are no badges: another tournament's team, or nobody to make any for."""
    teams = entries.entered(tournament)
    if subject is not None and not teams.filter(pk=subject).exists():
        return "This tournament has no such team."
    chosen: Any = teams if subject is None else teams.filter(pk=subject)
    if not RosterEntry.objects.filter(team__in=chosen).exists():
        return "There is nobody on a roster yet to make a badge for."
    return ""


def address(site: str, tournament: Tournament, entry: RosterEntry) -> str:
    """Where the badge of an entry leads; ``site`` ends in a slash."""
    return site.rstrip("/") + reverse("check-in-badge", args=[tournament.slug, check_ins.token(entry)])


def code(text: str) -> str:
    """A QR code as SVG to stand within the page; a seventh of it may be dirty (level M)."""
    made = segno.make(text, error="m", micro=False, boost_error=False)
    return mark_safe(made.svg_inline(border=0, omitsize=True))  # noqa: S308 - numbers and signs of segno's alone


KINDS = (
    Kind("badges", "Badges", Subject.TOURNAMENT, build, check),
    Kind("team-badges", "A team's badges", Subject.NUMBER, build, check),
)
