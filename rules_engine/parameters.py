"""What an organiser cannot change about a published ruleset, in plain words.

Beside the named options (:mod:`rules_engine.readings`) a ruleset has parameters: each
is set by the published rules themselves. Here stand what each is about, where it is
written, and how every value reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Parameter:
    """``words`` tells each value; a number that has none is read with its ``unit``.

    ``source`` names clauses of the Round Robin code, then the other rules as
    ``seed 000`` (the Trinidad and Tobago club rules) and ``seed 002`` (the parlour
    rules).
    """

    explanation: str
    source: str
    words: Mapping[Value, str] = field(default_factory=dict)
    unit: str = ""

    def reading(self, value: Value) -> str:
        """A value in plain words."""
        if self.unit:
            return f"{value} {self.unit}{'' if value == 1 else 's'}"
        return self.words[value]


def cited(source: str) -> str:
    """A source as it can stand on a page: ``Round Robin 7.a; club rules, section 2; parlour rules``."""
    parts = []
    for part in source.split("; "):
        if part == "silent elsewhere":
            parts.append("nothing is written in the others")
        elif part.startswith("seed"):
            for known, words in _BOOKS:
                part = known.sub(words, part)
            parts.append(part)
        else:
            parts.append(f"Round Robin {part}")
    return "; ".join(parts)


_BOOKS = (
    (re.compile(r"^seeds? "), ""),
    (re.compile(r"\b000 section"), "club rules, section"),
    (re.compile(r"\b000\b"), "club rules"),
    (re.compile(r", 002\b"), "; parlour rules"),
    (re.compile(r"\b002\b"), "parlour rules"),
)

PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "kick_ace": Parameter(
            "Points for the dealing pair when an ace is kicked.", "7.a; seeds 000 section 2, 002", unit="point"
        ),
        "kick_jack": Parameter(
            "Points for the dealing pair when a jack is kicked.", "7.a; seeds 000 section 2, 002", unit="point"
        ),
        "kick_third_card": Parameter(
            "Points for the dealing pair when the third scoring card, the deuce or the six, is kicked.",
            "7.a; seeds 000 sections 2 and 6, 002",
            unit="point",
        ),
        "first_packet": Parameter(
            "Cards dealt to each player before the first kick.", "1.a; seeds 000 section 2, 002", unit="card"
        ),
        "run_packet": Parameter(
            "More cards to each player each time the pack is run.", "1.a, 7.d; seeds 000 section 2, 002", unit="card"
        ),
        "dealing_method": Parameter(
            "Whether the dealer may change between one and three at a time.",
            "5.a; seeds 000, 002",
            {
                "may-change-after-beg": "yes, between the first cards and those after a beg",
                "same-all-match": "no: it is chosen once for the match",
                "same-all-game": "no: it stays the same through the game",
            },
        ),
        "direction": Parameter(
            "The way round of the deal and of the play.",
            "5.a; seeds 000 section 1, 002",
            {"anticlockwise": "to the right, anticlockwise"},
        ),
        "kicked_card_goes": Parameter(
            "Where the kicked card goes when the pack is run.",
            "7.d; seeds 000 section 2, 002",
            {
                "bottom": "under the pack",
                "aside": "to the side, out of play",
                "discard": "out of play, with the discards",
            },
        ),
        "run_until": Parameter(
            "When the dealing after a beg stops.",
            "1.a, 7.d; seeds 000 section 2, 002",
            {"differs-from-first": "as soon as a kick has another suit than the first one"},
        ),
        "pack_runs_out": Parameter(
            "Who deals when the pack ran out. Kicked points are kept.",
            "7.e; seeds 000, 002",
            {
                "same-dealer-unless-bullseye": "the same dealer, or the next when a kick made the bullseye",
                "same-dealer": "the same dealer",
            },
        ),
        "given_point": Parameter(
            "Points for the lead player's pair when the dealer gives.", "1.a; seeds 000 section 2, 002", unit="point"
        ),
        "without_trump": Parameter(
            "Standing, or giving one, with no trump in the hand.",
            "8.b, 8.c, 8.e; silent elsewhere",
            {"offence": "an offence", "allowed": "allowed"},
        ),
        "stand_blind": Parameter(
            "Whether the lead player may stand before looking at a card.",
            "1.o, 8.c, 8.d",
            {True: "yes, before the kick, and then without a trump too", False: "it counts as any other stand"},
        ),
        "plain_led": Parameter(
            "What must be played to a plain suit.",
            "1.l; seeds 000 section 3, 002",
            {"follow-or-trump": "that suit or a trump; anything when the suit is not held"},
        ),
        "trump_led": Parameter(
            "What must be played to a trump.",
            "1.l; seeds 000 section 3, 002",
            {"follow": "a trump; anything when none is held"},
        ),
        "high_points": Parameter("For the highest trump dealt.", "12.a; seeds 000 section 4, 002", unit="point"),
        "low_points": Parameter("For the lowest trump dealt.", "12.a; seeds 000 section 4, 002", unit="point"),
        "jack_points": Parameter("For bringing the jack of trumps home.", "12.a; seed 000 section 4", unit="point"),
        "hang_jack_points": Parameter(
            "For taking the other pair's jack of trumps.", "1.h, 12.a; seed 000 section 4", unit="point"
        ),
        "target": Parameter("Points that win a game.", "1.b, 12.j; seeds 000 section 4, 002", unit="point"),
        "unsung": Parameter(
            "A pair that has the points and does not sing before the next cut.",
            "12.j; silent elsewhere",
            {
                "play-on": "plays another hand, and the pair with more then sings",
                "silent": "the rules do not say, so it is settled as in the Round Robin code",
            },
        ),
        "wrong_card": Parameter(
            "A wrong card noticed before the lift is complete.",
            "9.d; seed 000 section 6",
            {
                "stands": "it stays on the table",
                "may-be-corrected": "it may be put right, without penalty",
                "silent": "the rules do not say",
            },
        ),
        "renege": Parameter(
            "What a proved renege costs.",
            "10.a; seed 000 section 6",
            {
                "bullseye": "a bullseye",
                "point-and-gamble-barred": "a point, and the offenders cannot have gamble of that hand",
                "silent": "the rules do not say, so the official does",
            },
        ),
        "top_five": Parameter(
            "Keeping back one of the five top trumps when trumps are led.",
            "10.a; seed 000 section 6",
            {
                "as-any-renege": "costs what any renege costs",
                "loses": "loses the game or the match, as the organiser has chosen",
                "silent": "the rules do not say, so the official does",
            },
        ),
        "exposed_card": Parameter(
            "A card shown out of turn.",
            "9; seed 002, Calling",
            {
                "section-9": "once on the table it stands, with the penalties of section 9",
                "silent": "the rules do not say",
                "may-be-called": "it stays face up, and anybody may call for it when it can be played",
            },
        ),
        "first_deal": Parameter(
            "How the first dealer is found.",
            "2.b; seeds 000 section 1, 002",
            {"toss": "by a toss", "highest-cut": "whoever cuts the highest card"},
        ),
    }
)
