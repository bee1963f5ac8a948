"""Which rules a hand broke, and by which cards that is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules_engine.cards import BIT, IN_LIFT, SUIT_MASK, SUIT_NAMES, Card, cards_in, pretty
from rules_engine.lifts import PLACE, Fault, LiftsRead
from rules_engine.readings import Flush, GiveAtThirteen
from rules_engine.records import Dealt, HandRecord, Lift
from rules_engine.rulesets import Published, Ruleset, WithoutTrump
from rules_engine.seats import ROUND, Seat
from rules_engine.verdicts import Answer, Code, Lead, Points, Violation

CLAUSES: dict[Code, str] = {
    Code.RENEGE: "10.a",
    Code.UNDER_TRUMP: "10.b",
    Code.STOOD_WITHOUT_TRUMP: "8.b",
    Code.GAVE_WITHOUT_TRUMP: "8.e",
    Code.WRONG_LEADER: "9.c",
}
"""The clause of the round-robin code that a broken rule comes under."""

_ORDER: dict[Code, int] = {code: n for n, code in enumerate(Code)}

LIFTS_OF_KICKS = (6, 6, 9, 12)
"""Lifts in a hand by the number of kicks (no fourth kick is possible)."""


# Looking up a member on its enum costs ten times a plain name.
_GIVE, _RUN, _STAND, _BEG = Answer.GIVE, Answer.RUN, Lead.STAND, Lead.BEG
_STOOD, _GAVE = Code.STOOD_WITHOUT_TRUMP, Code.GAVE_WITHOUT_TRUMP
_OFFENCE = WithoutTrump.OFFENCE


def violation(
    ruleset: Ruleset,
    code: Code,
    message: str,
    *,
    seat: Seat | None = None,
    lift: int | None = None,
    card: str | None = None,
) -> Violation:
    """A broken rule, with its clause where the ruleset is the round-robin code's."""
    clause = CLAUSES.get(code) if ruleset.base is Published.ROUND_ROBIN else None
    return Violation(code, message, clause, seat, lift, card)


def kick_violations(
    ruleset: Ruleset,
    kicks: tuple[str, ...],
    lead: Lead | None,
    answer: Answer | None,
    scores: Points,
    dealer: Seat,
    over: bool,
) -> list[Violation]:
    """What is wrong with the kicks, the beg and the answer, in the order of the codes.

    A kick known by half is given the benefit of the doubt. ``over``: a kick or the
    given point ended the game, so that no answer need follow a beg and no run go on.
    """
    found: list[Violation] = []

    def add(code: Code, message: str, seat: Seat | None = None, card: str | None = None) -> None:
        found.append(violation(ruleset, code, message, seat=seat, card=card))

    first, count = kicks[0][1], len(kicks)
    if count > 1:
        for n, kick in enumerate(kicks):
            if "?" not in kick and kick in kicks[:n]:
                add(Code.DUPLICATE_CARD, f"{pretty(kick)} was kicked twice.", card=kick)
        if count > 3:
            add(Code.WRONG_CARD_COUNT, f"There are {count} kicks, but the pack is dealt out after the third.")
        if answer is not _RUN:
            add(Code.KICKS_WITHOUT_RUN, f"There are {count} kicks, but the pack was not run.")
    if answer is _RUN:
        late = next((kick for kick in kicks[1:-1] if "?" not in (first, kick[1]) and kick[1] != first), None)
        if late is not None:
            add(Code.RUN_STOPPED_LATE, f"The kick of {pretty(late)} ended the run, but more was dealt after it.")
        if over:
            pass  # the game ended on a kick: nothing more need be dealt
        elif count == 1:
            add(Code.RUN_STOPPED_EARLY, "The pack was run, but nothing was kicked after it.")
        elif kicks[-1][1] == first != "?":
            add(
                Code.RUN_STOPPED_EARLY,
                f"The last kick, {pretty(kicks[-1])}, has the suit of the first, so the run must go on.",
            )
    if lead is _BEG:
        if answer is None and not over:
            add(Code.ANSWER_MISSING, "The lead player begged, but no answer is written down.")
    elif answer is not None:
        add(Code.ANSWER_WITHOUT_BEG, "The dealer answered, but nobody begged.")
    if answer is _GIVE and ruleset.give_at_thirteen is GiveAtThirteen.BARRED:
        begging = scores.of(dealer.next.pair)
        if begging == ruleset.target - ruleset.given_point:
            add(
                Code.GAVE_AT_THIRTEEN,
                f"The dealer gave one to a pair with {begging}; by option the pack must be run.",
                seat=dealer,
            )
    return found


class HandFacts(NamedTuple):
    """What the judge has worked out of a hand before its faults are put into words.

    ``dealt``: bits of each place's cards as dealt, where the record gives them;
    ``kicked``: bits of the kicks. ``expected``: lifts in the hand. ``known``:
    ``read.hands`` are whole hands. ``over``: a kick or the given point ended the game.
    """

    record: HandRecord
    trumps: str
    read: LiftsRead
    dealt: tuple[int, int, int, int] | None
    kicked: int
    expected: int
    known: bool
    over: bool


