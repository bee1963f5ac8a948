"""Putting in who plays at which table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from tournaments import play
from tournaments.models import AuditAct, LineUp, LineUpSeat, Match, RosterEntry, Team, User
from tournaments.selectors import bars, identity, line_ups
from tournaments.services.audit import note
from tournaments.services.saving import Errors, refuse
from tournaments.words import tidy

PLACES = (1, 2)

Seats = Mapping[int, Sequence[int | None]]
"""By table, the ids of its two players; None where nobody is chosen."""


def field(number: int, place: int) -> str:
    """The name by which an error points at a place: ``table_1_2``."""
    return f"table_{number}_{place}"


@transaction.atomic
def put_in(match: Match, team: Team, seats: Seats, *, by: User, official: bool = False, reason: str = "") -> LineUp:
    """A team's line-up, two players at each table.

    It may be put in anew until both sides have theirs in; then only by an ``official``, with a ``reason`` that is
    kept; and no more once play has begun. ValidationError names ``team``, ``match``, ``reason``, ``seats`` or
    ``table_NUMBER_PLACE``.
    """
    # The match's row, as the ledger locks it: nobody opens a table meanwhile.
    match = Match.objects.select_for_update(no_key=True, of=("self",)).select_related("home", "away").get(pk=match.pk)
    if team.pk not in (match.home_id, match.away_id):
        raise refuse("team", "This team does not play in this match.", "unknown")
    if play.started([match.pk]):
        raise refuse("match", "Play has begun: who sits where is settled at the tables now.", "started")
    before = {line_up.team_id: line_up for line_up in match.line_ups.all()}
    changed = len(before) == len(PLACES)
    if changed and not official:
        raise refuse("team", "Both line-ups are in: only an official changes one now, with a reason.", "both-in")
    errors = Errors()
    reason = errors.take("reason", lambda: tidy(reason, longest=300, required=changed), "")
    players = _checked(match, team, seats, errors)
    errors.raise_any()
    if team.pk in before:
        before[team.pk].delete()
    line_up = LineUp.objects.create(match=match, team=team, put_in_at=timezone.now(), put_in_by=by)
    LineUpSeat.objects.bulk_create(
        LineUpSeat(line_up=line_up, number=number, place=place, player_id=player)
        for (number, place), player in players.items()
    )
    if changed:
        text = f"{team.name} in {match.home.name} v {match.away.name}"
        note(match.tournament, AuditAct.LINE_UP, text, by=by, reason=reason, team=team, match=match)
    return line_up


def _checked(match: Match, team: Team, seats: Seats, errors: Errors) -> dict[tuple[int, int], int]:
    """Player ids by table and place; what is wrong goes to ``errors``."""
    tables = line_ups.numbers(match)
    unknown = sorted(set(seats) - set(tables))
    if unknown:
        errors.add("seats", f"This match has no table {unknown[0]}.", "unknown")
    chosen = {(number, place): _chosen(seats.get(number, ()), place) for number in tables for place in PLACES}
    if any(len(players) > len(PLACES) for players in seats.values()):
        errors.add("seats", "Two players sit at a table.", "too-many")
    ids = [player for player in chosen.values() if player is not None]
    roster = RosterEntry.objects.filter(team=team, player__in=ids).select_related("player")
    names = {entry.player_id: entry.player.name for entry in roster}
    person = identity.roots(names)
    barred = bars.binding(match.tournament_id, match.pk, names)
    seen: dict[int, int] = {}
    for (number, place), player in chosen.items():
        at = field(number, place)
        if player is None:
            errors.add(at, "Choose a player.", "required")
        elif player not in names:
            errors.add(at, f"This player is not on the roster of {team.name}.", "unknown")
        elif player in barred:
            errors.add(at, f"{names[player]} {bars.why(barred[player])}.", "barred")
        elif person[player] in seen:
            errors.add(at, f"{names[player]} plays at table {seen[person[player]]} already.", "twice")
        else:
            seen[person[player]] = number
    return {where: player for where, player in chosen.items() if player is not None}


def _chosen(players: Sequence[int | None], place: int) -> int | None:
    return players[place - 1] if len(players) >= place else None
