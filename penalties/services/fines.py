"""The ledger of fines: entered, set by the committee, paid, waived. Entries are added, never changed.

    enter(tournament, team=…, player=…, reason=…, client_id=…, by=…)    -> Fine, its amount to be set
    set_amount(id, version=…, amount=…, by=…)
    pay(id, version=…, amount=…, by=…)
    waive(id, version=…, note=…, by=…)

A ruling that fines somebody enters the fine by itself (:func:`enter_from_ruling`); when it falls, what is still due of
the fine is waived. What a fine comes to (``state``, ``amount``, ``paid``) follows from its entries (:func:`standing`)
and is written with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from penalties.models import EntryKind, Fine, FineEntry, FineState, Ruling
from penalties.models.fine import MOST
from penalties.services.disputing import key
from penalties.services.incidents import client_id_used
from penalties.services.refusals import PenaltyConflict
from rules_engine.penalty_code import find
from rules_engine.verdicts import EffectName, RecordError
from scoring.models import Board
from scoring.services import entries
from scoring.services.refusals import LedgerRefused
from tournaments.models import Match, RosterEntry, Team, Tournament, User

LONGEST_NOTE = 300
CURRENCY = "TTD"


@dataclass(frozen=True, slots=True)
class Standing:
    """What the entries of a fine come to."""

    state: FineState
    amount: Decimal | None
    paid: Decimal


def standing(lines: Iterable[FineEntry]) -> Standing:
    """Add the entries up, in their order. A fine of nothing is paid; what is waived is not due any more."""
    amount: Decimal | None = None
    paid = Decimal(0)
    waived = False
    for line in lines:
        if line.kind == EntryKind.SET:
            amount, waived = line.amount, False
        elif line.kind == EntryKind.PAID:
            paid += line.amount
        else:
            waived = True
    if waived:
        return Standing(FineState.WAIVED, amount, paid)
    if amount is None:
        return Standing(FineState.OPEN, None, paid)
    return Standing(FineState.PAID if paid >= amount else FineState.DUE, amount, paid)


def enter(
    tournament: Tournament,
    *,
    team: int,
    reason: str,
    client_id: UUID,
    by: User,
    player: int | None = None,
    match: Match | None = None,
    ruling: Ruling | None = None,
    clause: str = "",
    currency: str = CURRENCY,
) -> Fine:
    """Put a fine on the ledger, its amount still to be set. RecordError naming the field."""
    why = entries.text("reason", reason, LONGEST_NOTE)
    entries.check_request(0, client_id, "")
    if clause and (not isinstance(clause, str) or find(clause) is None):
        raise RecordError("clause", "must be a clause of the code, 1.a to 14.g, or left out")
    if not isinstance(currency, str) or not re.fullmatch(r"[A-Z]{3}", currency):
        raise RecordError("currency", "must be three capital letters, as in TTD")
    found = Team.objects.filter(pk=key(team), tournament=tournament).first()
    if found is None:
        raise RecordError("team", "is not a team of this tournament")
    if player is not None and not RosterEntry.objects.filter(team=found, player_id=key(player)).exists():
        raise RecordError("player", "is not on this team's roster")
    with transaction.atomic():
        earlier = Fine.objects.filter(client_id=client_id).first()
        if earlier is not None:
            return _same(earlier, found, player, why, by)
        try:
            with transaction.atomic():
                return Fine.objects.create(
                    tournament=tournament,
                    team=found,
                    player_id=player,
                    match=match,
                    ruling=ruling,
                    clause=clause,
                    reason=why,
                    currency=currency,
                    entered_by=by,
                    entered_at=timezone.now(),
                    client_id=client_id,
                )
        except IntegrityError:
            # The same client_id came in from elsewhere in this very moment: now it can be read.
            return _same(Fine.objects.get(client_id=client_id), found, player, why, by)


def _same(earlier: Fine, team: Team, player: int | None, reason: str, by: User) -> Fine:
    asked = (team.pk, player, reason, by.pk)
    if (earlier.team_id, earlier.player_id, earlier.reason, earlier.entered_by_id) != asked:
        raise client_id_used()
    return earlier


def money(field: str, value: object) -> Decimal:
    """An amount with two places at most, from 0 to ten million; RecordError naming the field."""
    try:
        amount = Decimal(str(value).strip()) if isinstance(value, str | int | Decimal) else Decimal("NaN")
    except InvalidOperation:
        amount = Decimal("NaN")
    if isinstance(value, bool) or not amount.is_finite() or not 0 <= amount <= MOST:
        raise RecordError(field, "must be an amount of money, as in 150 or 150.50")
    if amount != amount.quantize(Decimal("0.01")):
        raise RecordError(field, "has more than two places behind the point")
    return amount.quantize(Decimal("0.01"))


def set_amount(fine_id: int, *, version: int, amount: object, by: User, note: str = "") -> Fine:
    """The committee says how much, or how much instead; never less than what is paid already.

    RecordError ``amount``; PenaltyConflict ``fine-moved``.
    """
    value = money("amount", amount)
    with transaction.atomic():
        fine = _turn(fine_id, version)
        if value < fine.paid:
            raise RecordError("amount", f"is less than what is paid already ({fine.paid})")
        return _add(fine, EntryKind.SET, value, by, _note(note))


def pay(fine_id: int, *, version: int, amount: object, by: User, note: str = "") -> Fine:
    """Something was paid. RecordError ``amount`` for nothing or too much; LedgerRefused ``not-due``."""
    value = money("amount", amount)
    with transaction.atomic():
        fine = _turn(fine_id, version)
        if fine.state != FineState.DUE or fine.amount is None:
            raise LedgerRefused("not-due", f"Nothing of this fine is due: {fine.get_state_display().lower()}.")
        if not 0 < value <= fine.amount - fine.paid:
            raise RecordError(
                "amount", f"must be more than nothing and at most what is due ({fine.amount - fine.paid})"
            )
        return _add(fine, EntryKind.PAID, value, by, _note(note))


def waive(fine_id: int, *, version: int, note: str, by: User) -> Fine:
    """What is not paid need not be paid, for a reason. RecordError ``note``; LedgerRefused ``not-due``."""
    why = entries.text("note", note, LONGEST_NOTE)
    with transaction.atomic():
        fine = _turn(fine_id, version)
        if fine.state not in (FineState.OPEN, FineState.DUE):
            raise LedgerRefused("not-due", f"Nothing of this fine is due: {fine.get_state_display().lower()}.")
        return _add(fine, EntryKind.WAIVED, (fine.amount or Decimal(0)) - fine.paid, by, why)


def _note(value: object) -> str:
    return "" if value in (None, "") else entries.text("note", value, LONGEST_NOTE)


def _turn(fine_id: int, version: object) -> Fine:
    """The fine as it is, nobody else at it; PenaltyConflict ``fine-moved`` when it is not as it was seen."""
    fine = Fine.objects.select_for_update(of=("self",)).select_related("team", "player").get(pk=fine_id)
    if isinstance(version, bool) or not isinstance(version, int) or version < 0:
        raise RecordError("version", "must be the number on the fine as you saw it")
    if fine.version != version:
        raise PenaltyConflict(
            "fine-moved",
            "This fine moved in the meantime. Look at it as it is now.",
            fine={"id": fine.pk, "state": fine.state, "version": fine.version, "paid": str(fine.paid)},
        )
    return fine


def _add(fine: Fine, kind: EntryKind, amount: Decimal, by: User, note: str) -> Fine:
    number = fine.version + 1
    FineEntry.objects.create(fine=fine, number=number, kind=kind, amount=amount, note=note, by=by, at=timezone.now())
    come_to = standing(fine.entries.order_by("number"))
    fine.state, fine.amount, fine.paid, fine.version = come_to.state, come_to.amount, come_to.paid, number
    fine.save(update_fields=["state", "amount", "paid", "version"])
    return fine


def check(tournament: Tournament) -> list[int]:
    """Ids of the fines whose figures do not follow from their entries: none, ever."""
    rows = Fine.objects.filter(tournament=tournament).prefetch_related("entries").order_by("pk")
    return [
        fine.pk
        for fine in rows
        if standing(fine.entries.all()) != Standing(FineState(fine.state), fine.amount, fine.paid)
    ]


def enter_from_ruling(ruling: Ruling, by: User) -> None:
    """What a new ruling fines, on the ledger, for the committee to set or waive; hangs on ``hooks.on_ruled``."""
    fined = next((effect for effect in ruling.result["effects"] if effect["effect"] == EffectName.FINE), None)
    if fined is None:
        return
    match = ruling.incident.match
    team = _team_of(ruling, fined.get("pair"), match)
    if team is None:
        return
    personal = fined.get("seat") is not None and ruling.offender is not None
    rostered = personal and RosterEntry.objects.filter(team_id=team, player_id=ruling.offender_id or 0).exists()
    enter(
        match.tournament,
        team=team,
        player=ruling.offender_id if rostered else None,
        match=match,
        ruling=ruling,
        clause=ruling.clause,
        reason=" ".join(str(ruling.result["reason"]).split())[:LONGEST_NOTE],
        client_id=uuid5(ruling.client_id, "fine"),
        by=by,
    )


def waive_with_ruling(ruling: Ruling, by: User) -> None:
    """The ruling fell: what is still due of its fine is waived; hangs on ``hooks.on_ended``."""
    fine = Fine.objects.filter(ruling=ruling, state__in=(FineState.OPEN, FineState.DUE)).first()
    if fine is not None:
        waive(fine.pk, version=fine.version, note=f"Ruling {ruling.pk} was {ruling.state}.", by=by)


def _team_of(ruling: Ruling, pair: object, match: Match) -> int | None:
    """The team of whoever is fined: the offender's, or else the one that sits there."""
    teams = (match.home_id, match.away_id)
    if ruling.offender is not None:
        entry = RosterEntry.objects.filter(player=ruling.offender, team_id__in=teams).first()
        if entry is not None:
            return entry.team_id
    home_pair = Board.objects.filter(table_id=ruling.incident.table_id).values_list("home_pair", flat=True).first()
    if not pair or not home_pair:
        return None
    return match.home_id if pair == home_pair else match.away_id
