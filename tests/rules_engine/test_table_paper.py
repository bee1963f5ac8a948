"""Games, tallies and substitutions typed from paper, and what is refused of them."""

from __future__ import annotations

import pytest

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table import Claim, ErrorCode, Game, Reason, Substituted, WonBy
from rules_engine.verdicts import Points
from tests.rules_engine.table_help import RR, game, hand, incident, refused, sub, table, tally

NS, EW = Pair.NS, Pair.EW
FIVE = hand("4S stand NS NS NS NS")
HUNG = hand("4S stand NS NS xNS NS")


def test_a_game_recorded_without_its_hands() -> None:
    state = table(game("EW", 9, 14, (0, 2)))
    assert state.games == (Game(1, EW, WonBy.RECORDED, Points(9, 14), 0, "", Points(0, 2), None),)
    assert (state.bullseyes, state.hang_jacks, state.dealer, state.events) == (Points(0, 1), Points(0, 2), None, 1)


def test_after_it_the_next_hand_says_who_deals() -> None:
    assert refused(game("NS", 14, 9), FIVE).code is ErrorCode.DEALER_UNKNOWN
    assert table(game("NS", 14, 9), FIVE | {"dealer": "N"}).dealer is Seat.W


def test_it_takes_the_place_of_the_rest_of_a_game() -> None:
    state = table(HUNG, game("NS", 14, 9, (2, 1)))
    assert state.games == (
        Game(1, NS, WonBy.RECORDED, Points(14, 9), 1, "Nh+1.1 Nl+1.1 Nx+3.1 Nc+2.1", Points(2, 1), Seat.S),
    )
    assert state.hang_jacks == Points(2, 1)
    assert state.begun is False


@pytest.mark.parametrize(
    ("record", "code", "message"),
    [
        (
            game("NS", 13, 9),
            ErrorCode.GAME_SHORT,
            "NS cannot have won with 13: a game is won at 14.",
        ),
        (
            game("NS", 14, 15),
            ErrorCode.GAME_OVER,
            "EW stood at 15, ahead of NS's 14: the game was theirs.",
        ),
        (
            game("EW", 6, 14, (1, 0)),
            ErrorCode.TALLY_MISMATCH,
            "This game stands at 7–0 (N–S first) on the board already; it cannot end 6–14.",
        ),
        (
            game("EW", 7, 14, (0, 1)),
            ErrorCode.TALLY_MISMATCH,
            "1 and 0 jacks (N–S first) were hung in this game already; it cannot end with 0 and 1.",
        ),
    ],
)
def test_games_that_cannot_have_ended_so(record: dict[str, object], code: ErrorCode, message: str) -> None:
    error = refused(HUNG, record)
    assert (error.code, error.message) == (code, message)


def test_after_an_unsung_hand_both_may_stand_past_fourteen() -> None:
    assert table(game("EW", 15, 16)).games[0].scores == Points(15, 16)


def test_no_more_games_than_the_table_has() -> None:
    error = refused(game("NS", 14, 0), game("EW", 1, 14), game("NS", 14, 2), game("NS", 14, 2), games=3)
    assert (error.code, error.message) == (ErrorCode.GAMES_EXCEEDED, "All 3 games of this table are played.")


def test_a_tally_of_the_whole_table() -> None:
    state = table(tally(6, 4, (5, 3)))
    assert (state.bullseyes, state.hang_jacks, state.closed) == (Points(6, 4), Points(5, 3), True)
    assert (state.claimed, state.recorded, state.mismatch) == (
        Claim(Points(6, 4), Points(5, 3)),
        Points(0, 0),
        True,
    )


def test_a_tally_of_fewer_games_leaves_the_table_open() -> None:
    assert table(tally(3, 2)).closed is False


def test_a_tally_that_agrees_is_no_mismatch() -> None:
    state = table(game("NS", 14, 2, (1, 0)), tally(1, 0, (1, 0)))
    assert state.mismatch is False


def test_games_may_be_recorded_behind_a_tally_while_they_agree() -> None:
    state = table(tally(2, 1, (1, 0)), game("NS", 14, 2, (1, 0)), game("EW", 3, 14), games=3)
    assert (state.bullseyes, state.recorded, state.mismatch) == (Points(2, 1), Points(1, 1), True)
    error = refused(tally(2, 1), game("EW", 3, 14), game("EW", 3, 14), games=3)
    assert (error.code, error.message) == (
        ErrorCode.TALLY_MISMATCH,
        "The tally from paper has 2–1 bullseyes (N–S first), what is recorded makes 0–2. "
        "Correct the one that is wrong.",
    )


