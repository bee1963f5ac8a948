"""Legal hands from a seed, for the benchmarks: dealt, kicked and played as the rules have it."""

from __future__ import annotations

import random

from rules_engine.cards import CARDS, RANKS

ROUND = "SENW"


def _choices(hand: list[str], led: str | None, trumps: str, over: int) -> list[str]:
    """What may be played: ``over`` is the rank of the highest trump on a lift of another suit, else -1."""
    if led is None:
        return hand
    same = [card for card in hand if card[1] == led]
    if led == trumps:
        return same or hand
    if all(card[1] == trumps for card in hand):
        return hand
    free = same + [card for card in hand if card[1] == trumps] if same else hand
    return [card for card in free if card[1] != trumps or RANKS.index(card[0]) > over]


def legal_hand(rng: random.Random, kicks: int) -> dict[str, object]:
    """A ``hand@1`` without a fault, with 1, 2 or 3 kicks."""
    while True:
        pack: list[str] = list(CARDS)
        rng.shuffle(pack)
        kicked = [pack.pop() for _ in range(kicks)]
        run = kicked[0][1]
        if kicks == 1 or (kicked[-1][1] != run and all(card[1] == run for card in kicked[:-1])):
            break
    trumps = kicked[-1][1]
    dealer = rng.randrange(4)
    size = 3 + 3 * max(kicks, 1)
    hands = [[pack.pop() for _ in range(size)] for _ in range(4)]
    leader = (dealer + 1) % 4
    if kicks > 1:
        lead, answer = "beg", "run"
    else:
        lead = "stand" if any(card[1] == trumps for card in hands[leader]) else "stand-blind"
        answer = None
    lifts = []
    for _ in range(size):
        lift, best, winner, over = [ROUND[leader]], (-1, -1), leader, -1
        led: str | None = None
        for turn in range(4):
            seat = (leader + turn) % 4
            card = rng.choice(_choices(hands[seat], led, trumps, over))
            hands[seat].remove(card)
            lift.append(card)
            led = led or card[1]
            rank = RANKS.index(card[0])
            power = (2 if card[1] == trumps else 1 if card[1] == led else 0, rank)
            if power > best:
                best, winner = power, seat
            if card[1] == trumps:
                over = max(over, rank)
        lifts.append(lift)
        leader = winner
    return {
        "format": "all-fours/hand@1",
        "id": f"hand-{rng.randrange(10**6)}",
        "ruleset": "round-robin",
        "dealer": ROUND[dealer],
        "kicks": kicked,
        "lead": lead,
        "answer": answer,
        "lifts": lifts,
        "scores": {"NS": rng.randrange(14), "EW": rng.randrange(14)},
        "sung": None,
        "unsung": None,
    }
