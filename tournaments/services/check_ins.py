"""Checking players in, one by one or a team at once, and taking it back."""

from __future__ import annotations

import datetime
from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from tournaments.models import CheckIn, EntryState, RosterEntry, Team, User
from tournaments.services.saving import lock, refuse, still


@transaction.atomic
def check_in(entry: RosterEntry, *, by: User, day: datetime.date | None = None) -> CheckIn:
    """The player is there, today or on ``day``; again changes nothing. ValidationError names ``day`` or ``entry``."""
    lock(entry.team.tournament_id)
    entry = still(entry, "entry")
    _entered(entry.team)
    on = _day(day)
    there = CheckIn.objects.filter(entry=entry, day=on, undone_at__isnull=True).first()
    return there or CheckIn.objects.create(entry=entry, day=on, at=timezone.now(), by=by)


@transaction.atomic
def undo(entry: RosterEntry, *, by: User, day: datetime.date | None = None) -> CheckIn:
    """The player is not there after all. ValidationError names ``entry`` where nothing was to be undone."""
    lock(entry.team.tournament_id)
    there = CheckIn.objects.filter(entry=entry, day=_day(day), undone_at__isnull=True).first()
    if there is None:
        raise refuse("entry", f"{entry.player.name} is not checked in.", "not-in")
    there.undone_at, there.undone_by = timezone.now(), by
    there.save(update_fields=["undone_at", "undone_by"])
    return there


@transaction.atomic
def set_team(team: Team, present: Collection[int], *, by: User, day: datetime.date | None = None) -> tuple[int, int]:
    """Of a team exactly the entries ``present`` are there; how many came to it, and how many were taken back.

    ValidationError names ``present`` for an entry of another team, ``day`` or ``entry``.
    """
    lock(team.tournament_id)
    team = still(team, "entry")
    _entered(team)
    on = _day(day)
    roster = {entry.pk: entry for entry in team.roster.select_related("team")}
    if any(pk not in roster for pk in present):
        raise refuse("present", "There is somebody in the list who is not on this roster.", "unknown")
    there = set(
        CheckIn.objects.filter(entry__in=roster, day=on, undone_at__isnull=True).values_list("entry", flat=True)
    )
    now, came, went = timezone.now(), set(present) - there, there - set(present)
    CheckIn.objects.bulk_create(CheckIn(entry_id=pk, day=on, at=now, by=by) for pk in sorted(came))
    CheckIn.objects.filter(entry__in=went, day=on, undone_at__isnull=True).update(undone_at=now, undone_by=by)
    return len(came), len(went)


def _entered(team: Team) -> None:
    if team.state != EntryState.ENTERED:
        raise refuse("entry", f"{team.name} is not entered: {team.get_state_display().lower()}.", "state")


def _day(day: datetime.date | None) -> datetime.date:
    today = timezone.localdate()
    if day is not None and day > today:
        raise refuse("day", "This day is still to come.", "future")
    return day or today
