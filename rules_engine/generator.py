"""Hands and tables made up from a seed: for the demonstration, for tests, for benchmarks.

Nothing that is judged passes through here. Players keep to the rules unless asked
to break them at some rate, and play better or worse as their skill has it. The
same seed and arguments give the same hands on every machine.

    >>> from rules_engine.generator import generate_table
    >>> from rules_engine.rulesets import ROUND_ROBIN
    >>> from rules_engine.seats import Seat
    >>> events = generate_table(ROUND_ROBIN, 3, Seat.S, seed=7)
    >>> events[0]["format"]
    'all-fours/score@1'
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules_engine.cards import CARDS, RANKS, VALUE, Card, Kick
from rules_engine.chalking import finished_early, kick_marks
from rules_engine.hand import HandResult, judge_hand
from rules_engine.readings import Flush, GiveAtThirteen, LeadAfterTrump, UnderTrumping
from rules_engine.records import Dealt, GambleClaim, HandRecord, JackClaim, Lift, ScoreRecord
from rules_engine.rulesets import Ruleset, WithoutTrump
from rules_engine.seats import Seat
from rules_engine.table_events import Event, Played, Scored, event_to_json
from rules_engine.table_fold import start, step
from rules_engine.table_state import TableState
from rules_engine.verdicts import Answer, JackOutcome, Lead, Points, Why

NIL = Points(0, 0)
PACKS_RUN = 2
"""A pack of 52 is run twice at most: 24, 36 and 48 cards dealt."""

STAND_BLIND_RATE = 0.01

Seed = int | str


class Skill(NamedTuple):
    """How well each player plays: 0 at random, 1 as well as this module knows."""

    N: float = 0.8
    E: float = 0.8
    S: float = 0.8
    W: float = 0.8

    def of(self, seat: Seat) -> float:
        """The skill of ``seat``."""
        value: float = getattr(self, seat.value)
        return value


@dataclass(frozen=True, slots=True)
class Generated:
    """A hand made up: its record, the cards dealt, and whether the pack ran out.

    The record holds the cards dealt only where the hand was played.
    """

    record: HandRecord
    dealt: Dealt
    ran_out: bool = False


def dice(*seed: Seed) -> random.Random:
    """The source of chance for a seed of one or more parts."""
    return random.Random("/".join(str(part) for part in seed))  # noqa: S311 (hands are made up, nothing is guarded)


def generate_hand(
    ruleset: Ruleset,
    dealer: Seat,
    chance: random.Random,
    *,
    scores: Points = NIL,
    illegal: float = 0.0,
    skill: Skill | None = None,
) -> Generated:
    """Deal and play one hand.

    ``illegal``: the rate at which a player who could break a rule of play does so.
    Nothing is played when a kick or the given point ends the game, or when the pack
    runs out.
    """
    return _Hand(ruleset, dealer, chance, scores, illegal, skill or Skill()).play()


class _Hand:
    """One hand being dealt and played; lives for one call of :func:`generate_hand`."""

    def __init__(
        self, ruleset: Ruleset, dealer: Seat, chance: random.Random, scores: Points, illegal: float, skill: Skill
    ) -> None:
        self.ruleset, self.dealer, self.chance = ruleset, dealer, chance
        self.scores, self.illegal, self.skill = scores, illegal, skill
        self.pack = list(CARDS)
        chance.shuffle(self.pack)
        self.hands: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
        self.kicks: list[Card] = []

    def play(self) -> Generated:
        self._deal(self.ruleset.first_packet)
        blind = self.ruleset.stand_blind and self.chance.random() < STAND_BLIND_RATE
        self._kick()
        if self._over(False):
            return self._made(None, None, ())
        lead_player = self.dealer.next
        lead = Lead.STAND_BLIND if blind else self._lead(lead_player)
        if lead is not Lead.BEG:
            return self._made(lead, None, self._lifts())
        if self._gives():
            over = self._over(True)
            return self._made(lead, Answer.GIVE, () if over else self._lifts())
        ran_out = self._run()
        if ran_out or self._over(False):
            return self._made(lead, Answer.RUN, (), ran_out=ran_out)
        return self._made(lead, Answer.RUN, self._lifts())

    # The deal.

    def _deal(self, cards: int) -> None:
        seat = self.dealer
        for _ in range(4):
            seat = seat.next
            self.hands[seat] += [self.pack.pop() for _ in range(cards)]

    def _kick(self) -> None:
        self.kicks.append(self.pack.pop())

    def _run(self) -> bool:
        """Deal more until the kick changes its suit; True when the pack runs out first (7.e)."""
        for _ in range(PACKS_RUN):
            self._deal(self.ruleset.run_packet)
            self._kick()
            if self.kicks[-1][1] != self.kicks[0][1]:
                return False
        return True

    def _over(self, given: bool) -> bool:
        marks = kick_marks(self.ruleset, self.kicks, self.dealer.pair)
        if given:
            marks.append((self.dealer.pair.opponents, Why.GIVEN, self.ruleset.given_point))
        return finished_early(self.ruleset, self.scores, marks, None)

    def _made(
        self, lead: Lead | None, answer: Answer | None, lifts: tuple[Lift, ...], *, ran_out: bool = False
    ) -> Generated:
        dealt = Dealt(*(tuple(self.hands[seat]) for seat in (Seat.N, Seat.E, Seat.S, Seat.W)))
        record = HandRecord(
            dealer=self.dealer,
            kicks=tuple(self.kicks),
            lead=lead,
            answer=answer,
            lifts=lifts,
            dealt=dealt if lifts else None,
            scores=self.scores,
            ruleset=self.ruleset,
        )
        return Generated(record, dealt, ran_out)

    # Begging, standing, giving.

    def _trumps(self, seat: Seat) -> list[Card]:
        return [card for card in self.hands[seat] if card[1] == self.kicks[-1][1]]

    def _strength(self, seat: Seat) -> float:
        """A hand's worth in trumps: high ones and many of them."""
        return sum(1 + RANKS.index(card[0]) / len(RANKS) for card in self._trumps(seat))

    def _would_play(self, seat: Seat) -> bool:
        """Whether this player likes the trumps held; without one it takes a broken rule (8.b, 8.e)."""
        if not self._trumps(seat) and self.ruleset.without_trump is WithoutTrump.OFFENCE:
            return self.chance.random() < self.illegal
        return self._strength(seat) + self.chance.random() * 2 > 3

    def _lead(self, seat: Seat) -> Lead:
        return Lead.STAND if self._would_play(seat) else Lead.BEG

    def _gives(self) -> bool:
        """Whether the dealer gives one; seldom where that makes the others' bullseye."""
        begging = self.scores.of(self.dealer.pair.opponents)
        last_point = begging + self.ruleset.given_point >= self.ruleset.target
        if last_point and (self.ruleset.give_at_thirteen is GiveAtThirteen.BARRED or self.chance.random() > 0.1):
            return False
        return self._would_play(self.dealer)

    # The play.

    def _lifts(self) -> tuple[Lift, ...]:
        held = {seat: list(cards) for seat, cards in self.hands.items()}
        flush = {seat for seat in Seat if len(self._trumps(seat)) == len(self.hands[seat])}
        table = _Play(self.ruleset, self.kicks[-1][1], held, flush, self.chance, self.illegal, self.skill)
        leader, lifts = self.dealer.next, []
        while held[leader]:
            lift, leader = table.lift(leader)
            lifts.append(lift)
        return tuple(lifts)


