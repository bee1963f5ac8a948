"""What a record says: a hand card by card, a hand as chalked, an incident.

These are the values that the judge takes. JSON is read into them, strictly, by
:mod:`rules_engine.reading`; a program may as well build them itself.
Shapes and bounds: ``docs/records.md`` and the schema under ``rules_engine/schema``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rules_engine.cards import Card, Kick
from rules_engine.rulesets import ROUND_ROBIN, Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Answer, Effect, JackOutcome, Lead, Phase, Points

HAND = "all-fours/hand@1"
SCORE = "all-fours/score@1"
INCIDENT = "all-fours/incident@1"
TABLE = "all-fours/table@1"

NIL = Points(0, 0)


class Lift(NamedTuple):
    """Four cards in the order played, and who led (1.s)."""

    leader: Seat
    cards: tuple[Card, Card, Card, Card]


class Dealt(NamedTuple):
    """The cards that each player was dealt, packets after a beg included."""

    N: tuple[Card, ...]
    E: tuple[Card, ...]
    S: tuple[Card, ...]
    W: tuple[Card, ...]

    def of(self, seat: Seat) -> tuple[Card, ...]:
        """The cards dealt to ``seat``."""
        cards: tuple[Card, ...] = getattr(self, seat.value)
        return cards


class JackClaim(NamedTuple):
    """What the table says of the jack; ``pair`` gets the points, None when out."""

    outcome: JackOutcome
    pair: Pair | None


class GambleClaim(NamedTuple):
    """Who is said to have gamble; ``counts`` are card points, None when not written down."""

    pair: Pair | None
    counts: Points | None


class HandRecord(NamedTuple):
    """``all-fours/hand@1``: a hand as read off the packed lifts.

    ``kicks`` holds at least one card. ``scores`` are the points before the hand, 0 to
    13, or 14 to 40 after a hand that was not sung (12.j). ``lead`` is None only where
    a kick finished the game before anybody led.

    A named tuple, not a dataclass as the others: hands come by the million, and it is
    made in a fifth of the time. Name its fields all the same.
    """

    dealer: Seat
    kicks: tuple[Card, ...]
    lead: Lead | None
    lifts: tuple[Lift, ...]
    answer: Answer | None = None
    dealt: Dealt | None = None
    scores: Points = NIL
    sung: Pair | None = None
    unsung: Pair | None = None
    ruleset: Ruleset = ROUND_ROBIN
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRecord:
    """``all-fours/score@1``: a hand as it was chalked.

    A field that was not contested because a pair sang, or because the pack ran out
    (``ran_out``), is None. ``claimed`` are the totals on the table after the hand.
    """

    dealer: Seat
    kicks: tuple[Kick, ...]
    lead: Lead | None = None
    answer: Answer | None = None
    high: Pair | None = None
    low: Pair | None = None
    jack: JackClaim | None = None
    gamble: GambleClaim | None = None
    scores: Points = NIL
    claimed: Points | None = None
    ran_out: bool = False
    sung: Pair | None = None
    unsung: Pair | None = None
    ruleset: Ruleset = ROUND_ROBIN
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What somebody chose or decided about an incident.

    ``option`` is a spelling that the clause offers, ``by`` a seat, ``official``,
    ``captains`` or ``committee``; the rest belong to single clauses. Fields that were
    not given are None.
    """

    option: str | None = None
    by: str | None = None
    effects: tuple[Effect, ...] | None = None
    text: str | None = None
    bullseyes: int | None = None
    void_kick: bool | None = None
    fine: bool | None = None
    debar: bool | None = None
    match: bool | None = None
    eject: bool | None = None
    lose_dispute: bool | None = None
    substitute: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentRecord:
    """``all-fours/incident@1``: something happened; what is the ruling?

    ``offender`` is None only in 14.e to 14.g. ``scores`` hold kicked and given points;
    ``hand_points`` are what each pair has made in this hand by high, low and jack,
    not yet in ``scores``; ``hand_kicked`` what was kicked in this deal. ``minutes``
    are whole minutes. What was not given is None (``packet``: 1).
    """

    clause: str
    offender: Seat | None
    phase: Phase
    dealer: Seat | None = None
    packet: int = 1
    scores: Points | None = None
    bullseyes: Points | None = None
    games: int | None = None
    hand_kicked: int | None = None
    hand_points: Points | None = None
    called_by: Seat | None = None
    warned: bool | None = None
    minutes: int | None = None
    choice: Choice | None = None
    ruleset: Ruleset = ROUND_ROBIN
    id: str | None = None


Record = HandRecord | ScoreRecord | IncidentRecord
"""What one record of the file format is read into (a table is read by ``rules_engine.table``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a table knows before an event, so that the event leaves it out.

    ``dealer`` may be None (unknown after a game that was typed in whole); the event
    must then give it.
    """

    ruleset: Ruleset = ROUND_ROBIN
    scores: Points = NIL
    dealer: Seat | None = None
    bullseyes: Points = field(default=NIL)
    games: int | None = None
    warned: bool | None = None
