"""Players who are on no roster any more."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Alias, Bar, LineUpSeat, Merge, Player


def drop_players(ids: Iterable[int]) -> None:
    """Delete those of the players who left nothing behind: roster, seat, account, bar, line-up, other name, merge."""
    me = OuterRef("pk")
    left = (
        Exists(Bar.objects.filter(player=me))
        | Exists(LineUpSeat.objects.filter(player=me))
        | Exists(Alias.objects.filter(player=me))
        | Exists(Merge.objects.filter(Q(kept_player=me) | Q(gone_player=me)))
    )
    Player.objects.filter(
        ~left, pk__in=list(ids), roster_entries__isnull=True, seatings__isnull=True, user__isnull=True
    ).delete()
