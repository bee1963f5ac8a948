"""What waits for an official: calls, claims and disputes, the longest waiting first. Three queries, whatever waits."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from penalties.disputes.moves import State
from penalties.models import Call, Dispute, Incident, IncidentState
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
    dispute: Dispute | None = None
    """The table's dispute that an official has to decide."""

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


def disputes(tournament: Tournament, now: datetime.datetime) -> QuerySet[Dispute]:
    """Disputes that are with the official by the clock, moved on or not; ``reached``: when they last moved."""
    waits = Q(state=State.OFFICIAL.value) | Q(state=State.TALKING.value, clock_ends_at__lte=now)
    return (
        Dispute.objects.filter(waits, match__tournament=tournament)
        .select_related("match__home", "match__away", "match__round", "table")
        .annotate(reached=Max("moves__at"))
        .order_by("raised_at", "pk")
    )


def _since(dispute: Dispute) -> datetime.datetime:
    """Since when it waits for the official: its last move, or the end of its five minutes."""
    if dispute.state == State.OFFICIAL:
        return getattr(dispute, "reached", None) or dispute.raised_at
    return dispute.clock_ends_at


def queue(tournament: Tournament, *, now: datetime.datetime | None = None) -> list[Waiting]:
    """One line a table: its open call, its claims and its dispute; unanswered ones first, then by waiting time."""
    moment = now or timezone.now()
    called = {call.table_id: call for call in open_calls(tournament)}
    claimed: dict[int, list[Incident]] = {}
    for incident in claims(tournament):
        claimed.setdefault(incident.table_id, []).append(incident)
    disputed = {dispute.table_id: dispute for dispute in disputes(tournament, moment)}
    lines: list[Waiting] = []
    for table_id in dict.fromkeys([*called, *claimed, *disputed]):
        call, incidents, dispute = called.get(table_id), tuple(claimed.get(table_id, ())), disputed.get(table_id)
        about = (call.incident if call else None) or (incidents[0] if incidents else None)
        told = [(incident.table, incident.match, incident.reported_at) for incident in incidents]
        if call is not None:
            told.append((call.table, call.table.match, call.called_at))
        if dispute is not None:
            told.append((dispute.table, dispute.match, _since(dispute)))
        table, match, _ = told[0]
        since = min(moment_of for _, _, moment_of in told)
        clause = find(about.clause) if about else None
        lines.append(
            Waiting(
                table=table,
                match=match,
                call=call,
                incidents=incidents,
                clause=about.clause if about else "",
                title=clause.title if clause else "",
                since=since,
                seconds=max(0, int((moment - since).total_seconds())),
                dispute=dispute,
            )
        )
    return sorted(lines, key=lambda line: (line.answered, line.since))


def call_of(table: Table) -> Call | None:
    """The table's open call."""
    return (
        Call.objects.filter(Q(table=table), closed_at__isnull=True).select_related("answered_by", "called_by").first()
    )
