"""A team's way into the tournament: sent, accepted or not, withdrawn; and the rules of entering."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from tournaments.models import AuditAct, Division, EntryState, Role, RoleName, Team, Tournament, User
from tournaments.selectors import bars, entries
from tournaments.services import rosters
from tournaments.services.audit import note
from tournaments.services.identity import clubs_for
from tournaments.services.people import MOST_ROLES
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.services.teams import MOST_TEAMS, check_division, tidy_email
from tournaments.words import tidy

MOST_WAITING = 5
"""Entries of one person that may wait at once."""


class Rules(TypedDict, total=False):
    """What may be said about entering; what is left out stays."""

    entries_open: bool
    entries_close_at: datetime.datetime | None
    roster_least: int
    roster_most: int | None
    roster_locks_at: datetime.datetime | None


@transaction.atomic
def set_rules(tournament: Tournament, **rules: Unpack[Rules]) -> Tournament:
    """The tournament with these rules of entering. ValidationError names the field."""
    current = lock(tournament.pk)
    errors = Errors()
    least = rules.get("roster_least", current.roster_least)
    most = rules.get("roster_most", current.roster_most)
    if not rosters.is_count(least, 0):
        errors.add("roster_least", f"A whole number from 0 to {rosters.MOST_PLAYERS}.")
    if most is not None and not rosters.is_count(most, 1):
        errors.add("roster_most", f"A whole number from 1 to {rosters.MOST_PLAYERS}, or nothing.")
    elif most is not None and rosters.is_count(least, 0) and most < least:
        errors.add("roster_most", "This is fewer than the least.")
    for field in ("entries_close_at", "roster_locks_at"):
        moment = rules.get(field, getattr(current, field))
        if moment is not None and not (isinstance(moment, datetime.datetime) and 1900 <= moment.year <= 2200):
            errors.add(field, "A day and a time, or nothing.")
    if not isinstance(rules.get("entries_open", False), bool):
        errors.add("entries_open", "Yes or no.")
    errors.raise_any()
    for field, value in rules.items():
        setattr(current, field, value)
    current.save(update_fields=list(Rules.__annotations__))
    return current


@transaction.atomic
def enter(
    tournament: Tournament,
    *,
    by: User,
    name: str,
    division: Division | None = None,
    email: str = "",
    players: str = "",
    known: Sequence[int] = (),
) -> Team:
    """Send an entry; it waits until a director decides.

    ``players``: a pasted roster, one a line; ``known``: ids of players whom the club has had before. ValidationError
    names ``name``, ``division``, ``email``, ``players`` or ``known``.
    """
    current = lock(tournament.pk)
    closed = entries.why_closed(current)
    if closed:
        raise refuse("name", closed, "closed")
    errors = Errors()
    name = errors.take("name", lambda: tidy(name, longest=80), "")
    check_division(current.pk, division, errors)
    email = errors.take("email", lambda: tidy_email(email), "")
    before = current.teams.filter(name__iexact=name).first() if name else None
    if before is not None and not (before.state == EntryState.REFUSED and before.registered_by_id == by.pk):
        errors.add("name", f"There is a team {name} already.", "unique")
    if current.teams.filter(registered_by=by, state=EntryState.PENDING).count() >= MOST_WAITING:
        errors.add("name", f"{MOST_WAITING} of your entries wait already. See what becomes of them first.", "too-many")
    if current.teams.count() >= MOST_TEAMS:
        errors.add("name", f"A tournament holds at most {MOST_TEAMS} teams.", "too-many")
    errors.raise_any()
    team = before or Team(tournament=current)
    team.name, team.division, team.email = name, division, email
    team.club = clubs_for([name])[0]
    team.state, team.registered_by, team.registered_at = EntryState.PENDING, by, timezone.now()
    with or_clash("name", f"There is a team {name} already."):
        team.save()
    if before is not None:
        rosters.clear(team)
    if known:
        rosters.add_known(team, known)
    if players.strip():
        errors.take("players", lambda: _add_lines(team, players), None)
    errors.raise_any()
    return team


@transaction.atomic
def accept(team: Team, *, by: User, reason: str = "") -> Team:
    """Let a team in; whoever sent its entry becomes its captain's account.

    A team withdrawn or refused before is let in as well. A roster against the limits, or with
    somebody who is barred, takes a ``reason``.
    """
    current = lock(team.tournament_id)
    team = still(team, "team")
    if team.state == EntryState.ENTERED:
        raise refuse("team", f"{team.name} is entered already.", "state")
    reason = _reason(reason, required=False)
    players = team.roster.count()
    if players < current.roster_least and not reason:
        raise refuse(
            "reason",
            f"{team.name} has {players} of at least {current.roster_least} players. Say why it is let in all the same.",
            "roster-least",
        )
    kept = bars.binding(current.pk, None, team.roster.values_list("player_id", flat=True))
    if kept and not reason:
        told = "; ".join(f"{bar.player} {bars.why(bar)}" for bar in kept.values())
        raise refuse("reason", f"{told}. Say why the team is let in all the same.", "barred")
    act = AuditAct.ACCEPTED if team.state == EntryState.PENDING else AuditAct.REINSTATED
    team.state = EntryState.ENTERED
    team.save(update_fields=["state"])
    if team.registered_by is not None:
        _make_captain(current, team, team.registered_by)
    note(current, act, f"{team.name}, {players} players", by=by, reason=reason, team=team)
    return team


@transaction.atomic
def turn_down(team: Team, *, by: User, reason: str) -> Team:
    """Do not accept an entry that waits, with a reason that its sender reads."""
    current = lock(team.tournament_id)
    team = still(team, "team")
    if team.state != EntryState.PENDING:
        raise refuse("team", f"{team.name} does not wait: {team.get_state_display().lower()}.", "state")
    return _out(current, team, EntryState.REFUSED, AuditAct.REFUSED, by=by, reason=reason)


@transaction.atomic
def withdraw(team: Team, *, by: User, reason: str) -> Team:
    """Take a team out. Its matches stand as they are; the draws to come leave it out."""
    current = lock(team.tournament_id)
    team = still(team, "team")
    if team.state not in (EntryState.ENTERED, EntryState.PENDING):
        raise refuse("team", f"{team.name} is out already: {team.get_state_display().lower()}.", "state")
    return _out(current, team, EntryState.WITHDRAWN, AuditAct.WITHDRAWN, by=by, reason=reason)


def _out(tournament: Tournament, team: Team, state: EntryState, act: AuditAct, *, by: User, reason: str) -> Team:
    """The team is out of a locked tournament, and it is noted by whom and why."""
    reason = _reason(reason)
    team.state = state
    team.save(update_fields=["state"])
    note(tournament, act, team.name, by=by, reason=reason, team=team)
    return team


def _reason(reason: object, *, required: bool = True) -> str:
    errors = Errors()
    why = errors.take("reason", lambda: tidy(reason, longest=300, required=required), "")
    errors.raise_any()
    return why


def _add_lines(team: Team, text: str) -> None:
    try:
        rosters.add_lines(team, text)
    except ValidationError as error:
        raise ValidationError([part for found in error.error_dict.values() for part in found]) from error


def _make_captain(tournament: Tournament, team: Team, user: User) -> None:
    if Role.objects.filter(tournament=tournament).count() < MOST_ROLES:
        Role.objects.get_or_create(tournament=tournament, user=user, name=RoleName.CAPTAIN, team=team)
        user.__dict__.pop("_held_roles", None)
