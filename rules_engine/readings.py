"""The named options: where the written rules can be read two ways.

Each option has a closed set of values, a default (the first value, as the
round-robin code is read unless an organiser says otherwise), an explanation for
the form and the sheet, and the clauses it settles. :data:`OPTIONS` lists them in
the order in which a ruling cites them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.meanings import (
    AbandonedTable,
    BegByKnock,
    ChalksBeforePartner,
    DealAcrossGames,
    DealAfterPenalty,
    DealerAfterPackDown,
    Decider,
    Elimination,
    FallenPackVoidKick,
    FirstDealer,
    Flush,
    GambleTie,
    GameOrMatch,
    GiveAtThirteen,
    KickedThirdCard,
    KicksCount,
    KickTowardsSelf,
    LateMisdealAfterRun,
    LateMisdealPoints,
    LeadAfterTrump,
    LowOwner,
    MisdealAtTenScope,
    OfficialSays,
    OverTarget,
    PenaltyBullseye,
    PenaltyPoint,
    Race,
    SubstituteScope,
    UnderTrumping,
    VoidChalks,
    WarningsScope,
)

__all__ = [
    "OPTIONS",
    "OPTION_BY_NAME",
    "AbandonedTable",
    "BegByKnock",
    "ChalksBeforePartner",
    "DealAcrossGames",
    "DealAfterPenalty",
    "DealerAfterPackDown",
    "Decider",
    "Elimination",
    "FallenPackVoidKick",
    "FirstDealer",
    "Flush",
    "GambleTie",
    "GameOrMatch",
    "GiveAtThirteen",
    "KickTowardsSelf",
    "KickedThirdCard",
    "KicksCount",
    "LateMisdealAfterRun",
    "LateMisdealPoints",
    "LeadAfterTrump",
    "LowOwner",
    "MisdealAtTenScope",
    "OfficialSays",
    "Option",
    "OptionValue",
    "OverTarget",
    "PenaltyBullseye",
    "PenaltyPoint",
    "Race",
    "SubstituteScope",
    "UnderTrumping",
    "VoidChalks",
    "WarningsScope",
]

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One way in which a ruleset may be varied.

    ``values`` are those offered, the default first; ``words`` says in the same
    order what each means. ``free`` is ``"number"`` or ``"text"`` where any whole
    number from 0 or any text is allowed besides. ``source`` names the clauses.
    """

    name: str
    values: tuple[OptionValue, ...]
    words: tuple[str, ...]
    explanation: str
    source: str
    free: str | None = None

    @property
    def default(self) -> OptionValue:
        """The value in the published round-robin ruleset."""
        return self.values[0]

    @property
    def kind(self) -> type[bool] | type[int] | type[str]:
        """The plain JSON type of a value: ``bool``, ``int`` or ``str`` (enum members count as ``str``)."""
        value = self.values[0]
        return bool if isinstance(value, bool) else int if isinstance(value, int) else str


