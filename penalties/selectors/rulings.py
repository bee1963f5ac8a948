"""Rulings, and what they come to on the board as it is now."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from penalties.models import Ruling
from penalties.services.bench import history_of
from rules_engine.rulings import ruling_to_json
from rules_engine.table import results_standing
from rules_engine.verdicts import RulingResult
from scoring.services import store
from scoring.services.ledger import ruleset_of
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


def results_now(table_id: int) -> dict[int, dict[str, Any]]:
    """By place in the ledger, the outcome of every ruling that stands at a table, later corrections folded in."""
    standing = store.read(table_id)
    if not standing.table.sequence:
        return {}
    ruleset = ruleset_of(standing)
    history, opening = history_of(table_id, ruleset)
    return {
        number + opening: ruling_to_json(result)
        for number, result in enumerate(results_standing(ruleset, history))
        if isinstance(result, RulingResult)
    }
