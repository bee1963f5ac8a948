"""Rulings, and what they come to on the board as it is now."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from penalties.models import Ruling
from scoring.models import EventKind, LedgerEvent
from scoring.selectors.rulings import results_now as results_now
from tournaments.models import Match, Tournament


def rulings() -> QuerySet[Ruling]:
    """Rulings with everything that a list shows, the latest first."""
    return Ruling.objects.select_related(
        "incident__table", "incident__match__home", "incident__match__away", "offender", "official", "ended_by"
    ).order_by("-ruled_at", "-pk")


def of_tournament(tournament: Tournament) -> QuerySet[Ruling]:
    """A tournament's rulings."""
    return rulings().filter(incident__match__tournament=tournament)


def of_match(match: Match) -> QuerySet[Ruling]:
    """A match's rulings."""
    return rulings().filter(incident__match=match)


def moved_since(ruling: Ruling) -> dict[str, Any] | None:
    """What a standing ruling gives now, where corrections made after it have changed its effects; else None.

    One statement; two more where anything was corrected since.
    """
    table_id = ruling.incident.table_id
    corrected = LedgerEvent.objects.filter(
        table_id=table_id, kind=EventKind.CORRECTION, sequence__gt=ruling.entry_sequence
    )
    if not corrected.exists():
        return None
    now = results_now(table_id).get(ruling.ledger_sequence)
    return now if now is not None and now["effects"] != ruling.result["effects"] else None
