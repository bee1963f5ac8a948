"""The day as the hall sees it: who plays where, who waits, who is late, and the clocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scoring.models import MatchState, MatchTally
from scoring.selectors.matches import LIVE, tally_of
from tournaments.models import DayState, Match, Occurrence, OccurrenceKind, Round, Spot, Tournament
from tournaments.selectors import clocks, occurrences, slots
from tournaments.selectors.clocks import ClockShown
from tournaments.selectors.occurrences import Late
from tournaments.selectors.slots import Booking
from tournaments.services.placing import sent, spots_of

__all__ = ["DayShown", "HallLine", "RoomShown", "current_rounds", "fingerprint", "shown", "tally_of"]

ENDED = (MatchState.PLAYED, MatchState.UNDECIDED, MatchState.CONFIRMED)


@dataclass(frozen=True, slots=True)
class HallLine:
    """A match on the day's page; ``state`` as in its tally, ``words`` what the hall reads of it."""

    booking: Booking
    round: Round
    state: str
    words: str
    home: int
    away: int
    late: tuple[Late, ...]

    @property
    def live(self) -> bool:
        return self.state in LIVE and not self.booking.day_state

    @property
    def begun(self) -> bool:
        """Whether there is a score to show."""
        return self.state != MatchState.SCHEDULED

    @property
    def numbers(self) -> str:
        """The numbers of its furniture, where all of it stands in one room."""
        return " ".join(seat.where.rsplit(" ", 1)[1] for seat in self.booking.tables if seat.spot is not None)


@dataclass(frozen=True, slots=True)
class RoomShown:
    """A room: its matches in the order of their tables, and the numbers that are free."""

    name: str
    lines: tuple[HallLine, ...]
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DayShown:
    """The whole page. ``rounds``: those shown; ``others``: matches with a written place or none, no furniture."""

    rounds: tuple[Round, ...]
    all_rounds: tuple[Round, ...]
    rooms: tuple[RoomShown, ...]
    waiting: tuple[HallLine, ...]
    others: tuple[HallLine, ...]
    late: tuple[HallLine, ...]
    free: tuple[Spot, ...]
    clocks: tuple[ClockShown, ...]
    now: datetime

    @property
    def lines(self) -> tuple[HallLine, ...]:
        """Every match of the rounds shown, once."""
        seen: dict[int, HallLine] = {}
        for line in (*(line for room in self.rooms for line in room.lines), *self.waiting, *self.others):
            seen.setdefault(line.booking.match, line)
        return tuple(sorted(seen.values(), key=lambda line: (line.round.number, line.booking.match)))


