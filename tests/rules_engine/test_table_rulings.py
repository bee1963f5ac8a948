"""Incidents at a table: the table fills in what it knows, the ruling takes effect.

Scores before an incident do not hold what the hand in progress has kicked; that comes
with the incident. Dealers run S, E, N, W.
"""

from __future__ import annotations

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table import (
    ErrorCode,
    Game,
    TableChalk,
    Warned,
    WonBy,
    results_standing,
    start,
    state_before,
    state_from_json,
    state_to_json,
)
from rules_engine.table_state import Bound
from rules_engine.verdicts import Code, EffectName, Points, RulingResult, Why
from tests.rules_engine.table_help import RR, events, fix, game, hand, incident, played, refused, sub, table, tally
from tests.rules_engine.test_table_hands import level_and_no_high, renege_hand

NS, EW = Pair.NS, Pair.EW
FIVE = hand("4S stand NS NS NS NS")
HUNG = hand("4S stand NS NS xNS NS")


def official(*effects: dict[str, object]) -> dict[str, object]:
    return {"by": "official", "effects": list(effects), "text": "So decided."}


def test_a_penalty_point_is_chalked_at_once_and_the_hand_goes_on() -> None:
    # 7.d: the dealer (S) ran the pack wrongly.
    state = table(incident("7.d", "S", "dealing"), FIVE)
    assert state.scores == Points(5, 1)
    assert state.chalks[0] == TableChalk(EW, Why.PENALTY, 1, True, 1)
    assert state.dealer is Seat.E


def test_a_kick_waits_for_the_hands_own_record_when_the_hand_goes_on() -> None:
    # S kicks the jack, then E looks when not entitled (8.f): 1 to N–S. Then the hand: kick 3 and 5.
    state = table(incident("8.f", "W", "begging", hand={"kicked": 3}), hand("JS stand NS NS out NS"))
    assert state.scores == Points(8, 0)
    assert [(chalk.why, chalk.points, chalk.event) for chalk in state.chalks] == [
        (Why.PENALTY, 1, 1),
        (Why.KICK, 3, 2),
        (Why.HIGH, 1, 2),
        (Why.LOW, 1, 2),
        (Why.GAMBLE, 2, 2),
    ]


def test_a_point_that_reaches_fourteen_ends_the_game_with_its_kick() -> None:
    # N–S at 12 (7 + 5), dealer N kicks the ace: 13; W's offence makes 14.
    state = table(HUNG, FIVE, incident("8.f", "W", "begging", hand={"kicked": 1}))
    assert state.games[0].scores == Points(14, 0)
    assert state.games[0].won_by is WonBy.SUNG
    assert state.games[0].chalks[-2:] == (
        TableChalk(NS, Why.KICK, 1, True, 3),
        TableChalk(NS, Why.PENALTY, 1, True, 3),
    )
    assert (state.games[0].hands, state.dealer) == (2, Seat.W)


def test_a_misdeal_gives_a_point_voids_the_kick_and_is_dealt_over() -> None:
    state = table(incident("6.a", "S", "begging", hand={"kicked": 2}))
    assert (state.scores, state.dealer, state.hands) == (Points(0, 1), Seat.S, 0)
    assert state.chalks == (TableChalk(EW, Why.MISDEAL, 1, True, 1),)


def test_the_contracts_example_at_ten_the_pack_moves_on() -> None:
    # N–S at 7, E–W at 4, N kicks the jack: 10. A misdeal called by N's partner; then by an opponent.
    board = (HUNG, hand("4S stand EW EW out EW"))
    found = incident("6.a", "N", "first-round", hand={"kicked": 3}, called_by="S")
    state = table(*board, found)
    assert (state.scores, state.dealer) == (Points(7, 5), Seat.W)
    state = table(*board, found | {"called_by": "E"})
    assert (state.scores, state.dealer) == (Points(7, 5), Seat.N)


