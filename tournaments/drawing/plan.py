"""A stage's draw from its kind, its options and its teams: the same again whenever it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.drawing import lots, pools
from tournaments.drawing.crossover import NOTE, cross_over, ordinal, seeded
from tournaments.drawing.fixtures import prescribed, two_halves
from tournaments.drawing.knockout import knock_out, resolved
from tournaments.drawing.values import Draw, DrawError, Place, Side, relabelled

ROUND_ROBIN, DOUBLE, KNOCK_OUT, TWO_HALVES, PRESCRIBED = KINDS = (
    "round-robin", "double", "knock-out", "two-halves", "prescribed",
)  # fmt: skip
_POOLED = frozenset({"teams", "numbers", "pools", "pools_count", "rounds"})
TAKES: Mapping[str, frozenset[str]] = {
    ROUND_ROBIN: _POOLED,
    DOUBLE: _POOLED,
    KNOCK_OUT: frozenset({"teams", "numbers", "third_place", "minor_cup", "cross_over"}),
    TWO_HALVES: frozenset({"teams", "numbers"}),
    PRESCRIBED: frozenset({"fixtures"}),
}
"""The options that each kind takes."""
NUMBERS = ("given", "lot")
POOLS = ("none", "divisions", "snake", "lot")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a stage is drawn.

    ``teams``: who plays, the best seed first (empty: everybody entered). ``numbers``: the numbers or seeds as ``given``
    or by ``lot``. ``pools``: ``none``, the ``divisions``, or ``pools_count`` pools by ``snake`` or ``lot``. ``rounds``:
    only the first so many. ``cross_over``: the list ranks the teams within their divisions, first, second, …
    ``fixtures``: rounds of (home, away).
    """

    kind: str
    teams: tuple[int, ...] = ()
    numbers: str = "given"
    pools: str = "none"
    pools_count: int | None = None
    rounds: int | None = None
    third_place: bool = False
    minor_cup: bool = False
    cross_over: bool = False
    fixtures: tuple[tuple[tuple[int, int], ...], ...] = ()

    @property
    def by_lot(self) -> bool:
        """Whether lots are drawn."""
        return self.numbers == "lot" or self.pools == "lot"


def read(kind: str, options: Mapping[str, object]) -> Plan:
    """The plan of these options (JSON values). DrawError names the option that cannot be."""
    if kind not in TAKES:
        raise DrawError("kind", f"There is no such kind of stage. There are: {', '.join(KINDS)}.")
    for name in options:
        if name not in TAKES[kind]:
            raise DrawError(name, "This kind of stage does not have that.")
    plan = Plan(
        kind,
        teams=_teams(options.get("teams", [])),
        numbers=_one_of("numbers", options.get("numbers", "given"), NUMBERS),
        pools=_one_of("pools", options.get("pools", "none"), POOLS),
        pools_count=_number("pools_count", options.get("pools_count"), len(pools.NAMES)),
        rounds=_number("rounds", options.get("rounds"), 126),
        third_place=_flag("third_place", options.get("third_place", False)),
        minor_cup=_flag("minor_cup", options.get("minor_cup", False)),
        cross_over=_flag("cross_over", options.get("cross_over", False)),
        fixtures=_fixtures(options.get("fixtures", [])),
    )
    if plan.pools in ("snake", "lot") and plan.pools_count is None:
        raise DrawError("pools_count", "Say how many pools.")
    if plan.pools not in ("snake", "lot") and plan.pools_count is not None:
        raise DrawError("pools_count", "The number of pools is for pools by snake or by lot.")
    if plan.cross_over and plan.numbers == "lot":
        raise DrawError("numbers", "A cross-over goes by the ranks in the pools; there is nothing to draw lots for.")
    if plan.pools == "snake" and plan.numbers == "lot":
        raise DrawError("numbers", "A snake goes by seeds. Choose pools by lot where lots are to decide.")
    return plan


def made(plan: Plan, entered: Sequence[int], divisions: Mapping[int, str], seed: str) -> Draw:
    """The draw of a plan. ``entered``: every team in order of entry; ``divisions``: the name of each team's.

    DrawError names what cannot be.
    """
    if set(plan.teams) - set(entered):
        raise DrawError("teams", "A team of the list is no longer entered.")
    if plan.kind == PRESCRIBED:
        return prescribed(plan.fixtures, entered)
    teams = plan.teams or tuple(entered)
    if len(set(teams)) != len(teams):
        raise DrawError("teams", "A team stands in the list twice.")
    if plan.kind == KNOCK_OUT and plan.cross_over:
        draw = _crossed(plan, teams, divisions)
    elif plan.kind in (ROUND_ROBIN, DOUBLE):
        draw = _pooled(plan, teams, divisions, seed)
    else:
        numbered = lots.by_lot(teams, seed, "numbers") if plan.numbers == "lot" else teams
        if plan.kind == KNOCK_OUT:
            draw = knock_out(list(numbered), third_place=plan.third_place, minor_cup=plan.minor_cup)
        elif len(numbered) % 2:
            raise DrawError("teams", f"Return matches are played by pairs; {len(numbered)} teams leave one over.")
        else:
            draw = two_halves(list(zip(numbered[::2], numbered[1::2], strict=True)))
    if not plan.by_lot:
        return draw
    what = "Pools and numbers" if plan.pools == "lot" else "Seeds" if plan.kind == KNOCK_OUT else "Numbers"
    purpose = "pools" if plan.pools == "lot" else "numbers"
    return replace(draw, seed=seed, purpose=purpose, notes=(*draw.notes, lots.note(seed, what)))


