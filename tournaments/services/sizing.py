"""Giving matches their size: tables, games, what ends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.models import Match, Stage, Table, TableKind, Tournament
from tournaments.selectors import sizes
from tournaments.selectors.sizes import Size
from tournaments.services import rulesets
from tournaments.services.saving import Errors

MOST_TABLES, MOST_GAMES = 24, 40
NAMES = {"tables": "tables_per_match", "games": "games_per_table"}
"""What tournaments and stages call these two."""
FIELDS = ("tables", "games", "race_target_set", "play_all", "level_stands")


def tables_of(match: Match, size: Size) -> list[Table]:
    """The tables 1..n of a match that has none yet, not saved."""
    return [Table(match=match, number=number, games=size.games) for number in range(1, size.tables + 1)]


def kept(size: Size) -> dict[str, Any]:
    """What of its size a match keeps itself; the rest are its tables."""
    return {"race_target_set": size.race_target_set, "play_all": size.play_all, "level_stands": size.level_stands}


def changed(before: Size, values: Mapping[str, Any], errors: Errors, names: Mapping[str, str] | None = None) -> Size:
    """``before`` with these ``values`` of :data:`FIELDS`; what cannot be goes to ``errors`` by field.

    ``names``: what the fields are called where the errors are shown, if otherwise. Tables or games changed and no
    target said: it is worked out again.
    """
    called = names or {}
    wanted = {field: getattr(before, field) for field in FIELDS} | dict(values)
    good = True
    for field, most in (("tables", MOST_TABLES), ("games", MOST_GAMES)):
        if not is_number(wanted[field], 1, most):
            errors.add(called.get(field, field), f"A whole number from 1 to {most}.")
            good = False
    for field in ("play_all", "level_stands"):
        if not isinstance(wanted[field], bool):
            errors.add(called.get(field, field), "Yes or no.")
            good = False
    target = wanted["race_target_set"]
    if (wanted["tables"], wanted["games"]) != (before.tables, before.games) and "race_target_set" not in values:
        target = wanted["race_target_set"] = None
    field = called.get("race_target_set", "race_target_set")
    if target is not None and not is_number(target, 1, 32767):
        errors.add(field, "A whole number, or nothing to have it worked out.")
        good = False
    if good:
        errors.take(field, lambda: rulesets.checked_race(wanted["tables"], wanted["games"], target), None)
    return Size(**wanted) if good else before


def is_number(value: object, least: int, most: int) -> bool:
    """A whole number within bounds; no truth value."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def apply(found: Sequence[Match], size: Size) -> None:
    """Give matches of which nothing is recorded this size; their tournament is locked."""
    ids = [match.pk for match in found]
    Match.objects.filter(pk__in=ids).update(**kept(size))
    for match in found:
        for field, value in kept(size).items():
            setattr(match, field, value)
    tables = Table.objects.filter(match__in=ids, kind=TableKind.TABLE)
    tables.filter(number__gt=size.tables).delete()
    tables.update(games=size.games)
    have = set(tables.values_list("match_id", "number"))
    Table.objects.bulk_create(
        table for match in found for table in tables_of(match, size) if (match.pk, table.number) not in have
    )


def follow(tournament: Tournament, before: Size) -> None:
    """After a change of the tournament's size from ``before``: every match that went by it gets the new one.

    Whatever a stage or a single match was given otherwise stays. ValidationError where a stage's own race target
    can no longer be. Nothing is recorded yet, or the size would be settled.
    """
    errors = Errors()
    for stage in Stage.objects.filter(tournament=tournament):
        size = sizes.of_stage(stage, tournament)
        if stage.race_target_set:
            errors.take("race_target_set", lambda: _checked(stage, size), None)  # noqa: B023 - called at once
    errors.raise_any()
    matches = Match.objects.filter(tournament=tournament).select_related("round__stage").prefetch_related("tables")
    groups: dict[Size, list[Match]] = {}
    former = Tournament(
        tables_per_match=before.tables, games_per_table=before.games, race_target_set=before.race_target_set
    )
    for match in matches:
        was, now = sizes.of_stage(match.round.stage, former), sizes.of_stage(match.round.stage, tournament)
        if was != now and sizes.kept(match) == was:
            groups.setdefault(now, []).append(match)
    for size, some in groups.items():
        apply(some, size)


def _checked(stage: Stage, size: Size) -> None:
    rulesets.checked_race(size.tables, size.games, size.race_target_set, of=f"{stage}: ")
