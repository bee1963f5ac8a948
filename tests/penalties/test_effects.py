"""Every kind of effect, ruled through the service, against the fold of the table's ledger.

S deals and N–S are the home pair. The figures are worked out from the code's rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from penalties.selectors.rulings import results_now
from rules_engine.seats import Pair, Seat
from rules_engine.table_state import Bound, TableState
from rules_engine.verdicts import EffectName, Points
from tests.cast import Cast
from tests.penalties.acts import board, cancel, rule_now, whole
from tests.scoring.ledgers import ORDINARY, open_it, record_all, table_of

pytestmark = pytest.mark.django_db

Check = Callable[[TableState], bool]
BY_OFFICIAL = {"by": "official"}
BY_COMMITTEE = {"by": "committee"}


def in_results(effect: str) -> Check:
    """Effects that touch no score stand in the outcome that the fold gives."""
    return lambda state: state.events == 1 and effect in SEEN


SEEN: set[str] = set()

CASES: dict[str, tuple[str, list[Any], dict[str, Any], Check]] = {
    "points": (
        "points",
        [],
        {"clause": "7.d", "offender": "S", "phase": "dealing"},
        lambda state: state.scores == Points(0, 1),
    ),
    "bullseye": (
        "bullseye",
        [ORDINARY],
        {"clause": "10.a", "offender": "N", "phase": "playing"},
        lambda state: (
            (state.bullseyes, state.scores, state.games[0].winner, state.games[0].won_by.value)
            == (Points(0, 1), Points(0, 0), Pair.EW, "penalty")
        ),
    ),
    # The dealing pair had the wrong count: a point, gamble and its own two points for E–W; the deal moves on.
    "gamble": (
        "gamble",
        [],
        {
            "clause": "6.b",
            "offender": "S",
            "phase": "playing",
            "hand": {"kicked": 3, "points": {"NS": 1, "EW": 2}},
        },
        lambda state: (state.scores, state.dealer) == (Points(0, 5), Seat.E),
    ),
    "other-points": (
        "other-points",
        [],
        {"clause": "6.b", "offender": "W", "phase": "playing", "hand": {"kicked": 0, "points": {"NS": 4, "EW": 1}}},
        lambda state: state.scores == Points(7, 0),
    ),
    "void-hand": (
        "void-hand",
        [],
        {"clause": "6.b", "offender": "E", "phase": "playing", "hand": {"kicked": 2, "points": {"NS": 0, "EW": 4}}},
        lambda state: state.scores == Points(5, 0),
    ),
    "void-kick": (
        "void-kick",
        [],
        {"clause": "7.b", "offender": "S", "phase": "kicking", "hand": {"kicked": 3}},
        lambda state: (state.scores, state.dealer) == (Points(0, 1), Seat.S),
    ),
    "void-game": (
        "void-game",
        [ORDINARY],
        {"clause": "12.b", "offender": "N", "phase": "playing", "choice": "joined"},
        lambda state: (
            state.scores == Points(0, 1) and not any(chalk.counted for chalk in state.chalks if chalk.pair is Pair.NS)
        ),
    ),
    "hung": (
        "hung",
        [],
        {"clause": "10.c", "offender": "E", "phase": "playing"},
        lambda state: (state.bullseyes, state.hang_jacks) == (Points(2, 0), Points(1, 0)),
    ),
    "warn": (
        "warn",
        [],
        {"clause": "2.a", "offender": "N", "phase": "playing"},
        lambda state: [tuple(warned) for warned in state.warnings] == [(Pair.NS, "2.a", Seat.N, 1)],
    ),
    "deal-over": (
        "deal-over",
        [],
        {"clause": "4.b", "offender": "W", "phase": "before-deal"},
        lambda state: (state.scores, state.dealer) == (Points(1, 0), Seat.S),
    ),
    "moves-on": (
        "moves-on",
        [],
        {"clause": "6.c", "offender": "S", "phase": "begging", "packet": 2, "hand": {"kicked": 1}},
        lambda state: (state.scores, state.dealer) == (Points(1, 1), Seat.E),
    ),
    "none": ("none", [], {"clause": "8.a", "offender": "E", "phase": "begging"}, in_results("none")),
    "substitute": (
        "substitute",
        [],
        {"clause": "14.c", "offender": "N", "phase": "playing", "choice": "substituted"},
        lambda state: state.ordered == (Seat.N,),
    ),
    "eject": (
        "eject",
        [],
        {
            "clause": "11.m",
            "offender": "W",
            "phase": "playing",
            "choice": {"option": "repeated", "eject": True, **BY_OFFICIAL},
        },
        lambda state: state.ordered == (Seat.W,),
    ),
    "debar": (
        "debar",
        [],
        {
            "clause": "11.e",
            "offender": "W",
            "phase": "playing",
            "choice": {"option": "proved", "fine": False, "debar": True, **BY_COMMITTEE},
        },
        in_results("debar"),
    ),
    "fine": (
        "fine",
        [],
        {
            "clause": "11.e",
            "offender": "W",
            "phase": "playing",
            "choice": {"option": "proved", "fine": True, "debar": False, **BY_COMMITTEE},
        },
        in_results("fine"),
    ),
    "inform": (
        "inform",
        [],
        {"clause": "11.b", "offender": "W", "phase": "playing", "choice": "last-lift-refused"},
        in_results("inform"),
    ),
    "card": ("card", [], {"clause": "9.c", "offender": "E", "phase": "begging"}, in_results("card")),
    "note-name": (
        "note-name",
        [],
        {"clause": "11.a", "offender": "W", "phase": "playing"},
        lambda state: state.bullseyes == Points(1, 0) and "note-name" in SEEN,
    ),
    "game": (
        "game",
        [],
        {"clause": "14.c", "offender": "N", "phase": "playing", "choice": "not-substituted"},
        lambda state: (state.bullseyes, state.games[0].won_by.value) == (Points(0, 1), "conceded"),
    ),
    "match": (
        "match",
        [],
        {"clause": "13.a", "offender": "N", "phase": "match", "choice": "cannot-continue"},
        lambda state: state.match_to == (Pair.EW,),
    ),
    "close-table": (
        "close-table",
        [],
        {"clause": "14.d", "offender": "N", "phase": "match"},
        lambda state: state.closed and (state.bullseyes, state.closed_by) == (Points(0, 10), 1),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_effect_changes_the_fold_and_is_undone(cast: Cast, case: str) -> None:
    effect, before, asked, holds = CASES[case]
    open_it(cast)
    if before:
        record_all(table_of(cast), before, cast.scorer)
    stood = board(cast)

    done = rule_now(cast, asked, reasons="Seen by both captains.")

    outcome = results_now(table_of(cast).pk)[done.ruling.ledger_sequence]
    assert outcome == done.ruling.result
    SEEN.clear()
    SEEN.update(one["effect"] for one in outcome["effects"])
    assert effect in SEEN
    assert holds(board(cast)), board(cast)
    assert board(cast) != stood
    whole(cast)

    cancel(done.ruling, cast.director)
    after = board(cast)
    assert (after.scores, after.bullseyes, after.hang_jacks, after.dealer, after.warnings, after.ordered) == (
        stood.scores,
        stood.bullseyes,
        stood.hang_jacks,
        stood.dealer,
        stood.warnings,
        stood.ordered,
    )
    assert (after.match_to, after.closed) == ((), False)
    whole(cast)


def test_gamble_is_barred_where_the_ruleset_says_so(cast: Cast) -> None:
    """Trinidad's revoke: a point, and N–S cannot be given gamble of this hand (a game of one there)."""
    cast.tournament.ruleset_name = "trinidad"
    cast.tournament.save()
    open_it(cast)
    rule_now(cast, {"clause": "10.a", "offender": "N", "phase": "playing"})
    assert board(cast).bound == (Bound(EffectName.BAR_GAMBLE, Pair.NS),)

    record_all(table_of(cast), [ORDINARY | {"kicks": ["5S"]}], cast.scorer, expected=2)

    assert board(cast).scores == Points(1, 2)
    whole(cast)


def test_every_kind_of_effect_has_its_case() -> None:
    assert {effect for effect, *_ in CASES.values()} | {"bar-gamble"} == {effect.value for effect in EffectName}


def test_a_match_given_away_stands_at_the_target(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    rule_now(cast, {"clause": "10.a", "offender": "E", "phase": "playing"}, number=2)

    done = rule_now(cast, {"clause": "13.a", "offender": "N", "phase": "match", "choice": "cannot-continue"})

    match = done.answer["match"]
    assert (match["state"], match["winner"], match["home_bullseyes"], match["away_bullseyes"]) == (
        "played",
        "away",
        1,
        11,
    )
    whole(cast)
    undone = cancel(done.ruling, cast.director)
    assert (undone.answer["match"]["state"], undone.answer["match"]["away_bullseyes"]) == ("in-play", 0)
    whole(cast)
