"""Standings: every team's figures by one aggregate, put in order by the tournament's chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from scoring.selectors import standings_facts as facts
from scoring.selectors.standings_sql import Scope, aggregate
from scoring.tiebreaks import Chain, ChainError, Evidence, Row, describe, parse_chain, rank, to_list
from tournaments.models import Division, Stage, Tournament
from tournaments.selectors.drawn import drawn

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


class Standing(NamedTuple):
    """One team's line; the figures are counts over its confirmed matches, and what its byes are credited with.

    ``decided_by``: what put it below the team above, in words; empty for the first
    and for a team level with the one above. ``byes``: rests that count as matches played.
    ``scored``: matches whose bullseyes and hang jacks count.
    """

    rank: int
    team_id: int
    team: str
    division_id: int | None
    division: str
    played: int
    won: int
    level: int
    lost: int
    points: int
    bullseyes_for: int
    bullseyes_against: int
    hang_jacks_for: int
    hang_jacks_against: int
    byes: int
    scored: int
    decided_by: str

    def as_fields(self) -> dict[str, Any]:
        """The exported columns by name."""
        return {name: getattr(self, name) for name in FIELDS}


class Counts(NamedTuple):
    """Matches: all, with a confirmed result, and played but not yet confirmed; play-offs apart.

    ``last_round``: the highest number of a round of the tournament. ``stages``: how many it has.
    """

    matches: int
    confirmed: int
    awaiting: int
    last_round: int = 0
    stages: int = 0


class UnknownDivision(ValueError):
    """A division that the tournament does not have; the message names those that it has."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament, or of one division or stage of it.

    ``division``: the one asked for, empty for all. ``divisions``: the names of those that have teams, in their order.
    ``order``: the chain in words. ``compared``: the figures that it compared; ``raw``: the same without what byes are
    credited with; ``rests``: how often each team rested. ``evidence``: what the links of the chain looked at beside
    the figures. ``stages``: id and name of each of the tournament's, where asked for.
    """

    tournament: Tournament
    rows: tuple[Standing, ...]
    chain: Chain
    order: str
    divisions: tuple[str, ...]
    division: str
    through_round: int | None
    stage: Stage | None
    counts: Counts
    scope: Scope
    raw: tuple[Row, ...]
    compared: tuple[Row, ...]
    rests: Mapping[int, int]
    evidence: Evidence
    stages: tuple[tuple[int, str], ...] = ()

    @property
    def by_average(self) -> bool:
        """Whether figures are compared a match and not as totals."""
        return self.evidence.by_average

    @property
    def any_level(self) -> bool:
        """Whether a match ended level."""
        return any(row.level for row in self.rows)

    @property
    def any_byes(self) -> bool:
        """Whether a rest counts as a match."""
        return any(row.byes for row in self.rows)

    @property
    def shows_points(self) -> bool:
        """Whether points have a part in the order."""
        return any(link.base in ("points", "head-to-head") for link in self.chain)

    @property
    def played(self) -> tuple[int, int]:
        """The fewest and the most matches that a team has played."""
        played = [row.played for row in self.rows] or [0]
        return min(played), max(played)


def chain_of(tournament: Tournament, stage: Stage | None = None) -> Chain:
    """The tie-break chain of the tournament, or of the stage where it has one of its own, as kept.

    A chain that cannot be read (a name that a later edition dropped) falls back to
    wins rather than leave the hall without standings.
    """
    try:
        return parse_chain((stage.tie_break if stage else None) or tournament.tie_break)
    except ChainError:
        return parse_chain("wins")


def standings(
    tournament: Tournament,
    *,
    division: str | None = None,
    through_round: int | None = None,
    stage: Stage | None = None,
    name_stages: bool = False,
) -> Standings:
    """The standings: one query, and one more where the chain or the byes ask for it.

    ``division`` keeps the teams of that name's division, with all their matches,
    whoever they were played against; None or empty keeps all.
    :class:`UnknownDivision` when there is none of that name.
    ``through_round`` counts only rounds up to that number. ``stage`` counts its rounds alone, and keeps the teams
    that were drawn in it. Play-offs count in no figure. ``name_stages``: name those of the tournament too.
    """
    scope = Scope(tournament.pk, through_round, stage.pk if stage else None, tournament.walk_over_counts)
    lines = _lines(scope)
    counts = _counts(lines)
    if stage is not None:
        within = drawn(stage).teams
        lines = [line for line in lines if line[0] in within or line[4]]
    divisions = tuple(dict.fromkeys(line[3] for line in lines if line[2] is not None))
    if division:
        if division not in divisions:
            _refuse_unknown(tournament, division)
        lines = [line for line in lines if line[3] == division]
    raw = tuple(_row(line, tournament) for line in lines)
    chain = chain_of(tournament, stage)
    beside = facts.found(scope, tournament, chain, raw, stages=name_stages and counts.stages > 0)
    return Standings(
        tournament=tournament,
        rows=_placed(beside, chain, {line[0]: (line[2], line[3]) for line in lines}),
        chain=chain,
        order=describe(chain),
        divisions=divisions,
        division=division or "",
        through_round=through_round,
        stage=stage,
        counts=counts,
        scope=scope,
        raw=raw,
        compared=tuple(beside.rows),
        rests=beside.rests,
        evidence=beside.evidence,
        stages=beside.stages,
    )


def tied_at(found: Standings, place: int) -> tuple[Standing, ...]:
    """The teams that stand level across the line between ``place`` and the next; empty where the cut is clean."""
    rows = found.rows
    if not 1 <= place < len(rows) or rows[place - 1].rank != rows[place].rank:
        return ()
    return tuple(row for row in rows if row.rank == rows[place].rank)


def standings_json(found: Standings) -> dict[str, Any]:
    """The standings as the API and the command line give them."""
    fewest, most = found.played
    return {
        "tournament": found.tournament.slug,
        "name": found.tournament.name,
        "division": found.division or None,
        "stage": found.stage.pk if found.stage else None,
        "through_round": found.through_round,
        "tie_break": to_list(found.chain),
        "order": found.order,
        "by_average": found.by_average,
        "unequal": fewest != most,
        "matches": {name: getattr(found.counts, name) for name in ("matches", "confirmed", "awaiting")},
        "standings": [
            {
                **row.as_fields(),
                "level": row.level,
                "points": row.points,
                "byes": row.byes,
                "team_id": row.team_id,
                "decided_by": row.decided_by or None,
            }
            for row in found.rows
        ],
    }


def again(found: Standings, raw: Sequence[Row], swap: facts.Swap | None = None) -> tuple[Standing, ...]:
    """The rows of ``found`` for other figures, with the evidence that those ask for."""
    beside = facts.found(found.scope, found.tournament, found.chain, raw, rests=found.rests, swap=swap)
    divisions = {row.team_id: (row.division_id, row.division) for row in found.rows}
    return _placed(beside, found.chain, divisions)


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
    return _counts(_lines(Scope(tournament.pk)))


def _counts(lines: Sequence[tuple[Any, ...]]) -> Counts:
    return Counts(*lines[0][12:]) if lines else Counts(0, 0, 0)


def _lines(scope: Scope) -> list[tuple[Any, ...]]:
    """One line a team, in the columns of the aggregate and then the counts; by division, then name."""
    with connection.cursor() as cursor:
        cursor.execute(*aggregate(scope, counts=True))
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _row(line: tuple[Any, ...], tournament: Tournament) -> Row:
    key, name, _, _, played, won, level, made, given, hung, suffered, scored = line[:12]
    lost = played - won - level
    worth = won * tournament.points_win + level * tournament.points_level + lost * tournament.points_loss
    return Row(key, name, played, won, lost, made, given, hung, suffered, level, worth, scored)


def _placed(beside: facts.Found, chain: Chain, divisions: Mapping[int, tuple[int | None, str]]) -> tuple[Standing, ...]:
    placed = []
    for place in rank(beside.rows, chain, beside.evidence):
        key, name, played, won, lost, made, given, hung, suffered, level, points, scored = place.row
        byes, why = beside.rests.get(key, 0), place.decided_by.words if place.decided_by else ""
        of, division = divisions[key]
        matches = (played, won, level, lost, points)
        figures = (made, given, hung, suffered, byes, scored)
        placed.append(Standing(place.rank, key, name, of, division, *matches, *figures, why))
    return tuple(placed)
