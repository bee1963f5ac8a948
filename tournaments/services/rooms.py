"""Rooms of the hall and the tables in them as furniture."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max

from tournaments.models import Room, Spot, Table, Tournament
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import tidy

MOST_ROOMS = 50
MOST_SPOTS = 200
MOST_NUMBER = 999


@transaction.atomic
def add(tournament: Tournament, *, name: str, numbers: Sequence[int] = ()) -> Room:
    """A new room with its tables by number. ValidationError names ``name`` or ``numbers``."""
    lock(tournament.pk)
    rooms = Room.objects.filter(tournament=tournament)
    if rooms.count() >= MOST_ROOMS:
        raise refuse("name", f"A tournament has at most {MOST_ROOMS} rooms.", "too-many")
    last = rooms.aggregate(last=Max("order"))["last"]
    room = Room(tournament=tournament, order=0 if last is None else min(last + 1, 32767))
    return _save(room, name, numbers)


@transaction.atomic
def update(
    room: Room, *, name: str | None = None, order: int | None = None, numbers: Sequence[int] | None = None
) -> Room:
    """The room with another name, place in the list, or tables. A table at which a match is placed stays."""
    lock(room.tournament_id)
    room = still(room, "room")
    if order is not None:
        room.order = order
    return _save(room, room.name if name is None else name, numbers)


@transaction.atomic
def remove(room: Room) -> None:
    """Delete a room; refused while a match is placed in it."""
    lock(room.tournament_id)
    room = still(room, "room")
    _refuse_used(room, None, "room")
    room.delete()


def read_numbers(text: str) -> list[int]:
    """``"1-6, 9"`` as numbers, each once, in order. ValidationError of ``numbers``."""
    found: set[int] = set()
    for part in text.replace("–", "-").replace(";", ",").split(","):
        piece = part.strip()
        if not piece:
            continue
        first, dash, last = (side.strip() for side in piece.partition("-"))
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) <= 4 for end in ends):
            raise refuse("numbers", f"“{piece[:20]}” is no table's number. Write 1-6, or 1, 2, 5.")
        low, high = (int(end) for end in ends)
        if low > high:
            raise refuse("numbers", f"“{piece[:20]}” runs backwards.")
        found.update(range(low, min(high, low + MOST_SPOTS) + 1))
    return sorted(found)


def write_numbers(numbers: Sequence[int]) -> str:
    """The same numbers as text: ``1-6, 9``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _save(room: Room, name: str, numbers: Sequence[int] | None) -> Room:
    errors = Errors()
    room.name = errors.take("name", lambda: tidy(name, longest=60), "")
    taken = f"There is a room {room.name} already."
    others = Room.objects.filter(tournament_id=room.tournament_id, name__iexact=room.name).exclude(pk=room.pk)
    if room.name and others.exists():
        errors.add("name", taken, "unique")
    if numbers is not None:
        wanted = sorted(set(numbers))
        if len(wanted) > MOST_SPOTS:
            errors.add("numbers", f"A room has at most {MOST_SPOTS} tables.", "too-many")
        if wanted and not 1 <= wanted[0] <= wanted[-1] <= MOST_NUMBER:
            errors.add("numbers", f"Tables are numbered from 1 to {MOST_NUMBER}.")
    errors.raise_any()
    with or_clash("name", taken):
        room.save()
    if numbers is not None:
        have = set(room.spots.values_list("number", flat=True))
        _refuse_used(room, have - set(wanted), "numbers")
        room.spots.filter(number__in=have - set(wanted)).delete()
        Spot.objects.bulk_create(Spot(room=room, number=number) for number in wanted if number not in have)
    return room


def _refuse_used(room: Room, numbers: set[int] | None, field: str) -> None:
    """Refuse to take furniture away at which a match is placed; ``numbers`` None: any of the room's."""
    used = Table.objects.filter(spot__room=room).select_related("match__home", "match__away", "spot__room")
    if numbers is not None:
        used = used.filter(spot__number__in=numbers)
    table = used.order_by("spot__number", "pk").first()
    if table is not None:
        raise refuse(field, f"{table.spot} is where {table.match} is placed. Move that match first.", "in-use")
