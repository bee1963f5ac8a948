"""What hangs on a match's result: places in the standings, draws, those who go on. Taken twice, and compared.

Nothing is worked out here that is not worked out elsewhere: both times the standings and the draws are asked as any
page asks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.models import LotDraw, MatchState, MatchTally
from scoring.selectors.standings import standings
from tournaments.drawing import ordinal
from tournaments.models import Match, Stage, StageKind
from tournaments.selectors import draws

PLAYED = {
    MatchState.SCHEDULED: "not begun",
    MatchState.IN_PLAY: "in play",
    MatchState.LEVEL: "in play",
    MatchState.DECIDER: "in play",
    MatchState.PLAYED: "played",
    MatchState.UNDECIDED: "played",
    MatchState.CONFIRMED: "played and confirmed",
}
"""How far a match is, for whoever has to settle what becomes of it."""

RANKED = (StageKind.ROUND_ROBIN, StageKind.DOUBLE)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pairing of a draw as it stands: sides in words, and its match in the fixture, if any."""

    stage: str
    stage_id: int
    round: str
    home: str
    away: str
    match_id: int | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """``places``: ranks by team's id, by what they are ranks in. ``pairings`` by stage, round and place in it.

    ``strays``: matches that are in no draw any more, with stage and words. ``moved``: by stage, what its source would
    send otherwise now.
    """

    places: Mapping[str, Mapping[int, int]]
    names: Mapping[int, str]
    pairings: Mapping[tuple[int, int, int], Pairing]
    strays: Mapping[int, tuple[int, str]]
    moved: Mapping[int, tuple[str, tuple[str, ...]]]
    lots: tuple[tuple[int | None, str], ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence. ``kind``: ``standings``, ``draw``, ``match``, ``stage`` or ``lots``.

    ``stands``: it concerns something drawn or played already, which is flagged when the change is made: the stage or
    the match that ``stage`` and ``match`` name.
    """

    kind: str
    text: str
    match: int | None = None
    stage: int | None = None
    stands: bool = False

    def as_json(self) -> dict[str, Any]:
        """As kept with the change."""
        return {
            "kind": self.kind,
            "text": self.text,
            "match": self.match,
            "stage": self.stage,
            "stands": self.stands,
        }


def snapshot(match: Match) -> Snapshot:
    """All that hangs on the match, as it stands now."""
    tournament = match.tournament
    overall = standings(tournament)
    places = {"": {row.team_id: row.rank for row in overall.rows}}
    names = {row.team_id: row.team for row in overall.rows}
    both = (match.home_id, match.away_id)
    for division in dict.fromkeys(row.division for row in overall.rows if row.team_id in both and row.division):
        found = standings(tournament, division=division)
        places[division] = {row.team_id: row.rank for row in found.rows}
    own = match.round.stage
    if own is not None and own.kind in RANKED and tournament.stages.count() > 1:
        places[own.name] = {row.team_id: row.rank for row in standings(tournament, stage=own).rows}
    pairings: dict[tuple[int, int, int], Pairing] = {}
    strays: dict[int, tuple[int, str]] = {}
    moved: dict[int, tuple[str, tuple[str, ...]]] = {}
    for stage in tournament.stages.select_related("source", "tournament"):
        draw = draws.shown(stage)
        pairings |= dict(_pairings(stage, draw))
        strays |= {stray.pk: (stage.pk, f"{stray} ({stage}, {stray.round})") for stray in draw.strays}
        if draw.moved:
            moved[stage.pk] = (str(stage), draw.moved)
    lots = tuple(
        (lot.stage_id, ", ".join(names.get(team, "?") for team in lot.teams))
        for lot in LotDraw.objects.filter(tournament=tournament)
        if set(both) & set(lot.teams)
    )
    return Snapshot(places, names, pairings, strays, moved, lots)


def _pairings(stage: Stage, draw: draws.ShownDraw) -> Iterator[tuple[tuple[int, int, int], Pairing]]:
    for shown in draw.rounds:
        for at, line in enumerate(shown.pairings):
            where = Pairing(
                str(stage), stage.pk, shown.name, line.home, line.away, line.match.pk if line.match else None
            )
            yield (stage.pk, shown.number, at), where


def compared(before: Snapshot, after: Snapshot) -> list[Effect]:
    """What differs: places first, then draws, then what stands on the old result."""
    played = {
        row.match_id: PLAYED[MatchState(row.state)]
        for row in MatchTally.objects.filter(match__in=[*after.strays, *_matches(before)])
    }
    return [
        *_places(before, after),
        *_draws(before, after),
        *_strays(before, after, played),
        *_stages(before, after),
        *_lots(before, after),
    ]


def _matches(found: Snapshot) -> list[int]:
    return [pairing.match_id for pairing in found.pairings.values() if pairing.match_id is not None]


def _places(before: Snapshot, after: Snapshot) -> Iterator[Effect]:
    for scope, was in before.places.items():
        now = after.places.get(scope, {})
        if scope and (was, now) == (before.places[""], after.places[""]):
            # A stage that is the whole tournament: said once.
            continue
        where = f" in {scope}" if scope else ""
        for team, rank in sorted(now.items(), key=lambda item: item[1]):
            if was.get(team, rank) != rank:
                text = f"Moves {after.names[team]} from {ordinal(was[team])} to {ordinal(rank)}{where}."
                yield Effect("standings", text)


def _draws(before: Snapshot, after: Snapshot) -> Iterator[Effect]:
    for key, was in before.pairings.items():
        now = after.pairings.get(key)
        if now is None or (now.home, now.away) == (was.home, was.away):
            continue
        text = f"{was.stage}, {was.round}: {was.home} v {was.away} becomes {now.home} v {now.away}."
        yield Effect("draw", text, stage=was.stage_id)


def _strays(before: Snapshot, after: Snapshot, played: Mapping[int, str]) -> Iterator[Effect]:
    for match, (stage, words) in after.strays.items():
        if match in before.strays:
            continue
        state = played.get(match, PLAYED[MatchState.SCHEDULED])
        yield Effect("match", f"{words} stands on the old result and is {state}.", match, stage, stands=True)


def _stages(before: Snapshot, after: Snapshot) -> Iterator[Effect]:
    for stage, (name, said) in after.moved.items():
        known = before.moved.get(stage, ("", ()))[1]
        for text in said:
            if text not in known:
                yield Effect("stage", f"{name}: {text}", stage=stage, stands=True)


def _lots(before: Snapshot, after: Snapshot) -> Iterator[Effect]:
    if before.places == after.places:
        return
    for stage, teams in after.lots:
        text = f"Lots were drawn between {teams}: see whether they are still level."
        yield Effect("lots", text, stage=stage, stands=True)
