"""Changing a confirmed result: proposed with a reason, seen beforehand, made by a second person.

What a change does is found by making it and taking it all back (``docs/decisions/0025``): the ledger, the standings and
the draws say for themselves how they would stand. When it is made, everything happens in one transaction: the result is
withdrawn with the reason, the ledgers are corrected by further entries in the name of whoever proposed them, the
second person confirms the next version, and what stood on the old result is flagged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from scoring.models import (
    ChangeState,
    LedgerEvent,
    MatchState,
    MatchTally,
    Result,
    ResultChange,
    ResultState,
)
from scoring.selectors.downstream import Effect, compared, snapshot
from scoring.services import correcting, entries, flags, results, store
from scoring.services.refusals import ResultRefused
from tournaments.models import Match, TableKind, User


@dataclass(frozen=True, slots=True)
class Tried:
    """What a change does: the corrections as read, the figures before and after, and what else moves."""

    corrections: list[dict[str, Any]]
    before: dict[str, Any]
    after: dict[str, Any]
    effects: list[Effect]


class _TakenBack(Exception):
    """Leaves the transaction of a change that was only tried."""


def preview(match: Match, corrections: object, *, by: User) -> Tried:
    """What the corrections would do, nothing saved.

    RecordError naming the part of ``corrections`` that cannot be read; LedgerRefused for what the rules refuse;
    ResultRefused ``not-confirmed``, ``change-open``, ``undecided`` or the code of a hold that stands.
    """
    with transaction.atomic():
        store.lock_match(match.pk)
        current = _current(match)
        _none_open(current)
        return _try(current, correcting.read(current, corrections, current.tournament.ruleset), by)


def propose(match: Match, corrections: object, *, reason: object, by: User) -> ResultChange:
    """Propose a change, which a second person makes or turns down.

    Refused as :func:`preview` is; RecordError ``reason`` too.
    """
    why = entries.text("reason", reason)
    with transaction.atomic():
        store.lock_match(match.pk)
        current = _current(match)
        _none_open(current)
        tried = _try(current, correcting.read(current, corrections, current.tournament.ruleset), by)
        return ResultChange.objects.create(
            match=current,
            reason=why,
            corrections=tried.corrections,
            before=tried.before,
            after=tried.after,
            effects=[effect.as_json() for effect in tried.effects],
            proposed_by=by,
            proposed_at=timezone.now(),
        )


def look_again(change: ResultChange) -> Tried | None:
    """What an open proposal would do by now, nothing saved; None when the result or a ledger has moved since."""
    with transaction.atomic():
        store.lock_match(change.match_id)
        current = _current(change.match)
        if is_stale(change):
            return None
        return _try(current, change.corrections, change.proposed_by)


def make(change: ResultChange, *, by: User) -> ResultChange:
    """Make a proposed change, as somebody other than who proposed it, who recorded nothing of the match.

    ResultRefused: ``decided`` when somebody was quicker, ``second-person``, ``recorded-it``, ``stale`` when the result
    or a ledger has moved since it was proposed, ``undecided``, and the code of a hold that stands; then
    nothing is saved.
    """
    with transaction.atomic():
        store.lock_match(change.match_id)
        current = _open(change)
        if current.proposed_by_id == by.pk:
            raise ResultRefused("second-person", "You proposed this change: a second person has to make it.")
        if LedgerEvent.objects.filter(table__match_id=current.match_id, actor_id=by.pk).exists():
            raise ResultRefused(
                "recorded-it", "You recorded entries of this match: somebody who recorded nothing of it has to decide."
            )
        if is_stale(current):
            raise ResultRefused(
                "stale", "The match has changed since this was proposed. Turn it down, and have it proposed anew."
            )
        match = _current(current.match)
        before = snapshot(match)
        _enter(match, current.corrections, current.proposed_by, by, current.reason)
        effects = compared(before, snapshot(match))
        current.state = ChangeState.MADE
        current.after = figures(match)
        current.effects = [effect.as_json() for effect in effects]
        _decide(current, by, "")
        flags.raise_for(match.tournament, effects, change=current)
        return current


def turn_down(change: ResultChange, *, by: User, reason: object) -> ResultChange:
    """Turn a proposal down, or take one's own back. RecordError ``reason``; ResultRefused ``decided``."""
    why = entries.text("reason", reason)
    with transaction.atomic():
        store.lock_match(change.match_id)
        current = _open(change)
        current.state = ChangeState.REFUSED
        _decide(current, by, why)
        return current


