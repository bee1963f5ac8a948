"""Who and what is taken at which time: the bookings of a slot, and how two of them clash.

A slot is a match's own time or else its round's. A round without a time is a slot of its own: its matches share the
furniture and the officials, though nobody has said when.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments import play
from tournaments.models import Match, Table, TableKind
from tournaments.words import same

Key = tuple[str, Any]
"""``("at", time)`` or ``("round", id)``."""

MOST_IN_A_ROOM = 2
"""Matches that an official may look after in one slot, in one room."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A table of a match and the furniture that it is played at (None: not yet)."""

    number: int
    spot: int | None
    room: int | None
    where: str


@dataclass(frozen=True, slots=True)
class Booking:
    """A match as the day sees it. ``over``: nothing more is played, ``begun``: something is recorded."""

    match: int
    round: int
    at: datetime | None
    home: int
    away: int
    home_name: str
    away_name: str
    official: int | None
    official_name: str
    place: str
    day_state: str
    begun: bool
    over: bool
    tables: tuple[Seat, ...]

    @property
    def name(self) -> str:
        return f"{self.home_name} v {self.away_name}"

    @property
    def key(self) -> Key:
        """Its slot."""
        return ("at", self.at) if self.at else ("round", self.round)

    @property
    def off(self) -> bool:
        """Whether it holds nothing of the hall: it is over, or the day put it off."""
        return self.over or bool(self.day_state)

    @property
    def teams(self) -> dict[int, str]:
        return {self.home: self.home_name, self.away: self.away_name}

    @property
    def spots(self) -> dict[int, str]:
        """Its furniture: ``{spot id: "Hall 3"}``."""
        return {seat.spot: seat.where for seat in self.tables if seat.spot is not None}

    @property
    def rooms(self) -> frozenset[int]:
        return frozenset(seat.room for seat in self.tables if seat.room is not None)

    @property
    def unplaced(self) -> tuple[int, ...]:
        """Numbers of its tables that have no furniture."""
        return tuple(seat.number for seat in self.tables if seat.spot is None)

    @property
    def where(self) -> str:
        """Where it is played, as far as known."""
        return ", ".join(self.spots.values()) or self.place


def with_time(matches: QuerySet[Match]) -> QuerySet[Match]:
    """The matches with ``slot_at``: their own time, or their round's."""
    return matches.annotate(slot_at=Coalesce("starts_at", "round__starts_at"))


def of_keys(tournament_id: int, keys: Collection[Key]) -> list[Booking]:
    """Every booking of these slots, in the fixture's order; four queries."""
    times = [value for kind, value in keys if kind == "at"]
    rounds = [value for kind, value in keys if kind == "round"]
    found = with_time(Match.objects.filter(tournament_id=tournament_id))
    return read(found.filter(Q(slot_at__in=times) | Q(slot_at__isnull=True, round_id__in=rounds)))


def of_match(match: Match) -> Booking:
    """The booking of one match."""
    return read(with_time(Match.objects.filter(pk=match.pk)))[0]


def key_of(match: Match) -> Key:
    """The slot of a match."""
    at = match.starts_at or match.round.starts_at
    return ("at", at) if at else ("round", match.round_id)


def read(matches: QuerySet[Match]) -> list[Booking]:
    """The bookings of matches that carry ``slot_at``; four queries."""
    rows = list(matches.select_related("home", "away", "official").order_by("round__number", "pk"))
    ids = [row.pk for row in rows]
    seats: dict[int, list[Seat]] = {pk: [] for pk in ids}
    tables = Table.objects.filter(match_id__in=ids, kind=TableKind.TABLE).order_by("match_id", "number")
    for match, number, spot, room, name, at in tables.values_list(
        "match_id", "number", "spot_id", "spot__room_id", "spot__room__name", "spot__number"
    ):
        seats[match].append(Seat(number, spot, room, f"{name} {at}" if spot else ""))
    begun, over = play.begun(ids), play.over(ids)
    return [
        Booking(
            match=row.pk,
            round=row.round_id,
            at=row.slot_at,  # type: ignore[attr-defined]
            home=row.home_id,
            away=row.away_id,
            home_name=row.home.name,
            away_name=row.away.name,
            official=row.official_id,
            official_name=str(row.official) if row.official else "",
            place=row.place,
            day_state=row.day_state,
            begun=row.pk in begun,
            over=row.pk in over,
            tables=tuple(seats[row.pk]),
        )
        for row in rows
    ]


def _others(one: Booking, among: Iterable[Booking]) -> list[Booking]:
    return [other for other in among if other.match != one.match and other.key == one.key and not other.off]


def team_clash(one: Booking, among: Iterable[Booking]) -> str:
    """Why its teams cannot play then, empty where they can."""
    for other in _others(one, among):
        for team, name in one.teams.items():
            if team in other.teams:
                return f"{name} play {other.name} at that time already."
    return ""


def spot_clash(one: Booking, among: Iterable[Booking]) -> str:
    """Which of its furniture another match has then, empty where none."""
    for other in _others(one, among):
        for spot, where in one.spots.items():
            if spot in other.spots:
                return f"{where} is taken at that time: {other.name} play there."
    return ""


def official_clash(one: Booking, among: Iterable[Booking]) -> str:
    """Why its official cannot be there, empty where nothing is known against it.

    An official may look after two matches of one room. Where no room is known, two written places that differ are a
    clash at the same time; otherwise nothing says that it is two places.
    """
    if one.official is None:
        return ""
    beside = 0
    for other in _others(one, among):
        if other.official != one.official:
            continue
        if one.rooms and other.rooms:
            if one.rooms == other.rooms and len(one.rooms) == 1:
                beside += 1
                if beside < MOST_IN_A_ROOM:
                    continue
                return f"{one.official_name} has {MOST_IN_A_ROOM} matches in that room at that time already."
            return (
                f"{one.official_name} is at {other.where} at that time, with {other.name}. "
                f"An official may look after two matches only in the same room."
            )
        written = one.at and one.place and other.place and not one.rooms and not other.rooms
        if written and not same(one.place, other.place):
            return f"{one.official_name} is at {other.place} at that time, with {other.name}."
    return ""


def clashes(bookings: Iterable[Booking]) -> list[str]:
    """Every clash among these bookings, once each, in words: what must never be there."""
    found: list[str] = []
    some = [one for one in bookings if not one.off]
    for at, one in enumerate(some):
        for clash in (team_clash, spot_clash, official_clash):
            said = clash(one, some[:at])
            if said:
                found.append(f"{one.name}: {said}")
    return found
