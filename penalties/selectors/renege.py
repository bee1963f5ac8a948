"""What the renege desk shows: the cards to pick from, the lift that is being read, and what is proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from penalties.forms.renege import Desk
from rules_engine.cards import CARDS, SUIT_NAMES, SUITS, SYMBOLS, pretty
from rules_engine.examining import Finding, Verdict, examine
from rules_engine.hand import judge_hand
from rules_engine.penalty_code import find
from rules_engine.seats import Seat
from rules_engine.table_state import TableState
from rules_engine.verdicts import Code
from scoring.selectors.words import SEAT_LONG

VERDICT = {Verdict.PROVED: "Proved", Verdict.CLEARED: "Cleared", Verdict.NOT_PROVABLE: "Not provable"}
_SAVED_THE_JACK = "10.c"


@dataclass(frozen=True, slots=True)
class PickCard:
    """A card of the picker; ``gone`` when it was read off already."""

    card: str
    text: str
    gone: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A card of the lift being read: whose, and which one where it is known."""

    seat: str
    card: str
    next: bool


@dataclass(frozen=True, slots=True)
class LiftRow:
    """A whole lift: its number, each card with its seat, who won it; ``marked``: cards that broke a rule."""

    number: int
    cards: tuple[tuple[str, str, bool], ...]
    winner: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A broken rule with the ruling that it calls for; ``query``: what the incident page is filled with."""

    message: str
    clause: str
    title: str
    reason: str
    query: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """What the cards say of a player."""

    seat: str
    letter: str
    player: str
    verdict: str
    word: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class DeskShown:
    """Everything on the desk."""

    desk: Desk
    suits: tuple[tuple[str, str, tuple[PickCard, ...]], ...]
    kicks: tuple[str, ...]
    trumps: str
    slots: tuple[Slot, ...]
    lift: int
    of: int
    leader: str
    seat: str
    lifts: tuple[LiftRow, ...]
    seats: tuple[SeatShown, ...]
    beside: tuple[Offer, ...]
    doubts: tuple[str, ...]
    missing: int

    @property
    def complete(self) -> bool:
        """Whether all lifts are read."""
        return bool(self.lifts) and not self.missing

    @property
    def proved(self) -> int:
        """How many players broke a rule of play for certain."""
        return sum(seat.verdict == Verdict.PROVED for seat in self.seats)


def shown(desk: Desk, state: TableState, names: Mapping[str, str]) -> DeskShown:
    """The desk as it stands; ``state``: the table's, for the rulings; ``names``: who sits where. No query."""
    turn, record = desk.turn, desk.record
    examined = examine(record, bullseyes=state.bullseyes, games=state.allowed) if record and desk.lifts else None
    won = judge_hand(record).won if record else ()
    marked = {
        (finding.violation.lift, finding.violation.seat)
        for seat in (examined.seats if examined else ())
        for finding in seat.findings
    }
    return DeskShown(
        desk=desk,
        suits=tuple(
            (
                SYMBOLS[suit],
                SUIT_NAMES[suit],
                tuple(PickCard(card, pretty(card), card in desk.seen) for card in reversed(CARDS) if card[1] == suit),
            )
            for suit in SUITS
        ),
        kicks=tuple(pretty(card) for card in desk.kicks),
        trumps=SUIT_NAMES[desk.kicks[-1][1]] if desk.kicks and not desk.kicking else "",
        slots=tuple(
            Slot(seat.value, pretty(desk.begun[n]) if n < len(desk.begun) else "", n == len(desk.begun))
            for n, seat in enumerate(turn.order)
        )
        if turn
        else (),
        lift=turn.lift if turn else 0,
        of=turn.of if turn else 0,
        leader=turn.leader.value if turn else "",
        seat=SEAT_LONG[turn.seat] if turn else "",
        lifts=tuple(
            LiftRow(
                number,
                tuple(
                    (seat.value, pretty(card), (number, seat) in marked)
                    for seat, card in zip(_from(lift.leader), lift.cards, strict=True)
                ),
                won[number - 1].value,
            )
            for number, lift in enumerate(desk.lifts, 1)
        ),
        seats=tuple(
            SeatShown(
                SEAT_LONG[seat.seat],
                seat.seat.value,
                names.get(seat.seat.value, ""),
                seat.verdict.value,
                VERDICT[seat.verdict],
                tuple(offer for finding in seat.findings for offer in _offers(finding, desk)),
            )
            for seat in (examined.seats if examined else ())
        ),
        beside=tuple(offer for finding in (examined.beside if examined else ()) for offer in _offers(finding, desk)),
        doubts=tuple(doubt.message for doubt in examined.doubts) if examined else (),
        missing=examined.missing if examined else 0,
    )


def _from(leader: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    return leader, leader.next, leader.partner, leader.previous


def _offers(finding: Finding, desk: Desk) -> list[Offer]:
    """The ruling on a broken rule; beside a renege also that of one done to save the jack, which a person judges."""
    found = [_offer(finding, desk, finding.clause, finding.ruling.reason if finding.ruling else "")]
    own = find(_SAVED_THE_JACK, desk.ruleset.base.value)
    if finding.violation.code is Code.RENEGE and own is not None:
        found.append(_offer(finding, desk, own.number, ""))
    return found


def _offer(finding: Finding, desk: Desk, number: str | None, reason: str) -> Offer:
    violation = finding.violation
    clause = (find(number, desk.ruleset.base.value) or find(number)) if number else None
    query = {
        "clause": number or "",
        "offender": violation.seat.value if violation.seat else "",
        "phase": finding.phase.value,
        "dealer": desk.dealer.value,
        "note": violation.message,
    }
    filled = urlencode({name: value for name, value in query.items() if value})
    return Offer(violation.message, number or "", clause.title if clause else "", reason, filled)
