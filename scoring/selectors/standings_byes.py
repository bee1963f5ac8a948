"""What a team is credited with for the rounds in which it rested."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.tiebreaks import Row
from tournaments.models import ByeRule, Tournament


def count(tournament: Tournament) -> bool:
    """Whether a bye counts for anything: then it is a match played."""
    return tournament.bye_rule != ByeRule.NOTHING or tournament.bye_win


def credited(rows: Iterable[Row], rests: Mapping[int, int], tournament: Tournament) -> list[Row]:
    """The rows with their byes in them, by the tournament's rule.

    Each is one match played, and won where the tournament says so. ``fixed``: the bullseyes that it sets. ``average``:
    of bullseyes and hang jacks, for and against, what the team has made a match in those that count, rounded down.
    """
    return [_credited(row, rests[row.key], tournament) if row.key in rests else row for row in rows]


def _credited(row: Row, byes: int, tournament: Tournament) -> Row:
    won = byes if tournament.bye_win else 0
    row = row._replace(
        played=row.played + byes,
        wins=row.wins + won,
        points=row.points + won * tournament.points_win,
        scored=row.figured,
    )
    if tournament.bye_rule == ByeRule.FIXED:
        return row._replace(
            bullseyes_for=row.bullseyes_for + byes * tournament.bye_bullseyes_for,
            bullseyes_against=row.bullseyes_against + byes * tournament.bye_bullseyes_against,
            scored=row.scored + byes,
        )
    if tournament.bye_rule == ByeRule.AVERAGE:
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
