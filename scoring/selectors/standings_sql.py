"""The statements behind the standings: plain SQL that PostgreSQL and SQLite both speak.

A knock-out ranks by how far a team came, not by figures: of a whole tournament its matches count only where there are
no others (``docs/decisions/0069-knock-outs-and-standings.md``).

Django's ORM cannot group over a union, and what the tie-breaks ask for would be four queries where one does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection

from scoring.models import LotDraw, MatchState, MatchTally, Result, ResultKind, ResultState
from tournaments.models import Division, EntryState, Match, Round, Stage, StageKind, StageState, Team, WalkOverCounts

Statement = tuple[str, list[Any]]

COLUMNS = (
    "team_id",
    "team",
    "division_id",
    "division",
    "played",
    "won",
    "level",
    "bullseyes_for",
    "bullseyes_against",
    "hang_jacks_for",
    "hang_jacks_against",
    "scored",
)
"""What :func:`aggregate` gives of each team."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which matches count: of a tournament, up to a round's number, of one stage; how a walk-over counts."""

    tournament_id: int
    through_round: int | None = None
    stage_id: int | None = None
    walk_over_counts: str = WalkOverCounts.FULL

    @property
    def limits(self) -> tuple[bool, bool]:
        return self.through_round is not None, self.stage_id is not None

    @property
    def limited_by(self) -> list[Any]:
        return [limit for limit in (self.through_round, self.stage_id) if limit is not None]

    @property
    def without_knock_outs(self) -> list[Any]:
        """The parameters of :data:`_NO_KNOCK_OUT`, which a stage asked for by itself does without."""
        return [self.tournament_id, self.tournament_id] if self.stage_id is None else []

    @property
    def bare(self) -> str:
        """The kind of result of which nothing but the win counts."""
        return ResultKind.WALK_OVER.value if self.walk_over_counts == WalkOverCounts.WIN else ""


def aggregate(scope: Scope, *, counts: bool = False) -> Statement:
    """Every team's figures, one line a team, by division and name; teams without a result as zeros.

    ``counts`` adds to each line the matches of the scope: all, confirmed, and played but not yet confirmed; then the
    number of the tournament's last round and how many stages it has.
    """
    own = [*scope.limited_by, scope.tournament_id, *scope.without_knock_outs]
    counted = [scope.bare, ResultState.CONFIRMED.value]
    more = [MatchState.PLAYED.value, scope.tournament_id, scope.tournament_id] if counts else []
    sql = _aggregate(*scope.limits, counts, connection.vendor == "postgresql")
    return sql, [*own, *counted, *more, scope.tournament_id, EntryState.ENTERED.value]


def evidence(
    scope: Scope, *, among: Iterable[int] | None = (), lots: bool = False, byes: bool = False, stages: bool = False
) -> Statement | None:
    """What the tie-breaks and the byes ask for, in one statement; None when they ask for nothing.

    Lines of (what, four numbers, three texts). ``m`` a counted match and ``p`` a play-off among the teams given (None:
    all of them): home, away, their bullseyes; the winner's side, the match's id. ``s`` a stage drawn: id; kind and
    seed, options, what it was drawn from. ``r`` a round that counts: its stage, its place in the draw. ``l`` lots: id;
    the order drawn. ``g`` a stage of the tournament: id, place; name, kind.
    """
    parts: list[Statement] = []
    teams = None if among is None else sorted(among)
    if teams is None or teams:
        postgresql = connection.vendor == "postgresql"
        sql = _meetings(*scope.limits, postgresql)
        values = [scope.bare, scope.bare, scope.tournament_id, ResultState.CONFIRMED.value]
        values += [scope.tournament_id] if postgresql else []
        values += scope.limited_by
        values += scope.without_knock_outs
        if teams is not None:
            marks = ", ".join(["%s"] * len(teams))
            sql += f" AND m.home_id IN ({marks}) AND m.away_id IN ({marks})"
            values += [*teams, *teams]
        parts.append((sql, values))
    if lots:
        stage = [scope.stage_id] if scope.stage_id is not None else []
        parts.append((_lots(bool(stage)), [scope.tournament_id, *stage]))
    if byes:
        stage = [scope.stage_id] if scope.stage_id is not None else []
        parts.append((_stages(bool(stage)), [scope.tournament_id, StageState.PUBLISHED.value, *stage]))
        parts.append((_rounds(*scope.limits), [scope.tournament_id, *scope.limited_by, ResultState.CONFIRMED.value]))
    if stages:
        parts.append((_named_stages(), [scope.tournament_id]))
    if not parts:
        return None
    return " UNION ALL ".join(sql for sql, _ in parts), [value for _, values in parts for value in values]


