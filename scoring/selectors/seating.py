"""Who may sit where, those first who are most likely to."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.selectors.substitutes import people_of
from tournaments.models import Match, Player, RosterEntry, Seating, Table
from tournaments.selectors import bars


@dataclass(frozen=True, slots=True)
class Choices:
    """Players of both sides who may be seated, in the order to offer them."""

    home: tuple[Player, ...]
    away: tuple[Player, ...]
    substitutes: frozenset[int] = frozenset()
    """Those who would come in as substitutes."""

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
    """Any two of those who played at the match's tables and were not substituted, by side (13.c).

    Behind them whoever may come in, while the team has a substitute left; where nobody was seated, the rosters. Seven
    queries.
    """
    ruleset = match.tournament.ruleset
    people = people_of(match.pk)
    four = {side: people.decider(ruleset, side) for side in ("home", "away")}
    if not any(four.values()):
        return choices(match)
    entries = RosterEntry.objects.filter(team__in=(match.home_id, match.away_id)).select_related("player")
    listed = {entry.player_id: (entry.team_id, entry.player) for entry in entries}
    known = Player.objects.in_bulk([player for players in four.values() for player in players])
    barred = bars.binding(match.tournament_id, match.pk, [*listed, *known])
    sides: dict[str, tuple[Player, ...]] = {}
    brought: set[int] = set()
    for side, team in (("home", match.home_id), ("away", match.away_id)):
        out = people.persons(four[side]) | people.gone(ruleset, side)
        new = [
            player
            for pk, (of, player) in listed.items()
            if of == team and (player.same_as_id or pk) not in out and pk not in barred
        ]
        if four[side] and not people.count(ruleset, side, 0).left:
            new = []
        brought |= {player.pk for player in new if four[side]}
        sides[side] = (*(known[pk] for pk in four[side] if pk not in barred), *new)
    return Choices(sides["home"], sides["away"], frozenset(brought))