def test_kicks_that_stand_are_chalked_when_no_record_follows() -> None:
    # 6.c: a misdeal in the second packet: 1 to the others, the pack moves on, kicks stand.
    state = table(incident("6.c", "S", "begging", packet=2, hand={"kicked": 3}))
    assert state.scores == Points(3, 1)
    assert state.chalks == (TableChalk(NS, Why.KICK, 3, True, 1), TableChalk(EW, Why.MISDEAL, 1, True, 1))
    assert (state.dealer, state.hands) == (Seat.E, 0)


def test_the_pack_that_runs_out_after_the_bullseye_was_kicked() -> None:
    # 7.e as an incident: N–S at 12, N kicked 3.
    state = table(HUNG, FIVE, incident("7.e", "N", "kicking", hand={"kicked": 3}))
    assert state.games[0].scores == Points(15, 0)
    assert (state.games[0].won_by, state.dealer) == (WonBy.SUNG, Seat.W)


def test_a_late_misdeal_settles_the_hand() -> None:
    # 6.b: E had a card too many; 1 and gamble 2 to N–S and the 2 that they made themselves.
    state = table(incident("6.b", "E", "playing", hand={"kicked": 0, "points": {"NS": 2, "EW": 1}}))
    assert state.scores == Points(5, 0)
    assert [(chalk.why, chalk.points) for chalk in state.chalks] == [
        (Why.MISDEAL, 1),
        (Why.GAMBLE, 2),
        (Why.MISDEAL, 2),
    ]
    assert (state.dealer, state.bound) == (Seat.E, ())


def test_a_penalty_bullseye_ends_the_game() -> None:
    state = table(FIVE, incident("10.a", "W", "playing", hand={"kicked": 2}, dealer="E"))
    assert state.games == (
        Game(1, NS, WonBy.PENALTY, Points(5, 2), 1, "Nh+1.1 Nl+1.1 Nj+1.1 Nc+2.1 Ek+2.2", Points(0, 0), Seat.S),
    )
    assert (state.dealer, state.scores, state.bullseyes) == (Seat.N, Points(0, 0), Points(1, 0))


def test_the_same_dealer_deals_on_by_that_reading() -> None:
    ruleset = RR.derive("club", deal_after_penalty="same-dealer")
    assert table(FIVE, incident("10.a", "W", "playing"), ruleset=ruleset).dealer is Seat.E


def test_two_bullseyes_take_this_game_and_the_next_and_the_jack_counts_as_hung() -> None:
    state = table(FIVE, incident("10.c", "W", "playing"))
    assert state.games == (
        Game(1, NS, WonBy.PENALTY, Points(5, 0), 1, "Nh+1.1 Nl+1.1 Nj+1.1 Nc+2.1", Points(1, 0), Seat.S),
        Game(2, NS, WonBy.PENALTY, None, 0, "", Points(0, 0), None),
    )
    assert (state.bullseyes, state.hang_jacks, state.dealer) == (Points(2, 0), Points(1, 0), Seat.N)


def test_never_more_bullseyes_than_games_are_left() -> None:
    state = table(game("NS", 14, 2), incident("10.c", "W", "playing"), games=2)
    assert [game_.won_by for game_ in state.games] == [WonBy.RECORDED, WonBy.PENALTY]
    assert (state.bullseyes, state.closed) == (Points(2, 0), True)


def test_between_games_a_bullseye_takes_a_game_that_had_not_begun() -> None:
    state = table(game("NS", 14, 2), incident("11.n", "E", "between-games", minutes=11))
    assert [(game_.won_by, game_.scores) for game_ in state.games[1:]] == [(WonBy.PENALTY, None), (WonBy.PENALTY, None)]
    assert state.bullseyes == Points(3, 0)


def test_before_the_deal_the_same_dealer_deals_on() -> None:
    state = table(incident("11.p", "E", "before-deal"))
    assert (state.games[0].scores, state.dealer) == (Points(0, 0), Seat.S)


def test_penalty_bullseyes_may_stand_beside_the_games() -> None:
    ruleset = RR.derive("club", penalty_bullseye="beside")
    state = table(FIVE, incident("10.a", "W", "playing", hand={"kicked": 1}), ruleset=ruleset)
    assert (state.games, state.scores, state.bullseyes) == ((), Points(5, 0), Points(1, 0))
    state = table(FIVE, incident("10.c", "W", "playing"), ruleset=ruleset)
    assert (state.games, state.bullseyes, state.hang_jacks) == ((), Points(2, 0), Points(1, 0))
    state = table(renege_hand(apply=True), ruleset=ruleset)
    assert (state.games, state.scores, state.bullseyes, state.hands) == ((), Points(2, 2), Points(1, 0), 1)


