"""Cards, and the small tables that make judging them quick.

A card is its normalised text, rank then suit: ``"AS"``, ``"TH"``, ``"2C"``. In a
record of what was chalked a kick may be known by half: ``"J?"`` or ``"?H"``.
Inside the engine a set of cards is one int with a bit for each card; the tables
below are looked up by the card's text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

Card = NewType("Card", str)
"""A card by its normalised text."""

Kick = NewType("Kick", str)
"""A kicked card, or its rank or suit alone (``"J?"``, ``"?H"``)."""

RANKS = "23456789TJQKA"
SUITS = "SHDC"
SYMBOLS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "?": "?"}
SUIT_NAMES: Mapping[str, str] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

CARDS: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The pack: by suit, from the deuce to the ace."""

VALUE: Mapping[str, int] = {rank: {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}.get(rank, 0) for rank in RANKS}
"""Card points of a rank for gamble (1.g)."""

BIT: dict[Card, int] = {card: 1 << i for i, card in enumerate(CARDS)}
"""The bit of a card; within a suit a higher bit is a higher card."""

SUIT_MASK: dict[str, int] = {suit: sum(BIT[card] for card in CARDS if card[1] == suit) for suit in SUITS}
"""The bits of a suit."""

RANK_MASK: dict[str, int] = {rank: sum(BIT[card] for card in CARDS if card[0] == rank) for rank in RANKS}
"""The bits of a rank."""

JACK: dict[str, Card] = {suit: Card("J" + suit) for suit in SUITS}

TRUMP_FLOOR = 20
"""A power of this or more is a trump, a power of 0 a card of a third suit."""

JACK_POWER = TRUMP_FLOOR + RANKS.index("J")
"""The power of the jack of trumps."""


def _power(card: Card, trumps: str, led: str) -> int:
    if card[1] == trumps:
        return TRUMP_FLOOR + RANKS.index(card[0])
    return 1 + RANKS.index(card[0]) if card[1] == led else 0


def _in_lift(trumps: str, led: str) -> dict[Card, tuple[int, int, int]]:
    """For a lift to which ``led`` was led: each card's power, its bit and its card points."""
    return {card: (_power(card, trumps, led), bit, VALUE[card[0]]) for card, bit in BIT.items()}


_BY_SUITS = {(trumps, led): _in_lift(trumps, led) for trumps in SUITS for led in SUITS}

IN_LIFT: dict[str, dict[Card, dict[Card, tuple[int, int, int]]]] = {
    trumps: {card: _BY_SUITS[trumps, card[1]] for card in CARDS} for trumps in SUITS
}
"""``IN_LIFT[trumps][card led][card]``: the card's power (the greatest wins the lift), bit and card points."""

# Everything that may stand for a card, spelled in upper and lower case, with 10 for T.
_SPELLINGS: dict[str, Card] = {}
for _card in CARDS:
    for _rank in {_card[0], _card[0].lower()} | ({"10"} if _card[0] == "T" else set()):
        for _suit in (_card[1], _card[1].lower()):
            _SPELLINGS[_rank + _suit] = _card

SPELLINGS: Mapping[str, Card] = _SPELLINGS
"""Every accepted spelling of a card."""

_KICK_SPELLINGS: dict[str, Kick] = {text: Kick(card) for text, card in _SPELLINGS.items()}
for _rank in RANKS:
    for _text in {_rank, _rank.lower()} | ({"10"} if _rank == "T" else set()):
        _KICK_SPELLINGS[_text + "?"] = Kick(_rank + "?")
for _suit in SUITS:
    for _text in (_suit, _suit.lower()):
        _KICK_SPELLINGS["?" + _text] = Kick("?" + _suit)

KICK_SPELLINGS: Mapping[str, Kick] = _KICK_SPELLINGS
"""Every accepted spelling of a kick, known whole or by half."""


def cards_in(cards: int) -> tuple[Card, ...]:
    """The cards of a set of bits, by suit and from the lowest up."""
    return tuple(card for card in CARDS if cards & BIT[card])


def pretty(card: str) -> str:
    """A card as people write it: ``9♣``, ``10♠``."""
    return f"{'10' if card[0] == 'T' else card[0]}{SYMBOLS[card[1]]}"
