"""Players who are on no roster any more."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Player


def drop_players(ids: Iterable[int]) -> None:
    """Delete those of the players who are on no roster, sat at no table and have no account."""
    Player.objects.filter(
        pk__in=list(ids), roster_entries__isnull=True, seatings__isnull=True, user__isnull=True
    ).delete()