def test_a_game_is_conceded_when_a_player_argues_on() -> None:
    state = table(FIVE, incident("14.c", "W", "playing", choice="not-substituted"))
    assert (state.games[0].winner, state.games[0].won_by, state.games[0].scores) == (NS, WonBy.CONCEDED, Points(5, 0))
    assert state.dealer is Seat.N
    # Between games it takes the next one, and the deal stays.
    state = table(incident("14.c", "W", "between-games", choice="not-substituted"))
    assert (state.games[0].scores, state.dealer) == (None, Seat.S)


def test_an_abandoned_table_gives_all_its_games_and_is_closed() -> None:
    state = table(game("EW", 3, 14), FIVE | {"dealer": "S"}, incident("14.d", "W", "playing"), games=4)
    assert [(g.winner, g.won_by, g.scores) for g in state.games] == [
        (EW, WonBy.RECORDED, Points(3, 14)),
        (NS, WonBy.CONCEDED, Points(5, 0)),
        (NS, WonBy.CONCEDED, None),
        (NS, WonBy.CONCEDED, None),
    ]
    assert (state.closed, state.closed_by, state.bullseyes) == (True, 3, Points(3, 1))


def test_a_scrapped_table_may_give_nobody_anything() -> None:
    scrap = incident("14.e", None, "playing", choice={"bullseyes": 0, "by": "official"})
    state = table(FIVE, scrap)
    assert (state.games, state.closed, state.bullseyes, state.scores) == ((), True, Points(0, 0), Points(5, 0))
    for late, words in [
        (FIVE, "The table was closed by event 2: nothing more is played here."),
        (game("NS", 14, 0), "The table was closed by event 2: nothing more is played here."),
        (sub("N", "Ann", "Bea"), "The table was closed by event 2: nothing more is played here."),
        (incident("10.a", "N", "playing"), "The table was closed by event 2: nothing more is played here."),
    ]:
        error = refused(FIVE, scrap, late)
        assert (error.code, error.message) == (ErrorCode.TABLE_CLOSED, words)


def test_after_the_last_game_an_incident_is_on_record_and_moves_no_score() -> None:
    state = table(game("NS", 14, 0), incident("2.a", "N", "match"), incident("2.a", "N", "match"), games=1)
    assert (state.events, state.scores, state.warnings) == (3, Points(0, 0), (Warned(NS, "2.a", Seat.N, 1),))


def test_behind_a_tally_incidents_are_ruled_as_hands_are_recorded() -> None:
    state = table(tally(6, 4), FIVE, incident("10.a", "W", "playing"))
    assert (state.bullseyes, state.recorded, state.closed) == (Points(6, 4), Points(1, 0), True)
    assert refused(tally(0, 4), FIVE, incident("10.a", "W", "playing")).code is ErrorCode.TALLY_MISMATCH


# Warnings.


def test_a_pair_is_warned_once_and_then_loses_a_point() -> None:
    state = table(incident("2.a", "N", "playing"), incident("2.a", "S", "playing"))
    assert (state.warnings, state.scores) == ((Warned(NS, "2.a", Seat.N, 1),), Points(0, 1))


def test_or_each_player_is_by_that_reading() -> None:
    ruleset = RR.derive("club", warnings_scope="player")
    state = table(incident("2.a", "N", "playing"), incident("2.a", "S", "playing"), ruleset=ruleset)
    assert (state.warnings, state.scores) == (
        (Warned(NS, "2.a", Seat.N, 1), Warned(NS, "2.a", Seat.S, 1)),
        Points(0, 0),
    )


def test_a_warning_that_may_be_given_each_time_is_counted() -> None:
    state = table(incident("11.j", "E", "playing"), incident("11.j", "E", "playing"))
    assert state.warnings == (Warned(EW, "11.j", Seat.E, 2),)


