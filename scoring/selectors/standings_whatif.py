"""The standings as they would be if a match ended otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.models import Result, ResultState
from scoring.selectors.standings import Standing, Standings
from scoring.tiebreaks import Row, rank
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: ``winner`` is ``home`` or ``away``."""

    winner: str
    home_bullseyes: int
    away_bullseyes: int
    home_hang_jacks: int
    away_hang_jacks: int


def counted(match: Match) -> Outcome | None:
    """The outcome that the standings count now: the match's confirmed result. One query."""
    result = Result.objects.filter(match=match, state=ResultState.CONFIRMED).first()
    if result is None:
        return None
    return Outcome(
        str(result.winner),
        result.home_bullseyes,
        result.away_bullseyes,
        result.home_hang_jacks,
        result.away_hang_jacks,
    )


def with_outcome(found: Standings, match: Match, outcome: Outcome | None, *, instead_of: Outcome | None) -> Standings:
    """The same standings with ``outcome`` (None: not played) in the place of what they count for this match."""
    rows = {row.team_id: row for row in found.rows}
    for gone, sign in ((instead_of, -1), (outcome, 1)):
        if gone is None:
            continue
        for side, team_id in (("home", match.home_id), ("away", match.away_id)):
            if team_id in rows:
                rows[team_id] = _added(rows[team_id], gone, side, sign)
    placed = rank((_row(row) for row in rows.values()), found.chain)
    return replace(
        found,
        rows=tuple(
            replace(rows[place.row.key], rank=place.rank, decided_by=place.decided_by.words if place.decided_by else "")
            for place in placed
        ),
    )


def _added(row: Standing, outcome: Outcome, side: str, sign: int) -> Standing:
    other = "away" if side == "home" else "home"
    won = outcome.winner == side
    return replace(
        row,
        played=row.played + sign,
        won=row.won + sign * won,
        lost=row.lost + sign * (not won),
        bullseyes_for=row.bullseyes_for + sign * getattr(outcome, f"{side}_bullseyes"),
        bullseyes_against=row.bullseyes_against + sign * getattr(outcome, f"{other}_bullseyes"),
        hang_jacks_for=row.hang_jacks_for + sign * getattr(outcome, f"{side}_hang_jacks"),
        hang_jacks_against=row.hang_jacks_against + sign * getattr(outcome, f"{other}_hang_jacks"),
    )


def _row(row: Standing) -> Row:
    return Row(
        key=row.team_id,
        name=row.team,
        played=row.played,
        wins=row.won,
        losses=row.lost,
        bullseyes_for=row.bullseyes_for,
        bullseyes_against=row.bullseyes_against,
        hang_jacks_for=row.hang_jacks_for,
        hang_jacks_against=row.hang_jacks_against,
    )
