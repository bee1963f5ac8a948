"""A stage's draw as the pages and the API show it: names, reasons, and which of it is in the fixture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tournaments import play
from tournaments.drawing import (
    Draw,
    DrawError,
    Loser,
    Pairing,
    Place,
    Plan,
    Side,
    Winner,
    check,
    lot,
    ordinal,
    read,
)
from tournaments.drawing.lots import text
from tournaments.models import Match, Round, Stage, StageKind, StageState
from tournaments.selectors import finals, halves, material, places
from tournaments.selectors.halves import Tie
from tournaments.selectors.material import Material, drawn_from, entered

__all__ = [
    "Material",
    "ShownDraw",
    "ShownLot",
    "ShownPairing",
    "ShownRound",
    "drawn_from",
    "entered",
    "shown",
    "states",
]


@dataclass(frozen=True, slots=True)
class ShownPairing:
    """One pairing in words. ``known``: both teams are settled by now; ``match`` is its match in the fixture, if any.

    ``score``: its confirmed bullseyes as "17–5", the pairing's home first; empty before.
    """

    pairing: Pairing
    home: str
    away: str
    known: bool
    match: Match | None
    score: str = ""


@dataclass(frozen=True, slots=True)
class ShownLot:
    """A team's lot, and the text that it is the SHA-256 of."""

    team: str
    text: str
    lot: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """One round of the draw; ``round`` is its round in the fixture, once published."""

    number: int
    name: str
    pairings: tuple[ShownPairing, ...]
    byes: tuple[tuple[str, str], ...]
    """Who rests, and why."""
    round: Round | None


@dataclass(frozen=True, slots=True)
class ShownDraw:
    """A draw made out. ``fault`` (field, text) says why there is none; then everything else is empty."""

    rounds: tuple[ShownRound, ...] = ()
    notes: tuple[str, ...] = ()
    lots: tuple[ShownLot, ...] = ()
    """The lowest first, where lots were drawn."""
    strays: tuple[Match, ...] = ()
    """Matches in its rounds that the draw does not have: added by hand, or standing on a result since changed."""
    fault: tuple[str, str] | None = None
    state: str = StageState.DRAFT
    remarks: tuple[str, ...] = ()
    """What is odd about prescribed fixtures, and may yet be meant."""
    waits: tuple[str, ...] = ()
    """Why a draft cannot be published yet: what of the stage before it is not settled."""
    tied: bool = False
    """Whether ties are among that, which a play-off or a lot settles."""
    open_places: bool = False
    """Whether places stand for teams that are not known yet."""
    moved: tuple[str, ...] = ()
    """What has changed at the stage before it since this was published."""
    ties: tuple[Tie, ...] = ()
    """The ties of two halves, with their totals."""
    places: tuple[finals.Place, ...] = ()
    """How far each team of a knock-out came, once it is over."""
    missing: tuple[tuple[Round, int, int], ...] = field(default=(), repr=False)
    """Pairings of a published draw that are settled and not in the fixture: (round, home's id, away's id)."""

    @property
    def matches_count(self) -> int:
        return sum(len(round.pairings) for round in self.rounds)


def states(stages: Iterable[Stage]) -> dict[int, str]:
    """The state of each stage by its id, frozen where play has begun; two queries."""
    found = {stage.pk: str(stage.state) for stage in stages}
    published = [pk for pk, state in found.items() if state == StageState.PUBLISHED]
    if published:
        stage_of = dict(Match.objects.filter(round__stage__in=published).order_by().values_list("pk", "round__stage"))
        for match in play.started(stage_of):
            found[stage_of[match]] = StageState.FROZEN
    return found


def shown(stage: Stage) -> ShownDraw:
    """The draw: of a draft as it would be now, of a published stage as it was drawn, with the winners known by now."""
    names = dict(stage.tournament.teams.values_list("pk", "name"))
    if stage.state == StageState.PUBLISHED:
        return _published(stage, names)
    try:
        entrants = places.of(stage)
        found = material.entered(stage.tournament)
        plan = read(stage.kind, stage.options)
        draw = drawn_from(plan, stage.seed, entrants.into(found) if stage.source_id else found)
    except DrawError as error:
        return ShownDraw(fault=(error.field, error.text), state=stage.state)
    draft = _made_out(draw, names, {}, {}, StageState.DRAFT)
    return replace(
        draft,
        remarks=_remarks(plan, found, names),
        notes=(*draft.notes, *entrants.notes),
        waits=entrants.problems,
        tied=entrants.tied,
        open_places=any(team is None for _, team in entrants.placed),
    )


