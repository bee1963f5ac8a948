"""Ruling on an incident, cancelling a ruling, putting another in its place.

    rule(incident, expected=7, client_id=…, by=…, asked=None, reasons="")      -> Ruled
    report_and_rule(table, asked, expected=7, client_id=…, by=…, reasons="")   -> Ruled, in one go
    cancel(ruling, reason=…, expected=9, client_id=…, by=…)                     -> Ruled
    change(ruling, asked, reason=…, reasons="", expected=9, client_id=…, by=…)  -> Ruled

A ruling is an ``incident`` event of the table's ledger, and one ``Ruling`` row beside it, written in one transaction.
Cancelled or changed it is a correction of that event: boards and tallies are folded again at once. Two at the same
incident take turns behind the match's lock: one rules, the other is told who was quicker.

Refusals: ``RecordError`` (a field: ``choice``, ``reasons`` …, ``RulingIncomplete`` where the code needs more),
``LedgerConflict`` (the board moved), ``LedgerRefused`` (the rules), ``PenaltyConflict`` (somebody was quicker).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from penalties.models import Incident, IncidentState, Ruling, RulingState
from penalties.selectors import warnings
from penalties.selectors.rulings import results_now
from penalties.services import announcing, binding, incidents
from penalties.services.bench import Asked, Bench, asked_of, lay, says_the_same
from penalties.services.incidents import client_id_used
from penalties.services.refusals import PenaltyConflict, RulingIncomplete
from rules_engine.rulings import ruling_to_json
from rules_engine.verdicts import RecordError
from scoring.models import LedgerEvent
from scoring.services import entries, ledger, plans, store
from scoring.services.ledger import Appended, LedgerConflict
from scoring.services.store import Standing
from tournaments.models import Table, User

OFFICES = ("official", "committee", "captains")


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling and the ledger's answer (``{"sequence", "hash", "event", "result", "board", "match"}``).

    ``shifted``: other standing rulings whose outcome the new fold changed (a second offence that became a first one,
    say), and those at other tables that stood on a warning which no longer stands: an official looks at them again.
    ``repeated``: the same request had been made before.
    """

    ruling: Ruling
    answer: dict[str, Any]
    shifted: tuple[int, ...] = ()
    repeated: bool = False


def rule(
    incident: Incident,
    *,
    expected: int,
    client_id: UUID,
    by: User,
    asked: Asked | None = None,
    reasons: str = "",
    device: str = "",
) -> Ruled:
    """Rule on a claim as reported, or as ``asked`` says instead. Reasons are needed where somebody decided freely."""
    entries.check_request(expected, client_id, device)
    said = _reasons(reasons)
    return _twice(lambda: _rule(incident, expected, client_id, by, asked, said, device))


def report_and_rule(
    table: Table,
    asked: Asked,
    *,
    expected: int,
    client_id: UUID,
    by: User,
    note: str = "",
    reasons: str = "",
    device: str = "",
) -> Ruled:
    """An official's own report, ruled in the same transaction: both stand or neither."""
    entries.check_request(expected, client_id, device)
    said = _reasons(reasons)

    def act() -> Ruled:
        with transaction.atomic():
            reported = incidents.report(table, asked, by=by, client_id=client_id, note=note)
            return _rule(reported.incident, expected, incidents.ruling_id(client_id), by, asked, said, device)

    return _twice(act)


def _twice(act: Callable[[], Ruled]) -> Ruled:
    """Again, once, where the same client_id came in from elsewhere in this very moment."""
    try:
        return act()
    except IntegrityError:
        return act()


def _rule(
    incident: Incident, expected: int, client_id: UUID, by: User, asked: Asked | None, reasons: str, device: str
) -> Ruled:
    with transaction.atomic():
        store.lock_match(incident.match_id)
        earlier = Ruling.objects.filter(client_id=client_id).select_related("incident").first()
        if earlier is not None:
            return _repeat(earlier, incident, by, asked or asked_of(incident), reasons)
        current = incidents.locked(incident.pk, incident.match_id)
        standing = _current(incident.table_id, expected)
        bench = lay(standing, asked or asked_of(current), behind=current.expected)
        plans.may_follow(standing, ruling=True)
        said = _decided(bench, reasons)
        ruling = _write(current, bench, said, by, client_id, version=1, sequence=expected + 1, entry=expected + 1)
        appended = ledger.append(
            incident.table_id,
            bench.event,
            expected=expected,
            client_id=client_id,
            by=by,
            device=device,
            details={"ruling": ruling.pk},
        )
        current.state = IncidentState.RULED
        current.save(update_fields=["state"])
        return _settled(ruling, bench, by, appended, ())


