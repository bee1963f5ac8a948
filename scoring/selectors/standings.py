"""Standings: every team's figures by one aggregate, put in order by the tournament's chain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Count, Q

from scoring.models import MatchState, Result, ResultState
from scoring.tiebreaks import Chain, ChainError, Ranked, Row, describe, parse_chain, rank, to_list
from tournaments.models import Division, Match, Round, Team, Tournament

FIELDS = (
    "rank",
    "team",
    "division",
    "played",
    "won",
    "lost",
    "bullseyes_for",
    "bullseyes_against",
    "hang_jacks_for",
    "hang_jacks_against",
)
"""The columns of the standings, in the order of the exported file."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One team's line; the figures are counts over its confirmed matches.

    ``decided_by``: what put it below the team above, in words; empty for the first
    and for a team level with the one above.
    """

    rank: int
    team_id: int
    team: str
    division_id: int | None
    division: str
    played: int
    won: int
    lost: int
    bullseyes_for: int
    bullseyes_against: int
    hang_jacks_for: int
    hang_jacks_against: int
    decided_by: str

    def as_fields(self) -> dict[str, Any]:
        """The exported columns by name."""
        return {name: getattr(self, name) for name in FIELDS}


@dataclass(frozen=True, slots=True)
class Counts:
    """The matches of a tournament: all, with a confirmed result, and played but not yet confirmed."""

    matches: int
    confirmed: int
    awaiting: int


class UnknownDivision(ValueError):
    """A division that the tournament does not have; the message names those that it has."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament, or of one division of it.

    ``division``: the one asked for, empty for all. ``divisions``: the names of those
    that have teams, in their order. ``order``: the chain in words.
    """

    tournament: Tournament
    rows: tuple[Standing, ...]
    chain: Chain
    order: str
    divisions: tuple[str, ...]
    division: str
    through_round: int | None


def chain_of(tournament: Tournament) -> Chain:
    """The tournament's tie-break chain, as kept.

    A chain that cannot be read (a name that a later edition dropped) falls back to
    wins rather than leave the hall without standings.
    """
    try:
        return parse_chain(tournament.tie_break)
    except ChainError:
        return parse_chain("wins")


def standings(tournament: Tournament, *, division: str | None = None, through_round: int | None = None) -> Standings:
    """The standings, from one query.

    ``division`` keeps the teams of that name's division, with all their matches,
    whoever they were played against; None or empty keeps all.
    :class:`UnknownDivision` when there is none of that name.
    ``through_round`` counts only rounds up to that number.
    """
    found = _figures(tournament.pk, through_round)
    divisions = tuple(dict.fromkeys(line["division"] for line in found if line["division_id"] is not None))
    if division:
        if division not in divisions:
            _refuse_unknown(tournament, division)
        found = [line for line in found if line["division"] == division]
    lines = {line["team_id"]: line for line in found}
    chain = chain_of(tournament)
    ranked = rank((_row(line) for line in found), chain)
    return Standings(
        tournament=tournament,
        rows=tuple(_standing(place, lines[place.row.key]) for place in ranked),
        chain=chain,
        order=describe(chain),
        divisions=divisions,
        division=division or "",
        through_round=through_round,
    )


def standings_json(found: Standings) -> dict[str, Any]:
    """The standings as the API and the command line give them."""
    return {
        "tournament": found.tournament.slug,
        "name": found.tournament.name,
        "division": found.division or None,
        "through_round": found.through_round,
        "tie_break": to_list(found.chain),
        "order": found.order,
        "standings": [
            {**row.as_fields(), "team_id": row.team_id, "decided_by": row.decided_by or None} for row in found.rows
        ],
    }


def _refuse_unknown(tournament: Tournament, division: str) -> None:
    """A division without teams is empty, not unknown."""
    names = list(Division.objects.filter(tournament=tournament).values_list("name", flat=True))
    if division in names:
        return
    shown = division if len(division) <= 60 else division[:60] + "…"
    known = f"Its divisions: {', '.join(names)}." if names else "It has none."
    raise UnknownDivision(f"{tournament.name} has no division “{shown}”. {known}")


def counts(tournament: Tournament) -> Counts:
    """How many matches there are and how far they are; one query."""
    found = Match.objects.filter(tournament=tournament).aggregate(
        matches=Count("pk"),
        confirmed=Count("pk", filter=Q(tally__state=MatchState.CONFIRMED)),
        awaiting=Count("pk", filter=Q(tally__state=MatchState.PLAYED)),
    )
    return Counts(**found)


def _row(line: Mapping[str, Any]) -> Row:
    return Row(
        key=line["team_id"],
        name=line["team"],
        played=line["played"],
        wins=line["won"],
        losses=line["lost"],
        bullseyes_for=line["bullseyes_for"],
        bullseyes_against=line["bullseyes_against"],
        hang_jacks_for=line["hang_jacks_for"],
        hang_jacks_against=line["hang_jacks_against"],
    )


def _standing(place: Ranked, line: Mapping[str, Any]) -> Standing:
    return Standing(rank=place.rank, decided_by=place.decided_by.words if place.decided_by else "", **line)


def _figures(tournament_id: int, through_round: int | None) -> list[dict[str, Any]]:
    """One line a team, those without a result as zeros; by division, then name."""
    sql, parameters = aggregate(tournament_id, through_round)
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, values, strict=True)) for values in cursor.fetchall()]


def aggregate(tournament_id: int, through_round: int | None = None) -> tuple[str, list[Any]]:
    """The SQL of the figures, and its parameters: each result once for its home and once for its away team."""
    parameters: list[Any] = [tournament_id, ResultState.CONFIRMED.value]
    if through_round is not None:
        parameters.append(through_round)
    return _sql(through_round is not None), [*parameters, tournament_id]


@cache
def _sql(by_round: bool) -> str:
    """Django's ORM cannot group over a union, hence by hand: plain SQL that PostgreSQL and SQLite both speak.

    Results are found once and added up before the teams are joined, so that a planner that does not know the sizes
    yet (just after an import) cannot go far wrong.
    """
    result, match, team = (model._meta.db_table for model in (Result, Match, Team))
    until = f'JOIN "{Round._meta.db_table}" n ON n.id = m.round_id AND n.number <= %s' if by_round else ""
    sides = " UNION ALL ".join(
        f"""
        SELECT {ours}_id AS team_id, CASE WHEN winner = '{ours}' THEN 1 ELSE 0 END AS won,
               {ours}_bullseyes AS bullseyes_for, {theirs}_bullseyes AS bullseyes_against,
               {ours}_hang_jacks AS hang_jacks_for, {theirs}_hang_jacks AS hang_jacks_against
        FROM counted
        """  # noqa: S608 - table names of our own models; every value is a parameter
        for ours, theirs in (("home", "away"), ("away", "home"))
    )
    return f"""
        WITH counted AS MATERIALIZED (
            SELECT m.home_id, m.away_id, r.winner, r.home_bullseyes, r.away_bullseyes,
                   r.home_hang_jacks, r.away_hang_jacks
            FROM "{match}" m JOIN "{result}" r ON r.match_id = m.id AND m.tournament_id = %s AND r.state = %s {until}
        ), figures AS (
            SELECT team_id, COUNT(*) AS played, SUM(won) AS won,
                   SUM(bullseyes_for) AS bullseyes_for, SUM(bullseyes_against) AS bullseyes_against,
                   SUM(hang_jacks_for) AS hang_jacks_for, SUM(hang_jacks_against) AS hang_jacks_against
            FROM ({sides}) one GROUP BY team_id
        )
        SELECT t.id AS team_id, t.name AS team, t.division_id, COALESCE(d.name, '') AS division,
               COALESCE(s.played, 0) AS played,
               COALESCE(s.won, 0) AS won, COALESCE(s.played - s.won, 0) AS lost,
               COALESCE(s.bullseyes_for, 0) AS bullseyes_for,
               COALESCE(s.bullseyes_against, 0) AS bullseyes_against,
               COALESCE(s.hang_jacks_for, 0) AS hang_jacks_for,
               COALESCE(s.hang_jacks_against, 0) AS hang_jacks_against
        FROM "{team}" t
        LEFT JOIN "{Division._meta.db_table}" d ON d.id = t.division_id
        LEFT JOIN figures s ON s.team_id = t.id
        WHERE t.tournament_id = %s
        ORDER BY d."order", d.name, t.name, t.id
    """  # noqa: S608
