"""Entries: whether they are taken, which wait, whom a club brings along, what a roster may still be."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from tournaments.models import AuditAct, AuditEntry, EntryState, Player, RosterEntry, Team, Tournament
from tournaments.selectors.identity import club_directory

SHOWN = (EntryState.ENTERED, EntryState.WITHDRAWN)
"""Teams that anybody sees; what waits or was not accepted is the director's and its sender's affair."""


def why_closed(tournament: Tournament, at: datetime.datetime | None = None) -> str:
    """Why no team can be entered now; empty where it can."""
    if not tournament.entries_open:
        return "Entries are not open."
    if tournament.entries_close_at and tournament.entries_close_at <= (at or timezone.now()):
        return f"Entries closed on {in_words(tournament.entries_close_at)}."
    return ""


def locked(tournament: Tournament, at: datetime.datetime | None = None) -> bool:
    """Whether rosters are locked."""
    return bool(tournament.roster_locks_at and tournament.roster_locks_at <= (at or timezone.now()))


def in_words(moment: datetime.datetime) -> str:
    """``1 August 2026, 18:00``, where the tournament is."""
    return f"{timezone.localtime(moment):%-d %B %Y, %H:%M}"


def entered(tournament: Tournament) -> QuerySet[Team]:
    """The teams that are drawn and play."""
    return tournament.teams.filter(state=EntryState.ENTERED)


def shown(tournament: Tournament) -> QuerySet[Team]:
    """The teams that anybody sees: those entered, and those withdrawn since."""
    return tournament.teams.filter(state__in=SHOWN)


def visible(tournament: Tournament, user: Any) -> QuerySet[Team]:
    """The teams that ``user`` sees: a director all, somebody who sent an entry that one, too."""
    if user.is_authenticated and user.has_perm("tournaments.set_up", tournament):
        return tournament.teams.all()
    mine = Q(registered_by=user.pk) if user.is_authenticated else Q(pk__in=())
    return tournament.teams.filter(Q(state__in=SHOWN) | mine)


def waiting(tournament: Tournament) -> QuerySet[Team]:
    """Entries to be decided, the first sent first, with ``players_count``."""
    return _listed(tournament, (EntryState.PENDING,)).order_by("registered_at", "pk")


def settled(tournament: Tournament, states: Collection[str]) -> QuerySet[Team]:
    """Teams in these states by name, with ``players_count``."""
    return _listed(tournament, states).order_by("name", "pk")


def sent_by(tournament: Tournament, user: Any) -> QuerySet[Team]:
    """The entries that ``user`` sent."""
    return (
        tournament.teams.filter(registered_by=user.pk).order_by("pk") if user.is_authenticated else Team.objects.none()
    )


def why(team: Team) -> str:
    """The reason last given for what became of a team's entry; empty where none was."""
    acts = (AuditAct.ACCEPTED, AuditAct.REFUSED, AuditAct.WITHDRAWN, AuditAct.REINSTATED)
    last = AuditEntry.objects.filter(team=team, act__in=acts).order_by("-at", "-pk").first()
    return last.reason if last else ""


def known_players(team_name: str, but_not: Team | None = None) -> list[Player]:
    """Who has played for the club of that name before, by name; nobody where several clubs go by it. Four queries."""
    found = club_directory().called(team_name, near=False)
    if len(found) != 1:
        return []
    return players_of_club(found[0].thing.pk, but_not)


def players_of_club(club: int, but_not: Team | None = None) -> list[Player]:
    """Who has played for a club, each once, by name; without those on the roster of ``but_not``."""
    entries = RosterEntry.objects.filter(Q(team__club=club) | Q(team__club__same_as=club)).select_related(
        "player__same_as"
    )
    there = {} if but_not is None else {person.pk: person for person in persons(but_not)}
    players = {}
    for entry in entries:
        player = entry.player.same_as or entry.player
        if player.pk not in there:
            players[player.pk] = player
    return sorted(players.values(), key=lambda player: (player.name.casefold(), player.pk))


def persons(team: Team) -> list[Player]:
    """Who is on a roster, each as whom they turned out to be."""
    return [entry.player.same_as or entry.player for entry in team.roster.select_related("player__same_as")]


def audit(tournament: Tournament, team: Team | None = None) -> QuerySet[AuditEntry]:
    """What was decided outside the ledger, the latest first."""
    found = AuditEntry.objects.filter(tournament=tournament).select_related("by", "team", "match")
    return found if team is None else found.filter(team=team)


def limits(tournament: Tournament) -> str:
    """What a roster must keep to, in words; empty where nothing is set."""
    least, most = tournament.roster_least, tournament.roster_most
    if least and most:
        size = f"{least} to {most} players" if least != most else f"{least} players"
    elif least or most:
        size = f"at least {least} players" if least else f"at most {most} players"
    else:
        size = ""
    lock = ""
    if tournament.roster_locks_at:
        lock = f"{'locked since' if locked(tournament) else 'it locks on'} {in_words(tournament.roster_locks_at)}"
    return ", ".join(part for part in (size, lock) if part)


def _listed(tournament: Tournament, states: Collection[str]) -> QuerySet[Team]:
    return (
        tournament.teams.filter(state__in=states)
        .select_related("division", "registered_by", "club")
        .annotate(players_count=Count("roster"))
    )
