"""Standings: every team's figures by one aggregate, put in order by the tournament's chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """Matches: all, with a confirmed result, and played but not yet confirmed; play-offs apart."""

    matches: int
    confirmed: int
    awaiting: int


class UnknownDivision(ValueError):
    """A division that the tournament does not have; the message names those that it has."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament, or of one division or stage of it.

    ``division``: the one asked for, empty for all. ``divisions``: the names of those
    that have teams, in their order. ``order``: the chain in words. ``raw``: the figures without
    what byes are credited with; ``rests``: how often each team rested. ``evidence``: what the
    links of the chain looked at beside the figures.
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
    rests: Mapping[int, int]
    evidence: Evidence

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
) -> Standings:
    """The standings: one query, and one more where the chain or the byes ask for it.

    ``division`` keeps the teams of that name's division, with all their matches,
    whoever they were played against; None or empty keeps all.
    :class:`UnknownDivision` when there is none of that name.
    ``through_round`` counts only rounds up to that number. ``stage`` counts its rounds alone, and keeps the teams
    that were drawn in it. Play-offs count in no figure.
    """
    scope = Scope(tournament.pk, through_round, stage.pk if stage else None, tournament.walk_over_counts)
    lines = _lines(scope)
    counts = Counts(*lines[0][-3:]) if lines else Counts(0, 0, 0)
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
    rests, rows, evidence = facts.found(scope, tournament, chain, raw)
    return Standings(
        tournament=tournament,
        rows=_placed(rows, rests, chain, evidence, {line[0]: (line[2], line[3]) for line in lines}),
        chain=chain,
        order=describe(chain),
        divisions=divisions,
        division=division or "",
        through_round=through_round,
        stage=stage,
        counts=counts,
        scope=scope,
        raw=raw,
        rests=rests,
        evidence=evidence,
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
        "matches": found.counts._asdict(),
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


def again(found: Standings, raw: Sequence[Row], swaps: facts.Swap | None = None) -> tuple[Standing, ...]:
    """The rows of ``found`` for other figures, with the evidence that those ask for."""
    rests, rows, evidence = facts.found(found.scope, found.tournament, found.chain, raw, rests=found.rests, swap=swaps)
    divisions = {row.team_id: (row.division_id, row.division) for row in found.rows}
    return _placed(rows, rests, found.chain, evidence, divisions)


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
    lines = _lines(Scope(tournament.pk))
    return Counts(*lines[0][-3:]) if lines else Counts(0, 0, 0)


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


def _placed(
    rows: Iterable[Row],
    rests: Mapping[int, int],
    chain: Chain,
    evidence: Evidence,
    divisions: Mapping[int, tuple[int | None, str]],
) -> tuple[Standing, ...]:
    placed = []
    for place in rank(rows, chain, evidence):
        key, name, played, won, lost, made, given, hung, suffered, level, points, scored = place.row
        byes, why = rests.get(key, 0), place.decided_by.words if place.decided_by else ""
        of, division = divisions[key]
        matches = (played, won, level, lost, points)
        figures = (made, given, hung, suffered, byes, scored)
        placed.append(Standing(place.rank, key, name, of, division, *matches, *figures, why))
    return tuple(placed)
