"""A dispute from its raising to its end (section 14).

    raise_dispute(table, question=…, side="home", client_id=…, by=…)      -> Raised
    propose(id, version=…, clause="6.a", outcome=…, by=…)                 a captain writes down what both would accept
    agree(id, version=…, proposal=…, by=…)                                the other captain confirms exactly that
    call(id, version=…, by=…)                                             a captain calls the official
    decide(id, version=…, effect="none", clause=…, outcome=…, reasons=…, by=…)
    refer / hand_back / settle / withdraw                                 see ``penalties.disputes.moves``
    run_clock(id)                                                         the five minutes are over

Who may is asked before (``penalties.*`` permissions); whether a captain still has a say (14.b) and for which side they
act is worked out here. Refusals: ``RecordError`` (a field), ``LedgerRefused`` (``no-say`` …), ``PenaltyConflict``
(somebody or the clock was quicker: ``time-up``, ``dispute-moved``, ``dispute-over``, with the dispute as it is).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from penalties.disputes import moves
from penalties.disputes.moves import CLOCK, State
from penalties.models import Dispute, DisputeFact, DisputeProposal, Effect, FactKind, Incident, Ruling, RulingState
from penalties.models.dispute import LONGEST_OUTCOME, LONGEST_QUESTION, LONGEST_TEXT
from penalties.services import disputing, notices
from penalties.services.disputing import Turn, check_side, conflict, demand_side, step, turn
from penalties.services.incidents import client_id_used
from rules_engine.penalty_code import find
from rules_engine.verdicts import RecordError
from scoring.models import Board, MatchState, MatchTally
from scoring.services import entries, holds, store
from scoring.services.refusals import LedgerRefused
from tournaments.models import Table, User


@dataclass(frozen=True, slots=True)
class Raised:
    """The dispute; ``repeated``: the same request had been made before."""

    dispute: Dispute
    repeated: bool = False


def raise_dispute(
    table: Table,
    *,
    question: str,
    side: str,
    client_id: UUID,
    by: User,
    about_sequence: int | None = None,
    incident: int | None = None,
) -> Raised:
    """Raise a dispute for one side: both captains are called, their five minutes begin, the result is held.

    ``about_sequence``: the entry of the table's ledger that it is about; ``incident``: one reported at the table.
    RecordError; LedgerRefused ``not-opened``, ``match-confirmed``, ``client-id-used``; PenaltyConflict
    ``dispute-open``.
    """
    asked = entries.text("question", question, LONGEST_QUESTION)
    check_side(side)
    entries.check_request(0, client_id, "")
    try:
        with transaction.atomic():
            return _raise(table, asked, side, client_id, by, about_sequence, incident)
    except IntegrityError:
        # The same client_id came in from elsewhere in this very moment: now it can be read.
        with transaction.atomic():
            return _raise(table, asked, side, client_id, by, about_sequence, incident)


def _raise(
    table: Table, question: str, side: str, client_id: UUID, by: User, about: int | None, incident: int | None
) -> Raised:
    store.lock_match(table.match_id)
    earlier = Dispute.objects.filter(client_id=client_id).first()
    if earlier is not None:
        same = (earlier.table_id, earlier.raised_by_id, earlier.question, earlier.side, earlier.about_sequence)
        if same != (table.pk, by.pk, question, side, about) or earlier.incident_id != incident:
            raise client_id_used()
        return Raised(earlier, repeated=True)
    sequence = Board.objects.filter(table_id=table.pk).values_list("sequence", flat=True).first() or 0
    if not sequence:
        raise LedgerRefused("not-opened", f"{table} is not open yet: there is nothing to dispute.")
    if MatchTally.objects.filter(match_id=table.match_id, state=MatchState.CONFIRMED).exists():
        raise LedgerRefused(
            "match-confirmed", "The result is confirmed. Appeal against a ruling, or ask a director to withdraw it."
        )
    _check_about(table, about, sequence, incident)
    now = timezone.now()
    open_one = Dispute.objects.filter(table_id=table.pk, state__in=moves.OPEN).select_related("settled_by").first()
    if open_one is not None:
        raise conflict(open_one, "dispute-open", "There is an open dispute at this table. Settle that one first.")
    dispute = Dispute.objects.create(
        match=table.match,
        table=table,
        question=question,
        about_sequence=about,
        incident_id=incident,
        side=side,
        raised_by=by,
        raised_at=now,
        clock_ends_at=now + CLOCK,
        client_id=client_id,
    )
    disputing.add_move(dispute, "raise", "", by, now, "")
    holds.place(
        table.match_id,
        source=disputing.source_of(dispute),
        code="dispute-open",
        message=f"A dispute at {table} is still open: no result is confirmed before it is settled (14.0).",
        at=now,
    )
    notices.wind_clock(dispute)
    notices.moved(dispute, State.TALKING)
    return Raised(dispute)


def _check_about(table: Table, about: int | None, sequence: int, incident: int | None) -> None:
    if about is not None and (isinstance(about, bool) or not isinstance(about, int) or not 1 <= about <= sequence):
        raise RecordError("about_sequence", f"must be an entry of this table's ledger, 1 to {sequence}")
    if incident is None:
        return
    if not Incident.objects.filter(pk=disputing.key(incident), table_id=table.pk).exists():
        raise RecordError("incident", "is not an incident of this table")


def propose(dispute_id: int, *, version: int, clause: str, outcome: str, by: User) -> Dispute:
    """Write down, for the other captain to confirm, by which clause and how the dispute is settled."""
    number = check_clause(clause)
    said = entries.text("outcome", outcome, LONGEST_OUTCOME)
    with turn(dispute_id, version, sources=(State.TALKING,)) as taken:
        dispute = taken.dispute
        side = demand_side(by, dispute)
        proposal = DisputeProposal.objects.create(
            dispute=dispute, side=side, clause=number, outcome=said, by=by, at=taken.now
        )
        dispute.proposal, dispute.version = proposal, dispute.version + 1
        dispute.save(update_fields=["proposal", "version"])
        notices.tell(dispute)
    return dispute


def agree(dispute_id: int, *, version: int, proposal: int, by: User) -> Dispute:
    """Confirm what the other captain wrote down: the dispute is settled by that.

    LedgerRefused ``no-proposal``, ``own-proposal``, ``no-say``; RecordError ``proposal`` when it is not the last one.
    """
    with turn(dispute_id, version, sources=(State.TALKING,)) as taken:
        dispute = taken.dispute
        side = demand_side(by, dispute)
        found = dispute.proposal
        if found is None:
            raise LedgerRefused("no-proposal", "Nobody has written down a settlement yet.", clause="14.0")
        if found.pk != proposal:
            raise RecordError("proposal", "is not the settlement that stands now")
        if found.side == side:
            raise LedgerRefused(
                "own-proposal", "This is your own side's settlement: the other captain confirms it.", clause="14.0"
            )
        if found.by_id in disputing.without_say(dispute):
            raise disputing.no_say("Whoever wrote this settlement walked away, and has no more say in the dispute.")
        step(dispute, "agree", by=by, now=taken.now, clause=found.clause, outcome=found.outcome)
    return dispute


def call(dispute_id: int, *, version: int, by: User) -> Dispute:
    """A captain who sees no agreement calls the official."""
    with turn(dispute_id, version, sources=(State.TALKING,)) as taken:
        demand_side(by, taken.dispute)
        step(taken.dispute, "call", by=by, now=taken.now)
    return taken.dispute


def withdraw(dispute_id: int, *, version: int, reasons: str, by: User) -> Dispute:
    """Whoever raised it takes it back, with the reason. LedgerRefused ``not-yours``."""
    why = entries.text("reasons", reasons, LONGEST_TEXT)
    with turn(dispute_id, version, sources=moves.sources_of("withdraw")) as taken:
        if taken.dispute.raised_by_id != by.pk:
            raise LedgerRefused("not-yours", "Only whoever raised the dispute takes it back.", clause="14.0")
        step(taken.dispute, "withdraw", by=by, now=taken.now, note=why, reasons=why)
    return taken.dispute


def decide(
    dispute_id: int,
    *,
    version: int,
    effect: str,
    clause: str,
    outcome: str,
    reasons: str,
    by: User,
    lost_by: str = "",
    ruling: int | None = None,
    rule: Callable[[Dispute], Ruling] | None = None,
) -> Dispute:
    """The official's decision, final at the table.

    ``effect``: ``none``; ``lost``, for the side that mixed the cards (14.a: on the checklist, ``lost_by``); ``ruled``,
    with ``ruling``, one that stands at the dispute's table, or ``rule``, which gives one in the same transaction.
    """
    number = check_clause(clause)
    said = entries.text("outcome", outcome, LONGEST_OUTCOME)
    why = entries.text("reasons", reasons, LONGEST_TEXT)
    if not isinstance(effect, str) or effect not in Effect.values:
        raise RecordError("effect", "must be none, ruled or lost")
    if effect == Effect.LOST:
        check_side(lost_by, "lost_by")
    elif lost_by:
        raise RecordError("lost_by", "is said only of a dispute that a side loses for mixing the cards")
    if effect != Effect.RULED and (ruling is not None or rule is not None):
        raise RecordError("ruling", "belongs to the effect “ruled” alone")
    with turn(dispute_id, version, sources=(State.OFFICIAL,)) as taken:
        dispute = taken.dispute
        found = None
        if effect == Effect.RULED:
            found = rule(dispute) if rule is not None else _ruling(dispute, ruling)
        elif (
            effect == Effect.LOST
            and not DisputeFact.objects.filter(dispute=dispute, kind=FactKind.MIXED, side=lost_by).exists()
        ):
            raise LedgerRefused(
                "nobody-mixed", "Put on the checklist first who of this side mixed the cards.", clause="14.a"
            )
        step(
            dispute,
            "decide",
            by=by,
            now=taken.now,
            note=why,
            effect=effect,
            clause=number,
            outcome=said,
            reasons=why,
            lost_by=lost_by,
            ruling=found,
        )
    return dispute


def _ruling(dispute: Dispute, pk: object) -> Ruling:
    rows = Ruling.objects.filter(incident__table_id=dispute.table_id, state=RulingState.STANDING)
    found = rows.filter(pk=disputing.key(pk)).first()
    if found is None:
        raise RecordError("ruling", "must be a ruling that stands at this table")
    return found


def refer(dispute_id: int, *, version: int, reasons: str, by: User) -> Dispute:
    """The code does not say: the official leaves it to the committee (14.g)."""
    why = entries.text("reasons", reasons, LONGEST_TEXT)
    return _step(dispute_id, version, "refer", by, why)


def hand_back(dispute_id: int, *, version: int, reasons: str, by: User) -> Dispute:
    """The committee finds that the code does say: the official decides."""
    why = entries.text("reasons", reasons, LONGEST_TEXT)
    return _step(dispute_id, version, "return", by, why)


def _step(dispute_id: int, version: int, name: str, by: User, note: str) -> Dispute:
    with turn(dispute_id, version, sources=moves.sources_of(name)) as taken:
        _not_a_party(taken, name, by)
        step(taken.dispute, name, by=by, now=taken.now, note=note)
    return taken.dispute


def settle(dispute_id: int, *, version: int, outcome: str, reasons: str, by: User) -> Dispute:
    """The committee's decision of what the code leaves open, binding (14.g)."""
    said = entries.text("outcome", outcome, LONGEST_OUTCOME)
    why = entries.text("reasons", reasons, LONGEST_TEXT)
    with turn(dispute_id, version, sources=(State.COMMITTEE,)) as taken:
        _not_a_party(taken, "settle", by)
        columns = {"clause": "14.g", "outcome": said, "reasons": why}
        step(taken.dispute, "settle", by=by, now=taken.now, note=why, **columns)
    return taken.dispute


def _not_a_party(taken: Turn, name: str, by: User) -> None:
    if name in ("settle", "return") and disputing.captains_here(by, taken.dispute.match):
        raise LedgerRefused(
            "own-match", "You captain one of the two teams: somebody else of the committee decides.", clause="14.g"
        )


def run_clock(dispute_id: int) -> bool:
    """Move on a dispute whose five minutes are over; whether it was."""
    with transaction.atomic():
        rows = Dispute.objects.select_related("match__tournament", "table", "settled_by")
        store.lock_match(Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id))
        return disputing.lapse(rows.get(pk=dispute_id), timezone.now())


def check_clause(value: object) -> str:
    """The number of a clause of the code; RecordError ``clause``."""
    clause = find(value) if isinstance(value, str) else None
    if clause is None:
        raise RecordError("clause", "must be a clause of the code, 1.a to 14.g")
    return clause.number
