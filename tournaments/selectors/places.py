"""Who goes on from one stage to the next: places, teams once they are settled, and what stands in the way.

A tie that reaches across a cut is not settled here: it blocks the draw until a play-off game or a lot drawn in public
decides it. Teams level with one another that all go on hinder nobody; for the seeds they are put in order by lot from
the stage's own seed, which is on its page (``docs/decisions/0061-places-of-another-stage.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments import play
from tournaments.drawing import DrawError, Place, by_lot, ordinal, read, standing
from tournaments.models import Match, PlacesBy, Stage, StageKind, StageState, Team
from tournaments.selectors import halves, material
from tournaments.selectors.material import Material

PURPOSE = "level"
"""What a lot among level teams is drawn for."""
SHOWN = 6
"""Matches named in a message; of more, their number is said."""


@dataclass(frozen=True, slots=True)
class Entrants:
    """Those who go on. ``problems``: why that is not settled, in sentences; then no place has a team.

    ``tied``: among the problems are ties that a play-off or a lot settles.
    """

    placed: tuple[tuple[Place, int | None], ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    tied: bool = False

    def into(self, found: Material) -> Material:
        """Material of a draw with these in it."""
        return {**found, "places": [(place.pool, place.rank, team) for place, team in self.placed]}


def of(stage: Stage) -> Entrants:
    """Those who come to a stage from its ``source``. DrawError where the source itself cannot be drawn."""
    source = stage.source
    if source is None or stage.places_from is None or stage.places_to is None:
        return Entrants()
    ranks = range(stage.places_from, stage.places_to + 1)
    problems = unfinished(source)
    if problems:
        return _open(stage, source, ranks, problems)
    tied = False
    groups = levels(source, by_division=stage.places_by == PlacesBy.DIVISION)
    names = dict(Team.objects.filter(tournament_id=stage.tournament_id).values_list("pk", "name"))
    placed: list[tuple[Place, int | None]] = []
    notes: list[str] = []
    for name, tiers in groups:
        group = _cut(stage, name or source.name, tiers, ranks, names)
        placed += group.placed
        problems += group.problems
        tied = tied or group.tied
        notes += group.notes
    if problems:
        return replace(_open(stage, source, ranks, problems), tied=tied)
    placed.sort(key=lambda one: one[0].rank)
    return Entrants(tuple(placed), (), tuple(notes))


def moved(stage: Stage, names: dict[int, str]) -> tuple[str, ...]:
    """What a published stage would take otherwise now; empty where its source stands as it stood."""
    was = {(pool, rank): team for pool, rank, team in (stage.drawn or {}).get("places", [])}
    if not was:
        return ()
    now = of(stage)
    if now.problems:
        return now.problems
    return tuple(
        f"The {ordinal(place.rank)} of {place.pool} is {names.get(team or 0, '?')} now; "
        f"it was {names.get(was.get((place.pool, place.rank)) or 0, 'nobody')} when this was drawn."
        for place, team in now.placed
        if was.get((place.pool, place.rank)) != team
    )


def unfinished(source: Stage) -> list[str]:
    """What of a stage is still missing before its places are final, in sentences. Two or three queries."""
    if source.state != StageState.PUBLISHED:
        return [f"{source} is not published yet."]
    matches = material.matches_by_round(source)
    everything = [match for some in matches.values() for match in some]
    scores = play.scores([match.pk for match in everything])
    found: list[str] = []
    waiting = [match for match in everything if match.pk not in scores]
    if waiting:
        found.append(f"{source} is not over: no confirmed result yet of {_listed(waiting)}.")
    elif source.kind == StageKind.KNOCK_OUT:
        draw, won = material.progress(source, matches)
        if any(pairing.code not in won for pairing in draw.pairings()):
            found.append(f"{source} is not over: some of its matches are still to be made.")
    elif source.kind == StageKind.TWO_HALVES:
        level = [tie for tie in halves.of_stage(source) if tie.level]
        found += [
            f"{tie.first.home} and {tie.first.away} are level in total: a play-off match between them settles it."
            for tie in level
        ]
    return found


def levels(source: Stage, *, by_division: bool) -> list[tuple[str, list[list[int]]]]:
    """The teams of a stage that is over, in order, those level together; of all, or a group each pool or division."""
    if source.kind == StageKind.KNOCK_OUT:
        return [("", standing(*material.progress(source, material.matches_by_round(source))))]
    if source.kind == StageKind.TWO_HALVES:
        ties = halves.of_stage(source)
        won = [tie.winner for tie in ties if tie.winner is not None]
        both = [side for tie in ties for side in (tie.first.home_id, tie.first.away_id)]
        return [("", [won, [side for side in both if side not in won]])]
    return play.ranking(source.pk, by_division=by_division)


def _open(stage: Stage, source: Stage, ranks: Sequence[int], problems: Sequence[str]) -> Entrants:
    return Entrants(tuple((place, None) for place in _places(stage, source, ranks)), tuple(problems))


def _places(stage: Stage, source: Stage, ranks: Sequence[int]) -> list[Place]:
    """The places as they will be, before anybody knows who takes them."""
    if stage.places_by == PlacesBy.OVERALL:
        return [Place(source.name, rank) for rank in ranks]
    plan = read(source.kind, source.options)
    found = source_material(source)
    pools = material.pools(plan, material.drawn_from(plan, source.seed, found), found["divisions"])
    if "" in pools:
        raise DrawError("places_by", f"Not every team of {source} is in a pool or division.")
    return [Place(name, rank) for rank in ranks for name, sides in pools.items() if rank <= len(sides)]


def source_material(stage: Stage) -> Material:
    """What a stage is drawn from: as kept if it is published, as it would be if it is a draft."""
    if stage.state == StageState.PUBLISHED and stage.drawn is not None:
        kept: Material = stage.drawn
        return kept
    found = material.entered(stage.tournament)
    return of(stage).into(found) if stage.source_id else found


def _cut(
    stage: Stage, name: str, tiers: Sequence[Sequence[int]], ranks: Sequence[int], names: dict[int, str]
) -> Entrants:
    """Those of one group that go on; ``tiers``: its teams in order, those level together."""
    placed: list[tuple[Place, int | None]] = []
    problems: list[str] = []
    notes: list[str] = []
    wanted, at, tied = set(ranks), 1, False
    for tier in tiers:
        here = range(at, at + len(tier))
        at += len(tier)
        going = [rank for rank in here if rank in wanted]
        if not going:
            continue
        if len(going) < len(tier):
            tied = True
            problems.append(
                f"{_and(names[team] for team in tier)} are level at places {here[0]} to {here[-1]} of {name}, and only "
                f"place{'s' if len(going) > 1 else ''} {_and(str(rank) for rank in going)} "
                f"go{'es' if len(going) == 1 else ''} to {stage}. "
                "A play-off between them, or a lot drawn in public, has to decide first."
            )
            continue
        order = by_lot(tier, stage.seed, PURPOSE) if len(tier) > 1 else tier
        if len(tier) > 1:
            notes.append(
                f"{_and(names[team] for team in tier)} are level at places {here[0]} to {here[-1]} of {name} and all "
                f"go on. For the seeds they stand by lot from the seed “{stage.seed}”: "
                f"{_and(names[team] for team in order)}."
            )
        placed += [(Place(name, rank), team) for rank, team in zip(here, order, strict=True)]
    if stage.places_by == PlacesBy.OVERALL and at <= ranks[-1]:
        problems.append(f"{name} has {at - 1} teams: there is no {ordinal(ranks[-1])} place.")
    return Entrants(tuple(placed), tuple(problems), tuple(notes), tied)


def _listed(matches: Sequence[Match]) -> str:
    names = [f"{match} ({match.round})" for match in matches[:SHOWN]]
    more = len(matches) - SHOWN
    return _and([*names, f"{more} more"] if more > 0 else names)


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
