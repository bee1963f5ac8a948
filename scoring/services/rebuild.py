"""Boards, tallies and seats thrown away and made again from the ledger, or compared with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from scoring.models import MatchState, Result, ResultState
from scoring.services import boards, store
from scoring.services.replay import Replay, ReplayFault, replay
from scoring.services.seats import seat_players
from scoring.services.store import Standing, TableRow, TallyRow
from tournaments.models import Match, Seating


@dataclass(frozen=True, slots=True)
class Difference:
    """A projection that is not what the ledger makes it; ``table_id`` None: the match's tally."""

    match_id: int
    table_id: int | None
    text: str
    unreadable: bool = False
    """The ledger itself is at fault: nothing can be made from it."""

    def __str__(self) -> str:
        where = f"table {self.table_id}" if self.table_id else f"match {self.match_id}"
        return f"{where}: {self.text}"


def matches_of(slug: str | None) -> Iterable[int]:
    """Ids of the matches of a tournament, or of all, in order."""
    matches = Match.objects.order_by("id")
    return (matches.filter(tournament__slug=slug) if slug else matches).values_list("id", flat=True)


def recompute(match_id: int, *, check: bool) -> list[Difference]:
    """What differed from the ledger; unless ``check``, it is put right. An unreadable ledger is only reported."""
    with transaction.atomic():
        store.lock_match(match_id)
        try:
            again = replay(match_id)
        except ReplayFault as fault:
            return [Difference(match_id, None, f"the ledger cannot be replayed: {fault}", unreadable=True)]
        standing = store.read_match(match_id)
        if again is None or standing is None:
            return []
        return [*_boards(standing, again, check), *_seats(standing, again, check), *_tally(standing, again, check)]


def _boards(standing: Standing, again: Replay, check: bool) -> Iterable[Difference]:
    for stored, right in zip(standing.tables, again.rows(), strict=True):
        if _same_board(stored, right):
            continue
        names = [name for name in TableRow._fields if getattr(stored, name) != getattr(right, name)]
        yield Difference(standing.match_id, right.id, f"the board differs from the ledger in {', '.join(names)}")
        if not check:
            store.write_board(right)


def _same_board(stored: TableRow, right: TableRow) -> bool:
    """Equal, the state by what it says and not by how it is spelt."""
    if stored._replace(state="") != right._replace(state=""):
        return False
    if stored.state == right.state:
        return True
    try:
        return boards.read_state(stored.state) == boards.read_state(right.state)
    except (ValueError, KeyError, TypeError):
        return False


def _seats(standing: Standing, again: Replay, check: bool) -> Iterable[Difference]:
    stored: dict[int, dict[str, int]] = {table.id: {} for table in standing.tables}
    for row in Seating.objects.filter(table_id__in=stored):
        stored[row.table_id][row.seat] = row.player_id
    for table_id, seats in stored.items():
        right = again.seats(table_id)
        if seats == right:
            continue
        yield Difference(standing.match_id, table_id, "the seats differ from the ledger")
        if not check:
            seat_players(table_id, right)


def _tally(standing: Standing, again: Replay, check: bool) -> Iterable[Difference]:
    right = again.tally()
    if Result.objects.filter(match_id=standing.match_id, state=ResultState.CONFIRMED).exists():
        right = right._replace(state=MatchState.CONFIRMED.value)
    if standing.tally == right:
        return
    if standing.tally is None and not any(table.sequence for table in again.rows()) and right.home + right.away == 0:
        # Nobody wrote a tally because nothing has happened yet.
        return
    wrong = (
        []
        if standing.tally is None
        else [name for name in TallyRow._fields if getattr(standing.tally, name) != getattr(right, name)]
    )
    text = f"the tally differs from the ledger in {', '.join(wrong)}" if wrong else "the tally is missing"
    yield Difference(standing.match_id, None, text)
    if not check:
        store.write_tally(standing.match_id, right)
