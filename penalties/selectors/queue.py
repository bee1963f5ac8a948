"""What waits for an official: calls and claims, the longest waiting first. Two queries, however many wait."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from penalties.models import Call, Incident, IncidentState
from rules_engine.penalty_code import find
from tournaments.models import Match, Table, Tournament


@dataclass(frozen=True, slots=True)
class Waiting:
    """One line of the queue. ``title``: the clause's; ``seconds``: how long it has waited, until ``now``."""

    table: Table
    match: Match
    call: Call | None
    incidents: tuple[Incident, ...]
    clause: str
    title: str
    since: datetime.datetime
    seconds: int

    @property
    def answered(self) -> bool:
        """Whether an official is on the way."""
        return self.call is not None and self.call.answered_at is not None


def open_calls(tournament: Tournament) -> QuerySet[Call]:
    """Calls that nobody has closed, the longest waiting first."""
    return calls(tournament).filter(closed_at__isnull=True)


def calls(tournament: Tournament) -> QuerySet[Call]:
    """Every call of a tournament, the oldest first."""
    return Call.objects.filter(table__match__tournament=tournament).select_related(
        "table__match__home",
        "table__match__away",
        "table__match__round",
        "incident__offender",
        "called_by",
        "answered_by",
        "closed_by",
    )


def claims(tournament: Tournament) -> QuerySet[Incident]:
    """Reports that nobody has ruled on, the oldest first."""
    return (
        Incident.objects.filter(match__tournament=tournament, state=IncidentState.CLAIMED)
        .select_related("match__home", "match__away", "match__round", "table", "offender", "reported_by")
        .order_by("reported_at", "pk")
    )


def queue(tournament: Tournament, *, now: datetime.datetime | None = None) -> list[Waiting]:
    """One line a table: its open call and its claims; unanswered ones first, then by waiting time."""
    moment = now or timezone.now()
    called = {call.table_id: call for call in open_calls(tournament)}
    claimed: dict[int, list[Incident]] = {}
    for incident in claims(tournament):
        claimed.setdefault(incident.table_id, []).append(incident)
    lines: list[Waiting] = []
    for table_id in dict.fromkeys([*called, *claimed]):
        call, incidents = called.get(table_id), tuple(claimed.get(table_id, ()))
        about = (call.incident if call else None) or (incidents[0] if incidents else None)
        since = min([*([call.called_at] if call else []), *(incident.reported_at for incident in incidents)])
        clause = find(about.clause) if about else None
        lines.append(
            Waiting(
                table=call.table if call else incidents[0].table,
                match=call.table.match if call else incidents[0].match,
                call=call,
                incidents=incidents,
                clause=about.clause if about else "",
                title=clause.title if clause else "",
                since=since,
                seconds=max(0, int((moment - since).total_seconds())),
            )
        )
    return sorted(lines, key=lambda line: (line.answered, line.since))


def call_of(table: Table) -> Call | None:
    """The table's open call."""
    return (
        Call.objects.filter(Q(table=table), closed_at__isnull=True).select_related("answered_by", "called_by").first()
    )
