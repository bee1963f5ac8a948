"""Keeping players from the tables, and letting them back."""

from __future__ import annotations

import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.models import Bar, BarKind, Match, Player, RosterEntry, Tournament, User
from tournaments.services.saving import Errors, refuse
from tournaments.words import tidy

MOST = 5000


@transaction.atomic
def impose(
    tournament: Tournament,
    *,
    player: Player,
    kind: str,
    reason: str,
    by: User,
    match: Match | None = None,
    ends_at: datetime.datetime | None = None,
    source: str = "",
) -> Bar:
    """Bar a player from a match (``match``) or from the whole tournament, from now on.

    ValidationError names ``player`` (on no roster here), ``kind``, ``reason``, ``match``, ``ends_at`` or ``source``.
    """
    errors = Errors()
    now = timezone.now()
    if not RosterEntry.objects.filter(player=player, team__tournament=tournament).exists():
        errors.add("player", "This player is on no roster of this tournament.", "unknown")
    if kind not in BarKind.values:
        errors.add("kind", f"Choose one of: {', '.join(BarKind.values)}.", "unknown")
    reason = errors.take("reason", lambda: tidy(reason, longest=300), "")
    source = errors.take("source", lambda: tidy(source, longest=80, required=False), "")
    if match is not None and match.tournament_id != tournament.pk:
        errors.add("match", "This match belongs to another tournament.", "unknown")
    if ends_at is not None and ends_at <= now:
        errors.add("ends_at", "This is past already: leave it empty, or name a time to come.")
    if Bar.objects.filter(tournament=tournament).count() >= MOST:
        errors.add("player", f"A tournament holds at most {MOST} bars.", "too-many")
    errors.raise_any()
    return Bar.objects.create(
        player=player,
        tournament=tournament,
        match=match,
        kind=kind,
        reason=reason,
        source=source,
        starts_at=now,
        ends_at=ends_at,
        imposed_by=by,
    )


def impose_by_ruling(
    match: Match, *, player_id: int, kind: str, whole_tournament: bool, reason: str, source: str, by: User
) -> Bar:
    """The bar that a ruling at a match brings with it: for the match, or for the whole tournament."""
    return Bar.objects.create(
        player_id=player_id,
        tournament_id=match.tournament_id,
        match=None if whole_tournament else match,
        kind=kind,
        reason=reason,
        source=source,
        starts_at=timezone.now(),
        imposed_by=by,
    )


@transaction.atomic
def lift(bar: Bar, *, by: User, reason: str) -> Bar:
    """Let a player back, with a reason. ValidationError names ``reason``, or ``bar`` when it was lifted before."""
    why = tidy_reason(reason)
    current = Bar.objects.select_for_update(of=("self",)).get(pk=bar.pk)
    if current.lifted_at is not None:
        raise refuse("bar", "This was lifted already.", "lifted")
    current.lifted_at = timezone.now()
    current.lifted_by = by
    current.lifted_reason = why
    current.save(update_fields=["lifted_at", "lifted_by", "lifted_reason"])
    return current


def tidy_reason(reason: object) -> str:
    """The reason in its one spelling; ValidationError naming ``reason``."""
    errors = Errors()
    why = errors.take("reason", lambda: tidy(reason, longest=300), "")
    errors.raise_any()
    return why
