"""The penalty report: every ruling of a tournament, what came of it, and who may not be seated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from penalties.documents.slips import offender_of, team_of
from penalties.models import Ruling, RulingState
from penalties.selectors.rulings import of_tournament
from rules_engine.penalty_code import find
from rules_engine.seats import Seat
from rules_engine.verdicts import EffectName
from scoring.models import PrintJob
from scoring.printed import Document
from tournaments.models import Bar, Tournament

TEMPLATE = "documents/penalty_report.html"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A ruling on one line."""

    ruling: Ruling
    offender: str
    says: str
    ended: str


@dataclass(frozen=True, slots=True)
class CountLine:
    """How many rulings stand under a clause or against a team; warnings are counted by themselves."""

    name: str
    title: str
    rulings: int
    warnings: int


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report; what was replaced or cancelled is listed and not counted."""

    lines: tuple[ReportLine, ...]
    clauses: tuple[CountLine, ...]
    teams: tuple[CountLine, ...]
    bars: tuple[Bar, ...]
    standing: int


def report(tournament: Tournament) -> Report:
    """Every ruling in the order in which it was given: two queries."""
    found = list(
        of_tournament(tournament)
        .select_related("incident__table__board", "incident__match__round")
        .order_by("ruled_at", "pk")
    )
    standing = [ruling for ruling in found if ruling.state == RulingState.STANDING]
    return Report(
        lines=tuple(ReportLine(ruling, offender_of(ruling), _says(ruling), _ended(ruling)) for ruling in found),
        clauses=_by_clause(standing),
        teams=_by_team(standing),
        bars=tuple(_bars(tournament)),
        standing=len(standing),
    )


def _says(ruling: Ruling) -> str:
    return str(ruling.result.get("reason") or "")


def _ended(ruling: Ruling) -> str:
    if ruling.state == RulingState.STANDING:
        return ""
    return f"{ruling.get_state_display()} by {ruling.ended_by}: {ruling.ended_reason}"


def _warns(ruling: Ruling) -> bool:
    return any(effect.get("effect") == EffectName.WARN for effect in ruling.result.get("effects", ()))


def _by_clause(rulings: Iterable[Ruling]) -> tuple[CountLine, ...]:
    all_of: Counter[str] = Counter()
    warned: Counter[str] = Counter()
    for ruling in rulings:
        all_of[ruling.clause] += 1
        warned[ruling.clause] += _warns(ruling)
    lines = []
    for number, times in all_of.items():
        clause = find(number)
        lines.append(
            (
                (clause.section if clause else 0),
                CountLine(number, clause.title if clause else "", times, warned[number]),
            )
        )
    return tuple(line for _, line in sorted(lines, key=lambda pair: (pair[0], pair[1].name)))


def _by_team(rulings: Iterable[Ruling]) -> tuple[CountLine, ...]:
    all_of: Counter[str] = Counter()
    warned: Counter[str] = Counter()
    for ruling in rulings:
        team = team_of(ruling, Seat(ruling.offender_seat).pair) if ruling.offender_seat else ""
        all_of[team] += 1
        warned[team] += _warns(ruling)
    return tuple(
        CountLine(team or "Nobody at the table", "", times, warned[team])
        for team, times in sorted(all_of.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def _bars(tournament: Tournament) -> QuerySet[Bar]:
    """Who may not be seated, unless it was lifted."""
    return (
        Bar.objects.filter(tournament=tournament, lifted_at__isnull=True)
        .select_related("player", "match__home", "match__away")
        .order_by("starts_at", "pk")
    )


def build(job: PrintJob) -> Document:
    """The tournament's report."""
    context: dict[str, Any] = {"report": report(job.tournament)}
    return Document(TEMPLATE, context, f"{job.tournament.slug[:100]}-penalties.pdf")
