"""Figures copied from a paper sheet: a table's tally, a game without its hands."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import LedgerEvent
from tests.cast import Cast, client_of
from tests.scoring.ledgers import ORDINARY, game, open_it, record, seats_of, seven, table_of
from tests.scoring.views.pages import events, hidden, match_url, send, table_url
from tests.scoring.views.test_public_pages import words

TALLY = {"home_bullseyes": "6", "away_bullseyes": "4", "home_hang_jacks": "5", "away_hang_jacks": "3"}
GAME = {"winner": "away", "home_score": "9", "away_score": "14", "home_hang_jacks": "0", "away_hang_jacks": "1"}


def turned(cast: Cast) -> None:
    """Table 1 with the home team E–W."""
    seats = seats_of(cast)
    open_it(cast, seats={"E": seats["N"], "W": seats["S"], "N": seats["E"], "S": seats["W"]}, home_pair="EW")


def last() -> Any:
    return LedgerEvent.objects.latest("id").event["event"]


def test_a_tally_at_a_table_that_nobody_opened(cast: Cast) -> None:
    answer = send(client_of(cast.scorer), table_url(cast, "table-tally"), TALLY)
    assert (answer.status_code, answer.headers["Location"]) == (302, match_url(cast))
    assert last() == {"event": "tally", "bullseyes": {"NS": 6, "EW": 4}, "hang_jacks": {"NS": 5, "EW": 3}}
    page = client_of(None).get(match_url(cast)).context["page"]
    assert (page.score.home, page.score.away, page.score.home_hang_jacks, page.score.away_hang_jacks) == (6, 4, 5, 3)


def test_teams_are_told_to_the_engine_as_they_sit(cast: Cast) -> None:
    turned(cast)
    send(client_of(cast.scorer), table_url(cast, "table-tally"), TALLY)
    assert last() == {"event": "tally", "bullseyes": {"EW": 6, "NS": 4}, "hang_jacks": {"EW": 5, "NS": 3}}
    page = client_of(None).get(match_url(cast)).context["page"]
    assert (page.score.home, page.score.away) == (6, 4)


def test_a_game_is_told_as_they_sit(cast: Cast) -> None:
    turned(cast)
    answer = send(client_of(cast.scorer), table_url(cast, "table-game"), GAME)
    assert answer.status_code == 302
    assert last() == {
        "event": "game",
        "winner": "NS",
        "scores": {"NS": 14, "EW": 9},
        "hang_jacks": {"NS": 1, "EW": 0},
    }


def test_a_double_tap_is_one_tally(cast: Cast) -> None:
    client = client_of(cast.scorer)
    form = {**hidden(client, table_url(cast, "table-tally")), **TALLY}
    assert [client.post(table_url(cast, "table-tally"), form).status_code for _ in range(2)] == [302, 302]
    assert LedgerEvent.objects.filter(kind="tally").count() == 1


BAD_FIGURES = [
    ("", "This field is required."),
    ("-1", "Ensure this value is greater than or equal to 0."),
    ("six", "Enter a whole number."),
    ("6.5", "Enter a whole number."),
    ("1e2", "Enter a whole number."),
    ("1000", "Ensure this value is less than or equal to 999."),
    ("9" * 40, "Ensure this value is less than or equal to 999."),
    ("½", "Enter a whole number."),
]


@pytest.mark.parametrize(("value", "text"), BAD_FIGURES)
@pytest.mark.parametrize("field", sorted(TALLY))
def test_a_figure_that_is_none_is_named(cast: Cast, field: str, value: str, text: str) -> None:
    answer = send(client_of(cast.scorer), table_url(cast, "table-tally"), {**TALLY, field: value})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == {field: [text]}
    assert events(cast) == 0


@pytest.mark.parametrize(("value", "text"), BAD_FIGURES)
@pytest.mark.parametrize("field", ["home_score", "away_hang_jacks"])
def test_a_figure_of_a_game_that_is_none_is_named(cast: Cast, field: str, value: str, text: str) -> None:
    answer = send(client_of(cast.scorer), table_url(cast, "table-game"), {**GAME, field: value})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == {field: [text]}
    assert events(cast) == 0


@pytest.mark.parametrize(("value", "text"), [("", "Say who won the game."), ("NS", "Choose one of the two teams.")])
def test_a_winner_that_is_none_is_named(cast: Cast, value: str, text: str) -> None:
    answer = send(client_of(cast.scorer), table_url(cast, "table-game"), {**GAME, "winner": value})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == {"winner": [text]}


def test_more_bullseyes_than_games_are_refused_with_what_to_do(cast: Cast) -> None:
    answer = send(client_of(cast.scorer), table_url(cast, "table-tally"), {**TALLY, "home_bullseyes": "7"})
    assert answer.status_code == 422
    text = words(answer)
    assert "The rules do not allow this." in text
    assert "Check the sheet: the table cannot hold so many games." in text
    assert answer.context["form"]["home_bullseyes"].value() == "7"
    assert events(cast) == 0


def test_a_tally_below_what_is_recorded_is_refused(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), game("NS"), 1, cast.scorer)
    answer = send(client_of(cast.scorer), table_url(cast, "table-tally"), {**TALLY, "home_bullseyes": "0"})
    assert answer.status_code == 422
    assert "Check the sheet against the games already recorded" in words(answer)
    assert events(cast) == 2


def test_a_game_short_of_the_target_is_refused(cast: Cast) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast, "table-game"), {**GAME, "away_score": "13"})
    assert answer.status_code == 422
    assert "The winner of a game has reached the target. Check the points." in words(answer)


@pytest.mark.parametrize(("page", "form"), [("table-tally", TALLY), ("table-game", GAME)])
def test_too_late_keeps_what_was_typed(cast: Cast, page: str, form: dict[str, str]) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    sent = {**hidden(client, table_url(cast, page)), **form}
    record(table_of(cast), ORDINARY, 1, cast.official)
    answer = client.post(table_url(cast, page), sent)
    assert answer.status_code == 409
    assert "Somebody recorded at this table in the meantime." in words(answer)
    again = answer.context["form"]
    assert {name: again[name].value() for name in form} == form
    assert again["expected"].value() == "2"
    assert events(cast) == 2


def test_the_tally_page_says_what_is_recorded_so_far(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), game("NS"), 1, cast.scorer)
    text = words(client_of(cast.scorer).get(table_url(cast, "table-tally")))
    assert "Recorded so far: Pelicans 1, Scarlets 0. The sheet may hold more, never less." in text


def test_the_game_page_says_how_the_game_stands(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), seven("NS"), 1, cast.scorer)
    text = words(client_of(cast.scorer).get(table_url(cast, "table-game")))
    assert "Game 1 of Table 1" in text
    assert "It stands at Pelicans 7, Scarlets 0." in text
