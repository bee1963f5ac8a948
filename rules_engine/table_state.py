"""A table as it stands: the value that a fold of its events gives.

Everything here is frozen. The chalks of a game are kept as one short text (see
:func:`marks_of`) because a snapshot of the table is stored with every event: text
is copied, not rebuilt, when a snapshot is read. :attr:`Game.chalks` and
:attr:`TableState.chalks` give them as values.

Events are numbered from 1 as in ``all-fours/table@1``; the opening is number 0.
A ledger that stores the opening as its first row has ``sequence = number + 1``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import EffectName, Points, Violation, Why

ZERO = Points(0, 0)


class TableChalk(NamedTuple):
    """A chalk on the table's board and the number of the event that made it."""

    pair: Pair
    why: Why
    points: int
    counted: bool
    event: int


_LETTER = {
    Why.KICK: "k",
    Why.GIVEN: "g",
    Why.HIGH: "h",
    Why.LOW: "l",
    Why.JACK: "j",
    Why.HANG_JACK: "x",
    Why.GAMBLE: "c",
    Why.MISDEAL: "m",
    Why.PENALTY: "p",
}
_WHY = {letter: why for why, letter in _LETTER.items()}


def marks_of(chalks: Iterable[TableChalk]) -> str:
    """Chalks as one text: ``Nk+3.12`` is N–S, kick, counted, 3 points, event 12."""
    return " ".join(
        f"{chalk.pair[0]}{_LETTER[chalk.why]}{'+' if chalk.counted else '-'}{chalk.points}.{chalk.event}"
        for chalk in chalks
    )


def chalks_of(marks: str) -> tuple[TableChalk, ...]:
    """The chalks that :func:`marks_of` wrote."""
    return tuple(_chalk(mark) for mark in marks.split())


def _chalk(mark: str) -> TableChalk:
    points, event = mark[3:].split(".")
    pair = Pair.NS if mark[0] == "N" else Pair.EW
    return TableChalk(pair, _WHY[mark[1]], int(points), mark[2] == "+", int(event))


class WonBy(StrEnum):
    """How a game came to its winner."""

    SUNG = "sung"
    PENALTY = "penalty"
    CONCEDED = "conceded"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is over; ``number`` counts from 1.

    ``scores`` is None for a bullseye that took a game which had not begun.
    ``hands``: hands recorded in it; ``first_dealer``: None where not known.
    """

    number: int
    winner: Pair
    won_by: WonBy
    scores: Points | None
    hands: int
    marks: str
    hang_jacks: Points
    first_dealer: Seat | None

    @property
    def chalks(self) -> tuple[TableChalk, ...]:
        """The chalks of this game in the order made."""
        return chalks_of(self.marks)


class Claim(NamedTuple):
    """A whole table's tally as typed from paper."""

    bullseyes: Points
    hang_jacks: Points


class Warned(NamedTuple):
    """Warnings on record: ``times`` of them to ``seat`` (None: the pair) for ``clause``."""

    pair: Pair
    clause: str
    seat: Seat | None
    times: int


class Reason(StrEnum):
    """Why a player was substituted (13.a)."""

    CHOICE = "choice"
    SICK = "sick"
    DISCIPLINE = "discipline"


class Substituted(NamedTuple):
    """A substitution on record, made after ``games`` finished games (13.b)."""

    event: int
    seat: Seat
    out: str
    in_: str
    reason: Reason
    games: int


class Struck(NamedTuple):
    """Event ``event`` as it was before ``correction`` replaced or struck it (12.d).

    ``game``: the game whose chalks ``marks`` it had made, None when it made none.
    """

    event: int
    correction: int
    by: str
    leave: bool
    replaced: bool
    game: int | None
    marks: str

    @property
    def chalks(self) -> tuple[TableChalk, ...]:
        """The chalks that it had made."""
        return chalks_of(self.marks)


