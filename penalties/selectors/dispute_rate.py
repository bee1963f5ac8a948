"""How often there is a dispute: one of the figures of a tournament's statistics."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from penalties.disputes.moves import STATE_WORDS, State
from scoring.figures import Figure
from tournaments.models import Match

_ENDS = (State.AGREED, State.DECIDED, State.SETTLED, State.WITHDRAWN)


def rate(matches: QuerySet[Match]) -> Iterable[Figure]:
    """Disputes raised at ``matches``, however they ended: one query. Nothing is said where there is no match."""
    counted = matches.aggregate(
        matches=Count("pk", distinct=True),
        raised=Count("disputes", distinct=True),
        **{
            f"ended_{state.value}": Count("disputes", filter=Q(disputes__state=state.value), distinct=True)
            for state in _ENDS
        },
    )
    if not counted["matches"]:
        return
    ends = [
        f"{STATE_WORDS[state].lower()}: {counted[f'ended_{state.value}']}"
        for state in _ENDS
        if counted[f"ended_{state.value}"]
    ]
    note = f"{', '.join(ends).capitalize()}." if ends else ""
    yield Figure("disputes", "Disputes", counted["raised"], counted["matches"], note)
