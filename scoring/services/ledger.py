"""The one door to a table's ledger: append, preview, correct the last entry.

    append -> lock the match -> read the board -> engine.step -> event, board, tally in one transaction -> tell boards

The same request again (same ``client_id``) is given its first answer; a stale ``expected`` is a
:class:`LedgerConflict` with the board as it is; what the rules or the state of the match forbid is a
:class:`LedgerRefused`; what cannot be read is the engine's ``RecordError``, its field counted from the event.
None of them leaves anything saved.

An answer is ``{"sequence", "hash", "event", "result", "board", "match"}``; see :mod:`scoring.services.boards`.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from rules_engine.rulesets import Ruleset
from rules_engine.table import event_to_json, parse_event
from scoring.chain import START, canonical, link
from scoring.services import boards, broadcast, entries, sickness, store
from scoring.services.plans import Entry, Plan, judge_entry, may_follow, plan_correction, plan_event
from scoring.services.refusals import LedgerConflict, LedgerRefused
from scoring.services.seats import seat_players
from scoring.services.store import Standing
from tournaments.models import User
from tournaments.services.tournaments import freeze

__all__ = [
    "Appended",
    "LedgerConflict",
    "LedgerRefused",
    "append",
    "correct",
    "correct_last",
    "preview",
    "preview_correction",
]


@dataclass(frozen=True, slots=True)
class Appended:
    """What the ledger answers. ``text`` is the answer as stored, to the byte; ``repeated``: it was given before."""

    sequence: int
    hash: str
    text: str
    repeated: bool = False

    @property
    def answer(self) -> dict[str, Any]:
        """The answer, read."""
        value: dict[str, Any] = json.loads(self.text)
        return value


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for what. ``same``: whether a stored payload is what this request would have written."""

    table_id: int
    by: User
    client_id: UUID
    expected: int
    device: str
    same: Callable[[Ruleset, dict[str, Any], dict[str, Any]], bool]


def append(
    table_id: int,
    event: Mapping[str, Any],
    *,
    expected: int,
    client_id: UUID,
    by: User,
    device: str = "",
    details: Mapping[str, Any] | None = None,
) -> Appended:
    """Record ``event`` behind entry ``expected`` of a table.

    ``event`` is one of ``all-fours/table@1``, but an opening (``tables.open_table``), a correction
    (:func:`correct_last`) or a substitution (``tables.substitute``). A game or a tally at a table that nobody opened
    opens it without seats. ``details``: ``{}`` or ``{"note": …}``; with such a table also ``{"home_pair": …}``; with an
    incident ``{"ruling": id}``, the official's ruling without which it is refused.
    """
    clean = entries.check_details(details or {})

    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        return plan_event(standing, ruleset, event, clean)

    def same(ruleset: Ruleset, stored: dict[str, Any], stored_details: dict[str, Any]) -> bool:
        asked = {key: value for key, value in clean.items() if key != "home_pair"}
        return stored_details == asked and _same_event(ruleset, stored, event)

    return record(Request(table_id, by, client_id, expected, device, same), plan, ruling="ruling" in clean)