def test_a_hand_may_not_hang_more_jacks_than_the_tally_has() -> None:
    error = refused(tally(2, 1, (0, 2)), HUNG, games=3)
    assert (error.code, error.message) == (
        ErrorCode.TALLY_MISMATCH,
        "The tally from paper has 0–2 hang jacks (N–S first), what is recorded makes 1–0. "
        "Correct the one that is wrong.",
    )


def test_a_tally_never_falls_below_what_is_recorded() -> None:
    assert refused(game("NS", 14, 2), tally(0, 4)).code is ErrorCode.TALLY_MISMATCH
    assert refused(HUNG, tally(3, 4)).code is ErrorCode.TALLY_MISMATCH


def test_a_tally_never_exceeds_the_games() -> None:
    error = refused(tally(6, 5))
    assert (error.code, error.message) == (
        ErrorCode.GAMES_EXCEEDED,
        "6 and 5 make 11 bullseyes: this table plays 10 games.",
    )


def test_a_later_tally_takes_an_earlier_ones_place() -> None:
    assert table(tally(3, 2), tally(6, 4)).bullseyes == Points(6, 4)


def test_a_substitution_between_games() -> None:
    state = table(game("NS", 14, 2), sub("N", "Ann", "Bea"))
    assert state.substitutions == (Substituted(2, Seat.N, "Ann", "Bea", Reason.CHOICE, 1),)


def test_not_in_the_middle_of_a_game() -> None:
    for reason in Reason:
        error = refused(FIVE, sub("N", "Ann", "Bea", reason.value))
        assert (error.code, error.clause) == (ErrorCode.SUBSTITUTION_IN_GAME, "13.b")


def test_but_at_once_where_a_ruling_sends_the_player_away() -> None:
    ruled = incident("14.c", "N", "playing", choice="substituted")
    state = table(FIVE, ruled, sub("N", "Ann", "Bea", "discipline"))
    assert (state.scores, state.ordered) == (Points(5, 0), ())
    assert refused(FIVE, ruled, sub("S", "Cy", "Bea", "discipline")).code is ErrorCode.SUBSTITUTION_IN_GAME


def test_who_sits_where_is_remembered() -> None:
    first = sub("N", "Ann", "Bea")
    assert refused(first, sub("N", "Ann", "Cy")).message == "Ann is not on seat N: Bea took it."
    assert refused(first, sub("S", "Dan", "Bea")).message == "Bea already sits at this table, on seat N."
    assert refused(sub("N", "Ann", "Ann")).message == "Ann already sits at this table, on seat N."
    assert refused(first, sub("N", "Ann", "Cy")).code is ErrorCode.SEAT_MISMATCH
    assert len(table(first, sub("N", "Bea", "Cy")).substitutions) == 2


def test_who_was_substituted_does_not_come_back_unless_the_reading_says_so() -> None:
    back = (sub("N", "Ann", "Bea"), sub("N", "Bea", "Ann"))
    assert refused(*back).code is ErrorCode.SUBSTITUTION_LIMIT
    assert len(table(*back, ruleset=RR.derive("club", substitute_return=True)).substitutions) == 2


def chain(number: int) -> list[dict[str, object]]:
    return [sub("N", f"p{at}", f"p{at + 1}") for at in range(number)]


def test_six_substitutes_a_team_and_one_more_for_sickness() -> None:
    assert len(table(*chain(6)).substitutions) == 6
    error = refused(*chain(7))
    assert (error.code, error.clause, error.message) == (
        ErrorCode.SUBSTITUTION_LIMIT,
        "13.a",
        "NS has used its 6 substitutes.",
    )
    sick = sub("N", "p6", "p7", "sick")
    assert len(table(*chain(6), sick).substitutions) == 7
    assert refused(*chain(6), sick, sub("N", "p7", "p8", "sick")).message == (
        "NS has used its 6 substitutes and the one more for sickness."
    )
    assert len(table(*chain(6), sub("E", "x", "y")).substitutions) == 7


def test_the_limit_is_an_option() -> None:
    ruleset = Ruleset.round_robin().derive("club", substitute_limit=1)
    assert refused(*chain(2), ruleset=ruleset).code is ErrorCode.SUBSTITUTION_LIMIT


def test_nobody_is_substituted_once_the_games_are_played() -> None:
    assert refused(game("NS", 14, 1), sub("N", "Ann", "Bea"), games=1).code is ErrorCode.TABLE_CLOSED
