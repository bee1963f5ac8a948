"""Signing in and out, the one-time password, the lock after too many tries."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token

from tests.cast import Cast, client_of
from tests.factories import PASSWORD
from tournaments.models import User
from tournaments.services import people

OWN = "marigold-saucer-31"


def sign_in(client: Client, username: str, password: str, **more: str) -> int:
    return client.post("/sign-in/", {"username": username, "password": password, **more}).status_code


def test_signing_in_and_out(cast: Cast) -> None:
    client = Client()
    answer = client.post(
        "/sign-in/?next=/help/", {"username": "harbour-scorer", "password": PASSWORD, "next": "/help/"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/help/")
    assert client.get("/account/").context["user"] == cast.scorer
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 302
    assert client.get("/account/").status_code == 302


def test_the_way_back_leads_nowhere_else(cast: Cast) -> None:
    answer = Client().post(
        "/sign-in/", {"username": "harbour-scorer", "password": PASSWORD, "next": "https://elsewhere.example/"}
    )
    assert answer["Location"] == "/"


@pytest.mark.parametrize(
    ("username", "password", "field"),
    [
        ("harbour-scorer", "wrong", "__all__"),
        ("nobody", PASSWORD, "__all__"),
        ("", PASSWORD, "username"),
        ("harbour-scorer", "", "password"),
        ("harbour\x00scorer", PASSWORD, "username"),
        ("harbour-scorer", "a\x00b", "password"),
        ("u" * 5000, PASSWORD, "username"),
        ("harbour-scorer", "p" * 5000, "password"),
    ],
)
def test_a_sign_in_refused(cast: Cast, username: str, password: str, field: str) -> None:
    client = Client()
    answer = client.post("/sign-in/", {"username": username, "password": password})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    assert "_auth_user_id" not in client.session


def test_a_closed_account_does_not_sign_in(cast: Cast) -> None:
    User.objects.filter(pk=cast.scorer.pk).update(is_active=False)
    assert sign_in(Client(), "harbour-scorer", PASSWORD) == 422


def test_ten_wrong_passwords_lock_for_a_quarter_of_an_hour(cast: Cast) -> None:
    client = Client()
    assert [sign_in(client, "harbour-scorer", "wrong") for _ in range(9)] == [422] * 9
    locked = client.post("/sign-in/", {"username": "harbour-scorer", "password": "wrong"})
    assert (locked.status_code, locked["Retry-After"]) == (429, "900")
    assert "Wait a quarter of an hour" in locked.content.decode()
    assert sign_in(client, "harbour-scorer", PASSWORD) == 429
    # Nobody else of the hall is kept out.
    assert sign_in(Client(), "harbour-official", PASSWORD) == 302


def test_a_one_time_password_opens_one_door(cast: Cast) -> None:
    _, password = people.grant_new(cast.tournament, username="nia", display_name="Nia", name="scorer")
    client = Client()
    assert sign_in(client, "nia", password) == 302
    for page in ("/", "/account/", "/help/", f"/t/{cast.tournament.slug}/", "/new/"):
        answer = client.get(page)
        assert (answer.status_code, answer["Location"]) == (302, "/account/password/")
    assert b"Choose your own password" in client.get("/account/password/").content
    changed = client.post("/account/password/", {"old_password": password, "new_password1": OWN, "new_password2": OWN})
    assert (changed.status_code, changed["Location"]) == (302, "/account/")
    assert client.get("/account/").status_code == 200
    assert sign_in(Client(), "nia", password) == 422
    assert sign_in(Client(), "nia", OWN) == 302


def test_signing_out_with_a_one_time_password(cast: Cast) -> None:
    role, _ = people.grant_new(cast.tournament, username="nia", display_name="Nia", name="scorer")
    client = client_of(role.user)
    assert client.post("/sign-out/").status_code == 302
    assert client.get("/help/").status_code == 200


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "old_password"),
        ({"old_password": "wrong", "new_password1": OWN, "new_password2": OWN}, "old_password"),
        ({"old_password": PASSWORD, "new_password1": OWN, "new_password2": "other"}, "new_password2"),
        ({"old_password": PASSWORD, "new_password1": "short", "new_password2": "short"}, "new_password2"),
        ({"old_password": PASSWORD, "new_password1": "1234567890", "new_password2": "1234567890"}, "new_password2"),
        ({"old_password": PASSWORD, "new_password1": "a\x00" * 9, "new_password2": "a\x00" * 9}, "new_password1"),
        ({"old_password": PASSWORD, "new_password1": "p" * 1001, "new_password2": "p" * 1001}, "new_password1"),
    ],
)
def test_a_new_password_refused(cast: Cast, data: dict[str, str], field: str) -> None:
    client = client_of(cast.scorer)
    answer = client.post("/account/password/", data)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert sign_in(Client(), "harbour-scorer", PASSWORD) == 302


def test_a_new_password_ends_tokens_and_other_sessions(cast: Cast) -> None:
    Token.objects.create(user=cast.scorer)
    here, there = client_of(cast.scorer), client_of(cast.scorer)
    data = {"old_password": PASSWORD, "new_password1": OWN, "new_password2": OWN}
    assert here.post("/account/password/", data).status_code == 302
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302
    assert not Token.objects.exists()


def test_the_account_page_lists_the_own_parts(cast: Cast, other_cast: Cast) -> None:
    page = client_of(cast.captain_home).get("/account/").content.decode()
    assert "captain of Pelicans" in page
    assert "Island League" not in page
    assert "Start a tournament" not in page
    assert "Start a tournament" in client_of(cast.director).get("/account/").content.decode()


@pytest.mark.parametrize("topic", ["following", "scoring", "captains", "directors"])
def test_the_index_leads_to_every_topic(client: Client, db: None, topic: str) -> None:
    assert f'href="/help/{topic}/"' in client.get("/help/").content.decode()


def test_no_such_topic(client: Client, db: None) -> None:
    for topic in ("nothing", "scoring.html", "_base"):
        assert client.get(f"/help/{topic}/").status_code == 404