def _published(stage: Stage, names: dict[int, str]) -> ShownDraw:
    try:
        _, draw = material.published(stage)
        moved = places.moved(stage, names)
    except DrawError as error:
        return ShownDraw(fault=(error.field, error.text), state=stage.state)
    rounds = {round.drawn_as: round for round in stage.rounds.all()}
    matches = material.matches_by_round(stage)
    ids = [match.pk for some in matches.values() for match in some]
    state = StageState.FROZEN if play.started(ids) else StageState.PUBLISHED
    draw, won = material.filled(draw, matches, play.winners(ids))
    return replace(
        _made_out(draw, names, rounds, matches, state, play.scores(ids)),
        moved=moved,
        ties=tuple(halves.of_stage(stage)),
        places=finals.places(draw, won, names) if stage.kind == StageKind.KNOCK_OUT else (),
    )


def _made_out(
    draw: Draw,
    names: Mapping[int, str],
    rounds: Mapping[int | None, Round],
    matches: Mapping[int, list[Match]],
    state: str,
    scores: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> ShownDraw:
    shown_rounds: list[ShownRound] = []
    strays: list[Match] = []
    missing: list[tuple[Round, int, int]] = []
    for number, pairings in enumerate(draw.rounds, start=1):
        played = {frozenset((match.home_id, match.away_id)): match for match in matches.get(number, ())}
        lines = []
        for pairing in pairings:
            home, away = pairing.home, pairing.away
            known = isinstance(home, int) and isinstance(away, int)
            both = frozenset(side for side in (home, away) if isinstance(side, int))
            match = played.pop(both, None) if known else None
            score = _score(match, home, scores) if match else ""
            lines.append(ShownPairing(pairing, _named(home, names), _named(away, names), known, match, score))
            if match is None and number in rounds and isinstance(home, int) and isinstance(away, int):
                missing.append((rounds[number], home, away))
        strays.extend(played.values())
        byes = tuple((_named(bye.team, names), bye.why) for bye in draw.byes_of(number))
        name = draw.names[number - 1] if draw.names else f"Round {number}"
        shown_rounds.append(ShownRound(number, name, tuple(lines), byes, rounds.get(number)))
    return ShownDraw(
        rounds=tuple(shown_rounds),
        notes=draw.notes,
        lots=_lots(draw, names),
        strays=tuple(strays),
        state=state,
        missing=tuple(missing),
    )


def _score(match: Match, home: Side, scores: Mapping[int, tuple[int, int]]) -> str:
    """The match's bullseyes in the order of the draw, which a match made by hand may turn round."""
    if match.pk not in scores:
        return ""
    one, other = scores[match.pk]
    return f"{one}–{other}" if match.home_id == home else f"{other}–{one}"


def _remarks(plan: Plan, material: Material, names: Mapping[int, str]) -> tuple[str, ...]:
    if not plan.fixtures:
        return ()
    return tuple(
        ": ".join(
            [
                *([f"Round {remark.round}"] if remark.round else []),
                *([", ".join(_named(team, names) for team in remark.teams)] if remark.teams else []),
                remark.text,
            ]
        )
        for remark in check(plan.fixtures, material["teams"])
        if not remark.refused
    )


def _lots(draw: Draw, names: Mapping[int, str]) -> tuple[ShownLot, ...]:
    if not draw.seed:
        return ()
    sides = [side for p in draw.pairings() for side in (p.home, p.away)] + [bye.team for bye in draw.byes]
    teams = {side for side in sides if isinstance(side, int)}
    drawn = sorted((lot(draw.seed, draw.purpose, team), team) for team in teams)
    return tuple(ShownLot(_named(team, names), text(draw.seed, draw.purpose, team), value) for value, team in drawn)


def _named(side: Side, names: Mapping[int, str]) -> str:
    match side:
        case Winner(code):
            return f"Winner of {code}"
        case Loser(code):
            return f"Loser of {code}"
        case Place(pool, rank):
            return f"{ordinal(rank)} of {pool}"
        case _:
            return names.get(side, "a team withdrawn")
