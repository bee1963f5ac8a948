"""Reporting what happened, taking it back, dismissing it.

    report(table, asked, by=…, client_id=…)                     -> Reported: a claim
    report(table, asked, by=…, client_id=…, expected=7, rule=True, reasons=…)   an official's: ruled at once
    withdraw(incident, by=…)            dismiss(incident, by=…, reason=…)

A captain's or a scorer's report is a claim: nothing of it touches the board. Who may is asked before (``penalties.*``
permissions); in which capacity somebody reports is worked out here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from penalties.models import Capacity, Incident, IncidentState
from penalties.services import announcing
from penalties.services.bench import Asked, Bench, lay
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.services import entries, plans, store
from scoring.services.refusals import LedgerRefused
from tournaments.models import Match, RoleName, Table, User
from tournaments.selectors import roles

MOST_CLAIMS = 20
"""Open claims of one person at one table: more are no reports but noise."""
LONGEST_NOTE = 500

CLOSED = {
    IncidentState.RULED: ("already-ruled", "This was ruled on already"),
    IncidentState.DISMISSED: ("already-dismissed", "This was dismissed already"),
    IncidentState.WITHDRAWN: ("already-withdrawn", "This was withdrawn already"),
    IncidentState.CANCELLED: ("already-cancelled", "The ruling on this was cancelled"),
}


@dataclass(frozen=True, slots=True)
class Reported:
    """The incident; ``repeated``: the same request had been made before."""

    incident: Incident
    repeated: bool = False


def report(table: Table, asked: Asked, *, by: User, client_id: UUID, note: str = "") -> Reported:
    """Put an incident on record as a claim. ``asked`` as in :mod:`penalties.services.bench`; it may be incomplete.

    RecordError naming the field, ``client_id`` or ``note``; LedgerRefused (``not-opened``, ``match-confirmed``,
    ``too-many-claims``, ``client-id-used`` …).
    """
    entries.check_request(0, client_id, "")
    said = entries.text("note", note, LONGEST_NOTE) if note else ""
    try:
        return _report(table, asked, by, client_id, said)
    except IntegrityError:
        # The same client_id came in from elsewhere in this very moment: now it can be read.
        return _report(table, asked, by, client_id, said)


def _report(table: Table, asked: Asked, by: User, client_id: UUID, note: str) -> Reported:
    with transaction.atomic():
        store.lock_match(table.match_id)
        earlier = Incident.objects.filter(client_id=client_id).first()
        standing = store.read(table.pk)
        if earlier is None:
            plans.may_follow(standing, ruling=True)
        bench = lay(standing, asked)
        if earlier is not None:
            return Reported(_same(earlier, table, bench, by, note), repeated=True)
        open_ones = Incident.objects.filter(table_id=table.pk, reported_by_id=by.pk, state=IncidentState.CLAIMED)
        if open_ones.count() >= MOST_CLAIMS:
            raise LedgerRefused(
                "too-many-claims", f"You have {MOST_CLAIMS} reports at this table that wait for an official."
            )
        incident = Incident.objects.create(
            client_id=client_id,
            table_id=table.pk,
            expected=standing.table.sequence,
            reported_by=by,
            capacity=capacity_of(by, table.match),
            reported_at=timezone.now(),
            note=note,
            match_id=standing.match_id,
            **_said(bench),
        )
        announcing.reported(incident, standing.tournament_id)
        return Reported(incident)


def _said(bench: Bench) -> dict[str, Any]:
    seat = bench.record.offender
    return {
        "clause": bench.clause.number,
        "offender_seat": "" if seat is None else seat.value,
        "offender_id": bench.player,
        "phase": bench.record.phase.value,
        "facts": bench.facts,
    }


def _same(earlier: Incident, table: Table, bench: Bench, by: User, note: str) -> Incident:
    said = {**_said(bench), "note": note, "table_id": table.pk, "reported_by_id": by.pk}
    # Who sits on the seat may have changed since; the seat is what was said.
    said.pop("offender_id")
    if any(getattr(earlier, name) != value for name, value in said.items()):
        raise client_id_used()
    return earlier


def client_id_used() -> LedgerRefused:
    """The refusal of an id that stands for something else."""
    return LedgerRefused(
        "client-id-used",
        "This client_id already stands for something else. Only the very same request may be sent again under it.",
    )


def capacity_of(user: User, match: Match) -> Capacity:
    """As what somebody reports at a match: the highest part that they hold."""
    for name, capacity in (
        (RoleName.DIRECTOR, Capacity.DIRECTOR),
        (RoleName.OFFICIAL, Capacity.OFFICIAL),
        (RoleName.SCORER, Capacity.SCORER),
    ):
        if roles.has_any(user, match.tournament_id, [name]):
            return capacity
    return Capacity.DIRECTOR if user.is_superuser else Capacity.CAPTAIN


def locked(incident_id: int, match_id: int) -> Incident:
    """The incident as it is, behind its match's lock, still open. PenaltyConflict when it is not."""
    store.lock_match(match_id)
    incident = Incident.objects.select_for_update(of=("self",)).select_related("match", "table").get(pk=incident_id)
    if incident.state != IncidentState.CLAIMED:
        raise closed(incident)
    return incident


def closed(incident: Incident) -> PenaltyConflict:
    """Who was quicker, and what stands now."""
    code, words = CLOSED[IncidentState(incident.state)]
    ruling = incident.rulings.select_related("official").order_by("-version").first()
    if incident.state == IncidentState.RULED and ruling is not None:
        answer = {"ruling": ruling.pk, "by": str(ruling.official), "at": ruling.ruled_at.isoformat()}
        return PenaltyConflict(code, f"{words} by {ruling.official}: {ruling.result['reason']}", **answer)
    by = str(incident.closed_by)
    at = incident.closed_at.isoformat() if incident.closed_at else None
    return PenaltyConflict(code, f"{words} by {by}: {incident.closed_reason or 'no reason given'}", by=by, at=at)


def withdraw(incident: Incident, *, by: User, reason: str = "") -> Incident:
    """Take back one's own claim. PenaltyConflict when it was ruled on or closed; RecordError ``reason``."""
    why = entries.text("reason", reason, LONGEST_NOTE) if reason else ""
    with transaction.atomic():
        current = locked(incident.pk, incident.match_id)
        if current.reported_by_id != by.pk:
            raise LedgerRefused("not-yours", "Only whoever reported it takes it back. An official may dismiss it.")
        return _close(current, IncidentState.WITHDRAWN, by, why)


def dismiss(incident: Incident, *, by: User, reason: str) -> Incident:
    """Say that nothing follows, with the reason. PenaltyConflict; RecordError ``reason``."""
    why = entries.text("reason", reason, LONGEST_NOTE)
    with transaction.atomic():
        return _close(locked(incident.pk, incident.match_id), IncidentState.DISMISSED, by, why)


def _close(incident: Incident, state: IncidentState, by: User, why: str) -> Incident:
    incident.state = state
    incident.closed_by = by
    incident.closed_at = timezone.now()
    incident.closed_reason = why
    incident.save(update_fields=["state", "closed_by", "closed_at", "closed_reason"])
    announcing.reported(incident, incident.match.tournament_id)
    return incident


def ruling_id(client_id: UUID) -> UUID:
    """The client id of the ruling that comes with a report."""
    return uuid5(client_id, "ruling")


def required(field: str, value: object) -> str:
    """A reason that may not be left out; RecordError naming ``field``."""
    if not isinstance(value, str):
        raise RecordError(field, "is missing: write it in a few words")
    return entries.text(field, value, 2000)
