"""Standings: every team's figures by one aggregate, put in order by the tournament's chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection

from scoring.selectors import standings_facts as facts
from scoring.selectors.standings_byes import Rules, credited, rules_of
from scoring.selectors.standings_sql import Scope, aggregate
from scoring.tiebreaks import Chain, ChainError, Evidence, Points, Row, describe, parse_chain, rank, to_list
from tournaments.models import Division, Stage, StageKind, Tournament
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


@dataclass(frozen=True, slots=True, eq=False)
class Arranged:
    """What the lines of the two statements come to, put in order.

    ``compared``: the figures that the chain compared; ``raw``: the same without what byes are credited with;
    ``rests``: how often each team rested. ``evidence``: what the links of the chain looked at beside the figures.
    ``stages``: id and name of each of the tournament's, where asked for; ``knock_outs``: whether one is a knock-out.
    """

    rows: tuple[Standing, ...]
    chain: Chain
    order: str
    divisions: tuple[str, ...]
    counts: Counts
    raw: tuple[Row, ...]
    compared: tuple[Row, ...]
    rests: Mapping[int, int]
    evidence: Evidence
    stages: tuple[tuple[int, str], ...]
    knock_outs: bool

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


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament, or of one division or stage of it.

    ``division``: the one asked for, empty for all. ``divisions``: the names of those that have teams, in their order.
    ``order``: the chain in words. The rest: see :class:`Arranged`.
    """

    tournament: Tournament
    rows: tuple[Standing, ...]
    chain: Chain
    order: str
    divisions: tuple[str, ...]
    division: str
    through_round: int | None
    stage: Stage | None
    scope: Scope
    arranged: Arranged

    @property
    def counts(self) -> Counts:
        """The matches of the scope."""
        return self.arranged.counts

    @property
    def by_average(self) -> bool:
        """Whether figures are compared a match and not as totals."""
        return self.arranged.by_average

    @property
    def any_level(self) -> bool:
        """Whether a match ended level."""
        return self.arranged.any_level

    @property
    def any_byes(self) -> bool:
        """Whether a rest counts as a match."""
        return self.arranged.any_byes

    @property
    def shows_points(self) -> bool:
        """Whether points have a part in the order."""
        return self.arranged.shows_points

    @property
    def played(self) -> tuple[int, int]:
        """The fewest and the most matches that a team has played."""
        return self.arranged.played

    @property
    def raw(self) -> tuple[Row, ...]:
        """The figures without what byes are credited with."""
        return self.arranged.raw


def chain_of(tournament: Tournament, stage: Stage | None = None) -> Chain:
    """The tie-break chain of the tournament, or of the stage where it has one of its own, as kept."""
    return _chain(tuple((stage.tie_break if stage else None) or tournament.tie_break))


