"""What a tournament sets about its standings, and what a team is credited with for the rounds in which it rested."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.tiebreaks import Points, Row
from tournaments.models import ByeRule, Tournament, Unequal


class Rules(NamedTuple):
    """What a tournament sets about its standings, the chain apart."""

    points: Points
    by_average: bool
    bye_rule: str
    bye_win: bool
    bye_bullseyes_for: int
    bye_bullseyes_against: int

    @property
    def byes_count(self) -> bool:
        """Whether a bye counts for anything: then it is a match played."""
        return self.bye_win or self.bye_rule != ByeRule.NOTHING


def rules_of(tournament: Tournament) -> Rules:
    """As the tournament has set them."""
    return Rules(
        Points(tournament.points_win, tournament.points_level, tournament.points_loss),
        tournament.unequal == Unequal.AVERAGE,
        tournament.bye_rule,
        tournament.bye_win,
        tournament.bye_bullseyes_for,
        tournament.bye_bullseyes_against,
    )


def credited(rows: Iterable[Row], rests: Mapping[int, int], rules: Rules) -> list[Row]:
    """The rows with their byes in them, by the tournament's rule.

    Each is one match played, and won where the tournament says so. ``fixed``: the bullseyes that it sets. ``average``:
    of bullseyes and hang jacks, for and against, what the team has made a match in those that count, rounded down.
    """
    if not rests:
        return list(rows)
    return [_credited(row, rests[row.key], rules) if row.key in rests else row for row in rows]


def _credited(row: Row, byes: int, rules: Rules) -> Row:
    won = byes if rules.bye_win else 0
    row = row._replace(
        played=row.played + byes,
        wins=row.wins + won,
        points=row.points + won * rules.points.win,
        scored=row.figured,
    )
    if rules.bye_rule == ByeRule.FIXED:
        return row._replace(
            bullseyes_for=row.bullseyes_for + byes * rules.bye_bullseyes_for,
            bullseyes_against=row.bullseyes_against + byes * rules.bye_bullseyes_against,
            scored=row.scored + byes,
        )
    if rules.bye_rule == ByeRule.AVERAGE:
        matches = row.scored

        def more(figure: int) -> int:
            return figure + byes * (figure // matches if matches else 0)

        return row._replace(
            bullseyes_for=more(row.bullseyes_for),
            bullseyes_against=more(row.bullseyes_against),
            hang_jacks_for=more(row.hang_jacks_for),
            hang_jacks_against=more(row.hang_jacks_against),
            scored=matches + byes,
        )
    return row
