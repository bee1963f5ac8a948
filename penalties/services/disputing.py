"""What every act in a dispute has in common: the lock, the clock, the version, who has a say, the move.

An act sends the ``version`` of the dispute that it saw. It takes its turn behind the match's lock, as the ledger does;
first the clock is looked at, so that nothing happens in a time that is over; then whoever comes too late is told, with
the dispute as it is (``PenaltyConflict``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from penalties.disputes import moves
from penalties.disputes.moves import STATE_WORDS, State
from penalties.models import Call, Dispute, DisputeFact, DisputeMove, FactKind
from penalties.services import notices
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.services import entries, holds, store
from scoring.services.refusals import LedgerRefused
from tournaments.models import Match, Role, RoleName, RosterEntry, User

SIDES = ("home", "away")


@dataclass(slots=True)
class Turn:
    """A dispute whose match nobody else touches meanwhile. ``refusal``: what to say once the clock's move is saved."""

    dispute: Dispute
    now: datetime
    refusal: Exception | None = None


@contextmanager
def turn(dispute_id: int, version: int | None, *, sources: tuple[State, ...] = ()) -> Iterator[Turn]:
    """Take the turn at a dispute that is still as it was seen, in one of ``sources`` (any open state by default).

    The clock's own move is saved even when the act is refused for it.
    """
    if version is not None and (isinstance(version, bool) or not isinstance(version, int) or version < 1):
        raise RecordError("version", "must be the number on the dispute as you saw it, 1 or more")
    with transaction.atomic():
        current = _locked(dispute_id)
        now = timezone.now()
        lapsed = lapse(current, now)
        refusal = _too_late(current, version, sources or tuple(moves.OPEN), lapsed)
        if refusal is None:
            yield Turn(current, now)
            return
    raise refusal


def _locked(dispute_id: int) -> Dispute:
    store.lock_match(Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id))
    rows = Dispute.objects.select_related("match__tournament", "table", "settled_by")
    return rows.get(pk=dispute_id)


def _too_late(dispute: Dispute, version: int | None, sources: tuple[State, ...], lapsed: bool) -> Exception | None:
    state = State(dispute.state)
    if lapsed and state not in sources:
        return conflict(dispute, "time-up", "The five minutes are over. The dispute is with the official now.")
    if state in moves.FINAL:
        return conflict(dispute, "dispute-over", f"This dispute has ended: {STATE_WORDS[state].lower()}.")
    if state not in sources:
        return conflict(dispute, "dispute-moved", f"This cannot be done now. {STATE_WORDS[state]}.")
    if version is not None and version != dispute.version and not lapsed:
        return conflict(dispute, "dispute-moved", "The dispute moved in the meantime. Look at it as it is now.")
    return None


def conflict(dispute: Dispute, code: str, message: str) -> PenaltyConflict:
    """Somebody, or the clock, was quicker: what to say, with the dispute as it is."""
    return PenaltyConflict(code, message, dispute=standing(dispute))


def standing(dispute: Dispute) -> dict[str, Any]:
    """How far a dispute is, as JSON values."""
    return {
        "id": dispute.pk,
        "state": dispute.state,
        "version": dispute.version,
        "clock_ends_at": dispute.clock_ends_at.isoformat(),
        "clause": dispute.clause,
        "outcome": dispute.outcome,
        "effect": dispute.effect,
        "settled_by": None if dispute.settled_by is None else str(dispute.settled_by),
    }


def lapse(dispute: Dispute, now: datetime) -> bool:
    """Move on a dispute whose five minutes are over; whether that was so. Call it behind the match's lock."""
    if dispute.state != State.TALKING or now < dispute.clock_ends_at:
        return False
    step(dispute, "clock", by=None, now=now)
    return True


def step(dispute: Dispute, name: str, *, by: User | None, now: datetime, note: str = "", **columns: Any) -> None:
    """Make a move of the table, with what it writes down, and tell everybody."""
    source = State(dispute.state)
    move = moves.move(name, source)
    assert move is not None, f"{name} does not lead out of {source}"  # noqa: S101 - `turn` let it through
    if move.target in moves.FINAL:
        columns |= {"settled_by": by, "settled_at": now}
    for column, value in columns.items():
        setattr(dispute, column, value)
    dispute.state, dispute.version = move.target.value, dispute.version + 1
    dispute.save(update_fields=["state", "version", *columns])
    add_move(dispute, name, source.value, by, now, note)
    if move.target in moves.FINAL:
        holds.lift(source_of(dispute), at=now)
        _close_call(dispute, by, now)
    if move.target == State.OFFICIAL:
        call_official(dispute, by, now)
    notices.moved(dispute, move.target)