@lru_cache(maxsize=64)
def _chain(tie_break: tuple[str, ...]) -> Chain:
    """A chain that cannot be read (a name that a later edition dropped) falls back to wins.

    Better that than to leave the hall without standings.
    """
    try:
        return parse_chain(tie_break)
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
    that were drawn in it. Play-offs count in no figure, and without a stage the matches of a knock-out do not where
    there are others. ``name_stages``: name those of the tournament too.
    """
    scope = Scope(tournament.pk, through_round, stage.pk if stage else None, tournament.walk_over_counts)
    lines = tuple(_asked(aggregate(scope, counts=True)))
    kept = Kept(
        scope,
        rules_of(tournament),
        tuple((stage.tie_break if stage else None) or tournament.tie_break),
        division or "",
        drawn(stage).teams if stage else None,
        name_stages and bool(lines) and _counts(lines).stages > 0,
    )
    statement, divisions = _first(lines, kept)
    if division and division not in divisions:
        _refuse_unknown(tournament, division)
    more = tuple(_asked(statement)) if statement else None
    arranged = _arranged(lines, more, kept)
    return Standings(
        tournament=tournament,
        rows=arranged.rows,
        chain=arranged.chain,
        order=arranged.order,
        divisions=arranged.divisions,
        division=division or "",
        through_round=through_round,
        stage=stage,
        scope=scope,
        arranged=arranged,
    )


Lines = tuple[tuple[Any, ...], ...]


class Kept(NamedTuple):
    """Everything beside the lines of the statements that has a part in the standings."""

    scope: Scope
    rules: Rules
    tie_break: tuple[str, ...]
    division: str
    teams: frozenset[int] | None
    """Those drawn in the stage asked for."""
    name_stages: bool


@lru_cache(maxsize=16)
def _first(lines: Lines, kept: Kept) -> tuple[tuple[str, tuple[Any, ...]] | None, tuple[str, ...]]:
    """The second statement, if one is needed, and the names of the divisions.

    Kept under everything that it is made of: another figure in a line is another key, so nothing here can grow old.
    """
    within = _within(lines, kept)
    divisions = tuple(dict.fromkeys(line[3] for line in within if line[2] is not None))
    chain = _chain(kept.tie_break)
    asks = any(link.base in facts.ASKING for link in chain)
    raw = [_row(line, kept.rules.points) for line in within if asks and kept.division in ("", line[3])]
    statement = facts.asking(kept.scope, kept.rules, chain, raw, stages=kept.name_stages)
    return (statement[0], tuple(statement[1])) if statement else None, divisions


@lru_cache(maxsize=16)
def _arranged(lines: Lines, more: Lines | None, kept: Kept) -> Arranged:
    """The lines put in order. Kept as :func:`_first` is."""
    within = _within(lines, kept)
    chain = _chain(kept.tie_break)
    shown = [line for line in within if kept.division in ("", line[3])]
    raw = tuple(_row(line, kept.rules.points) for line in shown)
    found = facts.sorted_out(more or ())
    compared = tuple(credited(raw, found.rests, kept.rules))
    evidence = found.evidence(kept.rules)
    return Arranged(
        rows=_placed(compared, found.rests, chain, evidence, {line[0]: (line[2], line[3]) for line in shown}),
        chain=chain,
        order=describe(chain),
        divisions=tuple(dict.fromkeys(line[3] for line in within if line[2] is not None)),
        counts=_counts(lines),
        raw=raw,
        compared=compared,
        rests=found.rests,
        evidence=evidence,
        stages=tuple((pk, name) for _, pk, name, _ in sorted(found.stages)),
        knock_outs=any(kind == StageKind.KNOCK_OUT for *_, kind in found.stages),
    )


def _within(lines: Lines, kept: Kept) -> Lines:
    """The teams of the stage: those drawn in it, and whoever else played in it."""
    if kept.teams is None:
        return lines
    return tuple(line for line in lines if line[0] in kept.teams or line[4])


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
    """The rows of ``found`` for other figures or by another chain, with the evidence that those ask for.

    One query at most.
    """
    rules, rests = rules_of(found.tournament), found.arranged.rests
    statement = facts.asking(found.scope, rules, found.chain, raw, rests=rests)
    evidence = facts.sorted_out(_asked(statement) if statement else (), swap).evidence(rules)
    divisions = {row.team_id: (row.division_id, row.division) for row in found.rows}
    return _placed(credited(raw, rests, rules), rests, found.chain, evidence, divisions)


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
    return _counts(_asked(aggregate(Scope(tournament.pk), counts=True)))


def _counts(lines: Sequence[tuple[Any, ...]]) -> Counts:
    return Counts(*lines[0][12:]) if lines else Counts(0, 0, 0)


def _asked(statement: tuple[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(*statement)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def _row(line: tuple[Any, ...], points: Points) -> Row:
    key, name, _, _, played, won, level, made, given, hung, suffered, scored = line[:12]
    lost = played - won - level
    worth = won * points.win + level * points.level + lost * points.loss
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
