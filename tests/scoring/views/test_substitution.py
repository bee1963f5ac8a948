"""The page on which a substitute is brought in, its preview, and its twin in the API."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import LedgerEvent
from tests.cast import ROLES, Cast, client_of
from tests.factories import RosterEntryFactory
from tests.scoring.ledgers import SEVEN, game, open_it, record, table_of
from tests.scoring.test_substitutes import bring, number, six
from tests.scoring.views.pages import HTMX, events, match_url, send, table_url

RECORDERS = {"director", "official", "scorer"}
API = "/api/v1/tournaments/{}/matches/{}/tables/{}/substitutions/"


@pytest.fixture
def opened(cast: Cast) -> Cast:
    """Both tables open, one game played at the first; numbers 7 to 11 on the home roster."""
    for at in range(7, 12):
        RosterEntryFactory.create(team=cast.home_team, player__name=f"Home {at}", number=at)
    open_it(cast, 1)
    open_it(cast, 2)
    return cast


def page(cast: Cast, role: str = "scorer") -> tuple[Client, str]:
    return client_of(cast.user(role)), table_url(cast, "table-substitute")


def asked(cast: Cast, at: int = 5, **more: Any) -> dict[str, Any]:
    return {"seat": "N", "player": number(cast, at), "reason": "choice", **more}


def api(cast: Cast, role: str, body: dict[str, Any], tail: str = "") -> Any:
    url = API.format(cast.tournament.slug, cast.match.pk, 1) + tail
    return client_of(cast.user(role)).post(url, body, content_type="application/json")


def test_a_substitute_comes_in_and_is_marked_on_both_sides_of_the_board(opened: Cast) -> None:
    record(table_of(opened), game("NS"), 1, opened.scorer)
    client, url = page(opened)
    answer = send(client, url, {**asked(opened), "act": "substitute"})
    assert (answer.status_code, answer.url) == (302, table_url(opened))
    event = LedgerEvent.objects.get(kind="substitution")
    assert event.event["event"] == {
        "event": "substitution",
        "seat": "N",
        "out": "Anil Joseph",
        "in": "Errol Baptiste",
        "reason": "choice",
    }
    shown = client.get(table_url(opened))
    home, away = shown.context["shown"].pairs
    assert [(mark.text, mark.words) for mark in home.subs] == [("S", "After game 1: Errol Baptiste for Anil Joseph")]
    assert [mark.text for mark in away.subs] == ["X"]
    match_page = client.get(match_url(opened)).content.decode()
    assert "After game 1: Errol Baptiste for Anil Joseph (on the board: Pelicans <b>S</b>, Scarlets <b>X</b>)" in (
        match_page
    )
    assert "Substitution at N: Errol Baptiste for Anil Joseph (Pelicans S, Scarlets X)" in match_page


def test_the_page_lists_who_may_come_in_and_who_may_not(opened: Cast) -> None:
    bring(opened, 1, "N", number(opened, 5))
    client, url = page(opened)
    home, away = client.get(url).context["benches"]
    assert [player.name for player in home.players] == ["Fazal Ali", *(f"Home {n}" for n in range(7, 12))]
    assert sorted((player.name, why) for player, why in home.others) == [
        ("Anil Joseph", "was substituted in this match"),
        ("Cyril Mohammed", "sits at table 2"),
        ("Dolly Ramdeen", "sits at table 2"),
    ]
    assert (home.count.used, home.count.left, away.count.used) == (1, 5, 0)


def test_the_preview_says_what_it_means_and_saves_nothing(opened: Cast) -> None:
    client, _ = page(opened)
    before = events(opened)

    def said(**more: Any) -> tuple[int, str]:
        answer = client.post(table_url(opened, "table-substitute-preview"), asked(opened, **more), **HTMX)
        return answer.status_code, " ".join(answer.content.decode().split())

    hidden = {"expected": "1", "client_id": str(uuid4())}
    assert "Pelicans: 1 of 6 substitutes" in said(**hidden)[1]
    assert said(**hidden, player="")[1] == '<p class="quiet">Still to say: comes in</p>'
    for at in (5, 6, 7, 8, 9):
        bring(opened, 2, "N", number(opened, at))
    status, text = said(**hidden, at=10)
    assert (status, "<strong>The last one.</strong>" in text) == (200, True)
    bring(opened, 2, "N", number(opened, 10))
    status, text = said(**hidden, at=11)
    assert (status, "NS has used its 6 substitutes, 6 of them at other tables." in text) == (422, True)
    status, text = said(**hidden, at=11, reason="sick")
    assert (status, "left the premises" in text) == (422, True)
    status, text = said(**hidden, at=11, reason="sick", left="on")
    assert (status, "Anil Joseph is out of the tournament from now on." in text) == (200, True)
    assert events(opened) == before + 6


def test_an_official_records_one_too_many_with_what_it_costs(opened: Cast) -> None:
    six(opened)
    scorer, url = page(opened)
    assert "exceed" not in scorer.get(url).context["form"].fields
    refused = send(scorer, url, {**asked(opened, 11, seat="S"), "exceed": "on", "act": "substitute"})
    assert (refused.status_code, events(opened)) == (422, 8)

    official, _ = page(opened, "official")
    tried = send(official, url, {**asked(opened, 11, seat="S"), "exceed": "on", "act": "preview"})
    assert "One too many: the match goes to Scarlets." in tried.content.decode()
    done = send(official, url, {**asked(opened, 11, seat="S"), "exceed": "on", "act": "substitute"})
    assert done.status_code == 302
    opened.match.tally.refresh_from_db()
    assert (opened.match.tally.winner, opened.match.tally.away_bullseyes) == ("away", 11)


def test_in_the_middle_of_a_game_the_page_says_to_finish_it(opened: Cast) -> None:
    record(table_of(opened), SEVEN, 1, opened.scorer)
    client, url = page(opened)
    assert "A substitute comes in after a finished game" in client.get(url).content.decode()
    assert table_url(opened, "table-substitute") not in client.get(table_url(opened)).content.decode()
    form = {**asked(opened), "expected": "2", "client_id": str(uuid4()), "act": "substitute"}
    assert client.post(url, form).status_code == 422


def test_a_stale_page_keeps_what_was_chosen(opened: Cast) -> None:
    client, url = page(opened)
    form = {**asked(opened), "expected": "0", "client_id": str(uuid4()), "act": "substitute"}
    answer = client.post(url, form)
    assert (answer.status_code, answer.context["form"]["expected"].value()) == (409, "1")
    assert answer.context["form"]["player"].value() == str(number(opened, 5))


@pytest.mark.parametrize("role", ROLES)
def test_who_may(opened: Cast, role: str) -> None:
    client, url = page(opened, role)
    status = 200 if role in RECORDERS else 302 if role == "visitor" else 403
    assert client.get(url).status_code == status
    assert client.post(url, {}).status_code == (400 if role in RECORDERS else status)
    assert client.post(url + "preview/", {}).status_code == (200 if role in RECORDERS else status)
    answer = client.get(API.format(opened.tournament.slug, opened.match.pk, 1))
    assert answer.status_code == (200 if role in RECORDERS else 401 if role == "visitor" else 403)
    assert events(opened) == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seat", "X"),
        ("seat", ""),
        ("player", ""),
        ("player", "abc"),
        ("player", "99999999999999999999"),
        ("reason", "bored"),
        ("reason", ""),
        ("expected", "-1"),
        ("client_id", "x"),
    ],
)
def test_bad_input_names_its_field(opened: Cast, field: str, value: str) -> None:
    client, url = page(opened)
    good = {**asked(opened), "expected": "1", "client_id": str(uuid4()), "act": "substitute"}
    answer = client.post(url, good | {field: value})
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, [field])
    assert events(opened) == 2
    api_good: dict[str, Any] = {**asked(opened), "expected": 1, "client_id": str(uuid4())}
    answer = api(opened, "scorer", api_good | {field: value})
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])


def test_over_the_api(opened: Cast) -> None:
    url = API.format(opened.tournament.slug, opened.match.pk, 1)
    body: dict[str, Any] = {**asked(opened), "expected": 1, "client_id": str(uuid4())}
    tried = api(opened, "scorer", asked(opened), "preview/")
    assert tried.status_code == 200
    assert tried.json()["substitutes"] == {"used": 1, "limit": 6, "left": 5, "verdict": "within", "per_table": False}
    assert events(opened) == 2
    done, again = api(opened, "scorer", body), api(opened, "scorer", body)
    assert (done.status_code, again.status_code, done.content == again.content) == (201, 200, True)
    home = client_of(opened.scorer).get(url).json()[0]
    assert (home["side"], home["used"], home["left"]) == ("home", 1, 5)
    assert {"seat": "N", "player": number(opened, 5), "name": "Errol Baptiste"} in home["sitting"]
    stranger = {**asked(opened), "player": number(opened, 5, "away"), "expected": 2, "client_id": str(uuid4())}
    answer = api(opened, "scorer", stranger)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "player")
    assert api(opened, "scorer", {**body, "exceed": True, "client_id": str(uuid4())}).status_code == 403


def test_another_tournaments_table_is_not_found(opened: Cast, other_cast: Cast) -> None:
    client = client_of(other_cast.director)
    url = table_url(opened, "table-substitute").replace(opened.tournament.slug, other_cast.tournament.slug)
    assert client.get(url).status_code == 404
    assert client.get(API.format(other_cast.tournament.slug, opened.match.pk, 1)).status_code == 404
