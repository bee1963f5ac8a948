"""Who stood where after each round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.selectors.standings import Standings, standings
from scoring.selectors.statistics.evidence import Played
from tournaments.models import Tournament

MOST_ROUNDS = 24
"""So many rounds are shown, the last ones. Each is one reading of the standings."""


@dataclass(frozen=True, slots=True)
class TeamRanks:
    """A team's place in the order (from 1, no two alike) and its rank (shared by those level) after each round."""

    team_id: int
    team: str
    places: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RankHistory:
    """``rounds``: the numbers of those that have a confirmed result; ``teams`` in the order in which they stand now.

    ``divisions``: the names of those that have teams.
    """

    rounds: tuple[int, ...]
    teams: tuple[TeamRanks, ...]
    division: str = ""
    divisions: tuple[str, ...] = ()


def rank_history(tournament: Tournament, matches: Iterable[Played], division: str = "") -> RankHistory:
    """The standings as of every round with a result that counts in them, by the tournament's own chain.

    A round of which no match counts, as those of a knock-out beside other stages, would only draw level lines. Only
    teams that stand in the last of them are shown: one that withdrew before it played is in none.
    """
    numbers = sorted({match.round for match in matches if not match.play_off})[-MOST_ROUNDS:]
    if division and not numbers:
        standings(tournament, division=division)  # says whether there is such a division
    shown: list[tuple[int, Standings]] = []
    counted = 0
    for number in numbers:
        one = standings(tournament, division=division, through_round=number)
        if one.arranged.counts.confirmed > counted:
            shown.append((number, one))
            counted = one.arranged.counts.confirmed
    return history([number for number, _ in shown], [one for _, one in shown], division)


def history(numbers: Iterable[int], found: list[Standings], division: str = "") -> RankHistory:
    """The same from standings already at hand, one for each round number, in order."""
    places = [{row.team_id: place for place, row in enumerate(one.rows, 1)} for one in found]
    ranks = [{row.team_id: row.rank for row in one.rows} for one in found]
    rows = found[-1].rows if found else ()
    teams = tuple(
        TeamRanks(
            row.team_id,
            row.team,
            tuple(one[row.team_id] for one in places),
            tuple(one[row.team_id] for one in ranks),
        )
        for row in rows
        if all(row.team_id in one for one in places)
    )
    return RankHistory(tuple(numbers), teams, division, found[-1].divisions if found else ())
