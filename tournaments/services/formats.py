"""What a stage says beside its draw: how long its matches are, how its standings are ordered, whence its teams come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from tournaments import orderings
from tournaments.models import PlacesBy, Stage, StageKind
from tournaments.selectors import sizes
from tournaments.services import sizing
from tournaments.services.saving import Errors


class Format(TypedDict, total=False):
    """What may be said; what is left out stays. None: as the tournament says, or no other stage before this one."""

    tables_per_match: int | None
    games_per_table: int | None
    race_target_set: int | None
    play_all: bool
    level_stands: bool
    tie_break: list[str] | None
    source: Stage | None
    places_from: int | None
    places_to: int | None
    places_by: str


MOST_PLACE = 512


def set_format(stage: Stage, values: Mapping[str, Any], options: Mapping[str, Any], errors: Errors) -> None:
    """Set these on the stage; what cannot be goes to ``errors`` by field. ``options``: those of its draw."""
    _size(stage, {field: value for field, value in values.items() if field in _SIZE}, errors)
    if "tie_break" in values:
        chain = values["tie_break"]
        stage.tie_break = None if chain is None else errors.take("tie_break", lambda: orderings.checked(chain), None)
    _source(stage, {field: value for field, value in values.items() if field in _SOURCE}, options, errors)


_SIZE = ("tables_per_match", "games_per_table", "race_target_set", "play_all", "level_stands")
_SOURCE = ("source", "places_from", "places_to", "places_by")


def _size(stage: Stage, values: Mapping[str, Any], errors: Errors) -> None:
    if not values:
        return
    for field, value in values.items():
        setattr(stage, field, value)
    size = sizes.of_stage(stage, stage.tournament)
    checked = {field: getattr(size, field) for field in sizing.FIELDS}
    # Nought is no "as the tournament says".
    checked |= {short: values[field] for short, field in sizing.NAMES.items() if values.get(field) is not None}
    if values.get("race_target_set") is not None:
        checked["race_target_set"] = values["race_target_set"]
    sizing.changed(size, checked, errors, sizing.NAMES)
    if stage.level_stands and stage.kind == StageKind.KNOCK_OUT:
        errors.add("level_stands", "A knock-out needs a winner of every match.")


def _source(stage: Stage, values: Mapping[str, Any], options: Mapping[str, Any], errors: Errors) -> None:
    wanted = {field: values.get(field, getattr(stage, field)) for field in _SOURCE}
    source = wanted["source"]
    if source is None:
        for field in ("places_from", "places_to"):
            if values.get(field) is not None:
                errors.add(field, "Say of which stage this place is.")
        stage.source = stage.places_from = stage.places_to = None
        stage.places_by = PlacesBy.OVERALL
        return
    good = _good_source(stage, source, wanted["places_by"], options, errors)
    least = 1
    for field in ("places_from", "places_to"):
        place = wanted[field]
        if not sizing.is_number(place, 1, MOST_PLACE):
            errors.add(field, f"A whole number from 1 to {MOST_PLACE}.")
            good = False
        elif place < least:
            errors.add(field, "The last place cannot be before the first.")
            good = False
        else:
            least = place
    if good:
        for field, value in wanted.items():
            setattr(stage, field, value)


def _good_source(stage: Stage, source: Stage, by: Any, options: Mapping[str, Any], errors: Errors) -> bool:
    said = ""
    if source.tournament_id != stage.tournament_id:
        said = "This belongs to another tournament."
    elif stage.kind == StageKind.PRESCRIBED:
        said = "Fixtures as written name their teams: they cannot come from another stage."
    elif options.get("teams") or options.get("cross_over"):
        said = "There is a list of teams. They come from the list or from another stage, not from both."
    else:
        seen: set[int | None] = {stage.pk}
        before: Stage | None = source
        while before is not None and before.pk not in seen:
            seen.add(before.pk)
            before = before.source
        if before is not None and before.pk is not None:
            said = f"The teams would go in a circle: {source} comes after this stage."
    if said:
        errors.add("source", said)
    elif by not in PlacesBy.values:
        errors.add("places_by", f"One of: {', '.join(PlacesBy.values)}.")
    elif by == PlacesBy.DIVISION and source.kind in (StageKind.KNOCK_OUT, StageKind.TWO_HALVES):
        errors.add("places_by", "That stage has no pools: its places are of all together.")
    else:
        return True
    return False