def current_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that are open; where none is, the first in which something is to be played, else the last."""
    rounds = Round.objects.filter(tournament=tournament)
    found = list(rounds.filter(opened_at__isnull=False, closed_at__isnull=True).order_by("number"))
    if found:
        return found
    unfinished = Match.objects.filter(tournament=tournament, day_state="", round__closed_at__isnull=True).filter(
        Q(tally__isnull=True) | ~Q(tally__state__in=ENDED)
    )
    first = unfinished.order_by("round__number").values_list("round_id", flat=True).first()
    chosen = (
        rounds.filter(pk=first).first() if first else rounds.filter(matches__isnull=False).order_by("-number").first()
    )
    return [chosen] if chosen else []


def shown(tournament: Tournament, rounds: list[Round] | None = None) -> DayShown:
    """The page of these rounds, or of the current ones; a number of queries that does not grow with the matches."""
    now = timezone.now()
    every = tuple(Round.objects.filter(tournament=tournament).order_by("number"))
    chosen = tuple(current_rounds(tournament) if rounds is None else rounds)
    lines = _lines(tournament, chosen)
    spots = spots_of(tournament.pk)
    busy = {spot for line in lines for spot in line.booking.spots if not line.booking.off}
    if any(round.opened_at and not round.closed_at and round not in chosen for round in every):
        busy |= {spot for one in sent(tournament.pk) for spot in one.spots}
    placed = {spot for line in lines for spot in line.booking.spots}
    rooms: dict[int, tuple[str, list[Spot]]] = {}
    for spot in spots:
        rooms.setdefault(spot.room_id, (spot.room.name, []))[1].append(spot)
    return DayShown(
        rounds=chosen,
        all_rounds=every,
        rooms=tuple(_room(name, there, lines, busy) for name, there in rooms.values()),
        waiting=tuple(line for line in lines if spots and _waits(line)),
        others=tuple(line for line in lines if not placed & line.booking.spots.keys() and not (spots and _waits(line))),
        late=tuple(line for line in lines if line.late),
        free=tuple(spot for spot in spots if spot.pk not in busy),
        clocks=tuple(clocks.running(tournament, now)),
        now=now,
    )


def _waits(line: HallLine) -> bool:
    """Whether it waits for furniture; one that has begun without any is played somewhere."""
    return bool(line.booking.unplaced) and not line.booking.off and not line.booking.begun


def _room(name: str, spots: list[Spot], lines: list[HallLine], busy: set[int]) -> RoomShown:
    at = {spot.pk: place for place, spot in enumerate(spots)}
    here = [line for line in lines if at.keys() & line.booking.spots.keys()]
    # Of two on the same furniture the one that is over has left it.
    taken = {spot for line in here if not line.booking.off for spot in line.booking.spots}
    there = [line for line in here if not line.booking.off or not taken & line.booking.spots.keys()]
    there.sort(key=lambda line: min(at[spot] for spot in line.booking.spots if spot in at))
    return RoomShown(name, tuple(there), tuple(spot.number for spot in spots if spot.pk not in busy))


def _lines(tournament: Tournament, rounds: tuple[Round, ...]) -> list[HallLine]:
    by_id = {round.pk: round for round in rounds}
    bookings = slots.read(slots.with_time(Match.objects.filter(tournament=tournament, round__in=by_id)))
    ids = [one.match for one in bookings]
    tallies = {tally.match_id: tally for tally in MatchTally.objects.filter(match_id__in=ids)}
    late = _late(tournament, ids)
    found = []
    for one in bookings:
        tally = tallies.get(one.match) or MatchTally()
        state = MatchState(tally.state)
        words = DayState(one.day_state).label if one.day_state else state.label
        known = tuple(late.get(one.match, ())) if not one.begun and not one.day_state else ()
        figures = (tally.home_bullseyes, tally.away_bullseyes)
        found.append(HallLine(one, by_id[one.round], state.value, str(words), *figures, known))
    return found


def _late(tournament: Tournament, ids: list[int]) -> dict[int, list[Late]]:
    """Who is late at which match; two queries where anybody ever was."""
    noted: dict[int, list[Occurrence]] = {}
    marked = Occurrence.objects.filter(match_id__in=ids, kind=OccurrenceKind.LATE).values("match_id")
    for one in Occurrence.objects.filter(match_id__in=marked).order_by("at", "pk"):
        noted.setdefault(one.match_id, []).append(one)
    if not noted:
        return {}
    matches = Match.objects.filter(pk__in=noted).select_related("home", "away", "round", "tournament")
    return {match.pk: occurrences.late(match, noted[match.pk]) for match in matches}


def fingerprint(page: DayShown) -> str:
    """What the page shows, as a short text: the same text, the same page."""
    parts: list[Any] = [
        (line.booking, line.state, line.home, line.away, [(one.team.pk, one.until) for one in line.late])
        for line in page.lines
    ]
    parts += [(one.clock.pk, one.ends_at, one.clock.paused_at, one.clock.seconds) for one in page.clocks]
    parts += [(round.pk, round.opened_at, round.closed_at) for round in page.rounds]
    parts += [(room.name, room.free) for room in page.rooms]
    return repr(parts)
