"""Which match plays where: by hand, by itself for a whole round, and from the queue when furniture comes free.

Every way in locks the tournament first and looks then, so that of two who send a match to the same table at once one
is told what the other did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.models import Match, Round, Spot, Table, TableKind
from tournaments.selectors import slots
from tournaments.selectors.slots import Booking, Seat
from tournaments.services.saving import lock, refuse, still


@dataclass(frozen=True, slots=True)
class Placed:
    """A match and the furniture of each of its tables: ``{table number: spot}``."""

    booking: Booking
    spots: dict[int, Spot]

    @property
    def where(self) -> str:
        return ", ".join(str(spot) for spot in self.spots.values())


@dataclass(frozen=True, slots=True)
class Proposal:
    """What fits, and what does not with the reason."""

    placed: tuple[Placed, ...]
    left: tuple[tuple[Booking, str], ...]


def spots_of(tournament_id: int) -> list[Spot]:
    """All furniture, room by room."""
    found = Spot.objects.filter(room__tournament_id=tournament_id).select_related("room")
    return list(found.order_by("room__order", "room__name", "room_id", "number"))


def propose(round: Round) -> Proposal:
    """Where the matches of a round that have no place yet could play. The same fixture gives the same proposal."""
    ids = list(Match.objects.filter(round=round).values_list("pk", flat=True))
    mine = slots.read(slots.with_time(Match.objects.filter(pk__in=ids)))
    keys = {one.key for one in mine}
    among = slots.of_keys(round.tournament_id, keys)
    if any(kind == "round" for kind, _ in keys):
        among += _held(round)
    return _fit([one for one in mine if not one.off and one.unplaced], among, spots_of(round.tournament_id))


def _held(round: Round) -> list[Booking]:
    """The furniture that is taken now, for a round without a time: it may begin at any moment.

    Furniture alone, of matches that have a time of their own or their round's: no team and no official is bound by it.
    """
    return [
        replace(one, match=-one.match, at=None, round=round.pk, home=0, away=0, official=None)
        for one in taken_now(round.tournament_id, None, timezone.now())
        if one.key != ("round", round.pk)
    ]


@transaction.atomic
def place(round: Round) -> Proposal:
    """The proposal, saved."""
    lock(round.tournament_id)
    round = still(round, "round")
    found = propose(round)
    if not found.placed and not found.left:
        raise refuse("round", f"Every match of {round} has its place.", "nothing-to-do")
    for one in found.placed:
        _write(one.booking.match, one.spots)
    return found


@transaction.atomic
def clear(round: Round) -> int:
    """Take back the places of the matches of a round that have not begun; how many."""
    lock(round.tournament_id)
    round = still(round, "round")
    ids = list(Match.objects.filter(round=round).values_list("pk", flat=True))
    waiting = [
        one.match
        for one in slots.read(slots.with_time(Match.objects.filter(pk__in=ids)))
        if not one.begun and not one.over
    ]
    return Table.objects.filter(match_id__in=waiting, spot__isnull=False).update(spot=None)


@transaction.atomic
def set_spots(match: Match, spots: Mapping[int, Spot | None]) -> Match:
    """Put tables of a match to these places by hand (None: nowhere yet). ValidationError names ``spots``."""
    lock(match.tournament_id)
    match = still(match, "match")
    booking = slots.of_match(match)
    known = {seat.number for seat in booking.tables}
    for number, spot in spots.items():
        if number not in known:
            raise refuse("spots", f"This match has no table {number}.", "unknown")
        if spot is not None and spot.room.tournament_id != match.tournament_id:
            raise refuse("spots", f"Table {number}: that place belongs to another tournament.", "unknown")
    if booking.over and any(spots.values()):
        raise refuse("spots", "This match is over: where it was played stays.", "over")
    wanted = _seated(booking, spots)
    twice = [where for where in wanted.spots.values() if sum(seat.where == where for seat in wanted.tables) > 1]
    if twice:
        raise refuse("spots", f"Two tables of this match cannot both be at {twice[0]}.", "twice")
    among = slots.of_keys(match.tournament_id, [booking.key])
    for clash in (slots.spot_clash, slots.team_clash, slots.official_clash):
        said = clash(wanted, among) if any(spots.values()) else ""
        if said:
            raise refuse("spots", said, "clash")
    if booking.at is None and any(spots.values()):
        # Without a time it may begin at any moment: what is played there now is in its way.
        busy = {spot: one for one in taken_now(match.tournament_id, booking, timezone.now()) for spot in one.spots}
        for spot in filter(None, spots.values()):
            if spot.pk in busy:
                raise refuse("spots", f"{spot} is not free: {busy[spot.pk].name} play there.", "clash")
    _write(match.pk, spots)
    return match


@transaction.atomic
def call(match: Match, spots: Sequence[Spot] | None = None) -> Placed:
    """Send a waiting match to free furniture, now; without ``spots`` to the first that fits, in one room if it can.

    Its own time becomes this moment, so that its grace counts from here. ValidationError names ``match`` or ``spots``.
    """
    match = _locked(match)
    now = timezone.now()
    booking = slots.of_match(match)
    if booking.off:
        raise refuse("match", "This match is over, or the day put it off.", "over")
    if not booking.unplaced:
        raise refuse("match", f"{booking.name} has its place already: {booking.where}.", "placed")
    taken = taken_now(match.tournament_id, booking, now)
    busy = {spot: other for other in (*sent(match.tournament_id, but=match), *taken) for spot in other.spots}
    room_left = [spot for spot in spots_of(match.tournament_id) if spot.pk not in busy]
    if spots is None:
        rooms = _official_rooms(booking, taken)
        found = _choose(booking, room_left, rooms)
        if found is None:
            raise refuse("spots", _too_few(booking, room_left, bound=rooms is not None), "none-free")
    else:
        found = _as_asked(booking, spots, busy, match.tournament_id)
    called = replace(_seated(booking, found), at=now)
    beside = [replace(other, at=now) for other in taken]
    for clash in (slots.team_clash, slots.official_clash):
        said = clash(called, beside)
        if said:
            raise refuse("match", said.replace("at that time", "now"), "clash")
    _write(match.pk, found)
    match.starts_at = now
    match.save(update_fields=["starts_at"])
    return Placed(called, {number: spot for number, spot in found.items() if spot is not None})


def taken_now(tournament_id: int, booking: Booking | None, now: datetime) -> list[Booking]:
    """The bookings that hold something of the hall at this moment.

    Those that have begun or whose time has come, and those of the slot of ``booking``, which is left out itself.
    """
    found = slots.with_time(Match.objects.filter(tournament_id=tournament_id, day_state=""))
    placed = slots.read(found.filter(tables__spot__isnull=False).distinct())
    return [
        one
        for one in placed
        if not one.off
        and (booking is None or one.match != booking.match)
        and (one.begun or (one.at and one.at <= now) or (booking is not None and one.key == booking.key))
    ]


def sent(tournament_id: int, *, but: Match | None = None) -> list[Booking]:
    """The matches of open rounds that have their places: their people were sent there, begun or not. Four queries."""
    found = Match.objects.filter(
        tournament_id=tournament_id,
        day_state="",
        round__opened_at__isnull=False,
        round__closed_at__isnull=True,
        tables__spot__isnull=False,
    )
    if but is not None:
        found = found.exclude(pk=but.pk)
    return [one for one in slots.read(slots.with_time(found.distinct())) if not one.off]


def _locked(match: Match) -> Match:
    """The match as it is, locked as the ledger locks it, then its tournament."""
    found = Match.objects.select_for_update(no_key=True, of=("self",)).filter(pk=match.pk).first()
    if found is None:
        raise refuse("match", "This was removed a moment ago. Look at the list again.", "gone")
    lock(match.tournament_id)
    return found


def _as_asked(
    booking: Booking, spots: Sequence[Spot], busy: Mapping[int, Booking], tournament_id: int
) -> dict[int, Spot | None]:
    if len({spot.pk for spot in spots}) != len(spots) or len(spots) != len(booking.unplaced):
        raise refuse("spots", f"Choose {len(booking.unplaced)} different tables, one for each that has none.", "count")
    for spot in spots:
        if spot.room.tournament_id != tournament_id:
            raise refuse("spots", "That place belongs to another tournament.", "unknown")
        if spot.pk in busy:
            raise refuse("spots", f"{spot} is not free: {busy[spot.pk].name} play there.", "clash")
    return dict(zip(booking.unplaced, spots, strict=True))


def _seated(booking: Booking, spots: Mapping[int, Spot | None]) -> Booking:
    """The booking as it would be with these places."""

    def seat(one: Seat) -> Seat:
        if one.number not in spots:
            return one
        spot = spots[one.number]
        return Seat(one.number, None, None, "") if spot is None else Seat(one.number, spot.pk, spot.room_id, str(spot))

    return replace(booking, tables=tuple(seat(one) for one in booking.tables))


def _fit(waiting: Sequence[Booking], among: Sequence[Booking], spots: Sequence[Spot]) -> Proposal:
    """Large matches first, each into the room that it leaves fullest; what fits in no room is parted at the end.

    Two matches of one official are kept together: the first goes where there is room for the second, too.
    """
    now = {one.match: one for one in among}
    placed: list[Placed] = []
    left: list[tuple[Booking, str]] = []
    order = sorted(waiting, key=lambda one: -len(one.unplaced))
    parted: list[Booking] = []
    for split in (False, True):
        for one in parted if split else order:
            beside = [other for other in now.values() if other.key == one.key and not other.off]
            others = [other for other in beside if other.match != one.match]
            said = slots.team_clash(one, [other for other in others if other.spots]) or _too_many(one, others)
            if said:
                left.append((one, said))
                continue
            busy = {spot for other in others for spot in other.spots}
            free = [spot for spot in spots if spot.pk not in busy]
            rooms = _official_rooms(one, others)
            keep = 0 if rooms else max((len(two.unplaced) for two in others if _same_official(one, two)), default=0)
            found = _choose(one, free, rooms, split=split, keep=keep)
            if found is None and not split:
                parted.append(one)
            elif found is None:
                left.append((one, _too_few(one, free, bound=rooms is not None)))
            else:
                seated = _seated(one, found)
                said = slots.official_clash(seated, others)
                if said:
                    left.append((one, said))
                    continue
                now[one.match] = seated
                placed.append(Placed(one, {number: spot for number, spot in found.items() if spot is not None}))
    order_of = {one.match: at for at, one in enumerate(waiting)}
    placed.sort(key=lambda one: order_of[one.booking.match])
    left.sort(key=lambda pair: order_of[pair[0].match])
    return Proposal(tuple(placed), tuple(left))


def _same_official(one: Booking, other: Booking) -> bool:
    return one.official is not None and one.official == other.official


def _too_many(one: Booking, others: Sequence[Booking]) -> str:
    """Why the match's official cannot take it on top of those placed, empty where that is no reason."""
    placed = [other for other in others if other.spots and _same_official(one, other)]
    if len(placed) < slots.MOST_IN_A_ROOM:
        return ""
    return f"{one.official_name} has {len(placed)} matches at that time already: give it another official first."


