"""What a tournament sets about its standings: points, byes, walk-overs, unequal matches, and the order."""

from __future__ import annotations

from typing import Any, TypedDict, Unpack

from django.db import transaction

from tournaments import orderings
from tournaments.models import ByeRule, Tournament, Unequal, WalkOverCounts
from tournaments.services.saving import Errors, lock

MOST_POINTS = 100
MOST_BYE = 961
"""Bullseyes: one more than the games of the largest match."""


class Settings(TypedDict, total=False):
    """What is left out stays as it is."""

    tie_break: list[str]
    points_win: int
    points_level: int
    points_loss: int
    bye_rule: str
    bye_win: bool
    bye_bullseyes_for: int
    bye_bullseyes_against: int
    walk_over_counts: str
    unequal: str


NUMBERS = {
    "points_win": MOST_POINTS,
    "points_level": MOST_POINTS,
    "points_loss": MOST_POINTS,
    "bye_bullseyes_for": MOST_BYE,
    "bye_bullseyes_against": MOST_BYE,
}
CHOICES: dict[str, Any] = {"bye_rule": ByeRule, "walk_over_counts": WalkOverCounts, "unequal": Unequal}


@transaction.atomic
def change(tournament: Tournament, **settings: Unpack[Settings]) -> Tournament:
    """The tournament with these settings; ValidationError names every field that cannot be.

    They may change at any time: no figure is kept that was worked out by the old ones.
    """
    current = lock(tournament.pk)
    values: dict[str, Any] = {name: settings.get(name, getattr(current, name)) for name in Settings.__annotations__}
    errors = Errors()
    for name, most in NUMBERS.items():
        value = values[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            errors.add(name, f"A whole number from 0 to {most}.")
    for name, choices in CHOICES.items():
        if values[name] not in choices.values:
            errors.add(name, f"One of: {', '.join(choices.values)}.")
    if not isinstance(values["bye_win"], bool):
        errors.add("bye_win", "Yes or no.")
    numbered = not any(name in errors for name in NUMBERS)
    if numbered and not values["points_win"] >= values["points_level"] >= values["points_loss"]:
        errors.add("points_level", "A win is worth at least a level match, and that at least a loss.")
    if "tie_break" in settings:
        none: list[str] = []
        values["tie_break"] = errors.take("tie_break", lambda: orderings.checked(values["tie_break"]), none)
    errors.raise_any()
    for name, value in values.items():
        setattr(current, name, value)
    current.save(update_fields=list(values))
    return current
