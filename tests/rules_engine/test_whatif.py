"""What if: does a dispute matter to the game, the table, the match?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.generator import generate_table
from rules_engine.match import MatchRules, MatchStatus, Side, TableTally
from rules_engine.seats import Pair, Seat
from rules_engine.table import ErrorCode, Incident, fold, parse_event
from rules_engine.table_fold import standing_of
from rules_engine.verdicts import Points
from rules_engine.whatif import Scope, Surroundings, whatif
from tests.rules_engine.table_help import RR, events, fix, game, hand, incident, sub, tally

FIVE = hand("4S stand NS NS NS NS")
HUNG = hand("4S stand NS NS xNS NS")
POINT = incident("8.f", "W", "begging")
BULLSEYE = incident("10.a", "W", "playing")


def test_a_point_that_changes_the_board_alone() -> None:
    found = whatif(RR, events(FIVE, POINT), without=2)
    assert (found.stands.scores, found.otherwise.scores) == (Points(6, 0), Points(5, 0))
    assert (found.event, found.game, found.differs, found.matters) == (2, 1, (Scope.GAME,), Scope.GAME)
    assert found.match_stands is None


def test_a_warning_changes_nothing() -> None:
    found = whatif(RR, events(FIVE, incident("2.a", "N", "playing"), FIVE), without=2)
    assert (found.differs, found.matters) == ((), None)
    assert found.otherwise.scores == found.stands.scores == Points(10, 0)


def test_a_bullseye_that_changes_the_table() -> None:
    # Without the penalty the two later hands still belong to game 1: 5, 10, 15 (the third jack makes 13, gamble 15).
    found = whatif(RR, events(FIVE, BULLSEYE, FIVE, FIVE), without=2)
    assert (found.stands.bullseyes, found.stands.scores) == (Points(1, 0), Points(10, 0))
    assert (found.otherwise.bullseyes, found.otherwise.games[0].hands) == (Points(1, 0), 3)
    assert found.differs == (Scope.GAME,)  # 5–0 by penalty against 15–0: the same pair has the bullseye
    found = whatif(RR, events(FIVE, BULLSEYE, FIVE), without=2)
    assert found.differs == (Scope.GAME, Scope.TABLE)


def test_the_dealers_stay_who_they_were() -> None:
    # After the penalty the deal moved on from E to N; N's kicked jack stays N–S' without it.
    found = whatif(RR, events(FIVE, BULLSEYE, hand("JS stand EW EW out EW")), without=2)
    assert (found.stands.scores, found.otherwise.scores) == (Points(3, 4), Points(8, 4))


def test_totals_claimed_later_are_not_compared() -> None:
    found = whatif(RR, events(FIVE, FIVE | {"claimed": {"NS": 10, "EW": 0}}), without=1)
    assert (found.otherwise.scores, found.unsettled) == (Points(5, 0), None)


def test_another_event_instead() -> None:
    other = parse_event(hand("4S stand EW EW EW EW"), RR)
    found = whatif(RR, events(FIVE, FIVE), replace=(1, other))  # type: ignore[arg-type]
    assert found.otherwise.scores == Points(5, 5)


def test_a_corrected_event_is_taken_as_it_stands_now() -> None:
    found = whatif(RR, events(FIVE, HUNG, fix(2, POINT)), without=1)
    assert (found.stands.scores, found.otherwise.scores) == (Points(6, 0), Points(1, 0))
    assert found.otherwise.events == 3


def test_substitutions_that_no_longer_fall_between_games_are_skipped() -> None:
    found = whatif(RR, events(FIVE, BULLSEYE, sub("N", "Ann", "Bea"), FIVE), without=2)
    assert (found.skipped, found.otherwise.scores, found.otherwise.substitutions) == ((3,), Points(10, 0), ())
    found = whatif(RR, events(game("NS", 14, 0), tally(1, 0)), replace=(1, parse_event(game("EW", 0, 14), RR)))  # type: ignore[arg-type]
    assert (found.skipped, found.otherwise.bullseyes) == ((2,), Points(0, 1))


def test_a_game_that_can_no_longer_end_so_leaves_it_unsettled() -> None:
    found = whatif(RR, events(HUNG, BULLSEYE, game("EW", 3, 14), FIVE | {"dealer": "S"}), without=2)
    assert found.unsettled is not None
    assert (found.unsettled.event, found.unsettled.code) == (3, ErrorCode.TALLY_MISMATCH)
    assert found.otherwise.scores == Points(7, 0)
    assert found.otherwise.events == 2


def test_a_game_not_reached_in_the_other_outcome() -> None:
    # The second game's hand: without the first bullseye there is no second game yet.
    found = whatif(RR, events(BULLSEYE, FIVE, POINT), without=1)
    assert (found.game, found.differs) == (1, (Scope.GAME, Scope.TABLE))


def test_the_match_hangs_on_it() -> None:
    around = Surroundings(MatchRules.standard(2, 2), Pair.NS, (TableTally(2, 0, 0, 0, 2, True),))
    found = whatif(RR, events(FIVE, BULLSEYE, games=2), without=2, match=around)
    assert found.match_stands is not None
    assert found.match_otherwise is not None
    assert (found.match_stands.status, found.match_stands.winner) == (MatchStatus.WON, Side.HOME)
    assert found.match_otherwise.status is MatchStatus.IN_PLAY
    assert found.differs == (Scope.GAME, Scope.TABLE, Scope.MATCH)
    safe = Surroundings(MatchRules.standard(2, 2), Pair.EW, (TableTally(0, 0, 0, 0, 2),))
    assert whatif(RR, events(FIVE, BULLSEYE, games=2), without=2, match=safe).matters is Scope.TABLE


def test_what_cannot_be_asked() -> None:
    table = events(FIVE, fix(1, HUNG))
    one = parse_event(FIVE, RR)
    for words, wrong in [
        ("name the event to leave out, or the event to replace and by what", {}),
        ("name the event to leave out, or the event to replace and by what", {"without": 1, "replace": (1, one)}),
        ("there is no event 0 at this table", {"without": 0}),
        ("there is no event 3 at this table", {"without": 3}),
        ("event 2 is a correction: name the event that it corrected", {"without": 2}),
    ]:
        with pytest.raises(ValueError, match=f"^{words}$"):
            whatif(RR, table, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^there is no event 1 at this table$"):
        whatif(RR, [], without=1)
    with pytest.raises(ValueError, match=r"^event 2 cannot follow: E cannot have dealt this hand: the deal is S's\.$"):
        whatif(RR, events(POINT, FIVE | {"dealer": "E"}), without=1)


@settings(max_examples=30, deadline=None)
@given(st.integers(), st.integers(1, 10), st.data())
def test_an_event_instead_of_itself_changes_nothing(seed: int, most: int, data: st.DataObject) -> None:
    table = events(*generate_table(RR, 3, Seat.S, seed, most=most, illegal=0.01), games=3)
    number = data.draw(st.integers(1, len(table) - 1))
    entry = standing_of(table)[number - 1]
    assert entry is not None
    assert not isinstance(entry, Incident)
    found = whatif(RR, table, replace=(number, entry))
    assert found.otherwise == found.stands == fold(RR, table).state
    assert (found.differs, found.unsettled, found.skipped) == ((), None, ())
