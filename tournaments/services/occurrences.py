"""What comes in between at a match: late and arrived teams, a match put off, taken up again, broken off.

Each act locks the match's row as the ledger does: what is noted here and what is recorded there follow one another.
A walk-over and an award are entries of the ledger; ``scoring.services.walkovers`` makes them and notes them here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import play
from tournaments.models import DayState, Match, Occurrence, OccurrenceKind, Team, User
from tournaments.selectors import occurrences, slots
from tournaments.services import placing
from tournaments.services.saving import Errors, refuse
from tournaments.words import tidy

_STATE: dict[str, str] = {
    OccurrenceKind.WALK_OVER: DayState.WALK_OVER,
    OccurrenceKind.POSTPONED: DayState.POSTPONED,
    OccurrenceKind.RESUMED: "",
    OccurrenceKind.ABANDONED: DayState.ABANDONED,
    OccurrenceKind.AWARDED: DayState.AWARDED,
    OccurrenceKind.REPLAYED: "",
}
"""What each occurrence makes of the match's state of the day; a late team changes nothing."""


def locked(match: Match) -> Match:
    """The match as it is now, with round, teams and tournament; its row is locked as the ledger locks it."""
    found = (
        Match.objects.select_for_update(no_key=True, of=("self",))
        .select_related("round", "home", "away", "tournament")
        .filter(pk=match.pk)
        .first()
    )
    if found is None:
        raise refuse("match", "This was removed a moment ago. Look at the list again.", "gone")
    return found


def note(
    match: Match,
    kind: OccurrenceKind,
    by: User,
    *,
    team: Team | None = None,
    until: datetime | None = None,
    reason: str = "",
) -> Occurrence:
    """Add one occurrence, and the state of the day that follows from it. The match is locked."""
    made = Occurrence.objects.create(
        match=match, kind=kind, team=team, until=until, reason=reason, by=by, at=timezone.now()
    )
    if kind in _STATE and match.day_state != _STATE[kind]:
        match.day_state = _STATE[kind]
        match.save(update_fields=["day_state"])
    return made


@transaction.atomic
def late(match: Match, team: Team, by: User) -> Occurrence:
    """A team is not there: its grace runs, and everybody sees it. ValidationError names ``team`` or ``match``."""
    match = locked(match)
    team = _side(match, team)
    _refuse_put_off(match)
    if match.pk in play.begun([match.pk]):
        raise refuse("match", "This match has begun: nobody is late any more. Abandon it if it cannot go on.", "begun")
    if any(one.team.pk == team.pk for one in occurrences.late(match)):
        raise refuse("team", f"{team} are marked late already.", "twice")
    return note(match, OccurrenceKind.LATE, by, team=team)


@transaction.atomic
def arrived(match: Match, team: Team, by: User) -> Occurrence:
    """A late team is there."""
    match = locked(match)
    team = _side(match, team)
    if not any(one.team.pk == team.pk for one in occurrences.late(match)):
        raise refuse("team", f"{team} are not marked late.", "not-late")
    _refuse_put_off(match)
    return note(match, OccurrenceKind.ARRIVED, by, team=team)


@transaction.atomic
def postpone(match: Match, *, until: datetime | None, reason: str, by: User) -> Occurrence:
    """Put a match off, to another time or until further notice. Its tables are free at once.

    ValidationError names ``until``, ``reason`` or ``match``.
    """
    match = locked(match)
    errors = Errors()
    why = errors.take("reason", lambda: tidy(reason, longest=300), "")
    when = errors.take("until", lambda: _time(until), None)
    errors.raise_any()
    _refuse_put_off(match)
    _refuse_over(match)
    placing.release(match.pk)
    if when is not None:
        match.starts_at = when
        match.save(update_fields=["starts_at"])
    return note(match, OccurrenceKind.POSTPONED, by, until=when, reason=why)


@transaction.atomic
def resume(match: Match, by: User, *, reason: str = "") -> Occurrence:
    """A postponed or abandoned match takes place after all, from where it stood."""
    match = locked(match)
    why = Errors()
    said = why.take("reason", lambda: tidy(reason, longest=300, required=False), "")
    why.raise_any()
    if match.day_state not in (DayState.POSTPONED, DayState.ABANDONED):
        raise refuse("match", "This match is neither postponed nor abandoned.", "not-off")
    clash = slots.team_clash(slots.of_match(match), slots.of_keys(match.tournament_id, [slots.key_of(match)]))
    if clash and match.starts_at:
        raise refuse("match", f"{clash} Set another time first.", "clash")
    return note(match, OccurrenceKind.RESUMED, by, reason=said)


@transaction.atomic
def abandon(match: Match, *, reason: str, by: User) -> Occurrence:
    """Break a match off: what is recorded stays, nothing more is until the director or the committee has decided."""
    match = locked(match)
    errors = Errors()
    why = errors.take("reason", lambda: tidy(reason, longest=300), "")
    errors.raise_any()
    if match.day_state and match.day_state != DayState.POSTPONED:
        _refuse_put_off(match)
    _refuse_over(match)
    return note(match, OccurrenceKind.ABANDONED, by, reason=why)


def _side(match: Match, team: Team) -> Team:
    if team.pk not in (match.home_id, match.away_id):
        raise refuse("team", f"{team} do not play this match.", "unknown")
    return match.home if team.pk == match.home_id else match.away


def _refuse_put_off(match: Match) -> None:
    if match.day_state:
        raise refuse("match", f"This match is {DayState(match.day_state).label.lower()} already.", "off")


def _refuse_over(match: Match) -> None:
    if match.pk in play.over([match.pk]):
        raise refuse("match", "This match is played: there is nothing left to put off.", "over")


def _time(value: Any) -> datetime | None:
    if value is None:
        return None
    if not isinstance(value, datetime) or not 1900 <= value.year <= 2200:
        raise refuse("until", "A day and a time, as 2026-12-31 18:30; or nothing, until further notice.")
    when = timezone.make_aware(value) if timezone.is_naive(value) else value
    if when <= timezone.now():
        raise refuse("until", "That time is past already.", "past")
    return when
