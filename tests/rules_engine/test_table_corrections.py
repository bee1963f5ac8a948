"""Corrections: an earlier event replaced or struck, all that follows folded again (12.d)."""

from __future__ import annotations

import pytest

from rules_engine.seats import Pair, Seat
from rules_engine.table import ErrorCode, Struck, TableChalk, fold, start, state_before, step
from rules_engine.verdicts import Points, Why
from rules_engine.whatif import whatif
from tests.rules_engine.table_help import RR, events, fix, game, hand, incident, played, refused, sub, table, tally

FIVE = hand("4S stand NS NS NS NS")
THREE = hand("4S stand EW NS out EW")
HUNG = hand("4S stand NS NS xNS NS")


def test_the_last_hand_replaced() -> None:
    state = table(FIVE, FIVE, fix(2, THREE, by="Pat"))
    assert state.scores == Points(6, 3)
    assert state.chalks[4:] == (
        TableChalk(Pair.EW, Why.HIGH, 1, True, 2),
        TableChalk(Pair.NS, Why.LOW, 1, True, 2),
        TableChalk(Pair.EW, Why.GAMBLE, 2, True, 2),
    )
    assert (state.events, state.hands, state.dealer) == (3, 2, Seat.N)
    assert state.struck == (Struck(2, 3, "Pat", True, True, 1, "Nh+1.2 Nl+1.2 Nj+1.2 Nc+2.2"),)
    assert [chalk.points for chalk in state.struck[0].chalks] == [1, 1, 1, 2]


def test_the_last_hand_struck() -> None:
    state = table(FIVE, FIVE, fix(2, None, leave=False))
    assert (state.scores, state.hands, state.dealer) == (Points(5, 0), 1, Seat.E)
    assert state.struck == (Struck(2, 3, "official", False, False, 1, "Nh+1.2 Nl+1.2 Nj+1.2 Nc+2.2"),)
    assert table(FIVE, FIVE, fix(2, None), THREE).scores == Points(6, 3)


def test_the_hand_that_ended_a_game_takes_the_game_back() -> None:
    state = table(HUNG, HUNG, fix(2, FIVE))
    assert (state.games, state.scores, state.hang_jacks, state.bullseyes) == (
        (),
        Points(12, 0),
        Points(1, 0),
        Points(0, 0),
    )
    assert state.struck[0].game == 1


def test_an_earlier_hand_replaced_folds_what_follows_again() -> None:
    # 7, 5, then the first becomes 1–3: 6–3 instead of 12–0; the third hand still counts.
    state = table(HUNG, FIVE, fix(1, THREE), FIVE)
    assert state.scores == Points(11, 3)
    assert [chalk.event for chalk in state.chalks] == [1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4]


def test_a_correction_can_move_the_end_of_a_game() -> None:
    # 5, 10, 15 ended game 1 at the third hand; with 1–3 in the first it ends at the fourth.
    state = table(FIVE, FIVE, FIVE, FIVE, fix(1, THREE))
    assert state.games[0].scores == Points(14, 3)  # 1, 6, 11, then high, low, jack: 14, gamble late
    assert state.games[0].hands == 4


def test_a_struck_event_can_be_put_right_by_a_second_correction() -> None:
    state = table(FIVE, fix(1, None), fix(1, THREE))
    assert state.scores == Points(1, 3)
    assert [(struck.event, struck.correction, struck.replaced, struck.marks) for struck in state.struck] == [
        (1, 2, False, "Nh+1.1 Nl+1.1 Nj+1.1 Nc+2.1"),
        (1, 3, True, ""),
    ]
    assert state.struck[1].game is None


def test_games_tallies_and_substitutions_are_corrected_too() -> None:
    assert table(game("NS", 14, 2), fix(1, game("EW", 2, 14))).bullseyes == Points(0, 1)
    assert table(tally(6, 4), fix(1, tally(5, 5))).bullseyes == Points(5, 5)
    assert table(sub("N", "Ann", "Bee"), fix(1, sub("N", "Ann", "Bea"))).substitutions[0].in_ == "Bea"


@pytest.mark.parametrize(
    ("of", "message"),
    [
        (3, "There is no event 3 before this one: nothing to correct."),
        (9, "There is no event 9 before this one: nothing to correct."),
        (2, "Event 2 is itself a correction: correct the event that it corrected."),
    ],
)
def test_what_cannot_be_corrected(of: int, message: str) -> None:
    error = refused(FIVE, fix(1, THREE), fix(of, THREE))
    assert (error.event, error.code, error.message) == (3, ErrorCode.CORRECTION_TARGET, message)


