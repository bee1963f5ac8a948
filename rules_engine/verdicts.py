"""The closed vocabulary in which the engine answers.

Every answer is a frozen value built from these words, so that a screen, a sheet
or another program can rely on them. Three kinds of "no" are kept apart:
malformed text is a :class:`RecordError` (raised), a broken rule is a
:class:`Violation` (judged, never raised), an event that cannot follow at a table
is a ``TableError`` (returned by ``rules_engine.table``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules_engine.seats import Pair, Seat


class RecordError(ValueError):
    """A record that cannot be read at all.

    ``field`` is the dotted path of the field at fault (``hand.kicked``), empty
    when the text as a whole is at fault; ``text`` says in plain words what is
    wrong. ``str(error)`` is ``FIELD: text``.
    """

    def __init__(self, field: str, text: str) -> None:
        self.field = field
        self.text = text
        super().__init__(f"{field}: {text}" if field else text)


class Points(NamedTuple):
    """A number for each pair: points, bullseyes, hang jacks or card points."""

    NS: int
    EW: int

    def of(self, pair: Pair) -> int:
        """The number that belongs to ``pair``."""
        return self.NS if pair is Pair.NS else self.EW

    def plus(self, pair: Pair, n: int) -> Points:
        """The same with ``n`` added for ``pair``."""
        return Points(self.NS + n, self.EW) if pair is Pair.NS else Points(self.NS, self.EW + n)


class Lead(StrEnum):
    """What the lead player did on seeing the kick (1.a, 1.n, 1.o)."""

    STAND = "stand"
    BEG = "beg"
    STAND_BLIND = "stand-blind"


class Answer(StrEnum):
    """What the dealer did when begged (1.a)."""

    GIVE = "give"
    RUN = "run"


class JackOutcome(StrEnum):
    """What became of the jack of trumps: ``out`` is kicked or not dealt."""

    MADE = "made"
    HUNG = "hung"
    OUT = "out"


class Phase(StrEnum):
    """The stretch of a hand or a match in which an incident happened."""

    BEFORE_DEAL = "before-deal"
    DEALING = "dealing"
    KICKING = "kicking"
    BEGGING = "begging"
    FIRST_ROUND = "first-round"
    PLAYING = "playing"
    AFTER_HAND = "after-hand"
    BETWEEN_GAMES = "between-games"
    MATCH = "match"


class Why(StrEnum):
    """What a chalk was made for."""

    KICK = "kick"
    GIVEN = "given"
    HIGH = "high"
    LOW = "low"
    JACK = "jack"
    HANG_JACK = "hang-jack"
    GAMBLE = "gamble"
    MISDEAL = "misdeal"
    PENALTY = "penalty"

    __hash__ = str.__hash__


class Chalk(NamedTuple):
    """One mark on the board, in the order made (12.a, 12.b).

    ``points`` 1 to 3; ``counted`` is False once a pair had reached the target.
    """

    pair: Pair
    why: Why
    points: int
    counted: bool = True


class Code(StrEnum):
    """Why a hand or a score is not valid."""

    RENEGE = "renege"
    UNDER_TRUMP = "under-trump"
    STOOD_WITHOUT_TRUMP = "stood-without-trump"
    GAVE_WITHOUT_TRUMP = "gave-without-trump"
    WRONG_LEADER = "wrong-leader"
    DUPLICATE_CARD = "duplicate-card"
    KICKED_CARD_PLAYED = "kicked-card-played"
    NOT_DEALT = "not-dealt"
    LIFTS_MISSING = "lifts-missing"
    WRONG_CARD_COUNT = "wrong-card-count"
    KICKS_WITHOUT_RUN = "kicks-without-run"
    RUN_STOPPED_LATE = "run-stopped-late"
    RUN_STOPPED_EARLY = "run-stopped-early"
    ANSWER_MISSING = "answer-missing"
    ANSWER_WITHOUT_BEG = "answer-without-beg"
    GAVE_AT_THIRTEEN = "gave-at-thirteen"
    TRUMP_AND_FOLLOW = "trump-and-follow"
    JACK_AFTER_KICK = "jack-after-kick"
    HIGH_LOW_MISSING = "high-low-missing"
    GAMBLE_COUNTS = "gamble-counts"
    GAMBLE_TIE = "gamble-tie"
    CLAIMED_MISMATCH = "claimed-mismatch"
    SUNG_SHORT = "sung-short"
    SCORES_OUT_OF_RANGE = "scores-out-of-range"


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that the record breaks; ``lift`` is counted from 1."""

    code: Code
    message: str
    clause: str | None = None
    seat: Seat | None = None
    lift: int | None = None
    card: str | None = None


class NextDeal(StrEnum):
    """What happens to the deal after a ruling."""

    SAME_DEALER = "same-dealer"
    NEXT_DEALER = "next-dealer"
    CONTINUE = "continue"


class EffectName(StrEnum):
    """What a ruling does (see ``docs/records.md``)."""

    POINTS = "points"
    BULLSEYE = "bullseye"
    GAMBLE = "gamble"
    HUNG = "hung"
    OTHER_POINTS = "other-points"
    VOID_HAND = "void-hand"
    VOID_GAME = "void-game"
    VOID_KICK = "void-kick"
    BAR_GAMBLE = "bar-gamble"
    WARN = "warn"
    DEAL_OVER = "deal-over"
    MOVES_ON = "moves-on"
    NONE = "none"
    SUBSTITUTE = "substitute"
    EJECT = "eject"
    DEBAR = "debar"
    FINE = "fine"
    GAME = "game"
    MATCH = "match"
    CLOSE_TABLE = "close-table"
    INFORM = "inform"
    CARD = "card"
    NOTE_NAME = "note-name"


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a ruling does; parameters that do not apply are None.

    ``pair`` is who gains (points, bullseye, gamble, hung, other-points, game,
    match, close-table) or who loses (void-*, bar-gamble, warn). ``excess`` counts
    the bullseyes beyond those left on the table, which are not added.
    """

    effect: EffectName
    pair: Pair | None = None
    seat: Seat | None = None
    n: int | None = None
    may: bool = False
    excess: int = 0
    who: tuple[str, ...] = ()
    remedy: str | None = None


@dataclass(frozen=True, slots=True)
class RulingResult:
    """The answer to an incident (``all-fours/incident@1``)."""

    id: str | None
    clause: str
    complete: bool
    needs: tuple[str, ...]
    options: tuple[str, ...]
    chooser: str | None
    effects: tuple[Effect, ...]
    scores: Points | None
    bullseyes: Points | None
    bullseye: Pair | None
    table_closed: bool
    next_deal: NextDeal | None
    reason: str
    readings: tuple[str, ...]
