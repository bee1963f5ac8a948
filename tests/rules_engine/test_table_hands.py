"""Hands at a table: the deal, the board, games that end, the pack that runs out, 12.j.

The deal runs S, E, N, W. ``hand("4S stand NS EW out EW")``: the 4 of spades kicked, no
beg, high to N–S, low to E–W, jack out, gamble to E–W: 1 and 3.
"""

from __future__ import annotations

import pytest

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table import ErrorCode, Game, TableChalk, WonBy, start, step
from rules_engine.table_events import Opened, parse_event
from rules_engine.table_state import chalks_of, marks_of
from rules_engine.verdicts import Code, Points, Why
from tests.rules_engine.table_help import RR, fix, game, hand, incident, played, ran_out, refused, table

NS, EW = Pair.NS, Pair.EW
FIVE = hand("4S stand NS NS NS NS")
"""High, low, jack and gamble to N–S: 5."""
SEVEN_HUNG = hand("4S stand NS NS xNS NS")
"""High, low, hang jack and gamble to N–S: 1 + 1 + 3 + 2."""


def test_a_table_that_has_just_opened() -> None:
    state = start(RR, 10, Seat.W)
    assert (state.allowed, state.first_dealer, state.dealer, state.events) == (10, Seat.W, Seat.W, 0)
    assert (state.bullseyes, state.hang_jacks, state.closed, state.begun) == (Points(0, 0), Points(0, 0), False, False)


def test_a_hand_is_chalked_in_order_and_the_deal_passes_to_the_right() -> None:
    state = table(hand("AH give NS EW xEW EW"))
    assert state.scores == Points(2, 7)
    assert state.chalks == (
        TableChalk(NS, Why.KICK, 1, True, 1),
        TableChalk(EW, Why.GIVEN, 1, True, 1),
        TableChalk(NS, Why.HIGH, 1, True, 1),
        TableChalk(EW, Why.LOW, 1, True, 1),
        TableChalk(EW, Why.HANG_JACK, 3, True, 1),
        TableChalk(EW, Why.GAMBLE, 2, True, 1),
    )
    assert (state.dealer, state.game_dealer, state.hands, state.hang_jacks) == (Seat.E, Seat.S, 1, Points(0, 1))


def test_the_second_hand_is_dealt_by_the_next_seat_and_kicks_for_its_pair() -> None:
    state = table(FIVE, hand("2C stand NS EW EW EW", dealer="E"))
    assert state.scores == Points(6, 6)  # deuce 2, low 1, jack 1, gamble 2 to E–W
    assert state.dealer is Seat.N


def test_marks_read_and_written_are_the_same() -> None:
    chalks = (TableChalk(NS, Why.KICK, 3, True, 12), TableChalk(EW, Why.PENALTY, 1, False, 345))
    assert marks_of(chalks) == "Nk+3.12 Ep-1.345"
    assert chalks_of(marks_of(chalks)) == chalks
    assert chalks_of("") == ()


def test_a_game_closes_at_fourteen_and_what_comes_later_does_not_count() -> None:
    # 7, then 7 + 1 + 1 + 3 = 12 after low, 14 only with gamble: not yet; so 7 and 7 make 14 at gamble.
    state = table(SEVEN_HUNG, SEVEN_HUNG)
    assert state.games == (
        Game(
            1,
            NS,
            WonBy.SUNG,
            Points(14, 0),
            2,
            "Nh+1.1 Nl+1.1 Nx+3.1 Nc+2.1 Nh+1.2 Nl+1.2 Nx+3.2 Nc+2.2",
            Points(2, 0),
            Seat.S,
        ),
    )
    assert (state.bullseyes, state.hang_jacks, state.scores, state.hands) == (
        Points(1, 0),
        Points(2, 0),
        Points(0, 0),
        0,
    )
    assert (state.dealer, state.game_dealer, state.marks, state.number) == (Seat.N, None, "", 2)


def test_a_jack_hung_after_the_target_was_reached_is_not_counted() -> None:
    # 5 + 5 = 10; kick of jack for N–S (dealer N) 3: 13; high makes 14; low, hang jack and gamble are late.
    late = hand("JH,4C run NS NS xNS NS")
    state = table(FIVE, FIVE, late)
    assert state.games[0].scores == Points(14, 0)
    assert [(chalk.why, chalk.counted) for chalk in state.games[0].chalks[8:]] == [
        (Why.KICK, True),
        (Why.HIGH, True),
        (Why.LOW, False),
        (Why.HANG_JACK, False),
        (Why.GAMBLE, False),
    ]
    assert state.hang_jacks == Points(0, 0)


