"""Each endpoint with what cannot be: 400 as a problem answer, the field named, nothing saved."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cast import Cast
from tests.factories import DivisionFactory
from tests.tournaments.api.client import ROOT, api_of, fields
from tests.tournaments.snapshot import snapshot
from tournaments.services import stages, tournaments

TEXT: list[Any] = ["", " ", None, 5, 1.5, True, [], {}, ["a"], "\x00", "a\x00b", "\ud800", "a\u202eb", "x" * 5000]
MAY_BE_BLANK = [value for value in TEXT if value not in ("", " ")]
NUMBER: list[Any] = [-1, 10**30, 1.5, "5", "x", True, [], {}, "\x00"]
ID: list[Any] = [0, -1, 999_999, 10**30, 1.5, "1", "x", True, [], {}]
DAY: list[Any] = ["", 5, True, [], {}, "tomorrow", "2026-02-30", "31/12/2026", "0001-01-01", "9999-12-31", "\x00"]
MOMENT: list[Any] = [*DAY, "2026-08-01T25:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"]

ENDPOINTS: list[tuple[str, str, dict[str, Any], dict[str, list[Any]]]] = [
    (
        "post",
        "tournaments/",
        {"name": "New"},
        {
            "name": TEXT,
            "venue": MAY_BE_BLANK,
            "starts_on": DAY,
            "ends_on": DAY,
            "ruleset_name": [*TEXT, "whist"],
            "ruleset_options": [
                None, 5, "x", [], {"trumps": 1}, {"gamble_points": 3}, {"gamble_points": "2"}, {"gamble_points": None},
                {"loser_mark": "\x00"}, {"loser_mark": "\ud800"}, {"\x00": 1}, {"low_owner": {"a": [1]}},
                {"substitute_limit": 10**30}, {"x" * 5000: 1},
            ],
            "tables_per_match": [None, 0, 25, *NUMBER],
            "games_per_table": [None, 0, 41, *NUMBER],
            "race_target_set": [0, 12, 32768, *NUMBER],
            "appeal_hours": [None, 0, 721, *NUMBER],
            "tie_break": [None, 5, "wins", {}, [], [5], [None], ["luck"], ["wins", "-wins"], ["\x00"], ["wins"] * 5000],
            "slug": ["mine"],
            "unheard_of": [1],
            "\x00": [1],
        },
    ),
    (
        "patch",
        "T/",
        {},
        {
            "name": TEXT,
            "venue": MAY_BE_BLANK,
            "starts_on": DAY,
            "tables_per_match": [None, 0, 25, *NUMBER],
            "race_target_set": [12, *NUMBER],
            "tie_break": [None, [], ["luck"]],
            "appeal_hours": [None, 0, 721, *NUMBER],
            "ruleset_frozen_at": [None],
        },
    ),
    ("post", "T/divisions/", {"name": "New"}, {"name": [*TEXT, "north", "x" * 61], "order": [None, 32768, *NUMBER]}),
    ("patch", "T/divisions/DIVISION/", {}, {"name": [*TEXT, "x" * 61], "order": [None, 32768, *NUMBER]}),
    ("post", "T/teams/", {"name": "New"}, {"name": [*TEXT, "PELICANS", "x" * 81], "division": [*ID, "FOREIGN"]}),
    ("patch", "T/teams/HOME/", {}, {"name": [*TEXT, "Scarlets", "x" * 81], "division": [*ID, "FOREIGN"]}),
    (
        "post",
        "T/teams/HOME/roster/",
        {"name": "Nia"},
        {
            "name": [*TEXT, "anil joseph", "x" * 81],
            "number": [1, 1000, *NUMBER],
            "captain": [True, None, 1, "yes", "true", [], {}],
        },
    ),
    ("post", "T/teams/HOME/roster/lines/", {}, {"names": [*TEXT, "Anil Joseph", "1 Nia", "Nia\nnia", "x" * 20_001]}),
    (
        "patch",
        "T/teams/HOME/roster/ENTRY/",
        {},
        {"name": [*TEXT, "Anil Joseph"], "number": [1, 1000, *NUMBER], "captain": [None, 1, "no"]},
    ),
    (
        "post",
        "T/stages/",
        {"kind": "round-robin"},
        {
            "kind": ["", None, 5, True, [], {}, "whist", "\x00"],
            "name": [*TEXT, "cup", "x" * 61],
            "order": [None, 0, 1000, *NUMBER],
            "seed": [*TEXT, "x" * 65],
            "teams": [None, 5, "x", {}, [None], ["1"], [True], [[1]], ["HOME", "HOME"], ["FOREIGN"], [10**30]],
            "numbers": ["", None, 5, True, [], {}, "luck", "\x00"],
            "pools": ["", None, 5, [], "luck", "snake", "lot"],
            "pools_count": [0, 27, 2, *NUMBER],
            "rounds": [0, 127, *NUMBER],
            "third_place": [True],
            "minor_cup": [None, 1, "yes", True],
            "cross_over": [True],
            "fixtures": [[]],
            "state": ["published"],
            "tables_per_match": [0, 25, *NUMBER],
            "games_per_table": [0, 41, *NUMBER],
            "race_target_set": [0, 12, 32768, *NUMBER],
            "play_all": [None, 1, "yes"],
            "level_stands": [None, 0, "no"],
            "tie_break": [5, "wins", {}, [None], [5], ["luck"], ["wins", "-wins"], ["\x00"], ["x" * 41]],
            "source": [*ID, "FOREIGN"],
            "places_from": [0, 513, 1, *NUMBER],
            "places_to": [0, 513, 2, *NUMBER],
            "places_by": ["", None, 5, [], "luck"],
        },
    ),
    (
        "post",
        "T/stages/",
        {"kind": "prescribed"},
        {
            "fixtures": [
                None, 5, "x", {}, [None], [5], [[5]], [[[1]]], [[[1, 2, 3]]], [[["HOME", None]]], [[["HOME", "x"]]],
                [[["HOME", "FOREIGN"]]], [[]] * 127, [[[1, 2]] * 257],
            ],
            "teams": [["HOME"]],
        },
    ),
    (
        "patch",
        "T/stages/STAGE/",
        {},
        {
            "name": TEXT,
            "kind": ["knock-out"],
            "order": [0, *NUMBER],
            "seed": TEXT,
            "numbers": ["luck", None],
            "third_place": [True, False],
            "pools_count": [3],
        },
    ),
    ("patch", "T/stages/PUBLISHED/", {}, {"seed": ["other"]}),
    ("post", "T/rounds/", {}, {"number": [None, 0, 1, 1000, *NUMBER], "name": MAY_BE_BLANK, "starts_at": MOMENT}),
    ("patch", "T/rounds/ROUND/", {}, {"number": [None, 0, 1000, *NUMBER], "name": MAY_BE_BLANK, "starts_at": MOMENT}),
    (
        "post",
        "T/matches/",
        {"round": "ROUND", "home": "HOME", "away": "THIRD"},
        {
            "round": [None, *ID, "FOREIGN"],
            "home": [None, *ID, "FOREIGN"],
            "away": [None, *ID, "FOREIGN", "AWAY", "HOME"],
            "official": ["", 5, True, [], "nobody", "harbour-scorer", "island-official", "\x00", "\ud800", "x" * 151],
            "place": [*MAY_BE_BLANK, "x" * 61],
        },
    ),
    (
        "patch",
        "T/matches/MATCH/",
        {},
        {
            "official": ["", 5, "nobody", "harbour-scorer", "island-official", "\x00"],
            "place": [*MAY_BE_BLANK, "x" * 61],
            "home": [1],
            "tables_per_match": [None, 0, 25, *NUMBER],
            "games_per_table": [None, 0, 41, *NUMBER],
            "race_target_set": [0, 12, 32768, *NUMBER],
            "play_all": [None, 1, "yes"],
            "level_stands": [None, 0, "no"],
        },
    ),
    (
        "post",
        "T/roles/",
        {"username": "harbour-outsider", "role": "scorer"},
        {
            "username": [*TEXT, "nobody", "harbour-scorer", "x" * 151],
            "role": ["", None, 5, [], {}, True, "king", "\x00"],
            "team": [*ID, "FOREIGN", "HOME"],
        },
    ),
    (
        "post",
        "T/roles/accounts/",
        {"username": "nia", "display_name": "Nia", "role": "captain", "team": "HOME"},
        {
            "username": [*TEXT, "harbour-scorer", "two words", "x" * 151],
            "display_name": [*TEXT, "x" * 81],
            "role": ["", None, 5, [], "king"],
            "team": [None, *ID, "FOREIGN"],
        },
    ),
    (
        "post",
        "token/",
        {"username": "a", "password": "b"},
        {
            "username": ["", " ", None, 5, 1.5, True, [], {}, "a\x00b", "\ud800", "x" * 151],
            "password": [None, 5, [], "\x00"],
        },
    ),
]  # fmt: skip

CASES = [
    pytest.param(method, path, whole, field, values, id=f"{method} {path} {field.encode('unicode_escape').decode()}")
    for method, path, whole, fields_ in ENDPOINTS
    for field, values in fields_.items()
]


def known(cast: Cast, other: Cast) -> dict[str, int]:
    division = DivisionFactory.create(tournament=cast.tournament, name="North")
    third = cast.tournament.teams.create(name="Third")
    return {
        "DIVISION": division.pk,
        "HOME": cast.home_team.pk,
        "AWAY": cast.away_team.pk,
        "THIRD": third.pk,
        "ENTRY": cast.home_team.roster.get(number=6).pk,
        "ROUND": cast.round_one.pk,
        "MATCH": cast.match.pk,
        "FOREIGN": other.home_team.pk,
        "STAGE": stages.add(cast.tournament, kind="round-robin", name="Cup").pk,
        "PUBLISHED": stages.publish(stages.add(cast.tournament, kind="double"), cast.director).pk,
    }


def filled(value: Any, ids: dict[str, int]) -> Any:
    """Ids in place of the words in capitals, in lists too."""
    if isinstance(value, list):
        return [filled(one, ids) for one in value]
    return ids.get(value, value) if isinstance(value, str) else value


def address(path: str, ids: dict[str, int], cast: Cast) -> str:
    parts = [str(ids.get(part, part)) for part in path.split("/")]
    return ROOT + "/".join(f"tournaments/{cast.tournament.slug}" if part == "T" else part for part in parts)


@pytest.mark.parametrize(("method", "path", "whole", "field", "values"), CASES)
def test_one_field_at_fault(
    cast: Cast, other_cast: Cast, method: str, path: str, whole: dict[str, Any], field: str, values: list[Any]
) -> None:
    ids = known(cast, other_cast)
    # A foreign division must be one of the other tournament's.
    if field == "division":
        ids["FOREIGN"] = DivisionFactory.create(tournament=other_cast.tournament).pk
    if field == "round":
        ids["FOREIGN"] = other_cast.round_one.pk
    client = api_of(cast.director)
    before = snapshot()
    for value in values:
        data = {name: filled(v, ids) for name, v in {**whole, field: value}.items()}
        # ASCII escapes carry a lone surrogate, as a careless program would send it.
        answer = client.generic(method.upper(), address(path, ids, cast), json.dumps(data), "application/json")
        shown = ascii(value)[:60]
        assert answer.status_code == 400, (shown, answer.status_code, answer.content[:200])
        named = fields(answer)
        wanted = ascii(field)[1:-1]
        also = {"home": "away", "role": "team", "pools": "pools_count"}.get(field)
        assert named, shown
        assert all(name.split(".")[0] in (wanted, also) for name in named), (shown, named)
    assert snapshot() == before


MISSING = [(method, path, whole) for method, path, whole, _ in ENDPOINTS if method == "post" and whole]


@pytest.mark.parametrize(("method", "path", "whole"), MISSING, ids=[path for _, path, _ in MISSING])
def test_what_is_needed_is_named(cast: Cast, other_cast: Cast, method: str, path: str, whole: dict[str, Any]) -> None:
    answer = api_of(cast.director).post(address(path, known(cast, other_cast), cast), {}, format="json")
    assert answer.status_code == 400
    assert fields(answer) == set(whole) - {"team"}


BODIES: list[Any] = [
    b"", b"{", b"[]", b"null", b"5", b'"text"', b"{} {}", b"\x00", b"\xff\xfe", b'{"name": "\xff"}', b"NaN",
    b'{"name": NaN}',
    b'{"name": Infinity}', b'{"name": ' + b"9" * 5000 + b"}", b"[" * 20_000, b'{"name":' * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(BODIES)))
@pytest.mark.parametrize("path", ["tournaments/", "T/divisions/", "T/matches/", "T/roles/", "token/"])
def test_a_body_that_is_no_object(cast: Cast, other_cast: Cast, path: str, number: int) -> None:
    before = snapshot()
    client = api_of(None if path == "token/" else cast.director)
    answer = client.generic("POST", address(path, {}, cast), BODIES[number], "application/json")
    assert answer.status_code == 400, answer.content[:200]
    assert answer["Content-Type"] == "application/problem+json"
    assert snapshot() == before


def test_another_kind_of_body_is_not_taken(cast: Cast) -> None:
    path = address("T/teams/", {}, cast)
    client = api_of(cast.director)
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "nonsense"):
        assert client.generic("POST", path, "name=Ibises", kind).status_code == 415
    assert client.generic("POST", path, "x" * 1_100_000, "application/json").status_code in (400, 413)
    assert client.get(path, headers={"accept": "text/html"}).status_code == 406
    assert client.put(path, {}, format="json").status_code == 405


@pytest.mark.parametrize("page", ["0", "-1", "x", "2", "%00", "9" * 5000, "%ED%A0%80"])
def test_a_page_that_is_not_there(cast: Cast, page: str) -> None:
    for path in ("tournaments/", "T/teams/", "T/roles/"):
        assert api_of(cast.director).get(address(path, {}, cast) + f"?page={page}").status_code == 404


@pytest.mark.parametrize("path", ["tournaments/%00/", "tournaments/a%2Fb/", "tournaments/%ED%A0%80/", "tournaments/é/"])
def test_an_address_that_cannot_be(db: None, path: str) -> None:
    assert api_of(None).get(ROOT + path).status_code == 404


@pytest.mark.parametrize("token", ["Token", "Token a b", "Token \x00", "Token é", "Token " + "x" * 5000, "Bearer x"])
def test_a_token_that_nobody_has(cast: Cast, token: str) -> None:
    client = api_of(None)
    client.credentials(HTTP_AUTHORIZATION=token)
    answer = client.post(address("T/teams/", {}, cast), {"name": "Ibises"}, format="json")
    assert answer.status_code == 401


def test_repeating_a_request_saves_once(cast: Cast) -> None:
    client = api_of(cast.director)
    for path, body, field in (
        ("tournaments/", {"name": "New", "starts_on": "2026-08-01"}, "name"),
        ("T/divisions/", {"name": "North"}, "name"),
        ("T/teams/", {"name": "Ibises"}, "name"),
        ("T/rounds/", {"number": 2}, "number"),
        ("T/roles/", {"username": "harbour-outsider", "role": "scorer"}, "username"),
    ):
        assert client.post(address(path, {}, cast), body, format="json").status_code == 201
        before = snapshot()
        again = client.post(address(path, {}, cast), body, format="json")
        assert (again.status_code, fields(again)) == (400, {field})
        assert snapshot() == before


def test_what_is_gone_is_not_found(cast: Cast) -> None:
    client = api_of(cast.director)
    path = address(f"T/matches/{cast.match.pk}/", {}, cast)
    assert client.delete(path).status_code == 204
    for method in ("get", "delete"):
        assert getattr(client, method)(path).status_code == 404
    assert client.patch(path, {"place": "x"}, format="json").status_code == 404


def test_what_is_settled_is_refused_at_its_field(cast: Cast) -> None:
    tournaments.freeze(cast.tournament.pk)
    client = api_of(cast.director)
    body = {"name": "Bay Cup", "games_per_table": 9, "ruleset_options": {"gamble_points": 1}}
    before = snapshot()
    answer = client.patch(address("T/", {}, cast), body, format="json")
    assert (answer.status_code, fields(answer)) == (400, {"games_per_table", "ruleset_options"})
    assert snapshot() == before


def test_what_is_in_use_stays(cast: Cast) -> None:
    client = api_of(cast.director)
    own = cast.tournament.roles.get(name="director")
    before = snapshot()
    for path, field in (
        (f"T/rounds/{cast.round_one.pk}/", "round"),
        (f"T/teams/{cast.home_team.pk}/", "team"),
        (f"T/roles/{own.pk}/", "role"),
    ):
        answer = client.delete(address(path, {}, cast))
        assert (answer.status_code, fields(answer)) == (400, {field})
    assert snapshot() == before