class _Play:
    """The cards still held, and who plays what next."""

    def __init__(
        self,
        ruleset: Ruleset,
        trumps: str,
        held: dict[Seat, list[Card]],
        flush: set[Seat],
        chance: random.Random,
        illegal: float,
        skill: Skill,
    ) -> None:
        self.ruleset, self.trumps, self.held, self.flush = ruleset, trumps, held, flush
        self.chance, self.illegal, self.skill = chance, illegal, skill
        self.trumped: str | None = None

    def lift(self, leader: Seat) -> tuple[Lift, Seat]:
        """Four cards played; the lift and its winner."""
        cards: list[Card] = []
        winner = seat = leader
        for _ in range(4):
            card = self._choose(seat, cards, winner)
            self.held[seat].remove(card)
            if not cards or self._beats(card, cards[self._at(leader, winner)], cards[0]):
                winner = seat
            cards.append(card)
            seat = seat.next
        won_with = cards[self._at(leader, winner)]
        self.trumped = cards[0][1] if won_with[1] == self.trumps != cards[0][1] else None
        first, second, third, fourth = cards
        return Lift(leader, (first, second, third, fourth)), winner

    @staticmethod
    def _at(leader: Seat, seat: Seat) -> int:
        at = 0
        while leader is not seat:
            leader, at = leader.next, at + 1
        return at

    def _power(self, card: Card, led: Card) -> int:
        if card[1] == self.trumps:
            return 20 + RANKS.index(card[0])
        return 1 + RANKS.index(card[0]) if card[1] == led[1] else 0

    def _beats(self, card: Card, best: Card, led: Card) -> bool:
        return self._power(card, led) > self._power(best, led)

    def _choose(self, seat: Seat, played: list[Card], winner: Seat) -> Card:
        hand = self.held[seat]
        legal = [card for card in hand if self._is_legal(seat, card, played)] or hand
        if self.illegal and len(legal) < len(hand) and self.chance.random() < self.illegal:
            return self.chance.choice([card for card in hand if card not in legal])
        if self.chance.random() >= self.skill.of(seat):
            return self.chance.choice(legal)
        return self._best(legal, played, winner.pair is seat.pair)

    def _is_legal(self, seat: Seat, card: Card, played: list[Card]) -> bool:
        """Whether this card may be played here by the rules of the hand's ruleset."""
        hand, trumps = self.held[seat], self.trumps
        if not played:
            bound = self.ruleset.lead_after_trump is LeadAfterTrump.TRUMP_AND_FOLLOW and self.trumped is not None
            holds = any(other[1] == self.trumped for other in hand)
            return not (bound and holds) or card[1] in (self.trumped, trumps)
        led = played[0]
        if card[1] not in (led[1], trumps) and any(other[1] == led[1] for other in hand):
            return False
        if led[1] == trumps or card[1] != trumps or self.ruleset.under_trumping is UnderTrumping.ALLOWED:
            return True
        highest = max(self._power(other, led) for other in played)
        under = 20 + RANKS.index(card[0]) < highest and highest >= 20
        if self.ruleset.flush is Flush.SIX:
            return not under or seat in self.flush
        return not under or all(other[1] == trumps for other in hand)

    def _best(self, legal: list[Card], played: list[Card], ours: bool) -> Card:
        """A sound card: win cheaply, give a partner points, throw away little."""
        if not played:
            return max(legal, key=lambda card: (card[0] == "A", card[0] != "T", RANKS.index(card[0])))
        led, top = played[0], max(played, key=lambda card: self._power(card, played[0]))
        winning = [card for card in legal if self._beats(card, top, led)]
        if ours and (len(played) == 3 or not winning):
            return max(legal, key=lambda card: (card[1] != self.trumps, VALUE[card[0]], -self._power(card, led)))
        if winning:
            if len(played) == 3:
                return max(winning, key=lambda card: (VALUE[card[0]], -self._power(card, led)))
            return max(winning, key=lambda card: (card[1] != self.trumps, self._power(card, led)))
        return min(legal, key=lambda card: (VALUE[card[0]], card[1] == self.trumps, RANKS.index(card[0])))