def test_a_kick_that_finishes_the_game_needs_no_more_words() -> None:
    # N–S stand at 12; dealer N kicks the jack: 15.
    state = table(FIVE, hand("4S stand NS NS xNS NS"), {"format": "all-fours/score@1", "kicks": ["JD"]})
    assert state.games[0].scores == Points(15, 0)
    assert state.games[0].hands == 3


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"kicks": ["JD"]}, "lead and jack and gamble must be told"),
        ({"kicks": ["JD"], "lead": "stand", "gamble": {"pair": "NS"}}, "jack must be told"),
        ({"kicks": ["JD"], "lead": "stand", "jack": {"outcome": "out"}}, "gamble must be told"),
        ({"kicks": ["JD"], "lead": "stand", "jack": {"outcome": "out"}, "gamble": {}}, "gamble must be told"),
    ],
)
def test_a_kick_that_finishes_nothing_does(record: dict[str, object], words: str) -> None:
    error = refused({"format": "all-fours/score@1"} | record)
    assert (error.code, error.message) == (
        ErrorCode.BAD_EVENT,
        f"{words}: no kick or given point has ended this game.",
    )


def test_equal_counts_may_give_gamble_to_nobody_where_the_ruleset_says_so() -> None:
    trinidad = Ruleset.trinidad()
    tied = hand("AD stand NS EW out -", gamble={"pair": None, "counts": {"NS": 30, "EW": 30}})
    assert table(tied, ruleset=trinidad).scores == Points(2, 1)


def test_a_wrong_dealer_is_refused_by_name() -> None:
    error = refused(FIVE, hand("4S stand NS NS NS NS", dealer="N"))
    assert (error.code, error.clause) == (ErrorCode.WRONG_DEALER, "5.a")
    assert error.message == "N cannot have dealt this hand: the deal is E's."


def test_the_first_dealer_may_be_unknown_and_the_first_hand_tells() -> None:
    error = refused(FIVE, first=None)
    assert (error.code, error.message) == (
        ErrorCode.DEALER_UNKNOWN,
        "Nobody knows whose deal it is: say who dealt this hand.",
    )
    state = table(hand("4S stand NS NS NS NS", dealer="W"), first=None)
    assert (state.dealer, state.game_dealer) == (Seat.S, Seat.W)


def test_a_hand_that_the_judge_refuses_is_refused_with_its_reasons() -> None:
    error = refused(hand("JS stand NS EW NS EW"))
    assert error.code is ErrorCode.BAD_EVENT
    assert [violation.code for violation in error.violations] == [Code.JACK_AFTER_KICK]
    assert error.message == error.violations[0].message


def test_claimed_totals_are_held_against_the_board() -> None:
    assert table(FIVE, hand("4S stand NS EW out EW", claimed={"NS": 6, "EW": 3})).scores == Points(6, 3)
    error = refused(FIVE, hand("4S stand NS EW out EW", claimed={"NS": 6, "EW": 4}))
    assert [violation.code for violation in error.violations] == [Code.CLAIMED_MISMATCH]


def test_no_hand_follows_the_last_game() -> None:
    error = refused(game("NS", 14, 3), hand("4S stand NS NS NS NS", dealer="S"), games=1)
    assert (error.code, error.message) == (ErrorCode.TABLE_CLOSED, "All 1 games of this table are played.")


def test_a_table_opens_once() -> None:
    state = start(RR, 10, Seat.S)
    taken = step(RR, state, Opened(10, Seat.S))
    assert taken.state is state
    assert taken.error is not None
    assert (taken.error.event, taken.error.code) == (1, ErrorCode.BAD_EVENT)


def test_a_step_hands_back_the_judges_answer() -> None:
    taken = step(RR, start(RR, 10, Seat.S), parse_event(FIVE, RR))
    assert taken.error is None
    assert taken.result is not None
    assert taken.result.scores == Points(5, 0)


# The pack runs out (7.e).


def test_the_pack_runs_out_the_same_dealer_deals_again_and_keeps_the_kicks() -> None:
    state = table(ran_out("AS,2S,4S"))
    assert (state.scores, state.dealer, state.hands) == (Points(3, 0), Seat.S, 1)


def test_the_pack_runs_out_and_a_kick_completed_the_bullseye_the_deal_moves_on() -> None:
    state = table(FIVE, FIVE, ran_out("JS,2S,4S"))  # 10 + 3 = 13, + 2 = 15, dealer N
    assert state.games[0].scores == Points(15, 0)
    assert state.dealer is Seat.W