def cancel(ruling: Ruling, *, reason: str, expected: int, client_id: UUID, by: User, device: str = "") -> Ruled:
    """Strike a ruling, with the reason; what it laid on people is lifted, and the incident is closed as cancelled."""
    entries.check_request(expected, client_id, device)
    why = entries.text("reason", reason)
    with transaction.atomic():
        store.lock_match(ruling.incident.match_id)
        repeated = _cancelled_before(ruling, client_id, by, why)
        if repeated is not None:
            return repeated
        current = _standing_ruling(ruling)
        table_id = current.incident.table_id
        _current(table_id, expected)
        before = results_now(table_id)
        appended = ledger.correct(
            table_id,
            of=current.ledger_sequence,
            reason=why,
            replace=None,
            expected=expected,
            client_id=client_id,
            by=by,
            device=device,
        )
        _end(current, RulingState.CANCELLED, by, why, appended.sequence)
        incident = current.incident
        incident.state = IncidentState.CANCELLED
        incident.closed_by, incident.closed_at, incident.closed_reason = by, timezone.now(), why
        incident.save(update_fields=["state", "closed_by", "closed_at", "closed_reason"])
        announcing.reported(incident, incident.match.tournament_id)
        return Ruled(current, appended.answer, (*_shifted(table_id, before), *_elsewhere(current)))


def change(
    ruling: Ruling,
    asked: Asked,
    *,
    reason: str,
    expected: int,
    client_id: UUID,
    by: User,
    reasons: str = "",
    device: str = "",
) -> Ruled:
    """Put another ruling in the place of this one, with the reason; it has the same place in the table's story."""
    entries.check_request(expected, client_id, device)
    why, said = entries.text("reason", reason), _reasons(reasons)
    return _twice(lambda: _change(ruling, asked, why, said, expected, client_id, by, device))


def _change(
    ruling: Ruling, asked: Asked, why: str, reasons: str, expected: int, client_id: UUID, by: User, device: str
) -> Ruled:
    with transaction.atomic():
        store.lock_match(ruling.incident.match_id)
        earlier = Ruling.objects.filter(client_id=client_id).select_related("incident").first()
        if earlier is not None:
            return _repeat(earlier, ruling.incident, by, asked, reasons, replaces=ruling)
        current = _standing_ruling(ruling)
        incident, of = current.incident, current.ledger_sequence
        standing = _current(incident.table_id, expected)
        bench = lay(standing, asked, instead=current)
        plans.may_follow(standing, correction=True)
        said = _decided(bench, reasons)
        before = results_now(incident.table_id)
        _end(current, RulingState.REPLACED, by, why, expected + 1)
        new = _write(incident, bench, said, by, client_id, version=current.version + 1, sequence=of, entry=expected + 1)
        appended = ledger.correct(
            incident.table_id,
            of=of,
            reason=why,
            replace=bench.event,
            expected=expected,
            client_id=client_id,
            by=by,
            device=device,
            ruling=new.pk,
        )
        shifted = (*_shifted(incident.table_id, before, but=of), *_elsewhere(current, new))
        return _settled(new, bench, by, appended, shifted)


def _reasons(value: object) -> str:
    return incidents.required("reasons", value) if value not in ("", None) else ""


def _current(table_id: int, expected: int) -> Standing:
    standing = store.read(table_id)
    if standing.table.sequence != expected:
        raise LedgerConflict(ledger.state_answer(standing))
    return standing


def _decided(bench: Bench, reasons: str) -> str:
    """The reasons to keep. RulingIncomplete; RecordError ``reasons`` where somebody decided and does not say why."""
    if not bench.ruling.complete:
        raise RulingIncomplete(bench.ruling)
    choice = bench.record.choice
    if choice is None or choice.by not in OFFICES:
        return reasons
    said = reasons or (choice.text or "")
    if not said.strip():
        raise RecordError("reasons", "is missing: the code leaves this to a decision, so say why it was decided so")
    return said


