"""What the draws ask of play, as plain values: which matches have begun, how they ended, who stands where."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.db.models import Q

from scoring.models import Board, LedgerEvent, MatchState, MatchTally, Result, ResultState
from scoring.selectors import standings
from scoring.selectors.standings import Standing
from scoring.tiebreaks import Chain, parse_chain
from tournaments.models import Stage, StageKind, TableKind
from tournaments.selectors import halves, material

SETTLING = ("play-off", "lot")
"""What settles a tie at a cut, though the order of the standings may not name it."""


def started(match_ids: Collection[int]) -> set[int]:
    """The matches of which something is recorded."""
    found = LedgerEvent.objects.filter(table__match_id__in=match_ids, sequence=1)
    return set(found.order_by().values_list("table__match_id", flat=True))


def winners(match_ids: Collection[int]) -> dict[int, int]:
    """The winning team's id of each match whose result is confirmed; of a tie of two halves, that of the tie."""
    confirmed = Result.objects.filter(match_id__in=match_ids, state=ResultState.CONFIRMED).order_by()
    rows = confirmed.values_list(
        "match_id", "winner", "match__home_id", "match__away_id", "match__round__stage_id", "match__round__stage__kind",
        "match__play_off",
    )  # fmt: skip
    found: dict[int, int] = {}
    tied: set[int] = set()
    for match, side, home, away, stage, kind, play_off in rows:
        if kind == StageKind.TWO_HALVES and not play_off:
            tied.add(stage)
        elif side:
            found[match] = home if side == "home" else away
    wanted = set(match_ids)
    for tie in halves.of_stages(tied).values() if tied else ():
        if tie.winner is not None:
            found |= {match.pk: tie.winner for match in (tie.first, tie.second) if match.pk in wanted}
    return found


def scores(match_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """The confirmed bullseyes of each match, home and away."""
    confirmed = Result.objects.filter(match_id__in=match_ids, state=ResultState.CONFIRMED).order_by()
    rows = confirmed.values_list("match_id", "home_bullseyes", "away_bullseyes")
    return {match: (home, away) for match, home, away in rows}


def ranking(stage_id: int, by_division: bool) -> list[tuple[str, list[list[int]]]]:
    """The teams of a published stage by its standings, those level together; one group, or one a pool or division.

    A play-off and a lot part level teams even where the order of the standings does not name them.
    """
    stage = Stage.objects.select_related("tournament").get(pk=stage_id)
    found = standings.standings(stage.tournament, stage=stage)
    settled = replace(found, chain=_settling(found.chain))
    if not by_division:
        return [("", _levels(standings.again(settled, settled.raw)))]
    plan, draw = material.published(stage)
    pools = material.pools(plan, draw, (stage.drawn or {}).get("divisions", {}))
    return [
        (name, _levels(standings.again(settled, [row for row in settled.raw if row.key in set(sides)])))
        for name, sides in pools.items()
    ]


def _settling(chain: Chain) -> Chain:
    named = {link.base for link in chain}
    missing = [name for name in SETTLING if name not in named]
    if not missing:
        return chain
    # The lot comes last, whatever else is named.
    lot = tuple(link for link in chain if link.base == "lot")
    return (*(link for link in chain if link.base != "lot"), *parse_chain(missing), *lot)


def _levels(rows: Iterable[Standing]) -> list[list[int]]:
    by_rank: dict[int, list[int]] = {}
    for row in rows:
        by_rank.setdefault(row.rank, []).append(row.team_id)
    return [by_rank[rank] for rank in sorted(by_rank)]


def over(match_ids: Collection[int]) -> set[int]:
    """The matches at whose tables nothing more is played; a level one still waits for its decider."""
    ended = (MatchState.PLAYED, MatchState.UNDECIDED, MatchState.CONFIRMED)
    return set(MatchTally.objects.filter(match_id__in=match_ids, state__in=ended).values_list("match_id", flat=True))


def begun(match_ids: Collection[int]) -> set[int]:
    """The matches in which something stands: a sheet from which everything was struck is as good as none."""
    empty = Q(table__kind=TableKind.SHEET, home_bullseyes=0, away_bullseyes=0, settled="")
    opened = Board.objects.filter(table__match_id__in=match_ids, sequence__gt=0).exclude(empty)
    return set(opened.values_list("table__match_id", flat=True))