def test_in_trinidad_the_same_dealer_deals_on_even_then() -> None:
    trinidad = Ruleset.trinidad()
    four = hand("4S stand NS NS NS NS")  # game is 1 there
    state = table(four, four, hand("4S stand NS NS out NS"), ran_out("JS,4S,5S"), ruleset=trinidad)
    assert state.scores == Points(11, 3)  # dealer W kicked the jack
    state = table(four, four, hand("AS stand NS NS out NS"), ran_out("4S,5S,JS"), four, ruleset=trinidad, first=Seat.E)
    # E, N, W (ace 1 to E–W), S runs out with the jack: 8 + 3 + 3 = 14; S deals the next game's first hand too
    assert state.games[0].scores == Points(14, 1)
    assert (state.games[0].hands, state.scores, state.game_dealer, state.dealer) == (4, Points(4, 0), Seat.S, Seat.E)


# The deal across games.


@pytest.mark.parametrize(
    ("across", "dealer"),
    [("right", Seat.N), ("winner", Seat.N), ("loser", Seat.W)],
)
def test_who_deals_the_next_game(across: str, dealer: Seat) -> None:
    # E deals the last hand; N–S win. On E's right sits N (N–S), then W (E–W).
    ruleset = RR.derive("club", deal_across_games=across)
    assert table(SEVEN_HUNG, SEVEN_HUNG, ruleset=ruleset).dealer is dealer


# Not sung (12.j).


def unsung_board(*last: dict[str, object]) -> tuple[dict[str, object], ...]:
    """N–S stand at 14 unsung, E–W at 0; then ``last``."""
    return (SEVEN_HUNG, SEVEN_HUNG | {"unsung": "NS"}, *last)


def test_a_pair_that_does_not_sing_plays_another_hand() -> None:
    state = table(*unsung_board())
    assert (state.scores, state.games, state.hands, state.dealer) == (Points(14, 0), (), 2, Seat.N)


def test_after_it_the_pair_with_more_has_the_bullseye() -> None:
    state = table(*unsung_board(hand("4S stand EW EW EW EW")))
    assert state.games[0].scores == Points(14, 5)
    assert (state.games[0].winner, state.games[0].won_by, state.games[0].hands) == (NS, WonBy.SUNG, 3)


def level_and_no_high() -> tuple[dict[str, object], ...]:
    """E–W at 12, N–S at 14 unsung; the next hand, stood blind without a trump, gives E–W gamble: level."""
    return (
        hand("4S stand EW EW EW EW"),  # 0–5
        hand("4S stand EW EW xEW EW"),  # 0–12
        hand("4S stand NS NS xNS NS"),  # 7–12
        hand("4S stand NS NS xNS NS") | {"unsung": "NS"},  # 14–12
        {"format": "all-fours/score@1", "kicks": ["4S"], "lead": "stand-blind"}
        | {"jack": {"outcome": "out"}, "gamble": {"pair": "EW"}},
    )


def test_level_with_no_high_waits_for_an_official() -> None:
    state = table(*level_and_no_high())
    assert (state.scores, state.awaiting, state.games) == (Points(14, 14), True, ())
    error = refused(*level_and_no_high(), FIVE)
    assert (error.code, error.clause) == (ErrorCode.GAME_OVER, "12.j")
    assert error.message == (
        "The game is over at 14–14: level, and nobody made high. "
        "The official says who has the bullseye (14.g) before another hand is dealt."
    )


def test_the_official_says_who_sings() -> None:
    said = incident(
        "14.g",
        None,
        "after-hand",
        choice={
            "by": "official",
            "effects": [{"effect": "bullseye", "pair": "EW", "n": 1}],
            "text": "E–W held the last lift.",
        },
    )
    state = table(*level_and_no_high(), said)
    assert (state.games[0].winner, state.games[0].won_by, state.games[0].scores) == (EW, WonBy.SUNG, Points(14, 14))
    assert (state.awaiting, state.bullseyes, state.dealer) == (False, Points(0, 1), Seat.E)  # five hands from S


def test_or_the_game_is_recorded_as_decided() -> None:
    state = table(*level_and_no_high(), game("EW", 14, 14, (2, 1)))
    assert (state.games[0].won_by, state.games[0].hands, state.dealer) == (WonBy.RECORDED, 5, None)


# Hands card by card.

