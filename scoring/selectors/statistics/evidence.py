"""What the figures stand on: confirmed results, the boards of their tables, and who sat where in which game.

Everything is read as the ledger left it; nothing is judged again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.db.models import QuerySet

from rules_engine.seats import Pair, Seat
from rules_engine.table_json import state_from_json
from rules_engine.table_state import TableState, WonBy
from scoring.models import EventKind, LedgerEvent, Result, ResultKind, ResultState
from tournaments.models import Match, Table, TableKind


class Depth(StrEnum):
    """How closely a table was recorded, the closest first."""

    HANDS = "hands"
    GAMES = "games"
    TALLY = "tally"


class Played(NamedTuple):
    """A match with a confirmed result. ``winner``: ``home``, ``away``, or empty for a level one that stands."""

    id: int
    tournament_id: int
    slug: str
    tournament: str
    round: int
    home_id: int
    away_id: int
    home: str
    away: str
    home_bullseyes: int
    away_bullseyes: int
    home_hang_jacks: int
    away_hang_jacks: int
    winner: str
    kind: str
    play_off: bool

    @property
    def at_tables(self) -> bool:
        """Whether its figures were made at tables; those of a walk-over or an award are credited."""
        return self.kind == ResultKind.PLAYED

    @property
    def margin(self) -> int:
        """Bullseyes between the two."""
        return abs(self.home_bullseyes - self.away_bullseyes)

    @property
    def words(self) -> str:
        """``Pelicans v Scarlets, round 2``."""
        return f"{self.home} v {self.away}, round {self.round}"

    def team_at(self, side: str) -> int:
        """The id of the team on that side."""
        return self.home_id if side == "home" else self.away_id


class Moved(NamedTuple):
    """A substitution that stands: from the game after ``games`` finished ones on, ``player`` sits at ``seat``."""

    event: int
    games: int
    seat: Seat
    player: int
    out: int | None


@dataclass(frozen=True, slots=True)
class At:
    """A table as recorded. ``opening``: what the ledger's sequence is ahead of the engine's event numbers."""

    id: int
    match_id: int
    number: int
    kind: str
    home_pair: Pair
    state: TableState
    head: str
    opening: int
    seats: Mapping[Seat, int]
    moves: tuple[Moved, ...]

    @property
    def decider(self) -> bool:
        """Whether it is the best of three after a level score: it adds one bullseye to its winner (13.c)."""
        return self.kind == TableKind.DECIDER

    @property
    def depth(self) -> Depth:
        """How closely it was recorded: a tally that says more than the games beside it makes it one."""
        state = self.state
        if state.mismatch or (state.claimed is not None and not state.games):
            return Depth.TALLY
        by_hand = all(game.hands or game.won_by in (WonBy.PENALTY, WonBy.CONCEDED) for game in state.games)
        return Depth.HANDS if by_hand else Depth.GAMES

    def side_of(self, pair: Pair) -> str:
        """Whose pair it is, ``home`` or ``away``."""
        return "home" if pair is self.home_pair else "away"

    def players(self, pair: Pair, game: int) -> frozenset[int] | None:
        """The two who sat there in that game (from 1); None where nobody was entered."""
        return self._pair(pair, [move for move in self.moves if move.games < game])

    def dealer(self, seat: Seat, event: int) -> int | None:
        """Who sat at ``seat`` when that event of the engine came."""
        found = self.seats.get(seat)
        for move in self.moves:
            if move.seat is seat and move.event < event:
                found = move.player
        return found

    def unchanged(self, pair: Pair) -> bool:
        """Whether the same two sat there throughout."""
        return all(move.seat.pair is not pair for move in self.moves)

    def _pair(self, pair: Pair, moves: Iterable[Moved]) -> frozenset[int] | None:
        now = dict(self.seats)
        for move in moves:
            now[move.seat] = move.player
        found = frozenset(player for seat, player in now.items() if seat.pair is pair)
        return found if len(found) == 2 else None


def at_tables(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those of ``matches`` with a result that stands and was played at tables."""
    return matches.filter(results__state=ResultState.CONFIRMED, results__kind=ResultKind.PLAYED).order_by()


def played(matches: QuerySet[Match]) -> list[Played]:
    """The confirmed results of ``matches``, tournament by tournament, in the order of the rounds: one query."""
    rows = (
        Result.objects.filter(state=ResultState.CONFIRMED, match__in=matches.order_by().values("pk"))
        .order_by("match__tournament__starts_on", "match__tournament_id", "match__round__number", "match_id")
        .values_list(
            "match_id",
            "match__tournament_id",
            "match__tournament__slug",
            "match__tournament__name",
            "match__round__number",
            "match__home_id",
            "match__away_id",
            "match__home__name",
            "match__away__name",
            "home_bullseyes",
            "away_bullseyes",
            "home_hang_jacks",
            "away_hang_jacks",
            "winner",
            "kind",
            "match__play_off",
        )
    )
    return [Played(*row) for row in rows]


def tables_of(matches: QuerySet[Match]) -> list[At]:
    """Every table of ``matches`` (the sheets of whole matches apart) that was recorded: two queries."""
    recorded = Table.objects.filter(
        match__in=matches.order_by().values("pk"), kind__in=(TableKind.TABLE, TableKind.DECIDER), board__sequence__gt=0
    ).order_by("match_id", "number")
    told = _seating(recorded)
    rows = recorded.values_list(
        "pk", "match_id", "number", "kind", "board__home_pair", "board__state", "board__sequence", "board__head_hash"
    )
    found = []
    for pk, match_id, number, kind, home_pair, text, sequence, head in rows:
        state = state_from_json(json.loads(text))
        opening = sequence - state.events
        seats, moves = _sat(told.get(pk, []), state, opening)
        pair = Pair(home_pair or Pair.NS)
        found.append(At(pk, match_id, number, kind, pair, state, head, opening, seats, moves))
    return found


SEATING = (EventKind.OPENED.value, EventKind.SUBSTITUTION.value)
"""The kinds of event that say who sits where; a partial index of the ledger holds them."""


def _seating(tables: QuerySet[Table]) -> dict[int, list[tuple[int, str]]]:
    """Openings and substitutions of the tables: sequence and payload."""
    told: dict[int, list[tuple[int, str]]] = {}
    rows = LedgerEvent.objects.filter(kind__in=SEATING, table__in=tables.order_by().values("pk"))
    for table_id, sequence, payload in rows.order_by("table_id", "sequence").values_list(
        "table_id", "sequence", "payload"
    ):
        told.setdefault(table_id, []).append((sequence, payload))
    return told


def _sat(
    told: Iterable[tuple[int, str]], state: TableState, opening: int
) -> tuple[Mapping[Seat, int], tuple[Moved, ...]]:
    """Who sat at first, and who came in when: those substitutions that stand in the table's state."""
    seats: dict[Seat, int] = {}
    came: dict[int, tuple[int | None, int]] = {}
    for sequence, text in told:
        details = json.loads(text)["details"]
        if sequence == opening:
            seats = {Seat(seat): int(sits["player"]) for seat, sits in details.get("seats", {}).items()}
        elif sequence > opening and "in" in details:
            came[sequence - opening] = (details.get("out"), int(details["in"]))
    moves = []
    for substituted in state.substitutions:
        if substituted.event in came:
            out, player = came[substituted.event]
            moves.append(Moved(substituted.event, substituted.games, substituted.seat, player, out))
    return seats, tuple(moves)
