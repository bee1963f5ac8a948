"""A slow and plain second judge of ``hand@1``, to hold the engine against.

Written from the code table alone and by other means than the engine: it shares
no helper with it, works on the texts of the cards, and looks everything up anew
each time. It judges whole hands (all lifts there, nobody sang early, default
options apart from those of the four published rulesets) and answers the part of
the result that the play decides.
"""

from __future__ import annotations

import random
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "SHDC"
COUNT = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
ROUND_THE_TABLE = ["S", "E", "N", "W"]  # anticlockwise, the compass seen from above

RULES: dict[str, dict[str, Any]] = {
    "round-robin": {"third": "2", "gamble": 2, "tie": "non-dealer", "under": True, "trumpless": True},
    "trinidad": {"third": "6", "gamble": 1, "tie": None, "under": False, "trumpless": False},
    "tobago": {"third": "2", "gamble": 1, "tie": None, "under": False, "trumpless": False},
    "parlour": {"third": "6", "gamble": 1, "tie": None, "under": False, "trumpless": False},
}


def right_of(seat: str) -> str:
    return ROUND_THE_TABLE[(ROUND_THE_TABLE.index(seat) + 1) % 4]


def pair_of(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def other(pair: str) -> str:
    return "EW" if pair == "NS" else "NS"


def rank(card: str) -> int:
    return RANKS.index(card[0])


def players_of(lift: list[str]) -> list[tuple[str, str]]:
    """(seat, card) in playing order."""
    seat, answer = lift[0], []
    for card in lift[1:]:
        answer.append((seat, card))
        seat = right_of(seat)
    return answer


def winner_of(lift: list[str], trumps: str) -> str:
    played = players_of(lift)
    suit = trumps if any(card[1] == trumps for _, card in played) else played[0][1][1]
    best = [(rank(card), seat) for seat, card in played if card[1] == suit]
    return max(best)[1]


def judge(record: dict[str, Any]) -> dict[str, Any]:
    """The verdict on a whole hand: faults of play, who made what, scores."""
    rules = RULES[record["ruleset"]]
    trumps = record["kicks"][-1][1]
    dealer = record["dealer"]
    lifts = record["lifts"]
    dealing, leading = pair_of(dealer), other(pair_of(dealer))

    hands: dict[str, list[str]] = {seat: [] for seat in ROUND_THE_TABLE}
    for lift in lifts:
        for seat, card in players_of(lift):
            hands[seat].append(card)

    faults: list[tuple[str, str | None, int | None, str | None]] = []
    leader = right_of(dealer)
    for number, lift in enumerate(lifts, start=1):
        if lift[0] != leader:
            faults.append(("wrong-leader", lift[0], number, lift[1]))
        led = lift[1][1]
        shown: list[str] = []
        for seat, card in players_of(lift):
            holding = [c for later in lifts[number - 1 :] for s, c in players_of(later) if s == seat]
            if shown:
                if led == trumps:
                    if card[1] != trumps and any(c[1] == trumps for c in holding):
                        faults.append(("renege", seat, number, card))
                elif card[1] not in (led, trumps) and any(c[1] == led for c in holding):
                    faults.append(("renege", seat, number, card))
                elif card[1] == trumps and rules["under"]:
                    higher = [c for c in shown if c[1] == trumps and rank(c) > rank(card)]
                    if higher and any(c[1] != trumps for c in holding):
                        faults.append(("under-trump", seat, number, card))
            shown.append(card)
        leader = winner_of(lift, trumps)
    if rules["trumpless"] and len(record["kicks"]) == 1:
        if record["lead"] == "stand" and not any(c[1] == trumps for c in hands[right_of(dealer)]):
            faults.append(("stood-without-trump", right_of(dealer), None, None))
        if record["answer"] == "give" and not any(c[1] == trumps for c in hands[dealer]):
            faults.append(("gave-without-trump", dealer, None, None))

    won = [winner_of(lift, trumps) for lift in lifts]
    in_play = sorted((c for hand in hands.values() for c in hand if c[1] == trumps), key=rank)
    holder = {card: seat for seat, hand in hands.items() for card in hand}

    chalks: list[tuple[str, str, int]] = []
    for kick in record["kicks"]:
        worth = {"A": 1, "J": 3, rules["third"]: 2}.get(kick[0])
        if worth:
            chalks.append((dealing, "kick", worth))
    if record["answer"] == "give":
        chalks.append((leading, "given", 1))
    if in_play:
        chalks.append((pair_of(holder[in_play[-1]]), "high", 1))
        chalks.append((pair_of(holder[in_play[0]]), "low", 1))
    jack: dict[str, str | None] = {"outcome": "out", "pair": None}
    for lift, taker in zip(lifts, won, strict=True):
        if "J" + trumps in lift:
            own = pair_of(holder["J" + trumps])
            taken = pair_of(taker)
            jack = {"outcome": "made" if own == taken else "hung", "pair": taken}
            chalks.append((taken, "jack", 1) if own == taken else (taken, "hang-jack", 3))
    count = {"NS": 0, "EW": 0}
    for lift, taker in zip(lifts, won, strict=True):
        count[pair_of(taker)] += sum(COUNT.get(card[0], 0) for card in lift[1:])
    gamble: str | None
    if count["NS"] != count["EW"]:
        gamble = max(count, key=lambda pair: count[pair])
    else:
        gamble = leading if rules["tie"] == "non-dealer" else None
    if gamble:
        chalks.append((gamble, "gamble", rules["gamble"]))

    scores = dict(record["scores"])
    bullseye = None
    told = []
    for pair, why, points in chalks:
        told.append({"pair": pair, "why": why, "points": points, "counted": bullseye is None})
        if bullseye is None:
            scores[pair] += points
            if scores[pair] >= 14:
                bullseye = pair

    def trump(card: str | None) -> dict[str, str] | None:
        return (card and {"card": card, "seat": holder[card], "pair": pair_of(holder[card])}) or None

    return {
        "valid": not faults,
        "faults": sorted(faults, key=str),
        "trumps": trumps,
        "won": won,
        "high": trump(in_play[-1] if in_play else None),
        "low": trump(in_play[0] if in_play else None),
        "jack": jack,
        "gamble": {**count, "pair": gamble},
        "chalks": told,
        "scores": scores,
        "bullseye": bullseye,
    }


def random_hand(ruleset: str, dice: random.Random, *, broken: float = 0.3) -> dict[str, Any]:
    """A whole hand as a ``hand@1`` record; about ``broken`` of them played with at least one careless card."""
    pack = [r + s for r in RANKS for s in SUITS]
    dice.shuffle(pack)
    dealer = dice.choice(ROUND_THE_TABLE)
    lead = dice.choice(["stand", "stand", "beg"])
    answer = dice.choice(["give", "run"]) if lead == "beg" else None
    hands: dict[str, list[str]] = {seat: [] for seat in ROUND_THE_TABLE}

    def deal(each: int) -> None:
        for seat in ROUND_THE_TABLE:
            hands[seat] += [pack.pop() for _ in range(each)]

    deal(6)
    kicks = [pack.pop()]
    while answer == "run":
        deal(3)
        kicks.append(pack.pop())
        if kicks[-1][1] != kicks[0][1]:
            break
        if len(kicks) == 3:
            return random_hand(ruleset, dice, broken=broken)  # the pack ran out: no lifts to judge
    dealt = {seat: sorted(hand) for seat, hand in hands.items()}
    trumps = kicks[-1][1]
    careless = 0.15 if dice.random() < broken else 0.0
    leader, lifts = right_of(dealer), []
    for _ in range(len(hands["N"])):
        seat, lift = leader, [leader]
        shown: list[str] = []
        for turn in range(4):
            hand = hands[seat]
            led = shown[0][1] if shown else None
            if turn == 0 or dice.random() < careless:
                may = list(hand)
            elif led == trumps:
                may = [c for c in hand if c[1] == trumps] or list(hand)
            elif any(c[1] == led for c in hand):
                may = [c for c in hand if c[1] in (led, trumps)]
            else:
                may = list(hand)
            if turn and led != trumps and not (careless and dice.random() < 0.5):
                top = max((rank(c) for c in shown if c[1] == trumps), default=-1)
                may = [c for c in may if c[1] != trumps or rank(c) > top] or may
            card = dice.choice(may)
            hand.remove(card)
            shown.append(card)
            lift.append(card)
            seat = right_of(seat)
        lifts.append(lift)
        leader = winner_of(lift, trumps)
    record: dict[str, Any] = {
        "format": "all-fours/hand@1",
        "ruleset": ruleset,
        "dealer": dealer,
        "kicks": kicks,
        "lead": lead,
        "answer": answer,
        "lifts": lifts,
        "scores": {"NS": dice.randrange(14), "EW": dice.randrange(14)},
    }
    if dice.random() < 0.5:
        record["dealt"] = dealt
    return record