def add_move(dispute: Dispute, name: str, source: str, by: User | None, now: datetime, note: str) -> None:
    """One more line of the dispute's story."""
    DisputeMove.objects.create(
        dispute=dispute, name=name, source=source, target=dispute.state, by=by, at=now, note=note
    )


def source_of(dispute: Dispute) -> str:
    """The name under which a dispute holds its match."""
    return f"dispute {dispute.pk}"


def call_note(dispute: Dispute) -> str:
    """What an official is called for."""
    return f"Dispute {dispute.pk}: {dispute.question}"[:200]


def call_official(dispute: Dispute, by: User | None, now: datetime) -> None:
    """Put the table in the officials' queue, unless somebody is on the way already."""
    if not Call.objects.filter(table_id=dispute.table_id, closed_at__isnull=True).exists():
        call = Call.objects.create(
            table_id=dispute.table_id,
            note=call_note(dispute),
            called_by=by or dispute.raised_by,
            called_at=now,
        )
        notices.called(call, dispute)


def _close_call(dispute: Dispute, by: User | None, now: datetime) -> None:
    Call.objects.filter(table_id=dispute.table_id, note=call_note(dispute), closed_at__isnull=True).update(
        closed_by=by, closed_at=now
    )


def side_of(user: User, dispute: Dispute) -> str | None:
    """The side that a user captains in this match, or None. Who captains both speaks for neither."""
    teams = {"home": dispute.match.home_id, "away": dispute.match.away_id}
    rows = Role.objects.filter(
        tournament_id=dispute.match.tournament_id, user=user, name=RoleName.CAPTAIN, team_id__in=teams.values()
    )
    held = set(rows.values_list("team_id", flat=True))
    sides = [side for side, team in teams.items() if team in held]
    return sides[0] if len(sides) == 1 else None


def captains_here(user: User, match: Match) -> bool:
    """Whether a user captains one of the match's two teams."""
    teams = (match.home_id, match.away_id)
    return Role.objects.filter(user=user, name=RoleName.CAPTAIN, team_id__in=teams).exists()


def demand_side(user: User, dispute: Dispute) -> str:
    """The side for which a captain acts, who still has a say. LedgerRefused ``not-a-captain``, ``no-say`` (14.b)."""
    side = side_of(user, dispute)
    if side is None:
        raise LedgerRefused("not-a-captain", "Only the captain of one of the two sides does this.", clause="14.0")
    if user.pk in without_say(dispute):
        raise no_say("You walked away from this dispute, so you have no more say in it.")
    return side


def no_say(message: str) -> LedgerRefused:
    """The refusal of somebody who walked away."""
    return LedgerRefused("no-say", message, clause="14.b")


def walked(dispute: Dispute) -> frozenset[int]:
    """Ids of the players who walked away."""
    rows = DisputeFact.objects.filter(dispute=dispute, kind=FactKind.WALKED)
    return frozenset(rows.exclude(player=None).values_list("player_id", flat=True))


def without_say(dispute: Dispute) -> frozenset[int]:
    """Ids of the users who lost their say (14.b): players who walked away, and the captain of a team who did.

    A player without an account who is the captain on the roster stands for whoever captains the team here.
    """
    players = walked(dispute)
    if not players:
        return frozenset()
    teams = (dispute.match.home_id, dispute.match.away_id)
    rows = RosterEntry.objects.filter(player_id__in=players, team_id__in=teams).select_related("player")
    users: set[int] = set()
    for entry in rows:
        if entry.player.user_id is not None:
            users.add(entry.player.user_id)
        elif entry.is_captain:
            captains = Role.objects.filter(name=RoleName.CAPTAIN, team_id=entry.team_id)
            users.update(captains.values_list("user_id", flat=True))
    return frozenset(users)


def check_side(value: object, field: str = "side") -> str:
    """``home`` or ``away``; RecordError naming the field."""
    if not isinstance(value, str) or value not in SIDES:
        raise RecordError(field, "must be home or away")
    return value


def optional(field: str, value: object, longest: int) -> str:
    """Text that may be left empty."""
    return "" if value in (None, "") else entries.text(field, value, longest)


def key(value: object) -> int:
    """An id as a database can look it up; 0, which none has, for what cannot be one."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63 else 0
