"""Who plays for a team: pasted lists, numbers, the captain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction

from tournaments.models import Player, RosterEntry, Seating, Team
from tournaments.services.players import drop_players
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import same, tidy

MOST_PLAYERS = 60
MOST_NUMBER = 999
_CAPTAIN = re.compile(r"\s*(?:\(\s*(?:c|capt|captain)\.?\s*\)|\*)\s*$", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*#?\s*([0-9]+)\s*[.):,\-\t ]\s*(?=\S)")


class Entry(NamedTuple):
    """One player as entered."""

    name: str
    number: int | None = None
    captain: bool = False


def read_line(line: str) -> Entry:
    """``7 Anil Joseph (C)``: a number if there is one, the name, a mark for the captain."""
    captain = bool(_CAPTAIN.search(line))
    rest = _CAPTAIN.sub("", line)
    found = _NUMBER.match(rest)
    # More digits than any number has are read as one that is out of range, whatever their count.
    number = int((found.group(1).lstrip("0") or "0")[:6]) if found else None
    return Entry(rest[found.end() :] if found else rest, number, captain)


@transaction.atomic
def add_lines(team: Team, text: str) -> list[RosterEntry]:
    """Add the players of a pasted list, one a line, all or none. ValidationError of ``names`` says which line."""
    lines = text.splitlines() if isinstance(text, str) else []
    numbered = [(f"Line {number}: ", read_line(line)) for number, line in enumerate(lines, start=1) if line.strip()]
    return _add(team, numbered, "names")


@transaction.atomic
def add(team: Team, *, name: str, number: int | None = None, captain: bool = False) -> RosterEntry:
    """Add one player. ValidationError names ``name``, ``number`` or ``captain``."""
    return _add(team, [("", Entry(name, number, captain))], None)[0]


@transaction.atomic
def update(
    entry: RosterEntry, *, name: str | None = None, number: Any = ..., captain: bool | None = None
) -> RosterEntry:
    """One roster entry changed; a new captain takes the place of the old one."""
    lock(entry.team.tournament_id)
    entry = still(entry, "player")
    change = {
        "name": entry.player.name if name is None else name,
        "number": entry.number if number is ... else number,
    }
    chosen: Any = ...
    if captain is True:
        chosen = entry.pk
    elif captain is False and entry.is_captain:
        chosen = None
    try:
        save_all(entry.team, {entry.pk: change}, captain=chosen)
    except ValidationError as error:
        stem = f"_{entry.pk}"
        raise ValidationError(
            {field.removesuffix(stem): errors for field, errors in error.error_dict.items()}
        ) from error
    entry.refresh_from_db()
    return entry


@transaction.atomic
def save_all(
    team: Team,
    changes: Mapping[int, Mapping[str, Any]],
    *,
    captain: Any = ...,
    remove: Sequence[int] = (),
) -> None:
    """A roster as its page sends it: ``{entry id: {"name", "number"}}``, the captain's entry id or None, those to go.

    All or nothing. ValidationError names ``name_ID``, ``number_ID``, ``remove_ID`` or ``captain``.
    """
    lock(team.tournament_id)
    still(team, "team")
    entries = {entry.pk: entry for entry in team.roster.select_related("player").order_by("pk")}
    errors = Errors()
    gone = [entries[pk] for pk in remove if pk in entries]
    for entry in gone:
        if _has_sat(entry):
            errors.add(
                f"remove_{entry.pk}", f"{entry.player.name} has sat at a table and stays on the sheet.", "in-use"
            )
    stay = {pk: entry for pk, entry in entries.items() if entry not in gone}
    taken_names: dict[str, int] = {}
    taken_numbers: dict[int, int] = {}
    for pk in sorted(stay, key=lambda pk: pk in changes):  # those unchanged keep what they have
        entry, change = stay[pk], changes.get(pk, {})
        name = errors.take(
            f"name_{pk}",
            partial(tidy, change.get("name", entry.player.name), longest=80),
            "",
        )
        number = change.get("number", entry.number)
        if not _is_number(number):
            errors.add(f"number_{pk}", f"A whole number from 0 to {MOST_NUMBER}, or nothing.")
            number = None
        if name and taken_names.setdefault(name.casefold(), pk) != pk:
            errors.add(f"name_{pk}", f"{name} is on this roster twice. Add an initial to tell them apart.", "unique")
        if number is not None and taken_numbers.setdefault(number, pk) != pk:
            errors.add(f"number_{pk}", f"Number {number} is taken.", "unique")
        entry.player.name, entry.number = name, number
    if captain is not ... and captain is not None and captain not in stay:
        errors.add("captain", "The captain must be on the roster.", "unknown")
    errors.raise_any()
    _write(stay, gone, captain)


def _write(stay: Mapping[int, RosterEntry], gone: Sequence[RosterEntry], captain: Any) -> None:
    for entry in gone:
        entry.delete()
    drop_players([entry.player_id for entry in gone])
    pks = list(stay)
    # Numbers may be swapped and the captain replaced: clear both before setting them, so that no two clash midway.
    RosterEntry.objects.filter(pk__in=pks).update(number=None)
    if captain is not ...:
        RosterEntry.objects.filter(pk__in=pks).update(is_captain=False)
        for entry in stay.values():
            entry.is_captain = entry.pk == captain
    RosterEntry.objects.bulk_update(stay.values(), ["number", "is_captain"])
    Player.objects.bulk_update([entry.player for entry in stay.values()], ["name"])


@transaction.atomic
def remove(entry: RosterEntry) -> None:
    """Take a player off the roster; refused once he has sat at a table of the tournament."""
    lock(entry.team.tournament_id)
    still(entry, "player")
    if _has_sat(entry):
        raise refuse("player", f"{entry.player.name} has sat at a table and stays on the sheet.", "in-use")
    entry.delete()
    drop_players([entry.player_id])


def _has_sat(entry: RosterEntry) -> bool:
    return Seating.objects.filter(
        player_id=entry.player_id, table__match__tournament_id=entry.team.tournament_id
    ).exists()


def _is_number(number: object) -> bool:
    if number is None:
        return True
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MOST_NUMBER


def _add(team: Team, wanted: Iterable[tuple[str, Entry]], field: str | None) -> list[RosterEntry]:
    lock(team.tournament_id)
    still(team, field or "team")
    present = list(team.roster.select_related("player"))
    names = [entry.player.name for entry in present]
    numbers = {entry.number for entry in present if entry.number is not None}
    has_captain = any(entry.is_captain for entry in present)
    errors = Errors()
    ready: list[Entry] = []
    for where, entry in wanted:
        try:
            name = tidy(entry.name, longest=80)
        except ValidationError as error:
            errors.add(field or "name", where + error.messages[0], error.error_list[0].code or "invalid")
            continue
        if any(same(name, other) for other in names):
            errors.add(
                field or "name",
                f"{where}{name} is on this roster already. Add an initial to tell them apart.",
                "unique",
            )
        if not _is_number(entry.number):
            errors.add(field or "number", f"{where}a number is a whole number from 0 to {MOST_NUMBER}.")
        elif entry.number is not None and entry.number in numbers:
            errors.add(field or "number", f"{where}number {entry.number} is taken.", "unique")
        if entry.captain and has_captain:
            errors.add(field or "captain", f"{where}the team has a captain already.", "unique")
        names.append(name)
        numbers.add(entry.number or -1)
        has_captain = has_captain or entry.captain
        ready.append(entry._replace(name=name))
    if not ready and field:
        errors.take(field, lambda: _need_one(field in errors), None)
    if len(names) > MOST_PLAYERS:
        errors.add(field or "name", f"A roster holds at most {MOST_PLAYERS} players.", "too-many")
    errors.raise_any()
    with or_clash(field or "name", "This roster was changed a moment ago. Look at it again."):
        return [
            RosterEntry.objects.create(
                team=team, player=Player.objects.create(name=entry.name), number=entry.number, is_captain=entry.captain
            )
            for entry in ready
        ]


def _need_one(already_wrong: bool) -> None:
    if not already_wrong:
        raise ValidationError("Give at least one name.", code="required")
