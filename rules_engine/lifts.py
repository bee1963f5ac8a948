"""Reading the lifts of a hand: who won each, what each hand held, what looks wrong.

The lifts are read from the last to the first. Going back, a player's hand at any
moment is what it showed from that lift on (and, where the deal is known, what it
kept to the end), so one pass finds every card that was played against the rules.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.cards import IN_LIFT, JACK, JACK_POWER, SUIT_MASK, TRUMP_FLOOR
from rules_engine.readings import Flush, LeadAfterTrump, UnderTrumping
from rules_engine.records import Lift
from rules_engine.rulesets import Ruleset
from rules_engine.seats import ROUND, Pair, Seat
from rules_engine.verdicts import Code, Points

PLACE: dict[Seat, int] = {seat: place for place, seat in enumerate(ROUND)}
"""The place of a seat in :data:`rules_engine.seats.ROUND`: N–S sit at 0 and 2, E–W at 1 and 3."""

TURNS: dict[Seat, tuple[int, int, int, int]] = {
    seat: (place, (place + 1) & 3, (place + 2) & 3, (place + 3) & 3) for seat, place in PLACE.items()
}
"""The places in the order in which they play when a seat leads."""

PAIR_AT: tuple[Pair, Pair, Pair, Pair] = (Pair.NS, Pair.EW, Pair.NS, Pair.EW)

# A named tuple's own constructor takes a detour through Python; this is the same value.
_new = tuple.__new__
# Looking up a member on its enum costs ten times a plain name.
_ALLOWED = UnderTrumping.ALLOWED
_SIX = Flush.SIX
_TRUMP_AND_FOLLOW = LeadAfterTrump.TRUMP_AND_FOLLOW


class Fault(NamedTuple):
    """A card played against the rules: lift and position from 0, position 0 being the lead."""

    lift: int
    position: int
    code: Code


class LiftsRead(NamedTuple):
    """What the lifts say. ``hands`` is indexed by place; sets of cards are bits.

    ``winners``: the seat that won each lift. ``hands``: everything a player is known
    to have held. ``counts``: the card points won by each pair. ``jack``: the places of
    the player and the winner of the jack of trumps, None when it was not shown.
    """

    winners: list[Seat]
    hands: list[int]
    counts: Points
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
    by_card_led = IN_LIFT[trumps]
    plain = ~SUIT_MASK[trumps]
    jack_card = JACK[trumps]
    under_trump_barred = ruleset.under_trumping is not _ALLOWED
    flush_by_deal = ruleset.flush is _SIX
    must_follow_trumping = ruleset.lead_after_trump is _TRUMP_AND_FOLLOW
    hands = list(kept)
    won = [0, 0, 0, 0]  # card points by place
    winners: list[Seat] = []
    faults: list[Fault] = []
    jack: tuple[int, int] | None = None
    next_leader = -1
    next_lead = jack_card  # set anew before it is looked at

    n = len(lifts)
    for leader, (a, b, c, d) in reversed(lifts):
        n -= 1
        first, second, third, fourth = TURNS[leader]
        in_lift = by_card_led[a]
        power_a, bit_a, points_a = in_lift[a]
        power_b, bit_b, points_b = in_lift[b]
        power_c, bit_c, points_c = in_lift[c]
        power_d, bit_d, points_d = in_lift[d]
        best, winner = power_a, first
        if power_b > best:
            best, winner = power_b, second
        if power_c > best:
            best, winner = power_c, third
        if power_d > best:
            best, winner = power_d, fourth

        # Here ``hands`` holds what each player still had after this lift.
        if not (power_b and power_c and power_d):
            # Somebody played neither the suit led nor a trump (on a trump lead: no trump).
            led = SUIT_MASK[a[1]]
            if not power_b and hands[second] & led:
                faults.append(Fault(n, 1, Code.RENEGE))
            if not power_c and hands[third] & led:
                faults.append(Fault(n, 2, Code.RENEGE))
            if not power_d and hands[fourth] & led:
                faults.append(Fault(n, 3, Code.RENEGE))
        if under_trump_barred and power_a < TRUMP_FLOOR <= best:
            # A trump below an earlier one, with another suit in hand (or, by the deal, no flush).
            top = power_b
            if TRUMP_FLOOR <= power_c < top and (flush_by_deal or hands[third] & plain):
                faults.append(Fault(n, 2, Code.UNDER_TRUMP))
            if power_c > top:
                top = power_c
            if TRUMP_FLOOR <= power_d < top and (flush_by_deal or hands[fourth] & plain):
                faults.append(Fault(n, 3, Code.UNDER_TRUMP))
        if next_leader >= 0:
            if next_leader != winner:
                faults.append(Fault(n + 1, 0, Code.WRONG_LEADER))
            elif (
                must_follow_trumping
                and best >= TRUMP_FLOOR > power_a
                and hands[winner] & SUIT_MASK[a[1]]
                and not in_lift[next_lead][0]
            ):
                faults.append(Fault(n + 1, 0, Code.TRUMP_AND_FOLLOW))
        next_leader, next_lead = first, a

        hands[first] |= bit_a
        hands[second] |= bit_b
        hands[third] |= bit_c
        hands[fourth] |= bit_d
        winners.append(ROUND[winner])
        won[winner] += points_a + points_b + points_c + points_d
        if best >= JACK_POWER and jack_card in lifts[n].cards:
            jack = ((first + lifts[n].cards.index(jack_card)) & 3, winner)
    if next_leader >= 0 and next_leader != lead_player:
        faults.append(Fault(0, 0, Code.WRONG_LEADER))
    winners.reverse()
    south, east, north, west = won
    return _new(LiftsRead, (winners, hands, _new(Points, (south + north, east + west)), jack, faults))
