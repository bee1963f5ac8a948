"""A team's page: who plays, what was played, and its line of the standings."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from scoring.selectors.standings import Standing, standings
from scoring.selectors.tournaments import MatchLine, match_line
from tournaments.models import Match, RosterEntry, Team


@dataclass(frozen=True, slots=True)
class TeamShown:
    """All that the team page says; ``standing`` is its line of the standings, ``of`` how many stand there."""

    team: Team
    roster: tuple[RosterEntry, ...]
    matches: tuple[MatchLine, ...]
    standing: Standing | None
    of: int


def shown(team: Team) -> TeamShown:
    """Three queries, whatever the size."""
    matches = (
        Match.objects.filter(Q(home=team) | Q(away=team), tournament_id=team.tournament_id)
        .select_related("round", "home", "away", "tally")
        .order_by("round__number", "id")
    )
    table = standings(team.tournament)
    return TeamShown(
        team=team,
        roster=tuple(RosterEntry.objects.filter(team=team).select_related("player")),
        matches=tuple(match_line(match) for match in matches),
        standing=next((row for row in table.rows if row.team_id == team.pk), None),
        of=len(table.rows),
    )