# What waits for the hand's own record.


def test_gamble_lost_by_handling_the_pack_binds_the_record() -> None:
    lost = incident("12.g", "N", "after-hand")
    state = table(lost)
    assert (state.bound, state.scores) == ((Bound(EffectName.GAMBLE, EW),), Points(0, 0))
    state = table(lost, FIVE)
    assert (state.scores, state.bound) == (Points(3, 2), ())
    assert table(lost, FIVE | {"claimed": {"NS": 3, "EW": 2}}).scores == Points(3, 2)
    error = refused(lost, FIVE | {"claimed": {"NS": 5, "EW": 0}})
    assert [violation.code for violation in error.violations] == [Code.CLAIMED_MISMATCH]
    assert error.message == "The table says 5–0 (N–S first); by the ruling on this hand it is 3–2."


def test_chalks_of_the_game_that_are_void_take_the_kick_with_them() -> None:
    # 12.b, joined: N–S stand at 5 and N kicks the jack; all of it goes to zero. Then the hand.
    joined = incident("12.b", "N", "playing", choice="joined", hand={"kicked": 3})
    state = table(FIVE, hand("4S stand EW EW out EW"), joined)
    assert (state.scores, state.bound) == (Points(0, 4), (Bound(EffectName.VOID_KICK, NS),))
    assert [chalk.counted for chalk in state.chalks] == [False] * 4 + [True] * 3
    state = table(FIVE, hand("4S stand EW EW out EW"), joined, hand("JS stand NS NS out NS"))
    assert state.scores == Points(4, 4)
    assert [(chalk.why, chalk.counted) for chalk in state.chalks[7:]] == [
        (Why.HIGH, True),
        (Why.LOW, True),
        (Why.GAMBLE, True),
    ]


def test_chalks_of_the_hand_alone_are_void_by_that_reading() -> None:
    ruleset = RR.derive("club", void_chalks="hand")
    joined = incident("12.b", "N", "playing", choice="joined")
    state = table(FIVE, joined, hand("AS give NS EW out NS"), ruleset=ruleset)
    # Dealer E kicks the ace: 1; N–S' given point stays; high and gamble are void; low counts.
    assert state.scores == Points(6, 2)


def test_in_trinidad_a_renege_is_a_point_and_bars_the_game_point() -> None:
    trinidad = Ruleset.trinidad()
    reneged = incident("10.a", "W", "playing")
    state = table(reneged, ruleset=trinidad)
    assert (state.scores, state.bound) == (Points(1, 0), (Bound(EffectName.BAR_GAMBLE, EW),))
    assert table(reneged, hand("4S stand NS EW out EW"), ruleset=trinidad).scores == Points(2, 1)
    assert table(reneged, hand("4S stand NS EW out NS"), ruleset=trinidad).scores == Points(3, 1)
    assert table(reneged, renege_hand(), ruleset=trinidad).scores == Points(3, 0)  # high and low; the game was E–W's


# Rulings that wait, and what is refused.


def test_an_incident_that_needs_a_choice_waits_for_its_correction() -> None:
    asked = incident("11.l", "S", "playing", hand={"kicked": 2})
    state = table(asked)
    assert (state.open_rulings, state.scores, state.dealer) == ((1,), Points(0, 0), Seat.S)
    done = table(asked, fix(1, asked | {"choice": "deal-over"}))
    assert (done.open_rulings, done.scores, done.dealer) == ((), Points(0, 1), Seat.S)


def test_the_answer_stands_in_the_step() -> None:
    folded = played(incident("7.d", "S", "dealing"))
    assert folded.results[1] is not None
    assert folded.results[1].scores == Points(0, 1)


def test_who_cannot_have_offended_is_refused() -> None:
    error = refused(incident("7.b", "E", "kicking", hand={"kicked": 1}))
    assert (error.code, error.clause) == (ErrorCode.BAD_EVENT, "7.b")
    assert error.message.startswith("offender: only the dealer can")


def test_a_wrong_dealer_is_refused() -> None:
    error = refused(incident("10.a", "W", "playing", dealer="N"))
    assert (error.code, error.message) == (
        ErrorCode.WRONG_DEALER,
        "N is not the dealer of this hand: the deal is S's.",
    )