def is_stale(change: ResultChange) -> bool:
    """Whether the confirmed result or a ledger of the match is no longer what the proposal was made for."""
    result = Result.objects.filter(match_id=change.match_id, state=ResultState.CONFIRMED).first()
    return result is None or (result.pk, results.heads_of(change.match_id)) != (
        change.before.get("result"),
        change.before.get("heads"),
    )


def figures(match: Match) -> dict[str, Any]:
    """The match's figures as they stand: its tally, each table's, and whom they let win."""
    tally = MatchTally.objects.get(match_id=match.pk)
    standing = store.read_match(match.pk)
    return {
        "home": tally.home_bullseyes,
        "away": tally.away_bullseyes,
        "home_hang_jacks": tally.home_hang_jacks,
        "away_hang_jacks": tally.away_hang_jacks,
        "winner": tally.winner,
        "tables": [
            {
                "number": table.number,
                "kind": table.kind,
                "home": table.home,
                "away": table.away,
                "home_hang_jacks": table.hang_jacks_home,
                "away_hang_jacks": table.hang_jacks_away,
            }
            for table in (standing.tables if standing else ())
            if table.sequence or table.kind == TableKind.TABLE
        ],
    }


def _current(match: Match) -> Match:
    """The match as it is under the lock, with all that is read of it. ResultRefused ``not-confirmed``."""
    current = Match.objects.select_related("tournament", "round__stage", "home", "away", "tally").get(pk=match.pk)
    tally = getattr(current, "tally", None)
    if tally is None or tally.state != MatchState.CONFIRMED:
        raise ResultRefused("not-confirmed", "This match has no confirmed result: correct it at its tables.")
    return current


def _none_open(match: Match) -> None:
    found = ResultChange.objects.filter(match=match, state=ChangeState.PROPOSED).select_related("proposed_by").first()
    if found is not None:
        raise ResultRefused(
            "change-open", f"A change proposed by {found.proposed_by} waits for a second person: decide that one first."
        )


def _open(change: ResultChange) -> ResultChange:
    rows = ResultChange.objects.select_for_update(of=("self",)).select_related(
        "match__tournament", "proposed_by", "decided_by"
    )
    current = rows.get(pk=change.pk)
    if current.state != ChangeState.PROPOSED:
        raise ResultRefused("decided", f"{current.decided_by} has decided this: {current.get_state_display().lower()}.")
    return current


def _decide(change: ResultChange, by: User, why: str) -> None:
    change.decided_by = by
    change.decided_at = timezone.now()
    change.decided_reason = why
    change.save()


def _try(match: Match, corrections: list[dict[str, Any]], by: User) -> Tried:
    result = Result.objects.get(match_id=match.pk, state=ResultState.CONFIRMED)
    before = {**figures(match), "result": result.pk, "version": result.version, "heads": results.heads_of(match.pk)}
    was = snapshot(match)
    found: list[Tried] = []
    try:
        with transaction.atomic():
            # Somebody whom nobody knows stands for the second person, who is not there yet.
            witness = User.objects.create(username=f"witness-{uuid4().hex}", is_active=False)
            _enter(match, corrections, by, witness, "tried")
            found.append(Tried(corrections, before, figures(match), compared(was, snapshot(match))))
            raise _TakenBack
    except _TakenBack:
        return found[0]


def _enter(match: Match, corrections: Sequence[Mapping[str, Any]], by: User, second: User, reason: str) -> None:
    """Withdraw, correct, confirm."""
    results.take_out(match, by=second, reason=reason)
    correcting.enter(match.pk, corrections, by=by, reason=reason)
    tally = MatchTally.objects.get(match_id=match.pk)
    if tally.state != MatchState.PLAYED:
        raise ResultRefused(
            "undecided",
            f"With this the match stands at {tally.home_bullseyes}–{tally.away_bullseyes} and is not decided: "
            "it cannot be confirmed so.",
        )
    results.confirm(match, by=second)
