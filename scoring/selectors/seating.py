"""Who may sit where, those first who are most likely to."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Board
from tournaments.models import Match, Player, RosterEntry, Seating, Table, TableKind


@dataclass(frozen=True, slots=True)
class Choices:
    """Players of both sides who may be seated, in the order to offer them."""

    home: tuple[Player, ...]
    away: tuple[Player, ...]

    @property
    def enough(self) -> bool:
        """Whether both sides can fill their seats."""
        return len(self.home) >= 2 and len(self.away) >= 2


def choices(match: Match, table: Table | None = None) -> Choices:
    """Both rosters without those who play at another table of the match now: two queries."""
    elsewhere = Seating.objects.filter(table__match=match, table__board__closed=False)
    if table is not None:
        elsewhere = elsewhere.exclude(table=table)
    seated = set(elsewhere.values_list("player_id", flat=True))
    entries = RosterEntry.objects.filter(team__in=(match.home_id, match.away_id)).select_related("player")
    sides: dict[int, list[Player]] = {match.home_id: [], match.away_id: []}
    for entry in entries:
        if entry.player_id not in seated:
            sides[entry.team_id].append(entry.player)
    return Choices(tuple(sides[match.home_id]), tuple(sides[match.away_id]))


def decider_choices(match: Match) -> Choices:
    """Those who played at the match's tables, by side; where nobody was seated, the rosters. One query, or three."""
    rows = (
        Seating.objects.filter(table__match=match, table__kind=TableKind.TABLE)
        .select_related("player", "table__board")
        .order_by("table__number", "seat")
    )
    home: dict[int, Player] = {}
    away: dict[int, Player] = {}
    for row in rows:
        board: Board | None = getattr(row.table, "board", None)
        at_home = board is not None and row.seat in board.home_pair
        (home if at_home else away)[row.player_id] = row.player
    return Choices(tuple(home.values()), tuple(away.values())) if home or away else choices(match)