def test_points_kicked_by_nobody_known_are_refused() -> None:
    error = refused(game("NS", 14, 0), incident("8.f", "W", "begging", hand={"kicked": 3}))
    assert (error.code, error.message) == (
        ErrorCode.DEALER_UNKNOWN,
        "Nobody knows whose deal it is: say who kicked.",
    )


def test_an_incident_may_tell_whose_deal_it_is() -> None:
    state = table(game("NS", 14, 0), incident("8.f", "W", "begging", dealer="N", hand={"kicked": 3}))
    assert state.dealer is Seat.N
    state = table(game("NS", 14, 0), incident("10.a", "W", "playing"))
    assert state.dealer is None


def test_the_official_may_be_awaited_over_another_offence() -> None:
    state = table(*level_and_no_high(), incident("2.a", "N", "after-hand"))
    assert (state.awaiting, state.scores) == (True, Points(14, 14))


def test_an_unsung_board_is_not_sung_by_a_penalty_point() -> None:
    # N–S at 14 unsung; W's offence in the next hand adds a point, the hand decides.
    state = table(HUNG, HUNG | {"unsung": "NS"}, incident("8.f", "W", "begging"))
    assert (state.scores, state.games) == (Points(15, 0), ())


def test_a_point_against_the_offender_too_by_that_reading() -> None:
    ruleset = RR.derive("club", penalty_point="transfer")
    assert table(FIVE, incident("8.f", "N", "begging"), ruleset=ruleset).scores == Points(4, 1)
    assert table(incident("8.f", "N", "begging"), ruleset=ruleset).scores == Points(0, 1)


def test_a_match_given_away_leaves_the_table_as_it_is_and_says_to_whom() -> None:
    given = incident("13.a", "W", "playing", choice="cannot-continue")
    state = table(FIVE, given)
    assert (state.scores, state.games, state.closed, state.match_to) == (Points(5, 0), (), False, (NS,))
    assert state_from_json(state_to_json(state)) == state
    assert table(FIVE, given, given).match_to == (NS,)
    assert table(FIVE, given, fix(2, None)).match_to == ()


def test_a_warning_given_elsewhere_makes_this_a_second_offence() -> None:
    state = table(incident("2.a", "N", "playing", warned_elsewhere=True))
    assert (state.warnings, state.scores) == ((), Points(0, 1))
    assert table(incident("2.a", "N", "playing", warned_elsewhere=False)).scores == Points(0, 0)


def test_who_comes_in_for_a_warned_player_was_not_warned() -> None:
    ruleset = RR.derive("club", warnings_scope="player")
    before = [incident("2.a", "N", "between-games"), sub("N", "Anil", "Errol")]
    again = incident("2.a", "N", "playing")
    assert table(*before, again, ruleset=ruleset).scores == Points(0, 0)
    # By pair it is the pair's second offence, whoever sits there.
    state = table(*before, again)
    assert (state.scores, state.warnings) == (Points(0, 1), (Warned(NS, "2.a", None, 1),))


def test_the_table_before_an_event_and_each_answer_as_it_stands() -> None:
    history = events(incident("2.a", "N", "playing"), FIVE, incident("2.a", "S", "playing"), fix(1, None))
    assert state_before(RR, history, 3).scores == Points(5, 0)
    assert state_before(RR, history, 1) == start(RR, 10, Seat.S)
    answers = results_standing(RR, history)
    assert [type(answer).__name__ for answer in answers] == [
        "NoneType",
        "NoneType",
        "ScoreResult",
        "RulingResult",
        "NoneType",
    ]
    last = answers[3]
    assert isinstance(last, RulingResult)
    assert [effect.effect for effect in last.effects] == [EffectName.WARN, EffectName.INFORM]


def test_a_stated_fine_touches_no_score() -> None:
    ruled = incident(
        "14.g",
        None,
        "playing",
        choice=official({"effect": "fine", "seat": "N"}, {"effect": "inform", "who": ["captains"]}),
    )
    assert table(FIVE, ruled).scores == Points(5, 0)
