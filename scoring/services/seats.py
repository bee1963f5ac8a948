"""Who sits where: a projection of a table's openings, substitutions and corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.models import Seating

Told = tuple[Mapping[str, Any], Mapping[str, Any]]
"""An event and its details, as a payload holds them."""


def seats_of(told: Iterable[Told]) -> dict[str, int]:
    """Player ids by seat after these events of one table, in order; a struck substitution counts for nothing."""
    events: list[Told] = []
    for event, details in told:
        if event.get("event") == "opened":
            events = []
        events.append((event, details))
    if not events:
        return {}
    corrected = {event["of"] for event, _ in events if event.get("event") == "correction"}
    seats = {seat: player["player"] for seat, player in events[0][1]["seats"].items()}
    for number, (event, details) in enumerate(events):
        if event.get("event") == "substitution" and number not in corrected:
            seats[event["seat"]] = details["in"]
    return seats


def seat_players(table_id: int, ids: Mapping[str, int]) -> None:
    """Who sits at a table now, in place of whoever sat there."""
    Seating.objects.filter(table_id=table_id).delete()
    Seating.objects.bulk_create(Seating(table_id=table_id, seat=seat, player_id=ids[seat]) for seat in ids)
