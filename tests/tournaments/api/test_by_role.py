"""Every endpoint of the set-up by every role: one test a cell."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import ROLES, Cast
from tests.factories import DivisionFactory, RoundFactory
from tests.tournaments.api.client import ROOT, api_of
from tournaments.models import Role
from tournaments.services import stages

OPEN = dict.fromkeys(ROLES, 200)
"""Anybody reads."""


DRAFT = {role: 200 if role == "director" else 404 for role in ROLES}
"""A draft is a director's own affair."""


def director(allowed: int) -> dict[str, int]:
    """A director may; a visitor is asked who he is, the others may not."""
    return {role: {"director": allowed, "visitor": 401}.get(role, 403) for role in ROLES}


def own_captain(allowed: int) -> dict[str, int]:
    """A director may, and the captain of the team."""
    return {**director(allowed), "captain_home": allowed}


SIGNED_IN = {role: 401 if role == "visitor" else 200 for role in ROLES}


ENDPOINTS: list[tuple[str, str, Any, dict[str, int]]] = [
    ("GET", "rulesets/", None, OPEN),
    ("GET", "tournaments/", None, OPEN),
    ("POST", "tournaments/", {"name": "New"}, director(201)),
    ("GET", "T/", None, OPEN),
    ("PATCH", "T/", {"venue": "Pier 4"}, director(200)),
    ("GET", "T/divisions/", None, OPEN),
    ("POST", "T/divisions/", {"name": "South"}, director(201)),
    ("GET", "T/divisions/DIVISION/", None, OPEN),
    ("PATCH", "T/divisions/DIVISION/", {"name": "South"}, director(200)),
    ("DELETE", "T/divisions/DIVISION/", None, director(204)),
    ("GET", "T/teams/", None, OPEN),
    ("POST", "T/teams/", {"name": "Ibises"}, director(201)),
    ("GET", "T/teams/HOME/", None, OPEN),
    ("PATCH", "T/teams/HOME/", {"name": "Ibises"}, director(200)),
    ("DELETE", "T/teams/HOME/", None, director(400)),  # it has a match
    ("GET", "T/teams/HOME/roster/", None, OPEN),
    ("POST", "T/teams/HOME/roster/", {"name": "Nia"}, own_captain(201)),
    ("POST", "T/teams/HOME/roster/lines/", {"names": "Nia\nVic"}, own_captain(201)),
    ("GET", "T/teams/HOME/roster/ENTRY/", None, OPEN),
    ("PATCH", "T/teams/HOME/roster/ENTRY/", {"number": 77}, own_captain(200)),
    ("DELETE", "T/teams/HOME/roster/ENTRY/", None, own_captain(204)),
    ("GET", "T/entry-rules/", None, OPEN),
    ("PATCH", "T/entry-rules/", {"roster_least": 4}, director(200)),
    ("GET", "T/entries/", None, SIGNED_IN),
    ("POST", "T/entries/", {"name": "Ibises"}, {**dict.fromkeys(ROLES, 400), "visitor": 401}),  # they are closed
    ("POST", "T/entries/HOME/accept/", {}, director(400)),  # it is entered
    ("POST", "T/entries/HOME/refuse/", {"reason": "x"}, director(400)),
    ("POST", "T/entries/HOME/withdraw/", {"reason": "x"}, director(200)),
    ("GET", "T/stages/", None, OPEN),
    ("POST", "T/stages/", {"kind": "knock-out"}, director(201)),
    ("POST", "T/stages/gather/", {"name": "League"}, director(201)),
    ("GET", "T/stages/STAGE/", None, OPEN),
    ("GET", "T/stages/DRAFT/", None, DRAFT),
    ("PATCH", "T/stages/STAGE/", {"name": "Cup"}, director(200)),
    ("DELETE", "T/stages/DRAFT/", None, director(204)),
    ("DELETE", "T/stages/STAGE/", None, director(400)),  # it is published
    ("GET", "T/stages/STAGE/draw/", None, OPEN),
    ("GET", "T/stages/DRAFT/draw/", None, DRAFT),
    ("POST", "T/stages/DRAFT/publish/", None, director(200)),
    ("POST", "T/stages/STAGE/take-back/", None, director(200)),
    ("POST", "T/stages/STAGE/complete/", None, director(400)),  # no result is confirmed
    ("GET", "T/rounds/", None, OPEN),
    ("POST", "T/rounds/", {}, director(201)),
    ("GET", "T/rounds/ROUND/", None, OPEN),
    ("PATCH", "T/rounds/ROUND/", {"name": "Final"}, director(200)),
    ("DELETE", "T/rounds/ROUND/", None, director(204)),
    ("GET", "T/matches/", None, OPEN),
    ("POST", "T/matches/", {"round": "ROUND", "home": "HOME", "away": "AWAY"}, director(201)),
    ("GET", "T/matches/MATCH/", None, OPEN),
    ("PATCH", "T/matches/MATCH/", {"place": "Row 3"}, director(200)),
    ("DELETE", "T/matches/MATCH/", None, director(204)),
    ("GET", "T/roles/", None, director(200)),
    ("POST", "T/roles/", {"username": "harbour-outsider", "role": "scorer"}, director(201)),
    ("POST", "T/roles/accounts/", {"username": "nia", "display_name": "Nia", "role": "scorer"}, director(201)),
    ("GET", "T/roles/ROLE/", None, director(200)),
    ("DELETE", "T/roles/ROLE/", None, director(204)),
    ("DELETE", "token/", None, {role: 401 if role == "visitor" else 204 for role in ROLES}),
]