OPTIONS: tuple[Option, ...] = (
    Option(
        "penalty_bullseye",
        tuple(PenaltyBullseye),
        ("ends the game in hand and is one of the table's games", "is counted beside the table's games"),
        "How a bullseye given as a penalty is booked. Either way nothing is taken from the offenders' bullseyes.",
        "10.a, 11.a and every clause that costs a bullseye",
    ),
    Option(
        "penalty_point",
        tuple(PenaltyPoint),
        ("one more for the other pair", "one more for the other pair and one less for the offenders, never below zero"),
        "What a penalty point does to the board.",
        "1.c, 2.a and every clause that costs a point",
    ),
    Option(
        "race",
        tuple(Race),
        ("stop when a team has half the games plus one", "play every game"),
        "When a match is over.",
        "13.c",
    ),
    Option(
        "decider",
        tuple(Decider),
        ("the best of three adds a single bullseye to its winner",),
        "What the winner of the decider of a level match gains. Its own games are kept apart.",
        "13.c",
    ),
    Option(
        "elimination",
        tuple(Elimination),
        ("nobody leaves the table for losing",),
        "How the sentence that there is no elimination is taken.",
        "13.c",
    ),
    Option(
        "fallen_pack_void_kick",
        tuple(FallenPackVoidKick),
        (
            "lost when the pair that does not deal upset the pack",
            "lost when the dealing pair upset the pack",
            "the official says",
        ),
        "Whether kicked points are lost when the pack falls between the kick and the beg.",
        "11.c beside 11.l",
    ),
    Option(
        "misdeal_at_ten_void_kick",
        (True, False),
        ("the kicked points go with the deal", "the kicked points stay"),
        "What becomes of the kick when a pair with ten or more owns up to its own misdeal and the pack moves on.",
        "6.a",
    ),
    Option(
        "misdeal_ten_counts_kick",
        (True, False),
        ("counted with the kick", "counted without it"),
        "Whether the ten of that rule includes what was just kicked.",
        "6.a",
    ),
    Option(
        "misdeal_at_ten_scope",
        tuple(MisdealAtTenScope),
        ("wrong numbers of cards only", "every misdeal, a second shuffle or a wrong way of dealing too"),
        "Which misdeals the rule of ten covers.",
        "6.a, 4.d, 5.a",
    ),
    Option(
        "misdeal_after_run_void_kick",
        (False, True),
        ("the kicked points stay", "the kicked points are lost"),
        "What a misdeal after the pack was run does to the points kicked.",
        "6.c",
    ),
    Option(
        "late_misdeal_after_run",
        tuple(LateMisdealAfterRun),
        ("the rule for late finds", "the rule for run packs"),
        "Which rule decides a wrong count that is found from the fifth card on, when the pack had been run.",
        "6.b, 6.c",
    ),
    Option(
        "late_misdeal_points",
        tuple(LateMisdealPoints),
        ("only what they made themselves", "also what the offenders made"),
        "What the other pair is chalked after a wrong count found late.",
        "6.b",
    ),
    Option(
        "kick_towards_self",
        tuple(KickTowardsSelf),
        ("punished like kicking from the hand", "left to the official"),
        "What follows when the dealer kicks towards himself.",
        "5.d, 7.b",
    ),
    Option(
        "dealer_after_pack_down",
        tuple(DealerAfterPackDown),
        (
            "helping oneself to cards or looking costs the kick; other handling costs a point",
            "all but peeping at the kick costs a point only",
        ),
        "Which rule covers a dealer who does more than kick once the pack is down.",
        "5.g, 7.b",
    ),
    Option(
        "first_dealer",
        tuple(FirstDealer),
        ("the winner of the toss deals", "the winner of the toss says who deals"),
        "Who deals first at a table, where a toss decides.",
        "2.b",
    ),
    Option(
        "flush",
        tuple(Flush),
        ("whoever has nothing but trumps left", "whoever was dealt six trumps"),
        "Who may put a lower trump on a higher one without offence.",
        "1.q, 8.g, 10.b",
    ),
    Option(
        "hidden_card",
        tuple(OfficialSays),
        ("the official says",),
        "Whether a second card under the first was being hidden or was merely covered.",
        "9.b, 9.e",
    ),
    Option(
        "late_extra_card",
        tuple(OfficialSays),
        ("the official says",),
        "Whether a card too many at the end comes from a misdeal or from a missed turn.",
        "6.b, 11.g",
    ),
    Option(
        "abandoned_table",
        tuple(AbandonedTable),
        ("all that are left", "as many as the official says"),
        "How many bullseyes a pair that walks out concedes.",
        "14.d",
    ),
    Option(
        "substitute_limit",
        (6,),
        ("six",),
        "How many substitutes a team may bring on in a match.",
        "13.a",
        "number",
    ),
    Option(
        "substitute_scope",
        tuple(SubstituteScope),
        ("all tables together", "at each table"),
        "Where substitutes are counted. Two at once count two, and so do those ordered by an official.",
        "13.a, 13.b",
    ),
    Option(
        "substitute_return",
        (False, True),
        ("stays out", "may come back in"),
        "Whether a player who was replaced may play again in the match.",
        "13.a",
    ),
    Option(
        "seventh_substitute",
        (GameOrMatch.MATCH, GameOrMatch.GAME),
        ("the match", "the game"),
        "What one substitute too many loses.",
        "13.a",
    ),
    Option(
        "refusing_decision",
        (GameOrMatch.GAME, GameOrMatch.MATCH),
        ("the game", "the match"),
        "What is lost by a team that argues with a decision and brings no substitute.",
        "14.c",
    ),
    Option(
        "give_at_thirteen",
        tuple(GiveAtThirteen),
        ("the given point may win the game", "the dealer must run the pack"),
        "Whether one may be given to a pair that needs a single point.",
        "1.a, 8.e: silent",
    ),
    Option(
        "low_owner",
        tuple(LowOwner),
        ("whoever was dealt it", "whoever took the lift with it"),
        "Whose the lowest trump is.",
        "12.a; seed 000 section 4",
    ),
    Option(
        "lead_after_trump",
        tuple(LeadAfterTrump),
        ("any card", "the suit that was trumped, or a trump"),
        "What a player may lead after trumping a suit and still holding it.",
        "1.l: silent",
    ),
    Option(
        "beg_by_knock",
        tuple(BegByKnock),
        ("a knock will do", "it must be said"),
        "How a player may beg and the dealer give.",
        "8.a",
    ),
    Option(
        "kicked_third_card",
        tuple(KickedThirdCard),
        ("the deuce", "the six"),
        "Which card besides ace and jack scores when kicked, for two points.",
        "7.a; seed 000 section 2",
    ),
    Option("gamble_points", (2, 1), ("two", "one"), "What gamble is worth.", "1.g; seed 000 section 4"),
    Option(
        "gamble_tie",
        tuple(GambleTie),
        ("the pair that did not deal", "nobody"),
        "Who has gamble when both pairs count the same.",
        "12.g; seed 000 section 4",
    ),
    Option(
        "under_trumping",
        tuple(UnderTrumping),
        ("costs a bullseye", "is free", "is against the rules, and the official says what it costs"),
        "Trumping lower than a trump that is already on the lift, when another suit was led.",
        "1.q, 10.b; seed 000 section 6",
    ),
    Option(
        "top_five_renege",
        tuple(GameOrMatch),
        ("the game to fourteen", "the whole match"),
        "What is lost by keeping back one of the five top trumps when trumps are led, where a renege has that price.",
        "seed 000 section 6",
    ),
    Option(
        "kicks_count",
        tuple(KicksCount),
        ("as soon as it is kicked", "when the hand has been played"),
        "When a kicked card can finish the game.",
        "7.a and 7.e against 12.c",
    ),
    Option(
        "deal_across_games",
        tuple(DealAcrossGames),
        ("goes on to the right", "is the winners'", "is the losers'"),
        "Whose the first deal of the next game is.",
        "11.k: silent",
    ),
    Option(
        "deal_after_penalty",
        tuple(DealAfterPenalty),
        ("passes on", "stays"),
        "Whose deal it is after a penalty ended a game in the middle of a hand.",
        "10.a: silent",
    ),
    Option(
        "chalks_before_partner",
        tuple(ChalksBeforePartner),
        ("warned first", "lost at once"),
        "What happens to chalks written on the partner's side.",
        "11.h, 12.b",
    ),
    Option(
        "void_chalks",
        tuple(VoidChalks),
        ("those of the game", "those of the hand"),
        "Which chalks a pair loses when its chalks are struck.",
        "11.h, 12.b",
    ),
    Option(
        "warnings_scope",
        tuple(WarningsScope),
        ("the pair, in this match", "the player, in this match", "the player, in the whole tournament"),
        "Whom a warning follows.",
        "2.a and every clause that warns first",
    ),
    Option(
        "over_target",
        tuple(OverTarget),
        ("are not counted",),
        "Points made after a pair has reached the target and will sing.",
        "12.a, 12.j",
    ),
    Option(
        "loser_mark",
        ("✓",),
        ("a tick",),
        "The mark with which the losing side matches the winners' bullseye on the board.",
        "12.i",
        "text",
    ),
)

OPTION_BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}