class Bound(NamedTuple):
    """What a ruling laid on the hand in progress; the hand's own record obeys it."""

    effect: EffectName
    pair: Pair


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after ``events`` events (the opening is not counted).

    ``allowed``: games that the table may play. ``scores``, ``marks``, ``hands``,
    ``game_hang_jacks`` and ``game_dealer`` (who dealt its first hand) belong to the
    game in progress. ``dealer``: whose deal it is, None when not known. ``recorded``
    and ``recorded_hang_jacks``: totals of what is recorded; ``claimed``: the paper's
    tally, if one was typed. ``awaiting``: level and no high after an unsung hand, an
    official decides (12.j). ``open_rulings``: incidents that still need something.
    ``ordered``: seats that a ruling in this game sent away. ``closed_by``: the event
    that closed the table for the match (14.d, 14.e). ``match_to``: pairs whose team a ruling
    gave the match (13.a, 14.c).
    """

    allowed: int
    first_dealer: Seat | None
    games: tuple[Game, ...] = ()
    scores: Points = ZERO
    marks: str = ""
    hands: int = 0
    game_hang_jacks: Points = ZERO
    game_dealer: Seat | None = None
    dealer: Seat | None = None
    recorded: Points = ZERO
    recorded_hang_jacks: Points = ZERO
    claimed: Claim | None = None
    warnings: tuple[Warned, ...] = ()
    substitutions: tuple[Substituted, ...] = ()
    bound: tuple[Bound, ...] = ()
    awaiting: bool = False
    open_rulings: tuple[int, ...] = ()
    ordered: tuple[Seat, ...] = ()
    closed_by: int | None = None
    events: int = 0
    struck: tuple[Struck, ...] = ()
    match_to: tuple[Pair, ...] = ()

    @property
    def chalks(self) -> tuple[TableChalk, ...]:
        """The chalks of the game in progress, in the order made."""
        return chalks_of(self.marks)

    @property
    def bullseyes(self) -> Points:
        """Bullseyes of each pair: the paper's where it was typed, else as recorded."""
        return self.recorded if self.claimed is None else self.claimed.bullseyes

    @property
    def hang_jacks(self) -> Points:
        """Hang jacks of each pair, the game in progress included."""
        return self.recorded_hang_jacks if self.claimed is None else self.claimed.hang_jacks

    @property
    def mismatch(self) -> bool:
        """Whether the paper claims more than is recorded."""
        return self.claimed is not None and self.claimed != (self.recorded, self.recorded_hang_jacks)

    @property
    def full(self) -> bool:
        """Whether every game is recorded."""
        return len(self.games) >= self.allowed

    @property
    def over(self) -> bool:
        """Whether nothing more can be recorded; a tally that fills the table leaves room for its games."""
        return self.closed_by is not None or self.full

    @property
    def closed(self) -> bool:
        """Whether no more bullseyes are to be had at this table."""
        return self.over or sum(self.bullseyes) >= self.allowed

    @property
    def begun(self) -> bool:
        """Whether a game is in progress: something was recorded since the last one ended."""
        return self.hands > 0 or self.marks != "" or self.scores != ZERO

    @property
    def number(self) -> int:
        """The number of the game in progress, or of the next one."""
        return len(self.games) + 1


class ErrorCode(StrEnum):
    """Why an event cannot follow at a table."""

    WRONG_DEALER = "wrong-dealer"
    DEALER_UNKNOWN = "dealer-unknown"
    TABLE_CLOSED = "table-closed"
    GAMES_EXCEEDED = "games-exceeded"
    GAME_SHORT = "game-short"
    GAME_OVER = "game-over"
    TALLY_MISMATCH = "tally-mismatch"
    SUBSTITUTION_IN_GAME = "substitution-in-game"
    SUBSTITUTION_LIMIT = "substitution-limit"
    SEAT_MISMATCH = "seat-mismatch"
    CORRECTION_TARGET = "correction-target"
    BAD_EVENT = "bad-event"


@dataclass(frozen=True, slots=True)
class TableError:
    """Event ``event`` (from 1) cannot follow: why, in plain words, and by which clause.

    ``violations`` holds the judge's reasons where a hand is at fault.
    """

    event: int
    code: ErrorCode
    message: str
    clause: str | None = None
    violations: tuple[Violation, ...] = ()