def as_chalked(record: HandRecord, result: HandResult, *, counts: bool = True) -> ScoreRecord:
    """What the table writes down of a hand: ``score@1`` with the totals claimed.

    ``counts``: with the card points of each pair. Where nothing was played nothing of
    the hand itself is written.
    """
    was_played = bool(record.lifts)
    jack = None
    if was_played and result.jack is not None:
        jack = JackClaim(result.jack, None if result.jack is JackOutcome.OUT else result.jack_pair)
    return ScoreRecord(
        dealer=record.dealer,
        kicks=tuple(Kick(card) for card in record.kicks),
        lead=record.lead,
        answer=record.answer,
        high=result.high.pair if was_played and result.high else None,
        low=result.low.pair if was_played and result.low else None,
        jack=jack,
        gamble=GambleClaim(result.gamble, result.counts if counts else None) if was_played else None,
        scores=record.scores,
        claimed=result.scores,
        ruleset=record.ruleset,
    )


def play_table(
    ruleset: Ruleset,
    games: int,
    first_dealer: Seat,
    seed: Seed,
    *,
    card_by_card: float = 0.0,
    illegal: float = 0.0,
) -> Iterator[tuple[Event, TableState]]:
    """A table played hand by hand until it is closed: each event and the table after it.

    ``card_by_card``: the share of hands recorded with their cards, the rest as chalked.
    ``illegal``: as in :func:`generate_hand`; a hand in which a rule was broken is
    recorded with its cards and its penalty applied. The opening is not among the events.
    """
    chance = dice("table", seed)
    skill = Skill(*(0.3 + 0.7 * chance.random() for _ in range(4)))
    state = start(ruleset, games, first_dealer)
    while not state.closed:
        # The deal passes by the rules from a first dealer who is known: never lost.
        dealer = state.dealer or first_dealer
        made = generate_hand(ruleset, dealer, chance, scores=state.scores, illegal=illegal, skill=skill)
        event = as_event(made, chance, card_by_card)
        taken = step(ruleset, state, event)
        if taken.error is not None:  # pragma: no cover (a fault of this module)
            raise AssertionError(f"a hand was made up that cannot follow: {taken.error}")
        state = taken.state
        yield event, state


