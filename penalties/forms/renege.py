"""The renege desk's state as its address holds it: nothing is kept anywhere else.

``dealer``, ``then``, ``sung``; ``kicks`` (``4S,5D``); ``cards``, a word a lift, leader first, the last as far as it is
read (``E8CTC3CAC S7D``); ``dealt`` and ``scores`` where a pasted line brought them. ``add``, ``undo`` and ``paste`` are
acts on it. Cards are spelled, and whose turn it is is told, by the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from rules_engine.cards import SPELLINGS, Card, pretty
from rules_engine.examining import Turn, kick_due, next_turn
from rules_engine.jsontext import load_json
from rules_engine.legality import LIFTS_OF_KICKS
from rules_engine.notation import MARK_OF, is_notation, notation_to_json, parse_notation, write_notation
from rules_engine.reading import parse_hand
from rules_engine.records import HAND, NIL, Dealt, HandRecord, Lift
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Answer, Lead, Points, RecordError

THEN: dict[str, tuple[Lead, Answer | None]] = {
    "stand": (Lead.STAND, None),
    "give": (Lead.BEG, Answer.GIVE),
    "run": (Lead.BEG, Answer.RUN),
    "blind": (Lead.STAND_BLIND, None),
}
LONGEST = 4000
"""Characters of any field: more than the longest hand with its deal, written as JSON."""
MOST_LIFTS = 1 + LIFTS_OF_KICKS[-1]
"""One too many is read, and the engine says so."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What has been read off so far. ``leader``: who led the lift that is begun; None while it is as it should be."""

    ruleset: Ruleset
    dealer: Seat
    then: str = "stand"
    kicks: tuple[Card, ...] = ()
    lifts: tuple[Lift, ...] = ()
    begun: tuple[Card, ...] = ()
    leader: Seat | None = None
    sung: Pair | None = None
    dealt: Dealt | None = None
    scores: Points = NIL

    @property
    def record(self) -> HandRecord | None:
        """The whole lifts as a record; None before a card was kicked."""
        if not self.kicks:
            return None
        lead, answer = THEN[self.then]
        return HandRecord(
            dealer=self.dealer,
            kicks=self.kicks,
            lead=lead,
            answer=answer,
            lifts=self.lifts,
            sung=self.sung,
            dealt=self.dealt,
            scores=self.scores,
            ruleset=self.ruleset,
        )

    @property
    def kicking(self) -> bool:
        """Whether the next card is a kick."""
        return not self.lifts and not self.begun and kick_due(self.ruleset, self.dealer, self.kicks, THEN[self.then][1])

    @property
    def turn(self) -> Turn | None:
        """Whose card comes next; None while kicks are due and when all lifts are there."""
        record = self.record
        return None if record is None or self.kicking else next_turn(record, len(self.begun), self.leader)

    @property
    def seen(self) -> frozenset[Card]:
        """The cards that cannot come again."""
        return frozenset((*self.kicks, *self.begun, *(card for lift in self.lifts for card in lift.cards)))

    @property
    def begun_at_all(self) -> bool:
        """Whether there is a card to take back."""
        return bool(self.kicks)

    def with_card(self, card: Card) -> Desk:
        """The next card read off. RecordError naming ``add`` where it was seen before, or none is due."""
        if card in self.seen:
            raise RecordError("add", f"{pretty(card)} was entered before: take that one back first, or look again")
        if self.kicking:
            return replace(self, kicks=(*self.kicks, card))
        turn = self.turn
        if turn is None:
            raise RecordError("add", "all lifts of this hand are entered")
        begun = (*self.begun, card)
        if len(begun) < len(turn.order):
            return replace(self, begun=begun, leader=turn.leader)
        a, b, c, d = begun
        return replace(self, lifts=(*self.lifts, Lift(turn.leader, (a, b, c, d))), begun=(), leader=None)

    def without_last(self) -> Desk:
        """The last card taken back."""
        if self.begun:
            begun = self.begun[:-1]
            return replace(self, begun=begun, leader=self.leader if begun else None)
        if self.lifts:
            last = self.lifts[-1]
            return replace(self, lifts=self.lifts[:-1], begun=last.cards[:-1], leader=last.leader)
        return replace(self, kicks=self.kicks[:-1])

    def query(self) -> dict[str, str]:
        """The state as fields of an address; those that say nothing are left out."""
        words = [lift.leader + "".join(lift.cards) for lift in self.lifts]
        if self.begun and self.leader:
            words.append(self.leader + "".join(self.begun))
        fields = {
            "dealer": self.dealer.value,
            "then": self.then,
            "kicks": ",".join(self.kicks),
            "cards": " ".join(words),
            "sung": self.sung or "",
            "dealt": "/".join("".join(self.dealt.of(seat)) for seat in Seat) if self.dealt else "",
            "scores": f"{self.scores.NS}:{self.scores.EW}" if any(self.scores) else "",
            "leader": self.leader.value if self.leader and not self.begun else "",
        }
        return {name: value for name, value in fields.items() if value}

    @property
    def address(self) -> str:
        """The state as the end of an address."""
        return "?" + urlencode(self.query())

    @property
    def notation(self) -> str:
        """The whole lifts on one line, to be kept or passed on; empty before a card was kicked."""
        return write_notation(self.record) if self.record else ""


