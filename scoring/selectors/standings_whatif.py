"""The standings as they would be if a match ended otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.models import Result, ResultKind, ResultState
from scoring.selectors.standings import Standings, again
from scoring.selectors.standings_facts import Swap
from scoring.tiebreaks import Meeting, Row
from tournaments.models import Match, Tournament, WalkOverCounts


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: ``winner`` is ``home`` or ``away``, empty where it ended level, or where neither team came."""

    winner: str
    home_bullseyes: int
    away_bullseyes: int
    home_hang_jacks: int
    away_hang_jacks: int
    walk_over: bool = False


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
        result.kind == ResultKind.WALK_OVER,
    )


def with_outcome(found: Standings, match: Match, outcome: Outcome | None, *, instead_of: Outcome | None) -> Standings:
    """The same standings with ``outcome`` (None: not played) in the place of what they count for this match.

    A play-off changes no figure, only what it decides. One query where the chain looks at matches.
    """
    rows = {row.key: row for row in found.raw}
    for ended, sign in ((instead_of, -1), (outcome, 1)):
        if ended is None or match.play_off:
            continue
        for side, team_id in (("home", match.home_id), ("away", match.away_id)):
            if team_id in rows:
                rows[team_id] = _added(rows[team_id], ended, side, sign, found.tournament)
    raw = tuple(rows.values())
    return replace(found, rows=again(found, raw, _swap(match, outcome, found.tournament)))


def _bare(outcome: Outcome, tournament: Tournament) -> bool:
    return outcome.walk_over and tournament.walk_over_counts == WalkOverCounts.WIN


def _swap(match: Match, outcome: Outcome | None, tournament: Tournament) -> Swap:
    if outcome is None or (outcome.walk_over and not outcome.winner):
        return Swap(match.pk, None)
    winner = {"home": match.home_id, "away": match.away_id}.get(outcome.winner)
    scored = 0 if _bare(outcome, tournament) else 1
    meeting = Meeting(
        match.home_id, match.away_id, winner, outcome.home_bullseyes * scored, outcome.away_bullseyes * scored
    )
    return Swap(match.pk, meeting, match.play_off)


def _added(row: Row, outcome: Outcome, side: str, sign: int, tournament: Tournament) -> Row:
    other = "away" if side == "home" else "home"
    won, level = sign * (outcome.winner == side), sign * (outcome.winner == "" and not outcome.walk_over)
    lost = sign - won - level
    scored = 0 if _bare(outcome, tournament) else sign
    worth = won * tournament.points_win + level * tournament.points_level + lost * tournament.points_loss
    return row._replace(
        played=row.played + sign,
        wins=row.wins + won,
        level=row.level + level,
        losses=row.losses + lost,
        points=row.points + worth,
        scored=row.scored + scored,
        bullseyes_for=row.bullseyes_for + scored * getattr(outcome, f"{side}_bullseyes"),
        bullseyes_against=row.bullseyes_against + scored * getattr(outcome, f"{other}_bullseyes"),
        hang_jacks_for=row.hang_jacks_for + scored * getattr(outcome, f"{side}_hang_jacks"),
        hang_jacks_against=row.hang_jacks_against + scored * getattr(outcome, f"{other}_hang_jacks"),
    )