_ROUNDS = ("n.number <= %s", "n.stage_id = %s")


def _table(model: Any) -> str:
    return f'"{model._meta.db_table}"'


def _limit(limits: tuple[bool, bool]) -> str:
    """A join that keeps the matches ``m`` of the rounds asked for."""
    asked = [condition for condition, wanted in zip(_ROUNDS, limits, strict=True) if wanted]
    return f"JOIN {_table(Round)} n ON n.id = m.round_id AND {' AND '.join(asked)}" if asked else ""


_NARROW = "AND {}.match_id = ANY(ARRAY(SELECT id FROM own))"
"""Said once more for PostgreSQL alone: it takes the rows from the index whatever it believes about sizes. By the join
alone it reads all results of all tournaments as soon as there are some thirty times as many as of this one."""


_NO_KNOCK_OUT = f"""m.round_id NOT IN (
                SELECT k.id FROM {_table(Round)} k JOIN {_table(Stage)} h ON h.id = k.stage_id
                WHERE k.tournament_id = %s AND h.kind = '{StageKind.KNOCK_OUT.value}' AND EXISTS (
                    SELECT 1 FROM {_table(Match)} a JOIN {_table(Round)} b ON b.id = a.round_id
                    LEFT JOIN {_table(Stage)} c ON c.id = b.stage_id
                    WHERE a.tournament_id = %s AND NOT a.play_off
                          AND (c.id IS NULL OR c.kind <> '{StageKind.KNOCK_OUT.value}')))"""  # noqa: S608 - as above
"""Keeps of a whole tournament the matches of its knock-outs away, unless it has no others."""


_NEITHER_CAME = f"r.kind = '{ResultKind.WALK_OVER.value}' AND r.winner = ''"
"""Both lose such a match: it is no level one, and decides nothing between the two."""


@cache
def _aggregate(by_round: bool, by_stage: bool, counts: bool, postgresql: bool) -> str:
    """Results are found once and added up before the teams are joined.

    So a planner that does not know the sizes yet (just after an import) cannot go far wrong.
    """
    sides = " UNION ALL ".join(
        f"""
        SELECT {ours}_id AS team_id, CASE WHEN winner = '{ours}' THEN 1 ELSE 0 END AS won,
               CASE WHEN winner = '' THEN 1 ELSE 0 END AS level, scored,
               {ours}_bullseyes * scored AS bullseyes_for, {theirs}_bullseyes * scored AS bullseyes_against,
               {ours}_hang_jacks * scored AS hang_jacks_for, {theirs}_hang_jacks * scored AS hang_jacks_against
        FROM counted
        """  # noqa: S608 - table names of our own models; every value is a parameter
        for ours, theirs in (("home", "away"), ("away", "home"))
    )
    totals = (
        f""", totals AS MATERIALIZED (
            SELECT (SELECT COUNT(*) FROM own) AS matches, (SELECT COUNT(*) FROM counted) AS confirmed,
                   (SELECT COUNT(*) FROM own JOIN {_table(MatchTally)} y ON y.match_id = own.id AND y.state = %s
                    {_NARROW.format("y") if postgresql else ""}) AS awaiting,
                   (SELECT COALESCE(MAX(v.number), 0) FROM {_table(Round)} v WHERE v.tournament_id = %s) AS last_round,
                   (SELECT COUNT(*) FROM {_table(Stage)} g WHERE g.tournament_id = %s) AS stages
        )"""  # noqa: S608 - as above
        if counts
        else ""
    )
    figures = ", ".join(f"COALESCE(s.{name}, 0) AS {name}" for name in COLUMNS[4:])
    return f"""
        WITH own AS MATERIALIZED (
            SELECT m.id, m.home_id, m.away_id FROM {_table(Match)} m {_limit((by_round, by_stage))}
            WHERE m.tournament_id = %s AND NOT m.play_off {"" if by_stage else f"AND {_NO_KNOCK_OUT}"}
        ), counted AS MATERIALIZED (
            SELECT o.home_id, o.away_id, CASE WHEN {_NEITHER_CAME} THEN 'none' ELSE r.winner END AS winner,
                   r.home_bullseyes, r.away_bullseyes,
                   r.home_hang_jacks, r.away_hang_jacks, CASE WHEN r.kind = %s THEN 0 ELSE 1 END AS scored
            FROM own o JOIN {_table(Result)} r ON r.match_id = o.id AND r.state = %s
                 {_NARROW.format("r") if postgresql else ""}
        ), figures AS (
            SELECT team_id, COUNT(*) AS played, SUM(won) AS won, SUM(level) AS level, SUM(scored) AS scored,
                   SUM(bullseyes_for) AS bullseyes_for, SUM(bullseyes_against) AS bullseyes_against,
                   SUM(hang_jacks_for) AS hang_jacks_for, SUM(hang_jacks_against) AS hang_jacks_against
            FROM ({sides}) one GROUP BY team_id
        ){totals}
        SELECT t.id AS team_id, t.name AS team, t.division_id, COALESCE(d.name, '') AS division,
               {figures}{", c.matches, c.confirmed, c.awaiting, c.last_round, c.stages" if counts else ""}
        FROM {_table(Team)} t
        LEFT JOIN {_table(Division)} d ON d.id = t.division_id
        LEFT JOIN figures s ON s.team_id = t.id
        {"CROSS JOIN totals c" if counts else ""}
        WHERE t.tournament_id = %s AND (t.state = %s OR s.played > 0)
        ORDER BY d."order", d.name, t.name, t.id
    """  # noqa: S608 - as above