def test_a_replacement_that_cannot_follow() -> None:
    error = refused(FIVE, fix(1, FIVE | {"dealer": "N"}))
    assert (error.event, error.code) == (2, ErrorCode.WRONG_DEALER)
    assert error.message == (
        "Event 1 cannot be corrected so. What stands in its place cannot follow: "
        "N cannot have dealt this hand: the deal is S's."
    )


def test_a_later_event_that_could_not_follow() -> None:
    error = refused(FIVE, FIVE | {"dealer": "E"}, fix(1, None))
    assert (error.event, error.code) == (3, ErrorCode.WRONG_DEALER)
    assert error.message == (
        "Event 1 cannot be corrected so. With it, event 2 cannot follow: "
        "E cannot have dealt this hand: the deal is S's."
    )


def test_who_was_ordered_out_has_left_though_the_order_is_taken_back() -> None:
    """An appeal upheld after the substitution that the ruling ordered; 13.b is asked of what is new alone."""
    cheated = incident("11.a", "N", "playing")
    ordered = sub("N", "Ann", "Bea", "discipline")
    state = table(FIVE, cheated, FIVE, ordered)
    assert (state.recorded, state.scores) == (Points(0, 1), Points(5, 0))
    back = table(FIVE, cheated, FIVE, ordered, fix(2, None))
    assert (back.recorded, back.scores, back.ordered) == (Points(0, 0), Points(10, 0), ())
    assert [(one.out, one.in_) for one in back.substitutions] == [("Ann", "Bea")]
    entries = events(FIVE, cheated, FIVE, ordered, fix(2, None))
    assert state_before(RR, entries, 4).scores == Points(10, 0)
    told = whatif(RR, entries[:-1], without=2)
    assert (told.otherwise.scores, told.skipped, told.unsettled) == (Points(10, 0), (), None)

    # Whoever leaves of an own choice leaves between games, then as now.
    chosen = refused(FIVE, cheated, sub("S", "Cy", "Dee"), fix(2, None))
    assert (chosen.event, chosen.code) == (4, ErrorCode.SUBSTITUTION_IN_GAME)
    # And what is put in an event's place is new.
    new = refused(FIVE, FIVE, fix(2, ordered))
    assert (new.event, new.code) == (3, ErrorCode.SUBSTITUTION_IN_GAME)


def test_totals_claimed_on_a_board_with_the_slip_on_it_are_not_held_against_the_correction() -> None:
    claimed = FIVE | {"claimed": {"NS": 10, "EW": 0}}
    assert table(FIVE, claimed, fix(1, THREE)).scores == Points(6, 3)
    # What is claimed after the correction is held against the board again.
    late = THREE | {"claimed": {"NS": 7, "EW": 6}}
    assert table(FIVE, claimed, fix(1, THREE), late).scores == Points(7, 6)
    assert refused(FIVE, claimed, fix(1, THREE), THREE | {"claimed": {"NS": 11, "EW": 3}}).code is ErrorCode.BAD_EVENT


def test_a_correction_gives_the_judges_answer_to_the_replacement() -> None:
    folded = played(FIVE, fix(1, THREE), fix(1, None))
    assert folded.results[2] is not None
    assert folded.results[2].scores == Points(1, 3)
    assert folded.results[3] is None


def test_a_correction_needs_the_whole_history() -> None:
    entries = events(FIVE, fix(1, THREE))
    state = fold(RR, entries[:2]).state
    with pytest.raises(ValueError, match=r"^the history has 0 events, the table 1 and its opening$"):
        step(RR, state, entries[2])
    assert step(RR, state, entries[2], entries[:2]).state == fold(RR, entries).state


def test_a_fold_begins_with_an_opening() -> None:
    for wrong in ([], events(FIVE)[1:]):
        with pytest.raises(ValueError, match=r"^a table's first event is its opening$"):
            fold(RR, wrong)


def test_a_fold_stops_at_the_first_fault() -> None:
    folded = played(FIVE, FIVE | {"dealer": "S"}, FIVE)
    assert folded.error is not None
    assert (folded.error.event, folded.error.code) == (2, ErrorCode.WRONG_DEALER)
    assert folded.state == table(FIVE)
    assert len(folded.results) == 2
    assert fold(RR, events()).state == start(RR, 10, Seat.S)