def hand_violations(facts: HandFacts) -> tuple[Violation, ...]:
    """Every broken rule: by lift, then by play; those without a lift last, in the order of the codes."""
    record, _, read, _, _, expected, _, over = facts
    dealer, kicks, lead, lifts, answer, dealt, scores, _, _, ruleset, _ = record
    found: dict[tuple[int, int], Violation] = {}
    for fault in read.faults:  # no two of one card
        described = _DESCRIBE[fault.code](facts, fault)
        if described is not None:
            found[fault.lift, fault.position] = described
    if _may_be_impossible(facts):
        for at, described in _card_violations(facts):
            found.setdefault(at, described)
    without_lift = kick_violations(ruleset, kicks, lead, answer, scores, dealer, over)
    without_lift += _decision_violations(facts)
    if dealt is not None:
        without_lift += _deal_violations(record, dealt, facts, {told.card for told in found.values()})
    if len(lifts) != expected:
        without_lift += _count_violations(facts)
    if not found and not without_lift:
        return ()
    without_lift.sort(key=lambda v: _ORDER[v.code])
    return (*(found[at] for at in sorted(found)), *without_lift)


def _player(lift: Lift, position: int) -> Seat:
    return ROUND[(PLACE[lift.leader] + position) & 3]


def _proof(facts: HandFacts, seat: Seat, lift: int, mask: int) -> str:
    """The first card of ``mask`` that ``seat`` still held after ``lift``, and how that is known."""
    lifts = facts.record.lifts
    for n in range(lift + 1, len(lifts)):
        card = lifts[n].cards[(PLACE[seat] - PLACE[lifts[n].leader]) & 3]
        if BIT[card] & mask:
            return f"{pretty(card)}, shown on lift {n + 1}"
    # Never shown: then it is one of the cards dealt that stayed in the hand.
    kept = facts.read.hands[PLACE[seat]] & mask & ~_shown(facts, PLACE[seat])
    return f"{pretty(cards_in(kept)[0])}, dealt and never shown"


def _shown(facts: HandFacts, place: int) -> int:
    bits = 0
    for lift in facts.record.lifts:
        bits |= BIT[lift.cards[(place - PLACE[lift.leader]) & 3]]
    return bits


def _renege(facts: HandFacts, fault: Fault) -> Violation | None:
    lift = facts.record.lifts[fault.lift]
    seat, card, led = _player(lift, fault.position), lift.cards[fault.position], lift.cards[0][1]
    proof = _proof(facts, seat, fault.lift, SUIT_MASK[led])
    return violation(
        facts.record.ruleset,
        Code.RENEGE,
        f"{seat} played {pretty(card)} on lift {fault.lift + 1} holding {proof}.",
        seat=seat,
        lift=fault.lift + 1,
        card=card,
    )


def _under_trump(facts: HandFacts, fault: Fault) -> Violation | None:
    record, lift = facts.record, facts.record.lifts[fault.lift]
    seat, card = _player(lift, fault.position), lift.cards[fault.position]
    if record.sung is seat.pair and fault.lift == len(record.lifts) - 1:
        return None  # 12.h: a sure point may be played to sing.
    trump_mask = SUIT_MASK[facts.trumps]
    if record.ruleset.flush is Flush.SIX:
        # Cards not yet shown might be trumps; only what is proved is reported.
        hand = facts.read.hands[PLACE[seat]]
        unseen = max(facts.expected - hand.bit_count(), 0)
        if (hand & trump_mask).bit_count() + unseen >= 6:
            return None
        ground = "without having been dealt six trumps"
    else:
        ground = f"holding {_proof(facts, seat, fault.lift, ~trump_mask)}"
    in_lift = IN_LIFT[facts.trumps][lift.cards[0]]
    over = max(lift.cards[: fault.position], key=lambda c: in_lift[c][0])
    return violation(
        record.ruleset,
        Code.UNDER_TRUMP,
        f"{seat} played {pretty(card)} under {pretty(over)} on lift {fault.lift + 1} {ground}.",
        seat=seat,
        lift=fault.lift + 1,
        card=card,
    )


def _wrong_leader(facts: HandFacts, fault: Fault) -> Violation | None:
    lift = facts.record.lifts[fault.lift]
    if fault.lift:
        due = facts.read.winners[fault.lift - 1]
        why = f"{due} won lift {fault.lift}"
    else:
        due = facts.record.dealer.next
        why = f"with dealer {facts.record.dealer} the lead player is {due}"
    return violation(
        facts.record.ruleset,
        Code.WRONG_LEADER,
        f"{lift.leader} led to lift {fault.lift + 1}, but {why}.",
        seat=lift.leader,
        lift=fault.lift + 1,
        card=lift.cards[0],
    )


def _trump_and_follow(facts: HandFacts, fault: Fault) -> Violation | None:
    lift, before = facts.record.lifts[fault.lift], facts.record.lifts[fault.lift - 1]
    led = before.cards[0][1]
    proof = _proof(facts, lift.leader, fault.lift, SUIT_MASK[led])
    return violation(
        facts.record.ruleset,
        Code.TRUMP_AND_FOLLOW,
        f"{lift.leader} trumped {SUIT_NAMES[led]} on lift {fault.lift} and led {pretty(lift.cards[0])} "
        f"holding {proof}.",
        seat=lift.leader,
        lift=fault.lift + 1,
        card=lift.cards[0],
    )


