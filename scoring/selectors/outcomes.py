"""What the draws ask of play, as plain values: which matches have begun, and who won."""

from __future__ import annotations

from collections.abc import Collection

from scoring.models import LedgerEvent, MatchState, MatchTally, Result, ResultState


def started(match_ids: Collection[int]) -> set[int]:
    """The matches of which something is recorded."""
    found = LedgerEvent.objects.filter(table__match_id__in=match_ids, sequence=1)
    return set(found.order_by().values_list("table__match_id", flat=True))


def winners(match_ids: Collection[int]) -> dict[int, int]:
    """The winning team's id of each match whose result is confirmed."""
    confirmed = Result.objects.filter(match_id__in=match_ids, state=ResultState.CONFIRMED).order_by()
    return {
        match: home if side == "home" else away
        for match, side, home, away in confirmed.values_list("match_id", "winner", "match__home_id", "match__away_id")
    }


def over(match_ids: Collection[int]) -> set[int]:
    """The matches at whose tables nothing more is played; a level one still waits for its decider."""
    ended = (MatchState.PLAYED, MatchState.UNDECIDED, MatchState.CONFIRMED)
    return set(MatchTally.objects.filter(match_id__in=match_ids, state__in=ended).values_list("match_id", flat=True))
