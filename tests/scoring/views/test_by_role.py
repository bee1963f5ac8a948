"""Every page of the fixture in play by every role: one test a cell, for reading and for writing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.cast import ROLES, Cast, client_of
from tests.scoring.ledgers import open_it
from tests.scoring.views.pages import events, play_out

OK, SIGN_IN, NO, BAD = 200, 302, 403, 400

PUBLIC = ["home", "tournament", "team", "match", "match-live"]
RECORDING = ["table", "table-tally", "table-game", "table-correct", "decider-open"]
RECORDERS = {"director", "official", "scorer"}
CONFIRMERS = {"director", "official", "captain_home", "captain_away"}


def address(name: str, cast: Cast) -> str:
    slug = cast.tournament.slug
    if name == "home":
        return reverse(name)
    if name == "tournament":
        return reverse(name, args=[slug])
    if name == "team":
        return reverse(name, args=[slug, cast.home_team.pk])
    if name.startswith("table"):
        return reverse(name, args=[slug, cast.match.pk, 1])
    return reverse(name, args=[slug, cast.match.pk])


def expected(role: str, allowed: set[str], status: int = OK) -> int:
    return status if role in allowed else SIGN_IN if role == "visitor" else NO


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", PUBLIC)
def test_everybody_sees_the_public_pages(cast: Cast, name: str, role: str) -> None:
    open_it(cast)
    assert client_of(cast.user(role)).get(address(name, cast)).status_code == OK


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", RECORDING)
def test_who_sees_the_pages_at_a_table(cast: Cast, name: str, role: str) -> None:
    open_it(cast)
    answer = client_of(cast.user(role)).get(address(name, cast))
    assert answer.status_code == expected(role, RECORDERS)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ["table", "table-preview", "table-open", "table-tally", "table-game", "table-correct"])
def test_who_may_send_the_forms_at_a_table(cast: Cast, name: str, role: str) -> None:
    """An empty form: who may record is told what is missing, the others never get so far."""
    open_it(cast)
    answer = client_of(cast.user(role)).post(address(name, cast), {})
    assert answer.status_code == expected(role, RECORDERS, BAD)
    assert events(cast) == 1


@pytest.mark.parametrize("role", ROLES)
def test_who_may_open_a_table(cast: Cast, role: str) -> None:
    answer = client_of(cast.user(role)).get(address("table-open", cast))
    assert answer.status_code == expected(role, RECORDERS)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_look_at_the_confirmation(cast: Cast, role: str) -> None:
    play_out(cast)
    answer = client_of(cast.user(role)).get(address("match-confirm", cast))
    assert answer.status_code == expected(role, CONFIRMERS)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_confirm(cast: Cast, role: str) -> None:
    play_out(cast)
    answer = client_of(cast.user(role)).post(address("match-confirm", cast))
    assert answer.status_code == expected(role, CONFIRMERS, 302)
    cast.match.tally.refresh_from_db()
    assert cast.match.tally.state == ("confirmed" if role in CONFIRMERS else "played")


@pytest.mark.parametrize("role", ROLES)
def test_who_may_look_at_a_withdrawal(cast: Cast, role: str) -> None:
    answer = client_of(cast.user(role)).get(address("match-withdraw", cast))
    assert answer.status_code == expected(role, {"director"})


@pytest.mark.parametrize("role", ROLES)
def test_who_may_withdraw(cast: Cast, role: str) -> None:
    play_out(cast)
    client_of(cast.official).post(address("match-confirm", cast))
    answer = client_of(cast.user(role)).post(address("match-withdraw", cast), {"reason": "The wrong sheet was copied"})
    assert answer.status_code == expected(role, {"director"}, 302)
    cast.match.tally.refresh_from_db()
    assert cast.match.tally.state == ("played" if role == "director" else "confirmed")


def test_a_visitor_is_led_to_the_sign_in_page_and_back(cast: Cast) -> None:
    answer = client_of(None).get(address("table", cast))
    assert answer.headers["Location"] == f"/sign-in/?next=/t/harbour-cup/matches/{cast.match.pk}/tables/1/"


def test_a_form_of_somebody_signed_out_is_led_there_by_htmx(cast: Cast) -> None:
    page = address("table", cast)
    answer = client_of(None).post(page, {}, HTTP_HX_REQUEST="true", HTTP_HX_CURRENT_URL=f"http://testserver{page}")
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == f"/sign-in/?next={page}"


@pytest.mark.parametrize(
    ("role", "says"),
    [
        ("scorer", ["Open this table"]),
        ("official", ["Open this table"]),
        ("captain_home", []),
        ("viewer", []),
        ("visitor", []),
    ],
)
def test_the_match_page_offers_what_one_may_do(cast: Cast, role: str, says: list[str]) -> None:
    text = client_of(cast.user(role)).get(address("match", cast)).text
    assert [word for word in ("Open this table", "Withdraw the result") if word in text] == says


def test_only_those_with_a_role_may_print(cast: Cast) -> None:
    print_action = reverse("print-start", args=[cast.tournament.slug])
    offered = {role for role in ROLES if print_action in client_of(cast.user(role)).get(address("match", cast)).text}
    assert offered == set(ROLES) - {"outsider", "visitor"}