def ids(cast: Cast) -> dict[str, int]:
    """What the words in capitals stand for; made anew for each test."""
    return {
        "DIVISION": DivisionFactory.create(tournament=cast.tournament, name="North").pk,
        "HOME": cast.home_team.pk,
        "AWAY": cast.away_team.pk,
        "ENTRY": cast.home_team.roster.get(number=6).pk,
        "ROUND": RoundFactory.create(tournament=cast.tournament, number=2).pk,
        "MATCH": cast.match.pk,
        "DRAFT": stages.add(cast.tournament, kind="round-robin").pk,
        "STAGE": stages.publish(stages.add(cast.tournament, kind="knock-out"), cast.director).pk,
        "ROLE": Role.objects.get(tournament=cast.tournament, name="viewer").pk,
    }


def filled(path: str, known: dict[str, int], slug: str) -> str:
    parts = [str(known.get(part, part)) for part in path.split("/")]
    return ROOT + "/".join(f"tournaments/{slug}" if part == "T" else part for part in parts)


CELLS = [
    pytest.param(method, path, body, role, wanted, id=f"{method} {path} {role}")
    for method, path, body, by_role in ENDPOINTS
    for role, wanted in by_role.items()
]


@pytest.mark.parametrize(("method", "path", "body", "role", "wanted"), CELLS)
def test_cell(cast: Cast, method: str, path: str, body: Any, role: str, wanted: int) -> None:
    known = ids(cast)
    data = {name: known.get(value, value) for name, value in body.items()} if body is not None else None
    answer = api_of(cast.user(role)).generic(
        method, filled(path, known, cast.tournament.slug), _json(data), content_type="application/json"
    )
    assert answer.status_code == wanted, answer.content
    if wanted in (401, 403):
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["status"] == wanted


def _json(data: Any) -> str:
    import json

    return "" if data is None else json.dumps(data)


SCOPED = [(method, path, body) for method, path, body, _ in ENDPOINTS if any(c in path for c in ("DIV", "HOM", "ENT"))]
SCOPED += [(method, path, body) for method, path, body, _ in ENDPOINTS if path.endswith(("ROUND/", "MATCH/", "ROLE/"))]
SCOPED += [(method, path, body) for method, path, body, _ in ENDPOINTS if "DRAFT" in path or "STAGE" in path]


@pytest.mark.parametrize(("method", "path", "body"), SCOPED, ids=lambda value: value if isinstance(value, str) else "")
def test_an_id_of_another_tournament_is_not_found(
    cast: Cast, other_cast: Cast, method: str, path: str, body: Any
) -> None:
    """Whoever directs both still reaches each through its own address alone."""
    Role.objects.create(tournament=other_cast.tournament, user=cast.director, name="director")
    answer = api_of(cast.director).generic(
        method, filled(path, ids(other_cast), cast.tournament.slug), _json(body), content_type="application/json"
    )
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


def test_a_roster_entry_is_reached_through_its_own_team_alone(cast: Cast) -> None:
    entry = cast.away_team.roster.get(number=6)
    path = f"{ROOT}tournaments/{cast.tournament.slug}/teams/{cast.home_team.pk}/roster/{entry.pk}/"
    for method in ("get", "patch", "delete"):
        assert getattr(api_of(cast.director), method)(path, {}, format="json").status_code == 404


@pytest.mark.parametrize("path", ["T/", "T/teams/", "T/matches/", "T/roles/"])
def test_the_director_of_another_tournament_may_not(cast: Cast, other_cast: Cast, path: str) -> None:
    address = filled(path, {}, cast.tournament.slug)
    answer = api_of(other_cast.director).generic("PATCH" if path == "T/" else "POST", address, "{}", "application/json")
    assert answer.status_code == 403


@pytest.mark.parametrize("pk", ["0", "999999999", "9" * 40])
@pytest.mark.parametrize("things", ["divisions", "teams", "stages", "rounds", "matches", "roles"])
def test_an_id_that_nothing_has_is_not_found(cast: Cast, things: str, pk: str) -> None:
    answer = api_of(cast.director).get(f"{ROOT}tournaments/{cast.tournament.slug}/{things}/{pk}/")
    assert answer.status_code == 404


def test_no_such_tournament(cast: Cast) -> None:
    for role in ("director", "visitor"):
        for path in ("", "teams/", "roles/"):
            status = api_of(cast.user(role)).get(f"{ROOT}tournaments/nowhere/{path}").status_code
            assert status == (401 if path == "roles/" and role == "visitor" else 404)


def test_a_session_may_too_and_needs_the_csrf_token(cast: Cast) -> None:
    from rest_framework.test import APIClient

    client = APIClient(enforce_csrf_checks=True)
    client.force_login(cast.director, backend="django.contrib.auth.backends.ModelBackend")
    path = f"{ROOT}tournaments/{cast.tournament.slug}/teams/"
    assert client.get(path).status_code == 200
    refused = client.post(path, {"name": "Ibises"}, format="json")
    assert refused.status_code == 403
    client.get("/account/password/")
    token = client.cookies["csrftoken"].value
    assert client.post(path, {"name": "Ibises"}, format="json", HTTP_X_CSRFTOKEN=token).status_code == 201