def read_desk(fields: Mapping[str, str], ruleset: Ruleset, dealer: Seat, scores: Points = NIL) -> Desk:
    """The state in ``fields``; ``dealer`` and ``scores`` stand where it says nothing.

    RecordError naming the field that cannot be read.
    """
    for name in ("kicks", "cards", "dealt", "scores", "paste", "add"):
        if len(fields.get(name, "")) > LONGEST:
            raise RecordError(name, f"is longer than {LONGEST} characters")
    then = fields.get("then") or "stand"
    if then not in THEN or (then == "blind" and not ruleset.stand_blind):
        raise RecordError("then", "must say what the lead player did, and the dealer after a beg")
    kicks = tuple(_card(text, "kicks") for text in fields.get("kicks", "").split(",") if text)
    desk = Desk(
        ruleset=ruleset,
        dealer=_seat(fields.get("dealer", ""), "dealer", dealer),
        then=then,
        kicks=kicks,
        sung=_pair(fields.get("sung", "")),
        dealt=_dealt(fields.get("dealt", "")),
        scores=_scores(fields["scores"]) if fields.get("scores") else scores,
    )
    read = fields.get("cards", "").split()
    if read and not kicks:
        raise RecordError("cards", "cannot come before the kick")
    if len(read) > MOST_LIFTS:
        raise RecordError("cards", f"has {len(read)} lifts; no hand has more than {MOST_LIFTS - 1}")
    for word in read:
        if desk.begun:
            raise RecordError("cards", "has a lift of fewer than four cards before the last")
        led = _seat(word[0], "cards")
        cards = tuple(_card(word[at : at + 2], "cards") for at in range(1, len(word), 2))
        if len(cards) == len(Seat):
            desk = replace(desk, lifts=(*desk.lifts, Lift(led, (cards[0], cards[1], cards[2], cards[3]))))
        elif 1 <= len(cards) < len(Seat):
            desk = replace(desk, begun=cards, leader=led)
        else:
            raise RecordError("cards", "must have a leader and one to four cards in each lift")
    leader = fields.get("leader", "")
    return replace(desk, leader=_seat(leader, "leader")) if leader and not desk.begun else desk


def read_pasted(text: str, ruleset: Ruleset) -> Desk:
    """The state in a line of notation or a JSON record of a hand. RecordError naming ``paste`` or the record's field.

    The ruleset of the table stands. One named in the text must be the published one that it is derived from.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise RecordError("paste", f"is longer than {LONGEST} characters")
    if is_notation(text.encode()):
        fields: object = notation_to_json(text)
    elif text.startswith("{"):
        fields = load_json(text)
    else:
        raise RecordError("paste", f"must begin with {MARK_OF[HAND]}, or be the JSON of a hand")
    if not isinstance(fields, dict) or fields.get("format") != HAND:
        raise RecordError("paste", "must be a hand card by card (hand@1), not as it was chalked")
    record = parse_notation(text) if is_notation(text.encode()) else parse_hand(fields)
    if not isinstance(record, HandRecord) or record.ruleset.base is not ruleset.base:
        raise RecordError("ruleset", f"is not the one of this table, which plays by {ruleset.base.value}")
    then = next((name for name, said in THEN.items() if said == (record.lead, record.answer)), None)
    if then is None:
        raise RecordError(
            "lead", "must be stand, stand-blind, beg/give or beg/run: a hand without lifts proves nothing"
        )
    return Desk(
        ruleset=ruleset,
        dealer=record.dealer,
        then=then,
        kicks=record.kicks,
        lifts=record.lifts,
        sung=record.sung,
        dealt=record.dealt,
        scores=record.scores,
    )


def _card(text: str, field: str) -> Card:
    card = SPELLINGS.get(text)
    if card is None:
        raise RecordError(field, f"{text[:8]!r} is not a card; cards are written as 4S, TH or AC")
    return card


def _seat(text: str, field: str, default: Seat | None = None) -> Seat:
    if not text and default is not None:
        return default
    if text not in set(Seat):
        raise RecordError(field, f"{text[:8]!r} is not a seat; seats are N, E, S and W")
    return Seat(text)


def _pair(text: str) -> Pair | None:
    if text and text not in set(Pair):
        raise RecordError("sung", f"{text[:8]!r} is not a pair; pairs are NS and EW")
    return Pair(text) if text else None


def _scores(text: str) -> Points:
    ns, colon, ew = text.partition(":")
    if not (colon and ns.isascii() and ew.isascii() and ns.isdigit() and ew.isdigit() and len(text) <= 5):
        raise RecordError("scores", "must be the points of N/S and E/W before the hand, as 3:11")
    return Points(int(ns), int(ew))


def _dealt(text: str) -> Dealt | None:
    if not text:
        return None
    hands = text.split("/")
    if len(hands) != len(Seat):
        raise RecordError("dealt", "must be the four hands N/E/S/W")
    return Dealt(*(tuple(_card(hand[at : at + 2], "dealt") for at in range(0, len(hand), 2)) for hand in hands))
