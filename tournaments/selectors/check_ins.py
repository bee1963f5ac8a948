"""Who is there on a day, and the signed number of a roster entry that a badge carries."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.db.models import Count, Q, QuerySet

from tournaments.models import Bar, CheckIn, RosterEntry, Team, Tournament
from tournaments.selectors import bars, entries, identity

_SIGNER = Signer(salt="tournaments.check-in", sep=".")


@dataclass(frozen=True, slots=True)
class Line:
    """A player of a roster on a day: checked in or not, and what keeps them from the tables."""

    entry: RosterEntry
    check_in: CheckIn | None
    bar: Bar | None

    @property
    def bar_says(self) -> str:
        """Why they may not be seated; empty where they may."""
        return bars.why(self.bar) if self.bar else ""


def token(entry: RosterEntry) -> str:
    """What a badge carries: the entry's number, signed. It does not expire."""
    return _SIGNER.sign(str(entry.pk))


def entry_of(text: str, tournament: Tournament) -> RosterEntry | None:
    """The roster entry that a token names, of this tournament's teams that are entered; None for anything else."""
    try:
        pk = int(_SIGNER.unsign(text))
    except (BadSignature, ValueError):
        return None
    found = RosterEntry.objects.filter(pk=pk, team__in=entries.entered(tournament))
    return found.select_related("player", "team").first()


def standing(tournament: Tournament, day: datetime.date) -> QuerySet[CheckIn]:
    """The check-ins of a day that were not undone."""
    return CheckIn.objects.filter(entry__team__tournament=tournament, day=day, undone_at__isnull=True)


def teams(tournament: Tournament, day: datetime.date) -> QuerySet[Team]:
    """The teams entered, by name, with ``players_count`` and ``here_count``; one query."""
    here = Q(roster__check_ins__day=day, roster__check_ins__undone_at__isnull=True)
    return (
        entries.entered(tournament)
        .annotate(players_count=Count("roster", distinct=True), here_count=Count("roster", filter=here, distinct=True))
        .order_by("name", "pk")
    )


def lines(team: Team, day: datetime.date) -> list[Line]:
    """A team's roster on a day; four queries at most."""
    roster = list(team.roster.select_related("player"))
    found = {one.entry_id: one for one in CheckIn.objects.filter(entry__in=roster, day=day, undone_at__isnull=True)}
    keeping = _bars(team, [entry.player_id for entry in roster])
    return [Line(entry, found.get(entry.pk), keeping.get(entry.player_id)) for entry in roster]


def one(entry: RosterEntry, day: datetime.date) -> Line:
    """One player on a day."""
    found = CheckIn.objects.filter(entry=entry, day=day, undone_at__isnull=True).select_related("by").first()
    return Line(entry, found, _bars(entry.team, [entry.player_id]).get(entry.player_id))


def missing(tournament: Tournament, team_ids: Collection[int], day: datetime.date) -> dict[int, list[RosterEntry]]:
    """By team, its players who are not checked in; nothing at all on a day on which nobody is checked in."""
    if not standing(tournament, day).exists():
        return {}
    there = standing(tournament, day).values("entry")
    rows = RosterEntry.objects.filter(team__in=team_ids).exclude(pk__in=there).select_related("player")
    found: dict[int, list[RosterEntry]] = {pk: [] for pk in team_ids}
    for entry in rows:
        found[entry.team_id].append(entry)
    return found


def _bars(team: Team, players: Collection[int]) -> dict[int, Bar]:
    """Bars of the whole tournament that bind these players now."""
    same = identity.roots(players)
    rows = bars.in_force().filter(tournament=team.tournament_id, match__isnull=True).select_related("player")
    by_person = {bar.player.same_as_id or bar.player_id: bar for bar in rows}
    return {pk: by_person[person] for pk, person in same.items() if person in by_person}