@cache
def _meetings(by_round: bool, by_stage: bool, postgresql: bool) -> str:
    """A play-off of a stage's tie may be played outside its rounds."""
    asked = [
        condition
        for condition, wanted in (
            ("n.number <= %s", by_round),
            ("(n.stage_id = %s OR (n.stage_id IS NULL AND m.play_off))", by_stage),
        )
        if wanted
    ]
    limit = f"JOIN {_table(Round)} n ON n.id = m.round_id AND {' AND '.join(asked)}" if asked else ""
    of_ours = f"SELECT id FROM {_table(Match)} WHERE tournament_id = %s"  # noqa: S608 - as above
    narrow = f"AND r.match_id = ANY(ARRAY({of_ours}))" if postgresql else ""
    return f"""
        SELECT CASE WHEN m.play_off THEN 'p' ELSE 'm' END AS what, m.home_id AS a, m.away_id AS b,
               CASE WHEN r.kind = %s THEN 0 ELSE r.home_bullseyes END AS c,
               CASE WHEN r.kind = %s THEN 0 ELSE r.away_bullseyes END AS d,
               r.winner AS x, CAST(m.id AS TEXT) AS y, '' AS z
        FROM {_table(Match)} m
        JOIN {_table(Result)} r ON r.match_id = m.id AND m.tournament_id = %s AND r.state = %s
             AND NOT ({_NEITHER_CAME}) {narrow} {limit}
        WHERE {"1 = 1" if by_stage else f"(m.play_off OR {_NO_KNOCK_OUT})"}
    """  # noqa: S608 - as above


@cache
def _lots(by_stage: bool) -> str:
    of = "(l.stage_id IS NULL OR l.stage_id = %s)" if by_stage else "1 = 1"
    return f"""
        SELECT 'l' AS what, l.id AS a, 0 AS b, 0 AS c, 0 AS d, CAST(l."order" AS TEXT) AS x, '' AS y, '' AS z
        FROM {_table(LotDraw)} l WHERE l.tournament_id = %s AND {of}
    """  # noqa: S608 - as above


@cache
def _stages(by_stage: bool) -> str:
    return f"""
        SELECT 's' AS what, g.id AS a, 0 AS b, 0 AS c, 0 AS d,
               g.kind || ' ' || g.seed AS x, CAST(g.options AS TEXT) AS y, CAST(g.drawn AS TEXT) AS z
        FROM {_table(Stage)} g WHERE g.tournament_id = %s AND g.state = %s {"AND g.id = %s" if by_stage else ""}
    """  # noqa: S608 - as above


@cache
def _named_stages() -> str:
    return f"""
        SELECT 'g' AS what, g.id AS a, g."order" AS b, 0 AS c, 0 AS d, g.name AS x, g.kind AS y, '' AS z
        FROM {_table(Stage)} g WHERE g.tournament_id = %s
    """  # noqa: S608 - as above


@cache
def _rounds(by_round: bool, by_stage: bool) -> str:
    asked = "".join(f" AND {one}" for one, wanted in zip(_ROUNDS, (by_round, by_stage), strict=True) if wanted)
    return f"""
        SELECT 'r' AS what, n.stage_id AS a, n.drawn_as AS b, 0 AS c, 0 AS d, '' AS x, '' AS y, '' AS z
        FROM {_table(Round)} n
        WHERE n.tournament_id = %s AND n.stage_id IS NOT NULL {asked} AND (n.closed_at IS NOT NULL OR EXISTS (
            SELECT 1 FROM {_table(Match)} m JOIN {_table(Result)} r ON r.match_id = m.id AND r.state = %s
            WHERE m.round_id = n.id))
    """  # noqa: S608 - as above
