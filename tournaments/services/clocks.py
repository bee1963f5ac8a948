"""Starting, pausing and stopping the hall's clocks. At most one of a kind runs in a tournament."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournaments.models import Clock, ClockKind, Round, Tournament, User
from tournaments.services.saving import Errors, lock, refuse, still

MOST_MINUTES = 24 * 60


@transaction.atomic
def start(tournament: Tournament, *, kind: str, minutes: int, by: User, round: Round | None = None) -> Clock:
    """Start a clock of so many minutes. ValidationError names ``kind``, ``minutes`` or ``round``."""
    lock(tournament.pk)
    errors = Errors()
    if kind not in ClockKind.values:
        errors.add("kind", f"Choose one of: {', '.join(ClockKind.values)}.", "unknown")
    elif Clock.objects.filter(tournament=tournament, kind=kind, stopped_at__isnull=True).exists():
        errors.add("kind", f"A clock of the {kind} runs already. Stop it first, or add minutes.", "running")
    if not _whole(minutes, 1, MOST_MINUTES):
        errors.add("minutes", f"A whole number of minutes from 1 to {MOST_MINUTES}.")
    if round is not None and round.tournament_id != tournament.pk:
        errors.add("round", "This round belongs to another tournament.", "unknown")
    errors.raise_any()
    return Clock.objects.create(
        tournament=tournament, kind=kind, round=round, seconds=minutes * 60, started_at=timezone.now(), started_by=by
    )


@transaction.atomic
def pause(clock: Clock) -> Clock:
    """Hold the clock. Once it is held, holding it again is refused."""
    clock = _running(clock)
    if clock.paused_at is not None:
        raise refuse("clock", "This clock is paused already.", "paused")
    clock.paused_at = timezone.now()
    clock.save(update_fields=["paused_at"])
    return clock


@transaction.atomic
def go_on(clock: Clock) -> Clock:
    """Let a paused clock go on: nothing of its time is lost."""
    clock = _running(clock)
    if clock.paused_at is None:
        raise refuse("clock", "This clock is not paused.", "not-paused")
    # Counted in whole seconds, the start moved by the rest: not a fraction of a second is lost or won by pausing.
    held = timezone.now() - clock.paused_at
    clock.paused_seconds += held.days * 86400 + held.seconds
    clock.started_at += held - type(held)(days=held.days, seconds=held.seconds)
    clock.paused_at = None
    clock.save(update_fields=["paused_at", "paused_seconds", "started_at"])
    return clock


@transaction.atomic
def add_minutes(clock: Clock, minutes: int) -> Clock:
    """Give minutes more, or fewer (negative); at least one minute in all stays."""
    clock = _running(clock)
    if not _whole(minutes, -MOST_MINUTES, MOST_MINUTES) or minutes == 0:
        raise refuse("minutes", f"A whole number of minutes from -{MOST_MINUTES} to {MOST_MINUTES}, and not 0.")
    seconds = clock.seconds + 60 * minutes
    if not 60 <= seconds <= MOST_MINUTES * 60:
        raise refuse("minutes", f"That would make it {seconds // 60} minutes in all: 1 to {MOST_MINUTES} are possible.")
    clock.seconds = seconds
    clock.save(update_fields=["seconds"])
    return clock


@transaction.atomic
def stop(clock: Clock) -> Clock:
    """Take the clock down."""
    clock = _running(clock)
    clock.stopped_at = timezone.now()
    clock.save(update_fields=["stopped_at"])
    return clock


def _running(clock: Clock) -> Clock:
    lock(clock.tournament_id)
    clock = still(clock, "clock")
    if clock.stopped_at is not None:
        raise refuse("clock", "This clock was stopped. Start another.", "stopped")
    return clock


def _whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
