"""Hands whose winners did not sing (12.j), as the ledger tells them: for the story of a match and for its sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from scoring.models import EventKind
from scoring.selectors.rulings import Told
from scoring.selectors.tables import Side, TableShown

HANDS = (EventKind.SCORE, EventKind.HAND)

TELLS = Q(kind__in=HANDS, payload__contains='"unsung":"')
"""Entries that name a pair which did not sing; the payload is canonical JSON, so that its text can be asked."""


@dataclass(frozen=True, slots=True)
class Unsung:
    """A hand that its winners did not sing. ``game``: 0 where nothing of it is chalked."""

    sequence: int
    game: int
    side: Side


def of_table(table: TableShown, told: Iterable[Told]) -> list[Unsung]:
    """Those of a table that stand: what was struck is gone, what was put in a hand's place speaks for it, and nothing
    is left of what came before the table's last opening.

    ``told``: in the ledger's order, the entries of :data:`TELLS` and every correction.
    """
    pairs: dict[int, str] = {}
    for entry in told:
        event: dict[str, Any] = entry.payload.get("event", {})
        sequence = entry.sequence
        if sequence <= table.opening:
            continue
        if entry.kind == EventKind.CORRECTION:
            sequence = event["of"] + table.opening
            event = event.get("replace") or {}
        elif entry.kind not in HANDS:
            continue
        pairs[sequence] = event.get("unsung") or ""
    games = _games(table)
    sides = {side.pair: side for side in table.pairs}
    return [
        Unsung(sequence, games.get(sequence - table.opening, 0), sides[pair])
        for sequence, pair in sorted(pairs.items())
        if pair
    ]


def _games(table: TableShown) -> dict[int, int]:
    """In which game each event has chalked."""
    found = {chalk.event: game.number for game in table.state.games for chalk in game.chalks}
    return found | {chalk.event: table.state.number for chalk in table.state.chalks}