_DESCRIBE: dict[Code, Callable[[HandFacts, Fault], Violation | None]] = {
    Code.RENEGE: _renege,
    Code.UNDER_TRUMP: _under_trump,
    Code.WRONG_LEADER: _wrong_leader,
    Code.TRUMP_AND_FOLLOW: _trump_and_follow,
}


def _may_be_impossible(facts: HandFacts) -> bool:
    """Whether a card of the lifts may have been played twice, kicked or not dealt to its player."""
    _, _, read, dealt, kicked, _, _, _ = facts
    if dealt is not None:
        return True  # not worth a quicker answer: a deal is seldom written down
    south, east, north, west = read.hands
    shown = south | east | north | west
    return shown.bit_count() != 4 * len(facts.record.lifts) or shown & kicked != 0


def _card_violations(facts: HandFacts) -> Iterator[tuple[tuple[int, int], Violation]]:
    """Cards that cannot have been in the hand that played them."""
    ruleset = facts.record.ruleset
    seen: dict[Card, tuple[Seat, int]] = {}
    for n, lift in enumerate(facts.record.lifts):
        for position, card in enumerate(lift.cards):
            seat = _player(lift, position)
            if card in seen:
                by, when = seen[card]
                code, message = Code.DUPLICATE_CARD, f"{pretty(card)} was played before, by {by} on lift {when}."
            elif BIT[card] & facts.kicked:
                code, message = Code.KICKED_CARD_PLAYED, f"{pretty(card)} was kicked, so nobody holds it."
            elif facts.dealt is not None and not BIT[card] & facts.dealt[PLACE[seat]]:
                code, message = Code.NOT_DEALT, f"{pretty(card)} is not among the cards dealt to {seat}."
            else:
                seen[card] = (seat, n + 1)
                continue
            seen.setdefault(card, (seat, n + 1))
            yield (n, position), violation(ruleset, code, message, seat=seat, lift=n + 1, card=card)


def _decision_violations(facts: HandFacts) -> tuple[Violation, ...]:
    """Standing or giving without a trump, on the first six cards (8.b, 8.e).

    The suit that counts is the first kick's. Of a longer hand the first six cards are
    not known apart, but a hand without that suit at all had none among them.
    """
    record = facts.record
    if record.ruleset.without_trump is not _OFFENCE or not facts.known:
        return ()
    trumps = record.kicks[0][1]
    if record.lead is _STAND and record.answer is None:
        code, seat, what = _STOOD, record.dealer.next, "stood"
    elif record.answer is _GIVE:
        code, seat, what = _GAVE, record.dealer, "gave one"
    else:
        return ()
    if facts.read.hands[PLACE[seat]] & SUIT_MASK[trumps]:
        return ()
    return (violation(record.ruleset, code, f"{seat} {what} without one of the {SUIT_NAMES[trumps]}.", seat=seat),)


def _deal_violations(record: HandRecord, dealt: Dealt, facts: HandFacts, told: set[str | None]) -> Iterator[Violation]:
    """What is wrong with the deal as written down, apart from cards already told of."""
    ruleset = record.ruleset
    holder: dict[Card, Seat] = {}
    for seat in ROUND:
        cards = dealt.of(seat)
        if len(cards) != facts.expected:
            yield violation(
                ruleset,
                Code.WRONG_CARD_COUNT,
                f"{seat} was dealt {len(cards)} cards, not {facts.expected}.",
                seat=seat,
            )
        for card in cards:
            if card in holder:
                if card not in told:
                    yield violation(
                        ruleset,
                        Code.DUPLICATE_CARD,
                        f"{pretty(card)} was dealt twice, to {holder[card]} and to {seat}.",
                        seat=seat,
                        card=card,
                    )
            elif BIT[card] & facts.kicked and card not in told:
                yield violation(
                    ruleset,
                    Code.KICKED_CARD_PLAYED,
                    f"{pretty(card)} was kicked, so it was not dealt to {seat}.",
                    seat=seat,
                    card=card,
                )
            holder.setdefault(card, seat)


def _count_violations(facts: HandFacts) -> Iterator[Violation]:
    """Lifts that are too many or, nobody having sung, too few; the number is not the one expected."""
    record = facts.record
    count = len(record.lifts)
    if count > facts.expected:
        yield violation(
            record.ruleset, Code.WRONG_CARD_COUNT, f"There are {count} lifts, but {facts.expected} cards in a hand."
        )
    elif record.sung is None and not (facts.over and not count):
        yield violation(
            record.ruleset,
            Code.LIFTS_MISSING,
            f"There are {count} of {facts.expected} lifts, and nobody sang.",
        )


__all__ = ["CLAUSES", "LIFTS_OF_KICKS", "HandFacts", "hand_violations", "kick_violations", "violation"]
