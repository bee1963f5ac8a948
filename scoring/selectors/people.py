"""A player and a club across tournaments: where they played, and what came of it.

Only what anybody may know: names, teams, figures of confirmed matches. No account, no address, no sanction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet

from scoring.selectors.statistics.counting import Lists, Total, count, credits_of, lists
from scoring.selectors.statistics.evidence import At, Played, at_tables, played, tables_of
from scoring.selectors.statistics.report import names_of
from tournaments.models import Alias, Club, EntryState, Match, Player, RosterEntry, Seating, Team
from tournaments.words import folded

PUBLIC = (EntryState.ENTERED, EntryState.WITHDRAWN)
"""Entries that anybody may know of: one that waits or was not accepted stays between the team and the director."""


@dataclass(slots=True)
class Line:
    """Figures over confirmed matches played at tables. ``against``: the other side's at the same tables or matches."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    level: int = 0
    bullseyes: int = 0
    bullseyes_against: int = 0
    hang_jacks: int = 0
    hang_jacks_against: int = 0

    def add(self, other: Line) -> None:
        """Add another's figures to these."""
        for name in ("matches", "won", "lost", "level", "bullseyes", "bullseyes_against"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.hang_jacks += other.hang_jacks
        self.hang_jacks_against += other.hang_jacks_against

    def as_fields(self) -> dict[str, int]:
        """The figures by name."""
        return {
            "matches": self.matches,
            "won": self.won,
            "lost": self.lost,
            "level": self.level,
            "bullseyes_for": self.bullseyes,
            "bullseyes_against": self.bullseyes_against,
            "hang_jacks_for": self.hang_jacks,
            "hang_jacks_against": self.hang_jacks_against,
        }


@dataclass(slots=True)
class In:
    """A team of one tournament in which they were. ``came_in``, ``went_out``: substitutions there."""

    team: Team
    captain: bool = False
    line: Line = field(default_factory=Line)
    came_in: int = 0
    went_out: int = 0
    matches: list[Played] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody with whom they sat, and what the two made together."""

    id: int
    name: str
    matches: int
    bullseyes: int
    hang_jacks: int


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player's page. ``unseated``: matches of their teams of which no table says who sat there."""

    player: Player
    other_names: tuple[str, ...]
    teams: tuple[In, ...]
    total: Line
    came_in: int
    went_out: int
    partners: tuple[Partner, ...]
    unseated: int


@dataclass(frozen=True, slots=True)
class ClubShown:
    """A club's page: its teams, its matches in order, and who made most for it."""

    club: Club
    other_names: tuple[str, ...]
    teams: tuple[In, ...]
    total: Line
    substitutions: int
    players: Lists[int]
    player_names: Mapping[int, str]
    matches: tuple[Played, ...]


def the_same(one: Player | Club) -> list[Any]:
    """Everybody who turned out to be ``one``, themselves among them: one query."""
    return list(type(one)._default_manager.filter(Q(pk=one.pk) | Q(same_as=one.pk)).order_by("pk"))


def player_shown(player: Player) -> PlayerShown | None:
    """A player as whom they turned out to be; None where nothing of them is public.

    Seven queries, eight for who sat at a table without being on a roster.
    """
    same = the_same(player)
    ids = frozenset(one.pk for one in same)
    entries = list(
        RosterEntry.objects.filter(player__in=ids, team__state__in=PUBLIC).select_related("team__tournament")
    )
    teams = [entry.team_id for entry in entries]
    sat = Seating.objects.filter(player__in=ids).order_by().values("table__match")
    matches = Match.objects.filter(Q(home__in=teams) | Q(away__in=teams) | Q(pk__in=sat))
    found = played(matches)
    if not entries and not found:
        return None
    tables = tables_of(at_tables(matches))
    by_team: dict[int, In] = {}
    for entry in entries:
        by_team.setdefault(entry.team_id, In(entry.team)).captain |= entry.is_captain
    unseated = _play(ids, found, tables, by_team)
    total = _sum(by_team.values())
    return PlayerShown(
        player=player,
        other_names=_other_names(player.name, same, Alias.objects.filter(player__in=ids)),
        teams=_in_order(by_team.values()),
        total=total,
        came_in=sum(one.came_in for one in by_team.values()),
        went_out=sum(one.went_out for one in by_team.values()),
        partners=_partners(ids, tables),
        unseated=unseated,
    )


def _play(ids: frozenset[int], found: Sequence[Played], tables: Iterable[At], by_team: dict[int, In]) -> int:
    """Enter what the tables say of ``ids`` with their teams; how many matches say nothing."""
    by_match: dict[int, list[At]] = defaultdict(list)
    for at in tables:
        by_match[at.match_id].append(at)
    missing = {match.home_id for match in found} | {match.away_id for match in found}
    strangers = Team.objects.in_bulk(missing - by_team.keys()) if _guests(ids, by_match, found, by_team) else {}
    unseated = 0
    for match in found:
        if not match.at_tables:
            continue
        here = by_match[match.id]
        if not any(at.seats for at in here):
            unseated += 1
            continue
        sides = _sides(ids, here)
        for side in sides:
            team = match.team_at(side)
            if team not in by_team and team in strangers:
                by_team[team] = In(strangers[team])
            if team in by_team:
                _enter(by_team[team], match, side, _made(ids, here, side))
                for at in here:
                    ours = [move for move in at.moves if at.side_of(move.seat.pair) == side]
                    by_team[team].came_in += sum(move.player in ids for move in ours)
                    by_team[team].went_out += sum(move.out in ids for move in ours)
    return unseated


def _guests(
    ids: frozenset[int], by_match: Mapping[int, Sequence[At]], found: Iterable[Played], by_team: Mapping[int, In]
) -> bool:
    """Whether they sat for a team on whose roster they are not (any more)."""
    return any(
        match.team_at(side) not in by_team for match in found for side in _sides(ids, by_match.get(match.id, ()))
    )


def _sides(ids: frozenset[int], tables: Iterable[At]) -> set[str]:
    """The side or sides on which any of ``ids`` sat."""
    found = set()
    for at in tables:
        for seat, player in (*at.seats.items(), *((move.seat, move.player) for move in at.moves)):
            if player in ids:
                found.add(at.side_of(seat.pair))
    return found


def _made(ids: frozenset[int], tables: Iterable[At], side: str) -> Line:
    """What the pairs with one of ``ids`` made on that side, and what was made against them at the same time."""
    line = Line(matches=1)
    for at in tables:
        for credit in credits_of(at):
            if credit.side == side and credit.players is not None and credit.players & ids:
                line.bullseyes += credit.bullseyes
                line.hang_jacks += credit.hang_jacks
                line.bullseyes_against += credit.bullseyes_against
                line.hang_jacks_against += credit.hang_jacks_against
    return line


def _enter(here: In, match: Played, side: str, made: Line) -> None:
    made.won += match.winner == side
    made.level += match.winner == ""
    made.lost += match.winner not in ("", side)
    here.line.add(made)
    here.matches.append(match)


def _partners(ids: frozenset[int], tables: Sequence[At]) -> tuple[Partner, ...]:
    who_is, names = names_of(tables)
    totals: dict[int, Total[int]] = {}
    for at in tables:
        for credit in credits_of(at):
            if credit.players is not None and credit.players & ids:
                for other in credit.players - ids:
                    partner = who_is.get(other, other)
                    totals.setdefault(partner, Total(partner)).add(at.match_id, credit.bullseyes, credit.hang_jacks)
    partners = [
        Partner(pk, names.get(pk, ""), total.matches, sum(total.bullseyes.values()), sum(total.hang_jacks.values()))
        for pk, total in totals.items()
    ]
    return tuple(sorted(partners, key=lambda one: (-one.matches, -one.bullseyes, one.name)))


def club_shown(club: Club) -> ClubShown | None:
    """A club as the one that it turned out to be, seven queries; None where nothing of it is public."""
    same = the_same(club)
    ids = [one.pk for one in same]
    teams = list(Team.objects.filter(club__in=ids, state__in=PUBLIC).select_related("tournament"))
    if not teams:
        return None
    own = {team.pk for team in teams}
    matches = Match.objects.filter(Q(home__in=own) | Q(away__in=own))
    found = played(matches)
    tables = tables_of(at_tables(matches))
    who_is, names = names_of(tables)
    by_team = {team.pk: In(team) for team in teams}
    for match in found:
        if match.at_tables:
            for side in ("home", "away"):
                if match.team_at(side) in own:
                    _enter(by_team[match.team_at(side)], match, side, _result(match, side))
    counted = count(found, tables, who_is)
    ours = [total for total in counted.players.values() if total.teams <= own]
    by_id = {match.id: match for match in found}
    moved = sum(by_id[at.match_id].team_at(at.side_of(move.seat.pair)) in own for at in tables for move in at.moves)
    return ClubShown(
        club=club,
        other_names=_other_names(club.name, [*same, *teams], Alias.objects.filter(club__in=ids)),
        teams=_in_order(by_team.values()),
        total=_sum(by_team.values()),
        substitutions=moved,
        players=lists(ours, names.__getitem__),
        player_names=names,
        matches=tuple(found),
    )


def _result(match: Played, side: str) -> Line:
    ours = (match.home_bullseyes, match.home_hang_jacks)
    theirs = (match.away_bullseyes, match.away_hang_jacks)
    if side == "away":
        ours, theirs = theirs, ours
    return Line(
        matches=1,
        bullseyes=ours[0],
        bullseyes_against=theirs[0],
        hang_jacks=ours[1],
        hang_jacks_against=theirs[1],
    )


def _sum(places: Iterable[In]) -> Line:
    total = Line()
    for place in places:
        total.add(place.line)
    return total


def _in_order(places: Iterable[In]) -> tuple[In, ...]:
    """The latest tournament first."""

    def when(place: In) -> tuple[str, int]:
        day = place.team.tournament.starts_on
        return (day.isoformat() if day else "", place.team.tournament_id)

    return tuple(sorted(places, key=when, reverse=True))


def _other_names(own: str, same: Iterable[Player | Club | Team], aliases: QuerySet[Alias]) -> tuple[str, ...]:
    """Every other spelling that was used, each once."""
    names = sorted({one.name for one in same} | set(aliases.order_by().values_list("name", flat=True)))
    shown = [next(iter(group)) for _, group in groupby(sorted(names, key=folded), key=folded)]
    return tuple(sorted(name for name in shown if folded(name) != folded(own)))
