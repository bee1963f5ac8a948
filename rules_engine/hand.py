"""Judging a hand card by card (``all-fours/hand@1``)."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.cards import BIT, CARDS, JACK, SUIT_MASK, Card
from rules_engine.chalking import Mark, chalk_up, finished_early, kick_marks
from rules_engine.consequences import consequences_of
from rules_engine.legality import LIFTS_OF_KICKS, HandFacts, hand_violations
from rules_engine.lifts import PAIR_AT, PLACE, LiftsRead, read_lifts
from rules_engine.readings import GambleTie, LowOwner
from rules_engine.records import Dealt, HandRecord, Lift
from rules_engine.seats import ROUND, Pair, Seat
from rules_engine.verdicts import (
    Answer,
    Chalk,
    JackOutcome,
    Points,
    RulingResult,
    Violation,
    Why,
)

_NOTHING_KEPT = (0, 0, 0, 0)

# A named tuple's own constructor takes a detour through Python; this is the same value.
_new = tuple.__new__
# Looking up a member on its enum costs ten times a plain name.
_GIVE, _MADE, _HUNG, _OUT = Answer.GIVE, JackOutcome.MADE, JackOutcome.HUNG, JackOutcome.OUT
_GIVEN, _HIGH, _LOW, _JACK = Why.GIVEN, Why.HIGH, Why.LOW, Why.JACK
_HANG_JACK, _GAMBLE = Why.HANG_JACK, Why.GAMBLE
_NON_DEALER, _TAKER = GambleTie.NON_DEALER, LowOwner.TAKER


class TrumpHeld(NamedTuple):
    """The highest or the lowest trump and whose it is."""

    card: Card
    seat: Seat

    @property
    def pair(self) -> Pair:
        """The pair that is chalked for it."""
        return self.seat.pair


class HandResult(NamedTuple):
    """The answer to a hand.

    ``won``: the seat that won each lift. ``high`` and ``low``: None when no trump was
    dealt or it is not known. ``jack``: None when not known. ``counts``: card points
    of the lifts given. ``scores``: after the hand, as played. ``consequences``: what
    each violation costs, one ruling each, on the scores before the hand with kicks
    and given point.
    """

    id: str | None
    violations: tuple[Violation, ...]
    trumps: str
    won: tuple[Seat, ...]
    high: TrumpHeld | None
    low: TrumpHeld | None
    jack: JackOutcome | None
    jack_pair: Pair | None
    counts: Points
    gamble: Pair | None
    chalks: tuple[Chalk, ...]
    scores: Points
    bullseye: Pair | None
    consequences: tuple[RulingResult, ...]
    needs: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether no rule was broken."""
        return not self.violations


