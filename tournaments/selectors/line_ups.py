"""Line-ups: who may see them, and whom they seat at a table.

Until both sides have put theirs in, a line-up is known to its own captain and to officials who captain neither team
of the match; everybody else learns only that it is in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.models import LineUp, Match, Player, RoleName, Table, TableKind, Team
from tournaments.selectors import roles

OFFICIALS = (RoleName.DIRECTOR, RoleName.OFFICIAL)


@dataclass(frozen=True, slots=True)
class Side:
    """One team's line-up as somebody sees it. ``seats`` None: not in, or hidden from them (``put_in`` tells which)."""

    team: Team
    put_in: LineUp | None
    seats: tuple[tuple[int, tuple[Player, ...]], ...] | None


@dataclass(frozen=True, slots=True)
class Shown:
    """Both line-ups of a match. ``both``: both are in, so everybody sees them."""

    home: Side
    away: Side
    both: bool

    @property
    def sides(self) -> tuple[Side, Side]:
        return (self.home, self.away)


def numbers(match: Match) -> list[int]:
    """The numbers of the tables that a line-up seats."""
    tables = Table.objects.filter(match=match, kind=TableKind.TABLE).order_by("number")
    return list(tables.values_list("number", flat=True))


def own_teams(user: Any, match: Match) -> frozenset[int]:
    """Ids of the teams of this match whose line-up ``user`` may put in.

    A captain the own one; an official both, unless captain of one of them: then that one.
    """
    captained = roles.captains_teams(user, match.tournament_id) & {match.home_id, match.away_id}
    if captained:
        return frozenset(captained)
    return frozenset({match.home_id, match.away_id}) if officiates(user, match) else frozenset()


def officiates(user: Any, match: Match) -> bool:
    """Whether ``user`` is an official in this match, and captains neither team."""
    if not user.is_authenticated or roles.captains_teams(user, match.tournament_id) & {match.home_id, match.away_id}:
        return False
    return bool(user.is_superuser or roles.has_any(user, match.tournament_id, OFFICIALS))


def shown(match: Match, user: Any) -> Shown:
    """The line-ups of a match as ``user`` may see them; two queries."""
    found = {line_up.team_id: line_up for line_up in _read(match)}
    both = {match.home_id, match.away_id} <= found.keys()
    own = own_teams(user, match)

    def side(team: Team) -> Side:
        line_up = found.get(team.pk)
        seen = line_up is not None and (both or team.pk in own)
        return Side(team, line_up, _seats(line_up) if line_up is not None and seen else None)

    return Shown(side(match.home), side(match.away), both)


def seats_at(match: Match, number: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Player ids of both pairs at a table, home first; None until both line-ups are in. Two queries."""
    found = {line_up.team_id: dict(_seats(line_up)) for line_up in _read(match)}
    if not {match.home_id, match.away_id} <= found.keys():
        return None
    home, away = (found[team].get(number, ()) for team in (match.home_id, match.away_id))
    return tuple(player.pk for player in home), tuple(player.pk for player in away)


def _read(match: Match) -> list[LineUp]:
    line_ups = LineUp.objects.filter(match=match).select_related("put_in_by")
    return list(line_ups.prefetch_related("seats__player"))


def _seats(line_up: LineUp) -> tuple[tuple[int, tuple[Player, ...]], ...]:
    tables: dict[int, list[Player]] = {}
    for seat in line_up.seats.all():
        tables.setdefault(seat.number, []).append(seat.player)
    return tuple((number, tuple(players)) for number, players in sorted(tables.items()))
