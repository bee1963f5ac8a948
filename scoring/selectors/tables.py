"""A table as the pages show it: its two sides, its games, its hands and what was struck.

Everything is read from the projection of the ledger (:class:`scoring.models.Board`);
nothing here decides anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Prefetch, QuerySet

from rules_engine.seats import Pair, Seat
from rules_engine.table_json import state_from_json
from rules_engine.table_state import Game, Struck, TableChalk, TableState
from rules_engine.verdicts import Points
from scoring.models import Board, EventKind, LedgerEvent
from scoring.selectors import words
from scoring.selectors.sub_marks import Drawn, SubMark, drawn_on, marks_of
from scoring.selectors.words import Mark
from tournaments.models import Match, Player, Seating, Table, TableKind, Team

RECENT = 200
"""How far back a correction looks for the last event that stands."""

HANDS_SHOWN = 12
"""Ledger lines on the scorer's page; the rest is a tap away."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One line of a game: what an event chalked for each pair, and the score after it."""

    number: int
    event: int
    marks: dict[str, tuple[Mark, ...]]
    scores: dict[str, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A game as a box: ``won``, ``now`` (in play), ``paper`` (known from a tally only) or ``open``."""

    number: int
    state: str
    winner: str = ""
    side: str = ""
    scores: dict[str, int] | None = None
    won_by: str = ""
    hang_jacks: dict[str, int] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One pair at a table."""

    pair: str
    short: str
    side: str
    team: Team | None
    sitting: tuple[Player, ...]
    bullseyes: int
    hang_jacks: int
    score: int
    marks: tuple[Mark, ...]
    subs: tuple[Drawn, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who sit there."""
        return tuple(player.name for player in self.sitting)


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table with all that a page says about it. ``pairs`` NS then EW; ``sides`` home then away."""

    table: Table
    opened: bool
    seated: bool
    sequence: int
    closed: bool
    dealer: str
    dealer_name: str
    leader: str
    pairs: tuple[Side, ...]
    sides: tuple[Side, ...]
    boxes: tuple[Box, ...]
    game_number: int
    begun: bool
    left: int
    typed: bool
    mismatch: bool
    awaiting: bool
    state: TableState
    subs: tuple[tuple[str, str, str], ...] = ()
    """Substitutions in words, with the marks on home's and away's side of the board."""

    @property
    def opening(self) -> int:
        """What a ledger sequence is ahead of the engine's event number (the opening's row)."""
        return self.sequence - self.state.events

    @property
    def settled(self) -> int:
        """Games that have a winner."""
        return sum(side.bullseyes for side in self.sides)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line of the ledger on the scorer's page, newest first."""

    sequence: int
    kind: str
    text: str
    marks: dict[str, tuple[Mark, ...]]
    by: str
    at: Any
    struck_by: int | None
    reason: str


def readable() -> QuerySet[Table]:
    """Tables with all that :func:`shown` reads: two queries, whatever their number."""
    seated = Prefetch("seatings", Seating.objects.select_related("player"))
    return Table.objects.select_related("board").prefetch_related(seated)


def of_match(match: Match) -> list[Table]:
    """The match's tables: two queries."""
    return list(readable().filter(match=match).order_by("number"))


def board_of(table: Table) -> Board | None:
    """The table's board, or None before its first event."""
    board: Board | None = getattr(table, "board", None)
    return board if board is not None and board.sequence else None


def state_of(table: Table, board: Board | None) -> TableState:
    """The engine's state of the table; of an unopened one an empty state."""
    if board is None or not board.state:
        return TableState(allowed=table.games, first_dealer=None)
    return state_from_json(json.loads(board.state))


def shown(match: Match, table: Table) -> TableShown:
    """The table as pages show it. No query when it comes from :func:`readable`."""
    board = board_of(table)
    state = state_of(table, board)
    sitting = {seating.seat: seating.player for seating in table.seatings.all()}
    names = {seat: player.name for seat, player in sitting.items()}
    home = Pair(board.home_pair) if board and board.home_pair else Pair.NS
    subs = marks_of(state)
    pairs = tuple(_side(match, state, pair, home, sitting, subs) for pair in Pair)
    dealer = state.dealer
    return TableShown(
        table=table,
        opened=board is not None,
        seated=bool(names),
        sequence=board.sequence if board else 0,
        closed=board.closed if board else False,
        dealer=words.SEAT_LONG[dealer] if dealer else "",
        dealer_name=names.get(str(dealer), "") if dealer else "",
        leader=words.SEAT_LONG[dealer.next] if dealer else "",
        pairs=pairs,
        sides=tuple(sorted(pairs, key=lambda side: side.side != "home")),
        boxes=tuple(_boxes(state, home, decider=table.kind == TableKind.DECIDER)),
        game_number=min(state.number, state.allowed),
        begun=state.begun,
        left=0 if state.closed else state.allowed - sum(state.bullseyes),
        typed=state.claimed is not None,
        mismatch=state.mismatch,
        awaiting=state.awaiting,
        state=state,
        subs=tuple((mark.words, mark.on(home), mark.on(home.opponents)) for mark in subs),
    )


def _side(
    match: Match, state: TableState, pair: Pair, home: Pair, sitting: dict[str, Player], subs: tuple[SubMark, ...]
) -> Side:
    at_home = pair is home
    return Side(
        pair=pair.value,
        short=words.PAIR_SHORT[pair],
        side="home" if at_home else "away",
        team=match.home if at_home else match.away,
        sitting=tuple(sitting[seat.value] for seat in Seat if seat.pair is pair and seat.value in sitting),
        bullseyes=state.bullseyes.of(pair),
        hang_jacks=state.hang_jacks.of(pair),
        score=state.scores.of(pair),
        marks=tuple(words.mark(chalk) for chalk in state.chalks if chalk.pair is pair),
        subs=drawn_on(subs, pair),
    )


def _by_pair(figures: Points) -> dict[str, int]:
    return {"NS": figures.NS, "EW": figures.EW}


def _boxes(state: TableState, home: Pair, *, decider: bool) -> Iterable[Box]:
    """One box a game the table may play, from the left: won, in play, from paper, open."""
    for game in state.games:
        yield _won(game, home)
    paper = [pair for pair in (home, home.opponents) for _ in range(state.bullseyes.of(pair) - state.recorded.of(pair))]
    number = len(state.games)
    for pair in paper:
        number += 1
        yield Box(number, "paper", pair.value, "home" if pair is home else "away")
    if state.closed:
        last = number if decider else max(number, state.allowed)
        yield from (Box(n, "open") for n in range(number + 1, last + 1))
        return
    number += 1
    if state.begun:
        yield Box(
            number,
            "now",
            scores=_by_pair(state.scores),
            hang_jacks=_by_pair(state.game_hang_jacks),
            hands=_hands(state.chalks),
        )
        number += 1
    yield from (Box(n, "open") for n in range(number, state.allowed + 1))


def _won(game: Game, home: Pair) -> Box:
    return Box(
        number=game.number,
        state="won",
        winner=game.winner.value,
        side="home" if game.winner is home else "away",
        scores=None if game.scores is None else _by_pair(game.scores),
        won_by=words.WON_BY[game.won_by],
        hang_jacks=_by_pair(game.hang_jacks),
        hands=_hands(game.chalks),
    )


def _hands(chalks: Sequence[TableChalk]) -> tuple[Hand, ...]:
    """Chalks of one game, event by event, with the score after each."""
    lines = []
    score = {"NS": 0, "EW": 0}
    for number, (event, group) in enumerate(groupby(chalks, key=lambda chalk: chalk.event), 1):
        made = list(group)
        for chalk in made:
            score[chalk.pair.value] += chalk.points if chalk.counted else 0
        lines.append(Hand(number, event, _marks(made), dict(score)))
    return tuple(lines)


def _marks(chalks: Iterable[TableChalk]) -> dict[str, tuple[Mark, ...]]:
    made = list(chalks)
    return {pair.value: tuple(words.mark(chalk) for chalk in made if chalk.pair is pair) for pair in Pair}


def ledger_lines(shown_table: TableShown, *, limit: int | None = HANDS_SHOWN) -> list[LedgerLine]:
    """The table's last events, newest first, with who recorded each: one query.

    A struck event keeps the chalks that it had made and names the event that struck it.
    """
    state = shown_table.state
    rows = (
        LedgerEvent.objects.filter(table=shown_table.table)
        .select_related("actor")
        .order_by("-sequence")
        .defer("answer", "previous_hash", "hash")
    )
    if limit is not None:
        rows = rows[: limit + 1]
    chalks: dict[int, list[TableChalk]] = {}
    for chalk in (*(chalk for game in state.games for chalk in game.chalks), *state.chalks):
        chalks.setdefault(chalk.event, []).append(chalk)
    struck: dict[int, list[Struck]] = {}
    for item in state.struck:
        struck.setdefault(item.event, []).append(item)
    reasons: dict[int, str] = {}
    lines = []
    for row in rows:
        payload = row.event
        event = row.sequence - shown_table.opening
        if row.kind == EventKind.CORRECTION:
            reasons[event] = str(payload.get("details", {}).get("reason", ""))
        told, about = payload.get("event", {}), event
        if row.kind == EventKind.CORRECTION:
            # What a correction put in place is chalked under the number of the event that it replaced.
            about = told["of"] if told.get("replace") else 0
        gone = next((item for item in struck.get(about, ()) if about == event or item.correction > event), None)
        made = gone.chalks if gone else chalks.get(about, [])
        lines.append(
            LedgerLine(
                sequence=row.sequence,
                kind=row.kind,
                text=describe(row.kind, told, shown_table.opening),
                marks=_marks(made),
                by=str(row.actor),
                at=row.recorded_at,
                struck_by=gone.correction + shown_table.opening if gone else None,
                reason=reasons.get(gone.correction, "") if gone else reasons.get(event, ""),
            )
        )
    return lines


@dataclass(frozen=True, slots=True)
class Last:
    """The event that a correction would name: the last one that is no correction and stands."""

    sequence: int
    kind: str
    event: dict[str, Any]
    text: str
    marks: dict[str, tuple[Mark, ...]]
    by: str
    at: Any
    rulings: tuple[str, ...] = ()


def last_standing(shown_table: TableShown) -> Last | None:
    """The last event that still stands and is no ruling, as it stands now; None when there is none. One query.

    ``rulings``: those that lie behind it, in words; they are counted again when it is corrected.
    """
    state, opening = shown_table.state, shown_table.opening
    gone = {item.event for item in state.struck if not item.replaced}
    rows = LedgerEvent.objects.filter(table=shown_table.table, sequence__gt=opening).order_by("-sequence")
    replaced: dict[int, dict[str, Any]] = {}
    rulings: list[str] = []
    for row in rows.select_related("actor").defer("answer")[:RECENT]:
        event, payload = row.sequence - opening, row.event.get("event", {})
        if row.kind == EventKind.CORRECTION:
            if payload.get("replace"):
                replaced.setdefault(payload["of"], payload["replace"])
            continue
        if event in gone:
            continue
        now = replaced.get(event, payload)
        kind = kind_of(now)
        if kind == EventKind.INCIDENT:
            rulings.append(f"#{row.sequence} {describe(kind, now)}")
            continue
        made = (*(chalk for game in state.games for chalk in game.chalks), *state.chalks)
        marks = _marks(chalk for chalk in made if chalk.event == event)
        return Last(
            row.sequence,
            kind,
            now,
            describe(kind, now),
            marks,
            str(row.actor),
            row.recorded_at,
            tuple(reversed(rulings)),
        )
    return None


def kind_of(event: dict[str, Any]) -> str:
    """The ledger's word for an engine event."""
    form = str(event.get("format", ""))
    return form.removeprefix("all-fours/").partition("@")[0] if form else str(event.get("event", ""))


def describe(kind: str, event: dict[str, Any], opening: int = 1) -> str:
    """An event in a few words; what it chalked stands beside it. ``opening``: sequence of its table's opening."""
    if kind == EventKind.GAME:
        winner = words.PAIR_SHORT[Pair(event["winner"])]
        scores = event.get("scores") or {}
        return f"Game to {winner}" + (f", {scores['NS']}–{scores['EW']} N/S first" if scores else "")
    if kind == EventKind.TALLY:
        figures = event.get("bullseyes") or {}
        return f"Tally from paper, {figures.get('NS')}–{figures.get('EW')} N/S first"
    if kind == EventKind.CORRECTION:
        done = "replaced" if event.get("replace") else "struck"
        return f"Correction: #{event.get('of', 0) + opening} {done}"
    if kind == EventKind.OPENED:
        return "Table opened"
    if kind == EventKind.INCIDENT:
        return f"Ruling under {event.get('clause', '')}"
    if kind == EventKind.SUBSTITUTION:
        why = {"sick": ", sick", "discipline": ", ordered"}.get(event.get("reason", ""), "")
        more = ", one too many" if event.get("apply") else ""
        return f"Substitution at {event.get('seat', '')}: {event.get('in', '')} for {event.get('out', '')}{why}{more}"
    unsung = event.get("unsung")
    return f"Hand, {words.PAIR_SHORT[Pair(unsung)]} did not sing" if unsung else "Hand"