def judge_hand(record: HandRecord, *, bullseyes: Points | None = None, games: int | None = None) -> HandResult:
    """Judge a hand; never raises. At a table, give its bullseyes and games for the consequences."""
    dealer, kicks, _, lifts, answer, dealt_cards, scores, _, unsung, ruleset, name = record
    trumps = kicks[-1][1]
    trump_mask = SUIT_MASK[trumps]
    lead_player = (PLACE[dealer] + 1) & 3
    expected = LIFTS_OF_KICKS[min(len(kicks), 3)]
    complete = len(lifts) >= expected
    kicked = 0
    for kick in kicks:
        kicked |= BIT[kick]
    dealt = None if dealt_cards is None else _dealt_bits(dealt_cards)
    kept = _NOTHING_KEPT if dealt is None or complete else _kept(dealt, lifts)
    read = read_lifts(lifts, trumps, lead_player, kept, ruleset)
    winners, hands, counts, jack_places, _ = read
    known = complete or dealt is not None

    held = hands[0] | hands[1] | hands[2] | hands[3]
    high = low = None
    trumps_held = held & trump_mask
    if trumps_held:
        # With cards unseen, a trump is known to be high only when every higher one was kicked.
        unseen = 0 if known else trump_mask & ~kicked & ~trumps_held
        highest, lowest = 1 << trumps_held.bit_length() - 1, trumps_held & -trumps_held
        if unseen < highest:
            high = _holder(highest, hands)
        if not unseen & lowest - 1:
            low = _holder(lowest, hands)
            if ruleset.low_owner is _TAKER:
                low = _taker(low, record, read)

    jack: JackOutcome | None
    jack_pair: Pair | None = None
    if jack_places is not None:
        jack_by, jack_to = jack_places
        jack_pair = PAIR_AT[jack_to]
        jack = _MADE if PAIR_AT[jack_by] is jack_pair else _HUNG
    else:
        jack_bit = BIT[JACK[trumps]]
        jack = _OUT if kicked & jack_bit or (known and not held & jack_bit) else None

    gamble: Pair | None = None
    if complete:
        if counts.NS != counts.EW:
            gamble = PAIR_AT[0] if counts.NS > counts.EW else PAIR_AT[1]
        elif ruleset.gamble_tie is _NON_DEALER:
            gamble = PAIR_AT[lead_player]  # 12.g

    before_play = kick_marks(ruleset, kicks, PAIR_AT[lead_player - 1])
    if answer is _GIVE:
        before_play.append((PAIR_AT[lead_player], _GIVEN, ruleset.given_point))
    made: list[Mark] = []
    if high is not None:
        made.append((PAIR_AT[PLACE[high.seat]], _HIGH, ruleset.high_points))
    if low is not None:
        made.append((PAIR_AT[PLACE[low.seat]], _LOW, ruleset.low_points))
    if jack_pair is not None:
        if jack is _HUNG:
            made.append((jack_pair, _HANG_JACK, ruleset.hang_jack_points))
        else:
            made.append((jack_pair, _JACK, ruleset.jack_points))
    if gamble is not None:
        made.append((gamble, _GAMBLE, ruleset.gamble_points))
    board = chalk_up(
        ruleset,
        scores,
        before_play + made,
        high=None if high is None else PAIR_AT[PLACE[high.seat]],
        unsung=unsung,
    )

    over = finished_early(ruleset, scores, before_play, unsung)
    facts = _new(HandFacts, (record, trumps, read, dealt, kicked, expected, known, over))
    violations = hand_violations(facts)
    consequences: tuple[RulingResult, ...] = ()
    if violations:
        consequences = consequences_of(facts, violations, before_play, made, bullseyes, games)
    chalks, scores_after, bullseye, level = board
    needs = ("choice",) if level else ()
    return _new(
        HandResult,
        (
            name, violations, trumps, tuple(winners), high, low, jack, jack_pair, counts, gamble,
            chalks, scores_after, bullseye, consequences, needs,
        ),
    )  # fmt: skip


def _dealt_bits(dealt: Dealt) -> tuple[int, int, int, int]:
    """The cards that each place was dealt."""
    south, east, north, west = (sum(BIT[card] for card in set(dealt.of(seat))) for seat in ROUND)
    return south, east, north, west


def _kept(dealt: tuple[int, int, int, int], lifts: tuple[Lift, ...]) -> tuple[int, int, int, int]:
    """What each place still held when the last lift given had been played."""
    kept = list(dealt)
    for leader, cards in lifts:
        for position, card in enumerate(cards):
            kept[(PLACE[leader] + position) & 3] &= ~BIT[card]
    south, east, north, west = kept
    return south, east, north, west


_HELD = tuple(tuple(TrumpHeld(card, seat) for card in CARDS) for seat in ROUND)


def _holder(bit: int, hands: list[int]) -> TrumpHeld:
    """The trump with this bit and who was dealt it."""
    south, east, north, _ = hands
    place = 0 if south & bit else 1 if east & bit else 2 if north & bit else 3
    return _HELD[place][bit.bit_length() - 1]


def _taker(low: TrumpHeld, record: HandRecord, read: LiftsRead) -> TrumpHeld | None:
    """Low by the reading that it is the taker's; None while its lift is not shown."""
    for n, lift in enumerate(record.lifts):
        if low.card in lift.cards:
            return TrumpHeld(low.card, read.winners[n])
    return None
