"""What a stage is drawn from, the draw of it, and how far its matches have filled that in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict, cast

from tournaments import play
from tournaments.drawing import Draw, Place, Plan, Side, from_places, made, read, resolved
from tournaments.models import Match, Stage, Tournament
from tournaments.selectors import entries


class Material(TypedDict):
    """What a draw is made of, as kept in JSON: ids in order of entry, and names of divisions by the team's id.

    ``places``: where the teams come from another stage, each place (pool, rank) with its team, null while not known.
    """

    teams: list[int]
    divisions: dict[str, str]
    places: NotRequired[list[tuple[str, int, int | None]]]


def entered(tournament: Tournament) -> Material:
    """What a draw is made of: every team entered, in order, and the names of their divisions; one query."""
    rows = list(entries.entered(tournament).order_by("pk").values_list("pk", "division__name"))
    return {"teams": [pk for pk, _ in rows], "divisions": {str(pk): name for pk, name in rows if name is not None}}


def drawn_from(plan: Plan, seed: str, material: Material) -> Draw:
    """The draw of a plan from its material, now or when it was published."""
    divisions = {int(pk): name for pk, name in material["divisions"].items()}
    if "places" in material:
        placed = [(Place(pool, rank), team) for pool, rank, team in material["places"]]
        return from_places(plan, placed, divisions, seed)
    return made(plan, material["teams"], divisions, seed)


def published(stage: Stage) -> tuple[Plan, Draw]:
    """The plan and the draw of a published stage, nothing of its matches filled in."""
    plan = read(stage.kind, stage.options)
    return plan, drawn_from(plan, stage.seed, cast(Material, stage.drawn))


def pools(plan: Plan, draw: Draw, divisions: Mapping[str, str]) -> dict[str, list[Side]]:
    """Who plays in which pool of a draw, by the pools' names; without pools, by the ``divisions`` of the teams' ids."""
    sides = [(pairing.group, side) for pairing in draw.pairings() for side in (pairing.home, pairing.away)]
    sides += [(bye.group, bye.team) for bye in draw.byes]
    found: dict[str, list[Side]] = {}
    for group, side in dict.fromkeys(sides):
        name = f"Pool {group}" if plan.pools in ("snake", "lot") else group or divisions.get(str(side), "")
        found.setdefault(name, []).append(side)
    return found


def matches_by_round(stage: Stage) -> dict[int, list[Match]]:
    """The matches of a published stage by their round's place in the draw, play-offs apart; one query."""
    found: dict[int, list[Match]] = {}
    matches = Match.objects.filter(round__stage=stage, play_off=False).select_related("home", "away", "round")
    for match in matches.order_by("pk"):
        found.setdefault(match.round.drawn_as or 0, []).append(match)
    return found


def filled(draw: Draw, matches: Mapping[int, list[Match]], winners: Mapping[int, int]) -> tuple[Draw, dict[str, int]]:
    """The draw with the winners known by now, and those by the match's code.

    Round after round, since who plays in one depends on who won in those before it.
    """
    won: dict[str, int] = {}
    for number in range(1, len(draw.rounds) + 1):
        now = resolved(draw, won)
        played = {frozenset((match.home_id, match.away_id)): match for match in matches.get(number, ())}
        for pairing in now.rounds[number - 1]:
            match = played.get(frozenset(side for side in (pairing.home, pairing.away) if isinstance(side, int)))
            if pairing.code and match and match.pk in winners:
                won[pairing.code] = winners[match.pk]
    return resolved(draw, won), won


def progress(stage: Stage, matches: Mapping[int, list[Match]]) -> tuple[Draw, dict[str, int]]:
    """The draw of a published stage as its results have filled it in by now, and the winners by code; one query."""
    _, draw = published(stage)
    return filled(draw, matches, play.winners([match.pk for some in matches.values() for match in some]))
