"""A match made of tables: the race, the level score, the decider, a paper result (13.c)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.match import (
    DECIDER_GAMES,
    MatchFault,
    MatchRules,
    MatchState,
    MatchStatus,
    Side,
    TableTally,
    check_table_tally,
    check_total,
    decider_won,
    judge_match,
    race_target,
)
from rules_engine.seats import Pair
from rules_engine.table_state import Claim, TableState
from rules_engine.verdicts import Points

LEAGUE = MatchRules.standard()


def tally(home: int, away: int, *, games: int = 10, hung: tuple[int, int] = (0, 0), closed: bool = False) -> TableTally:
    return TableTally(home, away, *hung, games, closed or home + away >= games)


@pytest.mark.parametrize(
    ("tables", "games", "target"), [(2, 10, 11), (2, 16, 17), (1, 1, 1), (1, 9, 5), (3, 9, 14), (4, 5, 11)]
)
def test_the_race_is_to_half_of_all_games_plus_one(tables: int, games: int, target: int) -> None:
    assert race_target(tables, games) == target
    assert MatchRules.standard(tables, games) == MatchRules(tables, games, target)


def test_a_race_to_17_is_two_tables_of_16_games() -> None:
    assert MatchRules.of_race(17) == MatchRules(2, 16, 17)
    assert MatchRules.of_race(17).total == 32


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        ((0, 10, 1), "a match needs at least one table and one game"),
        ((2, 0, 1), "a match needs at least one table and one game"),
        ((2, 10, 0), "the race target of a match of 20 games is 1 to 11, not 0: both sides could miss a higher one"),
        ((2, 10, 12), "the race target of a match of 20 games is 1 to 11, not 12: both sides could miss a higher one"),
        ((1, 7, 5), "the race target of a match of 7 games is 1 to 4, not 5: both sides could miss a higher one"),
        (
            (24, 40, 482),
            "the race target of a match of 960 games is 1 to 481, not 482: both sides could miss a higher one",
        ),
    ],
)
def test_rules_that_cannot_be(figures: tuple[int, int, int], text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        MatchRules(*figures)


def test_a_match_of_which_nothing_is_played() -> None:
    assert judge_match(LEAGUE, []) == MatchState(MatchStatus.SCHEDULED, None, 0, 0, 0, 0, 20, 11, 11)
    assert judge_match(LEAGUE, [tally(0, 0), tally(0, 0)]) == judge_match(LEAGUE, [])


def test_a_match_in_play_adds_up_its_tables() -> None:
    state = judge_match(LEAGUE, [tally(4, 3, hung=(2, 1)), tally(3, 3, hung=(0, 4))])
    assert state == MatchState(MatchStatus.IN_PLAY, None, 7, 6, 2, 5, 7, 4, 5)


def test_a_jack_hung_in_the_first_game_puts_the_match_in_play() -> None:
    assert judge_match(LEAGUE, [tally(0, 0, hung=(0, 1))]).status is MatchStatus.IN_PLAY


def test_the_race_ends_with_games_unplayed() -> None:
    state = judge_match(LEAGUE, [tally(6, 4), tally(5, 2)])
    assert state == MatchState(MatchStatus.WON, Side.HOME, 11, 6, 0, 0, 3, 0, 5)
    assert judge_match(LEAGUE, [tally(1, 6), tally(2, 5)]).winner is Side.AWAY


def test_ten_of_twenty_do_not_win_a_race() -> None:
    assert judge_match(LEAGUE, [tally(6, 4), tally(4, 5)]).status is MatchStatus.IN_PLAY


def test_with_every_game_played_the_race_goes_on_past_the_target() -> None:
    rules = MatchRules.standard(play_all=True)
    assert judge_match(rules, [tally(7, 3), tally(4, 5)]).status is MatchStatus.IN_PLAY
    assert judge_match(rules, [tally(7, 3), tally(4, 6)]) == MatchState(
        MatchStatus.WON, Side.HOME, 11, 9, 0, 0, 0, 0, 2
    )


def test_a_level_score_waits_for_a_decider() -> None:
    state = judge_match(LEAGUE, [tally(6, 4, hung=(1, 0)), tally(4, 6)])
    assert state == MatchState(MatchStatus.LEVEL, None, 10, 10, 1, 0, 0, 1, 1)


def test_a_decider_in_play_adds_nothing_yet() -> None:
    state = judge_match(LEAGUE, [tally(6, 4), tally(4, 6)], tally(1, 1, games=3, hung=(2, 0)))
    assert state == MatchState(MatchStatus.DECIDER, None, 10, 10, 0, 0, 0, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("games", "winner", "home", "away"), [((2, 0), Side.HOME, 11, 10), ((1, 2), Side.AWAY, 10, 11)]
)
def test_a_decider_adds_one_bullseye_and_keeps_its_games_apart(
    games: tuple[int, int], winner: Side, home: int, away: int
) -> None:
    state = judge_match(LEAGUE, [tally(6, 4), tally(4, 6)], tally(*games, games=3, hung=(3, 1)))
    assert state == MatchState(
        MatchStatus.WON, winner, home, away, 0, 0, 0, max(0, 11 - home), max(0, 11 - away), *games
    )


def test_a_decider_scrapped_without_a_winner_is_for_the_committee() -> None:
    decider = tally(1, 0, games=3, closed=True)
    assert judge_match(LEAGUE, [tally(5, 5), tally(5, 5)], decider).status is MatchStatus.UNDECIDED


def test_a_decider_counts_for_nothing_once_a_correction_unties_the_tables() -> None:
    state = judge_match(LEAGUE, [tally(7, 3), tally(4, 6)], tally(0, 2, games=3))
    assert (state.winner, state.home, state.away, state.decider_away) == (Side.HOME, 11, 9, 0)


def test_a_scrapped_table_can_leave_a_match_that_nobody_has_won() -> None:
    state = judge_match(LEAGUE, [tally(6, 4), tally(3, 2, closed=True)])
    assert state == MatchState(MatchStatus.UNDECIDED, None, 9, 6, 0, 0, 0, 2, 5)


def test_the_decider_is_won_by_two_of_three() -> None:
    assert [decider_won(tally(*games, games=DECIDER_GAMES)) for games in [(2, 1), (0, 2), (1, 1), (0, 0)]] == [
        Side.HOME,
        Side.AWAY,
        None,
        None,
    ]


def test_a_tally_is_read_off_a_table_from_the_side_where_the_home_team_sits() -> None:
    state = TableState(10, None, claimed=Claim(Points(6, 4), Points(5, 3)))
    assert TableTally.of(state, Pair.NS) == TableTally(6, 4, 5, 3, 10, True)
    assert TableTally.of(state, Pair.EW) == TableTally(4, 6, 3, 5, 10, True)


@pytest.mark.parametrize(("home", "away"), [(11, 9), (0, 11), (11, 10), (10, 11)])
def test_results_that_a_race_to_11_can_give(home: int, away: int) -> None:
    assert check_total(LEAGUE, home, away, 5, 3) == ()


def test_17_16_in_32_games_is_a_deciders_result() -> None:
    assert check_total(MatchRules.of_race(17), 17, 16) == ()


@pytest.mark.parametrize(
    ("home", "away", "fault"),
    [
        (
            10,
            10,
            MatchFault(
                "level", "", "10–10 is level: a match has a winner. Add the decider's one bullseye to its winner."
            ),
        ),
        (
            10,
            9,
            MatchFault("short-of-target", "home", "10 is short of the 11 bullseyes that win the match."),
        ),
        (9, 12, MatchFault("past-target", "away", "12 is past 11: the match ended when that was reached.")),
        (12, 11, MatchFault("both-at-target", "", "Both teams have reached 11: the first to reach it wins.")),
        (-1, 11, MatchFault("negative", "home", "-1 is below zero: only 0 or more can be counted.")),
    ],
)
def test_results_that_a_race_to_11_cannot_give(home: int, away: int, fault: MatchFault) -> None:
    assert check_total(LEAGUE, home, away) == (fault,)


def test_every_figure_below_zero_is_named() -> None:
    assert [fault.field for fault in check_total(LEAGUE, -1, -2, -3, -4)] == [
        "home",
        "away",
        "hang_jacks_home",
        "hang_jacks_away",
    ]


def test_hang_jacks_have_a_bound() -> None:
    assert check_total(LEAGUE, 11, 4, 100, 100) == ()
    assert check_total(LEAGUE, 11, 4, 0, 101) == (
        MatchFault(
            "too-many-hang-jacks",
            "hang_jacks_away",
            "101 is more than 20 games can hold: one pair hangs at most 5 jacks a game.",
        ),
    )


@pytest.mark.parametrize(
    ("home", "away", "codes"),
    [
        (20, 0, []),
        (9, 11, []),
        (11, 10, []),
        (11, 8, ["games-missing"]),
        (12, 9, ["too-many-games"]),
        (13, 9, ["too-many-games"]),
        (10, 10, ["level"]),
    ],
)
def test_results_with_every_game_played(home: int, away: int, codes: list[str]) -> None:
    faults = check_total(MatchRules.standard(play_all=True), home, away)
    assert [fault.code for fault in faults] == codes


@pytest.mark.parametrize(
    ("bullseyes", "hang_jacks", "games", "faults"),
    [
        (Points(6, 4), Points(5, 3), None, ()),
        (Points(2, 1), Points(0, 0), DECIDER_GAMES, ()),
        (
            Points(6, 5),
            Points(0, 51),
            None,
            (
                MatchFault("too-many-games", "bullseyes", "6 and 5 make 11: this table plays 10 games."),
                MatchFault(
                    "too-many-hang-jacks",
                    "hang_jacks.EW",
                    "51 is more than 10 games can hold: one pair hangs at most 5 jacks a game.",
                ),
            ),
        ),
        (
            Points(3, 1),
            Points(0, 0),
            DECIDER_GAMES,
            (MatchFault("too-many-games", "bullseyes", "3 and 1 make 4: this table plays 3 games."),),
        ),
        (
            Points(-1, 4),
            Points(0, 0),
            None,
            (MatchFault("negative", "bullseyes.NS", "-1 is below zero: only 0 or more can be counted."),),
        ),
    ],
)
def test_a_tables_tally_from_paper(
    bullseyes: Points, hang_jacks: Points, games: int | None, faults: tuple[MatchFault, ...]
) -> None:
    assert check_table_tally(LEAGUE, bullseyes, hang_jacks, games) == faults


@given(st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10)).filter(lambda t: sum(t) <= 10), max_size=2))
def test_swapping_the_teams_swaps_the_answer(tables: list[tuple[int, int]]) -> None:
    one = judge_match(LEAGUE, [tally(home, away) for home, away in tables])
    other = judge_match(LEAGUE, [tally(away, home) for home, away in tables])
    assert (one.home, one.away, one.needs_home, one.needs_away) == (
        other.away,
        other.home,
        other.needs_away,
        other.needs_home,
    )
    assert one.status is other.status
    assert {one.winner, other.winner} in ({None}, {Side.HOME, Side.AWAY})
    assert one.home + one.away + one.left == 20


def forfeited(home: int, away: int, *sides: Side) -> TableTally:
    """A table at which rulings gave the match to these sides."""
    return TableTally(home, away, 0, 0, 10, given=sides)


@pytest.mark.parametrize(
    ("tables", "status", "winner", "home", "away"),
    [
        # The winner is credited with the target, the other side keeps what it made.
        ([forfeited(0, 3, Side.HOME)], MatchStatus.WON, Side.HOME, 11, 3),
        ([forfeited(2, 8, Side.HOME), tally(0, 2)], MatchStatus.WON, Side.HOME, 11, 10),
        ([forfeited(8, 2, Side.AWAY), tally(2, 0)], MatchStatus.WON, Side.AWAY, 10, 11),
        # Whoever had won already stands short of the target now.
        ([forfeited(10, 0, Side.AWAY), tally(1, 0)], MatchStatus.WON, Side.AWAY, 10, 11),
        ([forfeited(10, 0, Side.HOME), tally(4, 2)], MatchStatus.WON, Side.HOME, 14, 2),
        # Each given away by a ruling of its own: nobody has won, the committee decides.
        ([forfeited(3, 4, Side.HOME), forfeited(1, 1, Side.AWAY)], MatchStatus.UNDECIDED, None, 4, 5),
        ([forfeited(3, 4, Side.HOME, Side.AWAY)], MatchStatus.UNDECIDED, None, 3, 4),
    ],
)
def test_a_match_that_a_ruling_gave_away(
    tables: list[TableTally], status: MatchStatus, winner: Side | None, home: int, away: int
) -> None:
    judged = judge_match(LEAGUE, tables)
    assert (judged.status, judged.winner, judged.home, judged.away) == (status, winner, home, away)


def test_a_match_may_be_given_away_at_the_decider() -> None:
    decider = TableTally(1, 0, 0, 0, 3, given=(Side.AWAY,))
    judged = judge_match(LEAGUE, [tally(5, 5), tally(5, 5)], decider)
    assert (judged.status, judged.winner, judged.home, judged.away) == (MatchStatus.WON, Side.AWAY, 10, 11)
    assert TableTally.of(TableState(10, None, match_to=(Pair.EW,)), Pair.EW).given == (Side.HOME,)
    assert forfeited(0, 0, Side.HOME).begun


# --- a match given away by a ruling (13.a, 14.c) -------------------------------------


def given_away(home: int, away: int, *sides: Side) -> TableTally:
    return TableTally(home, away, 0, 0, 10, True, sides)


@pytest.mark.parametrize(
    ("tables", "status", "winner", "home", "away"),
    [
        ([given_away(2, 3, Side.HOME), tally(1, 4)], MatchStatus.WON, Side.HOME, 11, 7),
        ([given_away(2, 3, Side.AWAY), tally(1, 4)], MatchStatus.WON, Side.AWAY, 3, 11),
        # Who had won the race already loses it all the same, and has one short of the target.
        ([tally(9, 1), given_away(3, 2, Side.AWAY)], MatchStatus.WON, Side.AWAY, 10, 11),
        ([tally(1, 9), given_away(2, 4, Side.HOME)], MatchStatus.WON, Side.HOME, 11, 10),
        ([given_away(2, 3, Side.HOME), given_away(1, 4, Side.HOME)], MatchStatus.WON, Side.HOME, 11, 7),
        # Each table gave it to another: that is for the committee.
        ([given_away(2, 3, Side.HOME), given_away(1, 4, Side.AWAY)], MatchStatus.UNDECIDED, None, 3, 7),
    ],
)
def test_a_match_given_away(
    tables: list[TableTally], status: MatchStatus, winner: Side | None, home: int, away: int
) -> None:
    state = judge_match(LEAGUE, tables)
    assert (state.status, state.winner, state.home, state.away) == (status, winner, home, away)


def test_a_match_given_away_in_the_decider() -> None:
    state = judge_match(LEAGUE, [tally(6, 4), tally(4, 6)], TableTally(1, 0, 0, 0, 3, True, (Side.AWAY,)))
    assert (state.status, state.winner, state.home, state.away) == (MatchStatus.WON, Side.AWAY, 10, 11)


# --- a race to fewer than half of all games, set by the organisers --------------------

SHORT = MatchRules(2, 10, 6)


@pytest.mark.parametrize("target", [1, 6, 10, 11])
def test_a_target_may_be_anything_up_to_half_of_all_games_plus_one(target: int) -> None:
    assert MatchRules(2, 10, target).target == target


@pytest.mark.parametrize(
    ("tables", "status", "winner", "needs"),
    [
        ([tally(3, 1), tally(2, 2)], MatchStatus.IN_PLAY, None, (1, 3)),
        ([tally(4, 1), tally(2, 2)], MatchStatus.WON, Side.HOME, (0, 3)),
        ([tally(0, 5), tally(5, 1)], MatchStatus.WON, Side.AWAY, (1, 0)),
        # Both tables came in from paper at once: nobody can say who was there first.
        ([tally(6, 0), tally(0, 6)], MatchStatus.UNDECIDED, None, (0, 0)),
        ([tally(7, 0), tally(0, 6)], MatchStatus.UNDECIDED, None, (0, 0)),
    ],
)
def test_a_race_to_a_target_that_was_set(
    tables: list[TableTally], status: MatchStatus, winner: Side | None, needs: tuple[int, int]
) -> None:
    judged = judge_match(SHORT, tables)
    assert (judged.status, judged.winner, (judged.needs_home, judged.needs_away)) == (status, winner, needs)


@pytest.mark.parametrize(
    ("home", "away", "codes"),
    [
        (6, 0, []),
        (5, 6, []),
        (6, 6, ["level"]),
        (7, 6, ["both-at-target"]),
        (7, 5, ["past-target"]),
        (5, 4, ["short-of-target"]),
    ],
)
def test_results_of_a_race_to_a_target_that_was_set(home: int, away: int, codes: list[str]) -> None:
    assert [fault.code for fault in check_total(SHORT, home, away)] == codes


def test_a_match_to_a_target_that_was_set_is_given_away_at_that_target() -> None:
    judged = judge_match(SHORT, [forfeited(0, 3, Side.HOME), tally(2, 7)])
    assert (judged.status, judged.winner, judged.home, judged.away) == (MatchStatus.WON, Side.HOME, 6, 5)


# --- a match that may end level --------------------------------------------------------

HALF = MatchRules.standard(play_all=True, level_stands=True)
MAY_END_LEVEL = MatchRules.standard(level_stands=True)


@pytest.mark.parametrize("rules", [HALF, MAY_END_LEVEL])
def test_a_level_match_that_stands_is_over_without_a_winner(rules: MatchRules) -> None:
    state = judge_match(rules, [tally(6, 4, hung=(1, 0)), tally(4, 6)])
    assert state == MatchState(MatchStatus.DRAWN, None, 10, 10, 1, 0, 0, 1, 1)


@pytest.mark.parametrize("rules", [HALF, MAY_END_LEVEL])
def test_no_decider_counts_where_a_level_match_stands(rules: MatchRules) -> None:
    state = judge_match(rules, [tally(6, 4), tally(4, 6)], tally(2, 0, games=3))
    assert (state.status, state.winner, state.home, state.away, state.decider_home) == (
        MatchStatus.DRAWN, None, 10, 10, 0,
    )  # fmt: skip


def test_a_level_match_stands_only_once_every_game_is_settled() -> None:
    assert judge_match(HALF, [tally(5, 4), tally(4, 5)]).status is MatchStatus.IN_PLAY
    assert judge_match(HALF, []).status is MatchStatus.SCHEDULED


def test_a_match_that_may_end_level_can_be_won_and_given_away() -> None:
    assert judge_match(HALF, [tally(6, 4), tally(5, 5)]).winner is Side.HOME
    assert judge_match(MAY_END_LEVEL, [tally(6, 2), tally(5, 2)]).winner is Side.HOME
    given = judge_match(HALF, [tally(6, 4), forfeited(4, 6, Side.AWAY)])
    assert (given.status, given.winner, given.home, given.away) == (MatchStatus.WON, Side.AWAY, 10, 11)


@pytest.mark.parametrize(
    ("rules", "home", "away", "codes"),
    [
        (HALF, 10, 10, []),
        (HALF, 11, 9, []),
        (HALF, 9, 9, ["games-missing"]),
        (HALF, 11, 11, ["too-many-games"]),
        # 11–10 is a decider's result, and there is none here.
        (HALF, 11, 10, ["too-many-games"]),
        (MAY_END_LEVEL, 10, 10, []),
        (MAY_END_LEVEL, 11, 4, []),
        (MAY_END_LEVEL, 9, 9, ["games-missing"]),
        (MAY_END_LEVEL, 11, 10, ["too-many-games"]),
        (MAY_END_LEVEL, 11, 11, ["both-at-target"]),
        (MatchRules(2, 10, 6, level_stands=True), 6, 6, ["both-at-target"]),
    ],
)
def test_results_where_a_level_match_stands(rules: MatchRules, home: int, away: int, codes: list[str]) -> None:
    assert [fault.code for fault in check_total(rules, home, away)] == codes


@given(st.integers(1, 6), st.integers(1, 12), st.booleans(), st.booleans(), st.data())
def test_what_a_match_can_end_with_is_what_its_tables_can_give(
    tables: int, games: int, play_all: bool, level_stands: bool, data: st.DataObject
) -> None:
    """A match played game by game until it is over has a total that :func:`check_total` takes."""
    target = data.draw(st.integers(1, race_target(tables, games)))
    rules = MatchRules(tables, games, target, play_all, level_stands)
    made = [[0, 0] for _ in range(tables)]
    while (state := judge_match(rules, [tally(*one, games=games) for one in made])).status in (
        MatchStatus.SCHEDULED,
        MatchStatus.IN_PLAY,
    ):
        open_tables = [one for one in made if sum(one) < games]
        data.draw(st.sampled_from(open_tables))[data.draw(st.integers(0, 1))] += 1
    if state.status is MatchStatus.LEVEL:
        assert not level_stands
        state = judge_match(rules, [tally(*one, games=games) for one in made], tally(2, 1, games=3))
    assert state.status is (MatchStatus.WON if state.winner else MatchStatus.DRAWN)
    assert check_total(rules, state.home, state.away) == ()