LIFTS = [
    ["E", "8C", "3S", "TC", "2D"],
]


def card_hand(**more: object) -> dict[str, object]:
    """Dealer S kicks the 4 of spades; E stands.

    N: AS 3S 2C 3C 4C 5C; E: KS 6C 7C 8C 9C TC; S: 5S 2D 3D 4D 5D 6D; W: 6S 7D 8D 9D TD JD.
    """
    return {
        "format": "all-fours/hand@1",
        "kicks": ["4S"],
        "lead": "stand",
        "lifts": [
            ["E", "KS", "AS", "6S", "5S"],  # N takes it: 4 + 3
            ["N", "2C", "7D", "2D", "TC"],  # E's TC is the best club: 10
            ["E", "9C", "3C", "8D", "3D"],  # E
            ["E", "8C", "4C", "9D", "4D"],  # E
            ["E", "7C", "5C", "TD", "5D"],  # E: 10
            ["E", "6C", "3S", "JD", "6D"],  # N trumps with the 3: 1
        ],
    } | more


def test_a_hand_card_by_card() -> None:
    # High AS (N), low 3S (N), jack of spades out, gamble: N–S 7 + 1 = 8, E–W 20.
    state = table(card_hand())
    assert state.scores == Points(2, 2)
    assert state.dealer is Seat.E


def renege_hand(**more: object) -> dict[str, object]:
    """The same, but W plays 7D to the trump led and keeps the 6S for lift 2: a renege on lift 1.

    Lift 2: N leads 2C, W trumps with 6S and takes it.
    """
    record = card_hand()
    record["lifts"] = [
        ["E", "KS", "AS", "7D", "5S"],  # N: 7
        ["N", "2C", "6S", "2D", "TC"],  # W: 10
        ["W", "8D", "3D", "9C", "3C"],  # W
        ["W", "9D", "4D", "8C", "4C"],  # W
        ["W", "TD", "5D", "7C", "5C"],  # W: 10
        ["W", "JD", "6D", "6C", "3S"],  # N: 1
    ]
    return record | more


def test_a_renege_is_judged_and_waits_for_a_ruling() -> None:
    state = table(renege_hand())
    assert (state.scores, state.hands, state.games) == (Points(2, 2), 1, ())


def test_applied_it_ends_the_game() -> None:
    state = table(hand("4S stand NS EW EW EW"), renege_hand(apply=True, kicks=["4S"]), first=Seat.W)
    # 1–4 before; dealer S; E–W's W reneged: the bullseye is N–S', the board stays as it was.
    assert state.games == (
        Game(1, NS, WonBy.PENALTY, Points(1, 4), 2, "Nh+1.1 El+1.1 Ej+1.1 Ec+2.1", Points(0, 0), Seat.W),
    )
    assert (state.dealer, state.bullseyes) == (Seat.E, Points(1, 0))


def test_applied_where_an_official_must_decide_it_stays_open() -> None:
    # W trumps with the 6 under N's ace, holding diamonds; the reading leaves the penalty to the official.
    record = card_hand(apply=True)
    record["lifts"] = [
        ["E", "6C", "AS", "6S", "2D"],  # N: 4
        ["N", "2C", "7D", "3D", "7C"],  # E
        ["E", "8C", "3C", "8D", "4D"],  # E
        ["E", "9C", "4C", "9D", "5D"],  # E
        ["E", "TC", "5C", "TD", "6D"],  # E: 20
        ["E", "KS", "3S", "JD", "5S"],  # E: 4
    ]
    state = table(record, ruleset=RR.derive("club", under_trumping="forbidden"))
    assert (state.scores, state.open_rulings, state.games) == (Points(2, 2), (1,), ())
    # Under the code itself it costs the bullseye.
    assert table(record).games[0].won_by is WonBy.PENALTY


def test_applied_with_nothing_to_apply_it_is_a_hand_like_any_other() -> None:
    assert table(card_hand(apply=True)) == table(card_hand())


def test_a_hand_that_cannot_have_been_is_refused() -> None:
    record = card_hand()
    record["lifts"] = record["lifts"][:5]  # type: ignore[index]
    error = refused(record)
    assert error.code is ErrorCode.BAD_EVENT
    assert [violation.code for violation in error.violations] == [Code.LIFTS_MISSING]


def test_a_replaced_hand_can_be_one_card_by_card() -> None:
    folded = played(FIVE, fix(1, card_hand()))
    assert folded.error is None
    assert folded.state.scores == Points(2, 2)