def _write(
    incident: Incident,
    bench: Bench,
    reasons: str,
    by: User,
    client_id: UUID,
    *,
    version: int,
    sequence: int,
    entry: int,
) -> Ruling:
    seat = bench.record.offender
    return Ruling.objects.create(
        incident=incident,
        version=version,
        clause=bench.clause.number,
        offender_seat="" if seat is None else seat.value,
        offender_id=bench.player,
        record=bench.event,
        result=ruling_to_json(bench.ruling),
        reasons=reasons,
        official=by,
        ruled_at=timezone.now(),
        ledger_sequence=sequence,
        entry_sequence=entry,
        client_id=client_id,
    )


def _settled(ruling: Ruling, bench: Bench, by: User, appended: Appended, shifted: tuple[int, ...]) -> Ruled:
    binding.bind(ruling, bench, by)
    announcing.reported(ruling.incident, bench.standing.tournament_id)
    return Ruled(ruling, appended.answer, shifted)


def _end(ruling: Ruling, state: RulingState, by: User, why: str, sequence: int) -> None:
    ruling.state = state
    ruling.ended_by, ruling.ended_at, ruling.ended_reason, ruling.ended_sequence = by, timezone.now(), why, sequence
    ruling.save(update_fields=["state", "ended_by", "ended_at", "ended_reason", "ended_sequence"])
    binding.release(ruling, by, why)


def _standing_ruling(ruling: Ruling) -> Ruling:
    current = (
        Ruling.objects.select_for_update(of=("self",))
        .select_related("incident__match", "incident__table", "ended_by")
        .get(pk=ruling.pk)
    )
    if current.state != RulingState.STANDING:
        at = current.ended_at.isoformat() if current.ended_at else None
        raise PenaltyConflict(
            "ruling-ended",
            f"This ruling was {current.state} already by {current.ended_by}: {current.ended_reason}",
            ruling=current.pk,
            by=str(current.ended_by),
            at=at,
        )
    return current


def _repeat(
    earlier: Ruling, incident: Incident, by: User, asked: Asked, reasons: str, *, replaces: Ruling | None = None
) -> Ruled:
    """The first answer to the same request; refused when the id stands for another."""
    ruleset = ledger.ruleset_of(store.read(earlier.incident.table_id))
    same = (
        earlier.incident_id == incident.pk
        and earlier.official_id == by.pk
        and (earlier.version > 1) == (replaces is not None)
        and (replaces is None or earlier.version == replaces.version + 1)
        and says_the_same(asked, earlier.record, ruleset)
        and (not reasons or earlier.reasons == reasons)
    )
    if not same:
        raise client_id_used()
    return Ruled(earlier, _answer(earlier.incident.table_id, earlier.entry_sequence), repeated=True)


def _cancelled_before(ruling: Ruling, client_id: UUID, by: User, why: str) -> Ruled | None:
    event = LedgerEvent.objects.filter(client_id=client_id).first()
    if event is None:
        return None
    current = Ruling.objects.select_related("incident").get(pk=ruling.pk)
    if (
        current.state != RulingState.CANCELLED
        or (event.table_id, event.sequence) != (current.incident.table_id, current.ended_sequence)
        or (current.ended_by_id, current.ended_reason) != (by.pk, why)
    ):
        raise client_id_used()
    return Ruled(current, _answer(event.table_id, event.sequence), repeated=True)


def _answer(table_id: int, sequence: int) -> dict[str, Any]:
    event = LedgerEvent.objects.get(table_id=table_id, sequence=sequence)
    answer: dict[str, Any] = json.loads(event.answer)
    return answer


def _shifted(table_id: int, before: dict[int, Any], *, but: int | None = None) -> tuple[int, ...]:
    """Standing rulings whose outcome is another one now."""
    after = results_now(table_id)
    moved = [place for place, result in after.items() if place != but and place in before and before[place] != result]
    if not moved:
        return ()
    rows = Ruling.objects.filter(
        incident__table_id=table_id, state=RulingState.STANDING, ledger_sequence__in=moved
    ).order_by("ledger_sequence")
    return tuple(rows.values_list("pk", flat=True))


def _elsewhere(*ended_and_new: Ruling) -> tuple[int, ...]:
    """Standing rulings at other tables whose warnings given before are others now."""
    found: dict[int, None] = {}
    for ruling in ended_and_new:
        found |= dict.fromkeys(warnings.moved_by(ruling))
    return tuple(found)
