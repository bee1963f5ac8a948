"""Every set-up page by every role: one test a cell, for reading and for writing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.cast import ROLES, Cast, client_of
from tournaments.models import Match, Stage
from tournaments.services import stages

OK, SIGN_IN, NO, REFUSED = 200, 302, 403, 422
PAGES = [
    "setup",
    "setup-details",
    "setup-divisions",
    "setup-entries",
    "setup-teams",
    "setup-team",
    "setup-stages",
    "setup-stage",
    "setup-rounds",
    "setup-matches",
    "setup-match",
    "setup-names",
    "setup-people",
    "setup-day",
]
WRITES = {
    "setup-details": {"act": "save"},
    "setup-divisions": {"act": "add"},
    "setup-entries": {"act": "rules", "roster_least": "x"},
    "setup-teams": {"act": "add"},
    "setup-team": {"act": "add"},
    "setup-stages": {"act": "add"},
    "setup-stage": {"act": "save"},
    "setup-rounds": {"act": "add", "number": "0"},
    "setup-matches": {"act": "add"},
    "setup-match": {"act": "save", "official": "0"},
    "setup-names": {"act": "merge"},
    "setup-people": {"act": "grant"},
    "setup-day": {"act": "add"},
}
"""A form without what it needs: who may write is told what is missing (422), the others never get so far."""


def stage_of(cast: Cast) -> Stage:
    """The tournament's stage, made when it is first asked for."""
    return cast.tournament.stages.first() or stages.add(cast.tournament, kind="knock-out")


def address(name: str, cast: Cast) -> str:
    args: list[object] = [cast.tournament.slug]
    if name == "setup-team":
        args.append(cast.home_team.pk)
    if name == "setup-match":
        args.append(cast.match.pk)
    if name == "setup-stage":
        args.append(stage_of(cast).pk)
    return reverse(name, args=args)


def expected(role: str, allowed: int) -> int:
    return {"director": allowed, "visitor": SIGN_IN}.get(role, NO)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", PAGES)
def test_reading(cast: Cast, name: str, role: str) -> None:
    answer = client_of(cast.user(role)).get(address(name, cast))
    assert answer.status_code == expected(role, OK)
    if role == "visitor":
        assert answer["Location"] == f"/sign-in/?next={address(name, cast)}"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", WRITES)
def test_writing(cast: Cast, name: str, role: str) -> None:
    answer = client_of(cast.user(role)).post(address(name, cast), WRITES[name])
    assert answer.status_code == expected(role, REFUSED)


@pytest.mark.parametrize("name", [*WRITES, "setup"])
def test_an_act_that_the_page_does_not_know_is_400(cast: Cast, name: str) -> None:
    for act in ("", "nothing", "page", "\x00", "__class__", "a" * 5000):
        assert client_of(cast.director).post(address(name, cast), {"act": act}).status_code == 400


@pytest.mark.parametrize("name", PAGES)
def test_the_director_of_another_tournament_is_refused(cast: Cast, other_cast: Cast, name: str) -> None:
    assert client_of(other_cast.director).get(address(name, cast)).status_code == NO


@pytest.mark.parametrize("name", ["setup-team", "setup-match", "setup-stage"])
def test_things_of_another_tournament_are_not_found(cast: Cast, other_cast: Cast, name: str) -> None:
    foreign = {
        "setup-team": other_cast.home_team.pk,
        "setup-match": other_cast.match.pk,
        "setup-stage": stage_of(other_cast).pk,
    }[name]
    director = client_of(cast.director)
    assert director.get(reverse(name, args=[cast.tournament.slug, foreign])).status_code == 404
    act = {"act": "remove"}
    assert director.post(reverse(name, args=[cast.tournament.slug, foreign]), act).status_code == 404
    assert director.get(reverse(name, args=[cast.tournament.slug, 10**30])).status_code == 404


def test_rows_of_another_tournament_cannot_be_named(cast: Cast, other_cast: Cast) -> None:
    director = client_of(cast.director)
    for name, foreign in (
        ("setup-rounds", other_cast.round_one.pk),
        ("setup-people", other_cast.tournament.roles.first().pk),  # type: ignore[union-attr]
    ):
        for act in ("save", "remove", "revoke"):
            answer = director.post(address(name, cast), {"act": act, "id": foreign, "number": 5, "name": "Taken"})
            assert answer.status_code in (404, 400)
    for wrong in ("", "x", "-1", "\x00", str(10**40), "1.5"):
        answer = director.post(address("setup-rounds", cast), {"act": "remove", "id": wrong})
        assert answer.status_code == 404
    other_cast.round_one.refresh_from_db()
    assert (other_cast.round_one.number, other_cast.round_one.name) == (1, "")
    assert Match.objects.count() == 2


@pytest.mark.parametrize("role", ROLES)
def test_starting_a_tournament(cast: Cast, role: str) -> None:
    client = client_of(cast.user(role))
    assert client.get("/new/").status_code == expected(role, OK)
    assert client.post("/new/", {}).status_code == expected(role, REFUSED)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    "path", ["/help/", "/help/following/", "/help/scoring/", "/help/captains/", "/help/directors/"]
)
def test_help_is_open_to_all(cast: Cast, path: str, role: str) -> None:
    assert client_of(cast.user(role)).get(path).status_code == OK


@pytest.mark.parametrize("role", ROLES)
def test_own_account(cast: Cast, role: str) -> None:
    client = client_of(cast.user(role))
    wanted = SIGN_IN if role == "visitor" else OK
    assert client.get("/account/").status_code == wanted
    assert client.get("/account/password/").status_code == wanted


@pytest.mark.parametrize("role", ROLES)
def test_sign_in_page_sends_on_whoever_is_signed_in(cast: Cast, role: str) -> None:
    assert client_of(cast.user(role)).get("/sign-in/").status_code == (OK if role == "visitor" else 302)
