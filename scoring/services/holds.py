"""Holding a match's result back for the time being, and letting it go.

For apps above this one, which know why; they keep the match locked (``store.lock_match``) while they do.
"""

from __future__ import annotations

from datetime import datetime

from scoring.models import MatchHold


def place(match_id: int, *, source: str, code: str, message: str, at: datetime) -> MatchHold:
    """No result of the match is confirmed until this hold is lifted. ``source`` is used once."""
    return MatchHold.objects.create(match_id=match_id, source=source, code=code, message=message, placed_at=at)


def lift(source: str, *, at: datetime) -> None:
    """Let go what ``source`` holds; nothing happens when it does not."""
    MatchHold.objects.filter(source=source, lifted_at__isnull=True).update(lifted_at=at)


def standing(match_id: int) -> MatchHold | None:
    """The first hold that stands on the match, or None."""
    return MatchHold.objects.filter(match_id=match_id, lifted_at__isnull=True).first()
