"""Substitutes across the tables of a match: the limit, sickness, one too many, who may still play (13.a to 13.c)."""

from __future__ import annotations

import pytest

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.substitutes import Verdict, count, decider_players
from rules_engine.table import ErrorCode, Reason, WonBy
from rules_engine.verdicts import Points, RulingResult
from tests.rules_engine.table_help import RR, Json, fix, game, played, refused, sub, table


def chain(number: int) -> list[Json]:
    """So many substitutes, one after another on one seat."""
    return [sub("N", f"p{at}", f"p{at + 1}") for at in range(number)]


def test_those_used_at_other_tables_count() -> None:
    assert len(table(*chain(2), sub("N", "p2", "p3") | {"used_elsewhere": 3}).substitutions) == 3
    error = refused(*chain(2), sub("N", "p2", "p3") | {"used_elsewhere": 4})
    assert (error.code, error.clause, error.message) == (
        ErrorCode.SUBSTITUTION_LIMIT,
        "13.a",
        "NS has used its 6 substitutes, 4 of them at other tables.",
    )
    assert len(table(*chain(2), sub("N", "p2", "p3", "sick") | {"used_elsewhere": 4}).substitutions) == 3


def test_by_the_reading_each_table_counts_for_itself() -> None:
    ruleset = RR.derive("club", substitute_scope="per-table")
    assert len(table(*chain(5), sub("N", "p5", "p6") | {"used_elsewhere": 6}, ruleset=ruleset).substitutions) == 6
    assert refused(*chain(7), ruleset=ruleset).message == "NS has used its 6 substitutes."


def test_one_more_for_sickness_takes_effect_once_the_sick_player_has_left() -> None:
    sick = sub("N", "p6", "p7", "sick")
    error = refused(*chain(6), sick | {"left": False})
    assert (error.code, error.clause, error.message) == (
        ErrorCode.SUBSTITUTION_LIMIT,
        "13.a",
        "NS has used its 6 substitutes. One more for sickness counts only once the sick player has left the premises.",
    )
    assert len(table(*chain(6), sick | {"left": True}).substitutions) == 7
    assert len(table(*chain(5), sub("N", "p5", "p6", "sick") | {"left": False}).substitutions) == 6


def test_who_was_substituted_at_another_table_does_not_come_back_either() -> None:
    back = sub("N", "Ann", "Bea") | {"out_elsewhere": True}
    error = refused(back)
    assert (error.code, error.clause) == (ErrorCode.SUBSTITUTION_LIMIT, "13.a")
    assert len(table(back, ruleset=RR.derive("club", substitute_return=True)).substitutions) == 1


def test_one_too_many_loses_the_match_and_is_recorded_when_the_event_says_so() -> None:
    folded = played(*chain(6), sub("N", "p6", "p7") | {"apply": True})
    assert folded.error is None
    state, ruling = folded.state, folded.results[-1]
    assert isinstance(ruling, RulingResult)
    assert (ruling.clause, [(e.effect.value, e.pair) for e in ruling.effects]) == ("13.a", [("match", Pair.EW)])
    assert ruling.reason == (
        "North played for a team that made one substitution too many (13.a): the match goes to E/W."
    )
    assert (state.match_to, len(state.substitutions), state.events) == ((Pair.EW,), 7, 7)
    assert (state.bullseyes, state.dealer) == (Points(0, 0), Seat.S)


def test_by_the_reading_one_too_many_loses_the_game_alone() -> None:
    ruleset = RR.derive("club", seventh_substitute="game")
    seven = [*chain(6), sub("N", "p6", "p7") | {"apply": True}]
    state = table(game("NS", 14, 3), *seven, ruleset=ruleset)
    assert (state.match_to, state.bullseyes, len(state.games)) == ((), Points(1, 1), 2)
    lost = state.games[-1]
    assert (lost.winner, lost.won_by, lost.scores) == (Pair.EW, WonBy.CONCEDED, None)
    again = table(game("NS", 14, 3), *seven, sub("N", "p7", "p8") | {"apply": True}, ruleset=ruleset)
    assert again.bullseyes == Points(1, 2)


def test_within_the_limit_nothing_is_applied() -> None:
    folded = played(sub("N", "Ann", "Bea") | {"apply": True})
    assert (folded.error, folded.results[-1], folded.state.match_to) == (None, None, ())


def test_where_the_code_is_not_in_force_one_too_many_is_refused_and_left_to_an_official() -> None:
    ruleset = Ruleset.named("trinidad")
    error = refused(*chain(6), sub("N", "p6", "p7") | {"apply": True}, ruleset=ruleset)
    assert error.code is ErrorCode.SUBSTITUTION_LIMIT


def test_a_correction_of_a_substitution_gives_it_back() -> None:
    state = table(*chain(6), fix(6, None), sub("N", "p5", "p8"))
    assert [substituted.in_ for substituted in state.substitutions] == ["p1", "p2", "p3", "p4", "p5", "p8"]


# --- Counting, for whoever wants to know beforehand ----------------------------


@pytest.mark.parametrize(
    ("used", "reason", "left", "verdict", "still"),
    [
        (0, "choice", None, Verdict.WITHIN, 6),
        (4, "discipline", None, Verdict.WITHIN, 2),
        (5, "choice", None, Verdict.LAST, 1),
        (5, "sick", False, Verdict.LAST, 1),
        (6, "choice", True, Verdict.BEYOND, 0),
        (6, "discipline", None, Verdict.BEYOND, 0),
        (6, "sick", None, Verdict.SICKNESS, 0),
        (6, "sick", True, Verdict.SICKNESS, 0),
        (6, "sick", False, Verdict.MUST_LEAVE, 0),
        (7, "sick", True, Verdict.BEYOND, 0),
    ],
)
def test_what_one_more_means(used: int, reason: str, left: bool | None, verdict: Verdict, still: int) -> None:
    counted = count(RR, 2, used - 2) if used >= 2 else count(RR, used)
    assert (counted.used, counted.limit, counted.left, counted.loses) == (used, 6, still, "match")
    assert counted.one_more(Reason(reason), left) is verdict


def test_any_two_of_those_who_are_left_play_the_decider() -> None:
    assert decider_players(RR, ["Ann", "Bea", "Cy", "Dan", "Eve", "Cy"], ["Bea"]) == ["Ann", "Cy", "Dan", "Eve"]
    back = RR.derive("club", substitute_return=True)
    assert decider_players(back, ["Ann", "Bea", "Cy", "Dan", "Eve"], ["Bea"]) == ["Ann", "Bea", "Cy", "Dan", "Eve"]
