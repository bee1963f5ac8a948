"""The longest runs: of bullseyes at one table, and of matches won."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from scoring.selectors.statistics.evidence import At, Played

Key = TypeVar("Key", bound=Hashable)


class TableRun(NamedTuple):
    """``number`` games of one table won in a row by the same side, from game ``first`` on.

    ``players``: the two who sat there for the whole run; None where that is not known, or somebody came in.
    """

    number: int
    match_id: int
    table: int
    side: str
    first: int
    players: frozenset[int] | None


class MatchRun(NamedTuple):
    """``number`` matches won in a row by a team; ``first`` and ``last`` are ids of matches. ``goes_on``: unbroken."""

    number: int
    team: int
    first: int
    last: int
    goes_on: bool


def longest_at_tables(tables: Iterable[At]) -> list[TableRun]:
    """Every run as long as the longest: consecutive games of one table, in one match, that the same side won.

    Only tables of which every game is recorded, deciders apart: a tally does not tell in which order games were won.
    """
    best: list[TableRun] = []
    for at in tables:
        if at.decider or at.state.mismatch:
            continue
        for pair, games in groupby(at.state.games, key=lambda game: game.winner):
            numbers = [game.number for game in games]
            if best and len(numbers) < best[0].number:
                continue
            sat = {at.players(pair, number) for number in numbers}
            players = sat.pop() if len(sat) == 1 else None
            run = TableRun(len(numbers), at.match_id, at.number, at.side_of(pair), numbers[0], players)
            best = [*best, run] if best and run.number == best[0].number else [run]
    return best


def longest_of_matches(matches: Sequence[Played]) -> list[MatchRun]:
    """Every run as long as the longest: matches that a team won one after another, round by round.

    A level match and a lost one end a run. A match that was not played at tables (a walk-over) is passed over.
    """
    of_team: dict[int, list[tuple[int, bool]]] = {}
    for match in matches:
        if match.at_tables:
            of_team.setdefault(match.home_id, []).append((match.id, match.winner == "home"))
            of_team.setdefault(match.away_id, []).append((match.id, match.winner == "away"))
    best: list[MatchRun] = []
    for team, played in of_team.items():
        for won, group in groupby(played, key=lambda entry: entry[1]):
            run = [match for match, _ in group]
            if won and (not best or len(run) >= best[0].number):
                found = MatchRun(len(run), team, run[0], run[-1], run[-1] == played[-1][0])
                best = [*best, found] if best and found.number == best[0].number else [found]
    return best