def from_places(
    plan: Plan, placed: Sequence[tuple[Place, int | None]], divisions: Mapping[int, str], seed: str
) -> Draw:
    """The draw of those who come from places of another stage: each place with its team, None where not known yet.

    Places stand for teams not known; lots are drawn among teams alone. ``divisions`` as for :func:`made`, of those
    known. DrawError names what cannot be.
    """
    if plan.teams or plan.cross_over:
        raise DrawError("teams", "The teams come from another stage: there is no list of them.")
    if plan.kind == PRESCRIBED:
        raise DrawError("source", "Fixtures as written name their teams: they cannot come from another stage.")
    if not 2 <= len(placed) <= pools.MOST:
        raise DrawError("places_to", f"This takes 2 to {pools.MOST} teams; {len(placed)} come from the other stage.")
    if plan.by_lot and any(team is None for _, team in placed):
        raise DrawError("source", "Lots are drawn when it is known which teams come from the other stage.")
    # Whoever is not known yet stands under a number that no team has.
    number = {place: -at if team is None else team for at, (place, team) in enumerate(placed, start=1)}
    unknown: dict[Side, Side] = {-at: place for at, (place, team) in enumerate(placed, start=1) if team is None}
    order = seeded([place for place, _ in placed])
    of = {number[place]: place.pool for place in order} if len({place.pool for place in order}) > 1 else divisions
    if plan.kind == KNOCK_OUT and not plan.by_lot:
        draw = knock_out(
            [number[place] for place in order],
            third_place=plan.third_place,
            minor_cup=plan.minor_cup,
            reasons={number[place]: f"{ordinal(place.rank)} of {place.pool}." for place in order},
        )
        draw = replace(draw, notes=(NOTE,) if len({place.pool for place in order}) > 1 else ())
    else:
        inner = replace(plan, teams=tuple(number[place] for place in order))
        draw = made(inner, inner.teams, of, seed)
    return relabelled(draw, unknown)


def _pooled(plan: Plan, teams: Sequence[int], divisions: Mapping[int, str], seed: str) -> Draw:
    double = plan.kind == DOUBLE
    notes: list[str] = []
    groups: dict[str, tuple[int, ...]]
    if plan.pools in ("snake", "lot"):
        count = plan.pools_count or 1
        placed = pools.snake(teams, count) if plan.pools == "snake" else pools.pools_by_lot(teams, count, seed)
        groups = pools.gathered(placed)
        notes.append(
            "Pools by snake: down the list of seeds, forwards and backwards through the pools in turn."
            if plan.pools == "snake"
            else "Pools by lot: the lots in order go to the pools in turn."
        )
    elif plan.pools == "divisions":
        if any(team not in divisions for team in teams):
            raise DrawError("pools", "Some teams are in no division.")
        groups = {
            name: tuple(team for team in teams if divisions[team] == name)
            for name in dict.fromkeys(divisions[team] for team in teams)
        }
    else:
        groups = {"": tuple(teams)}
    if plan.numbers == "lot" and plan.pools != "lot":
        groups = {name: lots.by_lot(group, seed, "numbers") for name, group in groups.items()}
    if len(groups) == 1 and len(teams) < 2:
        raise DrawError("teams", f"This takes two teams at least; there are {len(teams)}.")
    draw = pools.side_by_side(groups, double=double, rounds=plan.rounds)
    return replace(draw, notes=tuple(notes))


def _crossed(plan: Plan, teams: Sequence[int], divisions: Mapping[int, str]) -> Draw:
    if any(team not in divisions for team in teams):
        raise DrawError("cross_over", "A cross-over goes by divisions, and some teams are in none.")
    ranked: dict[str, list[int]] = {}
    for team in teams:
        ranked.setdefault(divisions[team], []).append(team)
    if len({len(group) for group in ranked.values()}) != 1:
        counted = ", ".join(f"{name} {len(group)}" for name, group in ranked.items())
        raise DrawError("cross_over", f"As many teams go through from each division; the list has {counted}.")
    through = len(next(iter(ranked.values())))
    draw = cross_over(list(ranked), through, third_place=plan.third_place, minor_cup=plan.minor_cup)
    places: dict[Side, int] = {
        Place(name, rank): team for name, group in ranked.items() for rank, team in enumerate(group, start=1)
    }
    return resolved(draw, {}, places)


def _teams(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(_is_id(one) for one in value):
        raise DrawError("teams", "A list of teams.")
    if len(set(value)) != len(value):
        raise DrawError("teams", "A team stands in the list twice.")
    if len(value) > pools.MOST:
        raise DrawError("teams", f"At most {pools.MOST} teams.")
    return tuple(value)


def _fixtures(value: object) -> tuple[tuple[tuple[int, int], ...], ...]:
    wrong = DrawError("fixtures", "Rounds, each a list of pairs of teams: home, away.")
    if not isinstance(value, list | tuple) or not all(isinstance(pairs, list | tuple) for pairs in value):
        raise wrong
    if len(value) > 126 or any(len(pairs) > pools.MOST // 2 for pairs in value):
        raise DrawError("fixtures", f"At most 126 rounds of {pools.MOST // 2} matches.")
    for pairs in value:
        for pair in pairs:
            if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(_is_id(team) for team in pair):
                raise wrong
    return tuple(tuple((home, away) for home, away in pairs) for pairs in value)


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _one_of(field: str, value: object, among: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in among:
        raise DrawError(field, f"One of: {', '.join(among)}.")
    return value


def _number(field: str, value: object, most: int) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise DrawError(field, f"A whole number from 1 to {most}.")
    return value


def _flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise DrawError(field, "Yes or no.")
    return value
