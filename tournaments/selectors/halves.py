"""Ties played in two halves, home and away, that total bullseyes decide."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Q

from tournaments import play
from tournaments.drawing import Total, total
from tournaments.models import Match, Stage, StageKind


@dataclass(frozen=True, slots=True)
class Tie:
    """Two matches of two teams that count together, and the play-offs between them.

    ``total``: once both are confirmed. ``winner``: the id of the team that has more bullseyes in total, or at a level
    total won the last play-off; None while that is open.
    """

    first: Match
    second: Match
    play_offs: tuple[Match, ...]
    total: Total | None
    winner: int | None

    @property
    def level(self) -> bool:
        """Whether the total is level and nothing has settled it yet."""
        return self.total is not None and self.winner is None

    @property
    def matches(self) -> tuple[Match, ...]:
        return self.first, self.second, *self.play_offs

    @property
    def words(self) -> str:
        """``Pelicans 61, Scarlets 59 over both halves``, and what that means."""
        if self.total is None:
            return "The bullseyes of both halves count together."
        home, away = self.first.home, self.first.away
        said = f"{home} {self.total.home_bullseyes}, {away} {self.total.away_bullseyes} over both halves"
        if self.level:
            return f"{said}: level. A play-off match between the two settles it."
        winner = home if self.winner == home.pk else away
        return f"{said}: {winner} won{'' if self.total.winner else ' the play-off'}."


def of_stage(stage: Stage) -> list[Tie]:
    """The ties of a published stage of two halves, in order; three queries."""
    if stage.kind != StageKind.TWO_HALVES:
        return []
    return list(of_stages([stage.pk]).values())


def of_match(match: Match) -> Tie | None:
    """The tie that a match is one half of; None where it is none."""
    stage = match.round.stage
    if stage is None or stage.kind != StageKind.TWO_HALVES:
        return None
    teams = frozenset((match.home_id, match.away_id))
    return of_stages([stage.pk]).get((stage.pk, teams))


def of_stages(
    stage_ids: Collection[int], scores: Mapping[int, tuple[int, int]] | None = None
) -> dict[tuple[int, frozenset[int]], Tie]:
    """The ties of these stages of two halves, by stage and teams. Three queries, two where ``scores`` are known."""
    halves = list(
        Match.objects.filter(round__stage__in=stage_ids)
        .select_related("home", "away", "round")
        .order_by("round__drawn_as", "pk")
    )
    tournaments = {match.tournament_id for match in halves}
    loose = Match.objects.filter(Q(round__stage__isnull=True), tournament__in=tournaments, play_off=True)
    offs = list(loose.select_related("home", "away", "round").order_by("round__number", "pk")) if tournaments else []
    if scores is None:
        scores = play.scores([match.pk for match in (*halves, *offs)])
    found: dict[tuple[int, frozenset[int]], list[Match]] = {}
    for match in halves:
        key = (match.round.stage_id or 0, frozenset((match.home_id, match.away_id)))
        found.setdefault(key, []).append(match)
    ties = {}
    for key, some in found.items():
        both = [match for match in some if not match.play_off]
        if len(both) == 2 and both[0].round_id != both[1].round_id and both[0].home_id == both[1].away_id:
            extra = [
                m for m in offs if frozenset((m.home_id, m.away_id)) == key[1] and m.round.number > both[0].round.number
            ]
            ties[key] = _tie(both[0], both[1], [*(match for match in some if match.play_off), *extra], scores)
    return ties


def _tie(first: Match, second: Match, play_offs: list[Match], scores: Mapping[int, tuple[int, int]]) -> Tie:
    known = (
        total(first.home_id, first.away_id, scores[first.pk], scores[second.pk])
        if first.pk in scores and second.pk in scores
        else None
    )
    winner = known.winner if known else None
    if known is not None and winner is None:
        for match in play_offs:
            home, away = scores.get(match.pk, (0, 0))
            if home != away:
                winner = match.home_id if home > away else match.away_id
    return Tie(first, second, tuple(play_offs), known, winner)
