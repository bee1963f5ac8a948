"""Reading the lifts of a hand: who won each, what each hand held, what looks wrong.

The lifts are read from the last to the first. Going back, a player's hand at any
moment is what it showed from that lift on (and, where the deal is known, what it
kept to the end), so one pass finds every card that was played against the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.cards import BIT, JACK, STRENGTH, SUIT_MASK, TRUMP_FLOOR
from rules_engine.readings import Flush, LeadAfterTrump, UnderTrumping
from rules_engine.records import Lift
from rules_engine.rulesets import Ruleset
from rules_engine.seats import ROUND, Pair, Seat
from rules_engine.verdicts import Code

PLACE: dict[Seat, int] = {seat: place for place, seat in enumerate(ROUND)}
"""The place of a seat in :data:`rules_engine.seats.ROUND`: N–S sit at 0 and 2, E–W at 1 and 3."""

PAIR_AT: tuple[Pair, Pair, Pair, Pair] = (Pair.NS, Pair.EW, Pair.NS, Pair.EW)


class Fault(NamedTuple):
    """A card played against the rules: lift and position from 0, position 0 being the lead."""

    lift: int
    position: int
    code: Code


class LiftsRead(NamedTuple):
    """What the lifts say. Lists are indexed by place; sets of cards are bits.

    ``winners``: the place that won each lift. ``hands``: everything a player is known
    to have held. ``taken``: the cards won by N–S and by E–W. ``jack``: the places of
    the player and the winner of the jack of trumps, None when it was not shown.
    """

    winners: list[int]
    hands: list[int]
    taken: tuple[int, int]
    jack: tuple[int, int] | None
    faults: list[Fault]


def read_lifts(
    lifts: tuple[Lift, ...], trumps: str, lead_player: int, kept: tuple[int, int, int, int], ruleset: Ruleset
) -> LiftsRead:
    """Read the lifts of a hand (1.j, 1.l, 1.q, 1.s).

    ``kept``: the bits that each place is known to hold after the last lift given. An
    under-trump is listed wherever the hand may not have been a flush; under the
    ``six`` reading :mod:`rules_engine.legality` looks at the deal.
    """
    strength = STRENGTH[trumps]
    plain = ~SUIT_MASK[trumps]
    jack_card = JACK[trumps]
    jack_bit = BIT[jack_card]
    may_under_trump = ruleset.under_trumping is UnderTrumping.ALLOWED
    flush_by_deal = ruleset.flush is Flush.SIX
    must_follow_trumping = ruleset.lead_after_trump is LeadAfterTrump.TRUMP_AND_FOLLOW
    hands = list(kept)
    taken_ns = taken_ew = 0
    winners = [0] * len(lifts)
    faults: list[Fault] = []
    jack: tuple[int, int] | None = None
    next_leader = -1
    next_lead = jack_card  # set anew before it is looked at

    for n in range(len(lifts) - 1, -1, -1):
        leader, (a, b, c, d) = lifts[n]
        first = PLACE[leader]
        second, third, fourth = (first + 1) & 3, (first + 2) & 3, (first + 3) & 3
        power = strength[a]
        led = SUIT_MASK[a[1]]
        best = led_power = power[a]
        winner = first
        # Here ``hands`` holds what each player still had after this lift.
        for position, place, card in ((1, second, b), (2, third, c), (3, fourth, d)):
            its = power[card]
            if its > best:
                best = its
                winner = place
            elif not its:
                # Neither the suit led nor a trump; on a trump lead, simply no trump.
                if hands[place] & led:
                    faults.append(Fault(n, position, Code.RENEGE))
            elif (
                TRUMP_FLOOR <= its < best
                and led_power < TRUMP_FLOOR
                and not may_under_trump
                and (flush_by_deal or hands[place] & plain)
            ):
                faults.append(Fault(n, position, Code.UNDER_TRUMP))
        if next_leader >= 0:
            if next_leader != winner:
                faults.append(Fault(n + 1, 0, Code.WRONG_LEADER))
            elif (
                must_follow_trumping
                and best >= TRUMP_FLOOR > led_power
                and hands[winner] & led
                and not power[next_lead]
            ):
                faults.append(Fault(n + 1, 0, Code.TRUMP_AND_FOLLOW))
        next_leader, next_lead = first, a

        bit_a, bit_b, bit_c, bit_d = BIT[a], BIT[b], BIT[c], BIT[d]
        hands[first] |= bit_a
        hands[second] |= bit_b
        hands[third] |= bit_c
        hands[fourth] |= bit_d
        lift_bits = bit_a | bit_b | bit_c | bit_d
        winners[n] = winner
        if winner & 1:
            taken_ew |= lift_bits
        else:
            taken_ns |= lift_bits
        if lift_bits & jack_bit:
            jack = ((first + lifts[n].cards.index(jack_card)) & 3, winner)
    if next_leader >= 0 and next_leader != lead_player:
        faults.append(Fault(0, 0, Code.WRONG_LEADER))
    return LiftsRead(winners, hands, (taken_ns, taken_ew), jack, faults)
