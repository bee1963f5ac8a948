"""The second person's page, and the director's."""

from __future__ import annotations

import pytest

from scoring.models import Result
from tests.cast import Cast, client_of
from tests.scoring.ledgers import open_it
from tests.scoring.views.pages import match_url, play_out
from tests.scoring.views.test_public_pages import words

CONFIRM, WITHDRAW = "match-confirm", "match-withdraw"


def test_the_page_shows_both_tables_and_who_recorded(cast: Cast) -> None:
    play_out(cast)
    text = words(client_of(cast.official).get(match_url(cast, CONFIRM)))
    assert "Table 1 from paper 6 4 2–1" in text
    assert "Table 2 from paper 5 3 0–0" in text
    assert "Match 11 7 2–1 Recorded by Scorer (Table 1, Table 2)." in text
    assert "Confirm: Pelicans won 11–7" in text


def test_the_second_person_confirms(cast: Cast) -> None:
    play_out(cast)
    answer = client_of(cast.captain_away).post(match_url(cast, CONFIRM))
    assert (answer.status_code, answer.headers["Location"]) == (302, match_url(cast))
    result = Result.objects.get()
    assert (result.home_bullseyes, result.away_bullseyes, result.winner) == (11, 7, "home")
    assert (result.entered_by, result.confirmed_by) == (cast.scorer, cast.captain_away)


def test_who_recorded_sees_why_they_may_not(cast: Cast) -> None:
    play_out(cast, by=cast.official)
    client = client_of(cast.official)
    page = client.get(match_url(cast, CONFIRM))
    assert "You recorded at this match, so you may not confirm it." in words(page)
    assert "Confirm: Pelicans" not in words(page)
    answer = client.post(match_url(cast, CONFIRM))
    assert answer.status_code == 409
    assert "a second person has to look at it and confirm" in words(answer)
    assert not Result.objects.exists()


def test_a_match_that_is_not_played_out_cannot_be_confirmed(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.official)
    assert "There is nothing to confirm yet." in words(client.get(match_url(cast, CONFIRM)))
    answer = client.post(match_url(cast, CONFIRM))
    assert answer.status_code == 409
    assert "This match is not played out yet" in words(answer)


def test_a_second_confirmation_is_refused(cast: Cast) -> None:
    play_out(cast)
    client_of(cast.official).post(match_url(cast, CONFIRM))
    answer = client_of(cast.director).post(match_url(cast, CONFIRM))
    assert answer.status_code == 409
    assert "The result of this match is confirmed already." in words(answer)
    assert "The result is confirmed by Official. It counts in the standings." in words(answer)
    assert Result.objects.count() == 1


def test_the_director_withdraws_with_a_reason(cast: Cast) -> None:
    play_out(cast)
    client_of(cast.official).post(match_url(cast, CONFIRM))
    answer = client_of(cast.director).post(match_url(cast, WITHDRAW), {"reason": "Table 2 was misread"})
    assert (answer.status_code, answer.headers["Location"]) == (302, match_url(cast))
    result = Result.objects.get()
    assert (result.state, result.withdrawn_by, result.withdrawn_reason) == (
        "withdrawn",
        cast.director,
        "Table 2 was misread",
    )


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("", "Say why: the reason stays on the match page."),
        ("x" * 301, "Ensure this value has at most 300 characters (it has 301)."),
        ("a\x00b", "Null characters are not allowed."),
    ],
)
def test_a_withdrawal_needs_a_reason(cast: Cast, reason: str, text: str) -> None:
    play_out(cast)
    client_of(cast.official).post(match_url(cast, CONFIRM))
    answer = client_of(cast.director).post(match_url(cast, WITHDRAW), {"reason": reason})
    assert answer.status_code == 400
    assert answer.context["form"].errors["reason"] == [text]
    assert Result.objects.get().state == "confirmed"


def test_there_must_be_something_to_withdraw(cast: Cast) -> None:
    client = client_of(cast.director)
    assert "There is no confirmed result to withdraw." in words(client.get(match_url(cast, WITHDRAW)))
    answer = client.post(match_url(cast, WITHDRAW), {"reason": "none"})
    assert answer.status_code == 409
