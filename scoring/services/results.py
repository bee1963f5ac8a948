"""Confirming a match's result as a second person, and withdrawing it.

The database guarantees the same four things whatever this module does: one confirmed result a match, confirmed by
nobody who recorded an event of it, not while the match is held, and never rewritten (``scoring.guards``).
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scoring.models import Board, LedgerEvent, MatchState, MatchTally, Result, ResultKind, ResultState
from scoring.selectors.downstream import compared, snapshot
from scoring.services import boards, broadcast, entries, flags, holds, store
from scoring.services.refusals import ResultRefused
from tournaments.models import Match, Table, User

__all__ = ["ResultRefused", "confirm", "take_out", "withdraw"]


def confirm(match: Match, *, by: User, device: str = "") -> Result:
    """Confirm the figures of a match that is played out; ``by`` recorded nothing of it.

    ResultRefused: ``not-played``, ``already-confirmed``, ``recorded-it``, and the code of a hold that stands
    (``dispute-open``).
    """
    del device  # who confirmed is on the result; the ledger keeps devices
    with transaction.atomic():
        store.lock_match(match.pk)
        tally = MatchTally.objects.filter(match_id=match.pk).first()
        if tally is not None and tally.state == MatchState.CONFIRMED:
            raise ResultRefused("already-confirmed", "The result of this match is confirmed already.")
        if tally is None or tally.state != MatchState.PLAYED:
            raise ResultRefused("not-played", "This match is not played out yet: there is no result to confirm.")
        held = holds.standing(match.pk)
        if held is not None:
            raise ResultRefused(held.code, held.message)
        events = LedgerEvent.objects.filter(table__match_id=match.pk)
        if events.filter(actor_id=by.pk).exists():
            raise ResultRefused(
                "recorded-it", "You recorded entries of this match: a second person has to look at it and confirm."
            )
        last = events.latest("recorded_at", "id")
        version = Result.objects.filter(match_id=match.pk).aggregate(last=Max("version"))["last"] or 0
        result = Result.objects.create(
            match_id=match.pk,
            version=version + 1,
            home_bullseyes=tally.home_bullseyes,
            away_bullseyes=tally.away_bullseyes,
            home_hang_jacks=tally.home_hang_jacks,
            away_hang_jacks=tally.away_hang_jacks,
            winner=tally.winner,
            kind=kind_of(match.pk),
            heads=heads_of(match.pk),
            entered_by_id=last.actor_id,
            confirmed_by=by,
            confirmed_at=timezone.now(),
        )
        MatchTally.objects.filter(match_id=match.pk).update(state=MatchState.CONFIRMED)
        broadcast.tell(table=0, sequence=0, match=match.pk, state=MatchState.CONFIRMED.value)
        return result


def withdraw(match: Match, *, by: User, reason: str) -> Result:
    """Take the confirmed result back, with a reason; it stays on record and the match can be corrected again.

    What was drawn or decided from it is flagged. ResultRefused ``not-confirmed``; RecordError naming ``reason``.
    """
    with transaction.atomic():
        store.lock_match(match.pk)
        current = Match.objects.select_related("tournament", "round__stage").get(pk=match.pk)
        before = snapshot(current)
        result = take_out(current, by=by, reason=reason)
        flags.raise_for(current.tournament, compared(before, snapshot(current)))
        return result


def take_out(match: Match, *, by: User, reason: str) -> Result:
    """The same without a flag: for a change, which puts another result in its place at once."""
    why = entries.text("reason", reason)
    with transaction.atomic():
        store.lock_match(match.pk)
        result = Result.objects.filter(match_id=match.pk, state=ResultState.CONFIRMED).first()
        if result is None:
            raise ResultRefused("not-confirmed", "This match has no confirmed result to withdraw.")
        result.state = ResultState.WITHDRAWN
        result.withdrawn_by = by
        result.withdrawn_at = timezone.now()
        result.withdrawn_reason = why
        result.save(update_fields=["state", "withdrawn_by", "withdrawn_at", "withdrawn_reason"])
        table = Table.objects.filter(match_id=match.pk).order_by("number").first()
        if table is not None:
            standing = store.read(table.pk)
            tally = boards.tally_of(standing, boards.judge(standing))
            store.write_tally(match.pk, tally)
            broadcast.tell(table=0, sequence=0, match=match.pk, state=tally.state)
        return result


def kind_of(match_id: int) -> str:
    """How a match's figures came about: its sheet's word for it, or that they were played."""
    settled = Board.objects.filter(table__match_id=match_id).exclude(settled="").values_list("settled", flat=True)
    return settled.first() or ResultKind.PLAYED


def heads_of(match_id: int) -> dict[str, str]:
    """The last hash of each table that has a ledger, by the table's number."""
    rows = Board.objects.filter(table__match_id=match_id, sequence__gt=0)
    return {
        str(number): head for number, head in rows.order_by("table__number").values_list("table__number", "head_hash")
    }