def _official_rooms(one: Booking, others: Sequence[Booking]) -> frozenset[int] | None:
    """The rooms to which the match's official is bound by another match; None: to none."""
    if one.official is None:
        return None
    bound = [other.rooms for other in others if other.official == one.official and other.rooms]
    return frozenset().union(*bound) if bound else None


def _choose(
    one: Booking, free: Sequence[Spot], bound: frozenset[int] | None, *, split: bool = True, keep: int = 0
) -> dict[int, Spot | None] | None:
    """Furniture for the tables that have none: in the room where others of the match stand, else in the fullest.

    ``keep``: tables that a room should have to spare, where one has.
    """
    rooms: dict[int, list[Spot]] = {}
    for spot in free:
        if bound is None or spot.room_id in bound:
            rooms.setdefault(spot.room_id, []).append(spot)
    need = one.unplaced
    fits = [some for room, some in rooms.items() if len(some) >= len(need) and (not one.rooms or room in one.rooms)]
    if fits:
        roomy = [some for some in fits if len(some) >= len(need) + keep]
        return dict(zip(need, _together(min(roomy or fits, key=len), len(need)), strict=True))
    if not split:
        return None
    everything = [spot for some in sorted(rooms.values(), key=len, reverse=True) for spot in some]
    if len(everything) < len(need):
        return None
    return dict(zip(need, everything[: len(need)], strict=True))


def _together(spots: Sequence[Spot], count: int) -> list[Spot]:
    """The first ``count`` whose numbers follow one another, else simply the first."""
    for at in range(len(spots) - count + 1):
        run = spots[at : at + count]
        if run[-1].number - run[0].number == count - 1:
            return list(run)
    return list(spots[:count])


def _too_few(one: Booking, free: Sequence[Spot], *, bound: bool = False) -> str:
    need = len(one.unplaced)
    tables = "table" if need == 1 else "tables"
    if bound:
        return (
            f"Needs {need} {tables} in the room of the other match of {one.official_name}; there are not as many free."
        )
    are = "none is" if not free else "1 is" if len(free) == 1 else f"{len(free)} are"
    return f"Needs {need} {tables}, and {are} free then: it waits in the queue."


def _write(match_id: int, spots: Mapping[int, Spot | None]) -> None:
    for number, spot in spots.items():
        Table.objects.filter(match_id=match_id, number=number, kind=TableKind.TABLE).update(spot=spot)


def release(match_id: int) -> None:
    """Take a match's places back: the day put it off. Its row is locked."""
    Table.objects.filter(match_id=match_id, spot__isnull=False).update(spot=None)
