"""Calling an official to a table.

    call_official(table, by=…, note="", incident=None) -> Made(call, repeated)
    answer(call, by=…)      close(call, by=…)

One call a table is open at a time: who calls again is given the one that is. A call is answered by one official;
another who comes second is told who is on the way.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from penalties.models import Call, Incident
from penalties.services import announcing
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.services import entries, store
from tournaments.models import Table, User

LONGEST_NOTE = 200


@dataclass(frozen=True, slots=True)
class Made:
    """The open call of the table; ``repeated``: it was open already."""

    call: Call
    repeated: bool = False


def call_official(table: Table, *, by: User, note: str = "", incident: Incident | None = None) -> Made:
    """Call an official; one call a table is open at a time. RecordError naming ``note`` or ``incident``."""
    said = entries.text("note", note, LONGEST_NOTE) if note else ""
    if incident is not None and incident.table_id != table.pk:
        raise RecordError("incident", "happened at another table")
    with transaction.atomic():
        store.lock_match(table.match_id)
        current = Call.objects.select_related("table__match", "called_by", "answered_by").filter(
            table_id=table.pk, closed_at__isnull=True
        )
        open_one = current.first()
        if open_one is not None:
            if incident is not None and open_one.incident_id is None:
                open_one.incident = incident
                open_one.save(update_fields=["incident"])
            return Made(open_one, repeated=True)
        call = Call.objects.create(table=table, incident=incident, note=said, called_by=by, called_at=timezone.now())
        announcing.called(call, table.match.tournament_id)
        announcing.mail_of(call)
        return Made(call)


def answer(call: Call, *, by: User) -> Call:
    """Say that one is on the way; saying it again changes nothing. PenaltyConflict when another is, or it is closed."""
    with transaction.atomic():
        current = _locked(call)
        if current.answered_by_id == by.pk:
            return current
        if current.answered_at is not None:
            raise PenaltyConflict(
                "call-answered",
                f"{current.answered_by} is on the way already.",
                by=str(current.answered_by),
                at=current.answered_at.isoformat(),
            )
        current.answered_by, current.answered_at = by, timezone.now()
        current.save(update_fields=["answered_by", "answered_at"])
        announcing.called(current, current.table.match.tournament_id)
        return current


def close(call: Call, *, by: User) -> Call:
    """The matter is settled. PenaltyConflict when it was closed before."""
    with transaction.atomic():
        current = _locked(call)
        current.closed_by, current.closed_at = by, timezone.now()
        current.save(update_fields=["closed_by", "closed_at"])
        announcing.called(current, current.table.match.tournament_id)
        return current


def _locked(call: Call) -> Call:
    store.lock_match(call.table.match_id)
    current = (
        Call.objects.select_for_update(of=("self",))
        .select_related("table__match", "answered_by", "closed_by", "called_by")
        .get(pk=call.pk)
    )
    if current.closed_at is not None:
        raise PenaltyConflict(
            "call-closed",
            f"This call was closed already by {current.closed_by}.",
            by=str(current.closed_by),
            at=current.closed_at.isoformat(),
        )
    return current