def as_event(made: Generated, chance: random.Random, card_by_card: float = 0.0) -> Event:
    """A hand as its table records it: mostly as chalked, with its cards in the share ``card_by_card``.

    A hand in which a rule was broken is recorded with its cards and its penalty applied. The scores are the table's.
    """
    record = made.record
    # Drawn for every hand, so that a table is the same however its hands are recorded.
    with_cards, counted = chance.random() < card_by_card, chance.random() < 0.5
    if made.ran_out:
        ran_out = ScoreRecord(
            dealer=record.dealer,
            kicks=tuple(Kick(card) for card in record.kicks),
            lead=Lead.BEG,
            answer=Answer.RUN,
            ran_out=True,
            ruleset=record.ruleset,
        )
        return Scored(ran_out, record.dealer)
    result = judge_hand(record)
    if result.violations or with_cards:
        return Played(record._replace(scores=NIL), record.dealer, apply=bool(result.violations))
    return Scored(replace(as_chalked(record, result, counts=counted), scores=NIL), record.dealer)


def generate_table(
    ruleset: Ruleset,
    games: int,
    first_dealer: Seat,
    seed: Seed,
    *,
    most: int | None = None,
    card_by_card: float = 0.0,
    illegal: float = 0.0,
) -> list[dict[str, object]]:
    """The events of a table as JSON values, to the end of all its games or the first ``most``.

    The opening is not among them: numbers count as in ``all-fours/table@1``.
    """
    events: list[dict[str, object]] = []
    if most is not None and most <= 0:
        return events
    for event, _ in play_table(ruleset, games, first_dealer, seed, card_by_card=card_by_card, illegal=illegal):
        events.append(event_to_json(event))
        if len(events) == most:
            break
    return events