def preview(table_id: int, event: Mapping[str, Any], *, details: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The answer that :func:`append` would give now, nothing saved; ``hash`` is empty. Raises the same refusals."""
    clean = entries.check_details(details or {})

    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        return plan_event(standing, ruleset, event, clean)

    return preview_plan(table_id, plan, ruling="ruling" in clean)


def preview_plan(table_id: int, plan: Plan, *, ruling: bool = False) -> dict[str, Any]:
    """The answer that :func:`record` would give to ``plan`` now, nothing saved."""
    standing = store.read(table_id)
    may_follow(standing, ruling=ruling)
    return _previewed(standing, plan(standing, ruleset_of(standing)))


def preview_correction(
    table_id: int, *, of: int, replace: Mapping[str, Any] | None, by: User, ruling: int | None = None
) -> dict[str, Any]:
    """The answer that :func:`correct` would give now, nothing saved. Raises the same refusals."""
    standing = store.read(table_id)
    may_follow(standing, correction=True)
    details = {"reason": "preview"} | ({} if ruling is None else {"ruling": ruling})
    return _previewed(standing, [plan_correction(standing, ruleset_of(standing), by, details, replace, of)])


def _previewed(standing: Standing, planned: Sequence[Entry]) -> dict[str, Any]:
    sequence = standing.table.sequence + len(planned)
    entry = planned[-1]
    after = boards.with_table(
        standing,
        boards.board_of(
            standing.table,
            entry.state,
            sequence=sequence,
            head="",
            home_pair=entry.home_pair,
            settled=entry.settled,
        ),
    )
    judged = judge_entry(after, entry)
    tally = boards.tally_of(after, judged)
    return _answer(after, entry, sequence, "", boards.match_answer(after, judged, tally))


def correct_last(
    table_id: int,
    *,
    reason: str,
    replace: Mapping[str, Any] | None,
    expected: int,
    client_id: UUID,
    by: User,
    device: str = "",
) -> Appended:
    """Strike the last entry that stands, or put ``replace`` in its place, by a further event that says why (12.d).

    What was struck stays on the board, marked.
    """
    return _correct(Request(table_id, by, client_id, expected, device, _never), reason, replace, None, {})


def correct(
    table_id: int,
    *,
    of: int,
    reason: str,
    replace: Mapping[str, Any] | None,
    expected: int,
    client_id: UUID,
    by: User,
    device: str = "",
    ruling: int | None = None,
    more: Mapping[str, Any] | None = None,
    settling: bool = False,
) -> Appended:
    """Strike the entry with the sequence ``of``, or put ``replace`` in its place; everything after it is folded again.

    Any earlier entry but the opening and a correction; the one door by which an official's ruling is cancelled or
    changed. ``ruling``: the ruling that takes the place, where ``replace`` is an incident. ``more``: what else the
    details keep. ``settling``: of a match that the day settled otherwise.
    """
    details = {**(more or {}), **({} if ruling is None else {"ruling": ruling})}
    request = Request(table_id, by, client_id, expected, device, _never)
    return _correct(request, reason, replace, of, details, settling=settling)


def _never(ruleset: Ruleset, stored: dict[str, Any], details: dict[str, Any]) -> bool:
    return False


def _correct(
    request: Request,
    reason: str,
    replace: Mapping[str, Any] | None,
    of: int | None,
    more: Mapping[str, Any],
    *,
    settling: bool = False,
) -> Appended:
    details: dict[str, Any] = {"reason": entries.text("reason", reason), **more}
    corrected: list[Standing] = []

    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        entry = plan_correction(standing, ruleset, request.by, details, replace, of)
        if entry.seats is not None:
            corrected.append(standing)
        return [entry]

    def then(appended: Appended) -> None:
        # Somebody was substituted by the entry that stands no more: whom it sent home may come back.
        for standing in corrected[-1:]:
            opening = standing.table.sequence - boards.read_state(standing.table.state).events
            struck = appended.answer["event"]["of"] + opening
            sickness.let_back(standing, struck, by=request.by, reason=details["reason"])

    def same(ruleset: Ruleset, stored: dict[str, Any], stored_details: dict[str, Any]) -> bool:
        if stored.get("event") != "correction" or stored_details != details:
            return False
        before = stored["replace"]
        return before is None if replace is None else before is not None and _same_event(ruleset, before, replace)

    return record(dataclasses.replace(request, same=same), plan, correction=True, settling=settling, then=then)


def record(
    request: Request,
    plan: Plan,
    *,
    correction: bool = False,
    ruling: bool = False,
    settling: bool = False,
    then: Callable[[Appended], None] | None = None,
) -> Appended:
    """Write what ``plan`` gives for the table as it stands, in one transaction; ``then`` does what else belongs to it.

    The flags are those of ``plans.may_follow``.
    """
    entries.check_request(request.expected, request.client_id, request.device)
    flags = {"correction": correction, "ruling": ruling, "settling": settling}
    try:
        return _attempt(request, plan, flags, then)
    except IntegrityError:
        # The same client_id reached another match in this very moment: now it can be read.
        return _attempt(request, plan, flags, then)


def _attempt(
    request: Request, plan: Plan, flags: Mapping[str, bool], then: Callable[[Appended], None] | None
) -> Appended:
    with transaction.atomic(), store.statements() as cursor:
        store.lock(request.table_id, cursor)
        standing = store.read(request.table_id, request.client_id, cursor)
        if standing.earlier is not None:
            return _repeat(request, standing, standing.earlier)
        if standing.table.sequence != request.expected:
            raise LedgerConflict(state_answer(standing))
        if not standing.frozen:
            # Settled first and read afterwards: nobody can change it in between.
            freeze(standing.tournament_id)
            standing = store.read(request.table_id, request.client_id)
        may_follow(standing, **flags)
        planned = plan(standing, ruleset_of(standing))
        appended = _write(request, standing, planned, cursor)
        if then is not None:
            then(appended)
        return appended


def _write(request: Request, standing: Standing, planned: Sequence[Entry], cursor: Any) -> Appended:
    now = timezone.now()
    sequence, head = standing.table.sequence, standing.table.head or START
    for entry in planned:
        last = entry is planned[-1]
        # What comes before the last has no request of its own (an opening that a tally brings along): its id follows.
        client_id = (
            request.client_id if last else uuid5(request.client_id, "opened" if entry is planned[0] else f"{sequence}")
        )
        previous, sequence = head, sequence + 1
        kind = entries.kind_of(entry.event).value
        payload = entries.payload_of(entry.event, entry.details)
        head = link(
            table=request.table_id,
            sequence=sequence,
            kind=kind,
            payload=payload,
            actor=request.by.pk,
            device=request.device,
            client_id=client_id,
            time=now,
            previous=previous,
        )
        row = boards.board_of(
            standing.table,
            entry.state,
            sequence=sequence,
            head=head,
            home_pair=entry.home_pair,
            settled=entry.settled,
        )
        after = boards.with_table(standing, row)
        judged = judge_entry(after, entry)
        tally = boards.tally_of(after, judged)
        text = canonical(_answer(after, entry, sequence, head, boards.match_answer(after, judged, tally)))
        store.write_event(
            store.EventRow(
                request.table_id,
                sequence,
                kind,
                payload,
                text,
                request.by.pk,
                request.device,
                client_id,
                now,
                previous,
                head,
            ),
            cursor,
        )
        if entry.seats is not None:
            seat_players(request.table_id, entry.seats)
    store.write_board(row, cursor)
    if tally != standing.tally:
        store.write_tally(standing.match_id, tally, cursor)
    broadcast.tell(table=request.table_id, sequence=sequence, match=standing.match_id, state=tally.state)
    return Appended(sequence, head, text)


def _repeat(request: Request, standing: Standing, earlier: store.Earlier) -> Appended:
    if earlier.table_id == request.table_id and earlier.actor_id == request.by.pk:
        event, details = entries.read_payload(earlier.payload)
        if request.same(ruleset_of(standing), event, details):
            return Appended(earlier.sequence, earlier.hash, earlier.answer, repeated=True)
    raise LedgerRefused(
        "client-id-used",
        "This client_id already stands for another entry. Every entry needs an id of its own; only the very same "
        "request may be sent again under it.",
    )


def state_answer(standing: Standing) -> dict[str, Any]:
    """``{"sequence", "board", "match"}`` as they are: what a conflict shows."""
    judged = boards.judge(standing)
    tally = standing.tally or boards.tally_of(standing, judged)
    state = boards.read_state(standing.table.state) if standing.table.sequence else None
    return {
        "sequence": standing.table.sequence,
        "board": boards.board_answer(standing.table, state),
        "match": boards.match_answer(standing, judged, tally),
    }


def ruleset_of(standing: Standing) -> Ruleset:
    """The ruleset by which the match is judged."""
    return boards.ruleset_of(standing.ruleset_name, standing.ruleset_options)


def _answer(standing: Standing, entry: Entry, sequence: int, head: str, match: dict[str, Any]) -> dict[str, Any]:
    return {
        "sequence": sequence,
        "hash": head,
        "event": entry.event,
        "result": entry.result,
        "board": boards.board_answer(standing.table, entry.state),
        "match": match,
    }


def _same_event(ruleset: Ruleset, stored: dict[str, Any], asked: Mapping[str, Any]) -> bool:
    """Whether ``asked`` reads as the stored event: the spelling may differ, what it says may not."""
    return event_to_json(parse_event(asked, ruleset)) == stored
