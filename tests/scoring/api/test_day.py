"""The day over the API: every act by every role, what is refused, and what does not belong here."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.cast import ROLES, Cast
from tests.factories import RoleFactory
from tests.scoring.halls import late_for_good, room, spots
from tests.tournaments.api.client import ROOT, api_of, fields
from tournaments.models import Match, RoleName, Room
from tournaments.services import clocks, occurrences, placing, rooms

pytestmark = pytest.mark.django_db

OPEN = dict.fromkeys([*ROLES, "committee"], 200)


def by(allowed: int, *roles: str) -> dict[str, int]:
    """These may; a visitor is asked who he is, the others may not."""
    return {role: allowed if role in roles else 401 if role == "visitor" else 403 for role in [*ROLES, "committee"]}


def runs(allowed: int) -> dict[str, int]:
    return by(allowed, "director", "official")


def decides(allowed: int) -> dict[str, int]:
    return by(allowed, "director", "committee")


CALLS: dict[str, tuple[str, str, Any, dict[str, int]]] = {
    "rooms": ("GET", "rooms/", None, OPEN),
    "add a room": ("POST", "rooms/", {"name": "Gallery", "numbers": [1, 2]}, by(201, "director")),
    "a room": ("GET", "rooms/ROOM/", None, OPEN),
    "change a room": ("PATCH", "rooms/ROOM/", {"order": 3, "numbers": [1, 2, 3, 4, 5]}, by(200, "director")),
    "remove a room": ("DELETE", "rooms/EMPTY/", None, by(204, "director")),
    "the day": ("GET", "day/", None, OPEN),
    "clocks": ("GET", "clocks/", None, OPEN),
    "start a clock": ("POST", "clocks/", {"kind": "break", "minutes": 10}, runs(201)),
    "pause": ("POST", "clocks/CLOCK/pause/", {}, runs(200)),
    "go on": ("POST", "clocks/PAUSED/go-on/", {}, runs(200)),
    "add minutes": ("POST", "clocks/CLOCK/add/", {"minutes": -5}, runs(200)),
    "stop": ("POST", "clocks/CLOCK/stop/", {}, runs(200)),
    "look at places": ("GET", "rounds/ROUND/places/", None, runs(200)),
    "place": ("POST", "rounds/ROUND/places/", {}, runs(200)),
    "look at officials": ("GET", "rounds/ROUND/officials/", None, runs(200)),
    "give officials": ("POST", "rounds/ROUND/officials/", {}, runs(200)),
    "state": ("GET", "rounds/ROUND/state/", None, runs(200)),
    "open": ("POST", "rounds/ROUND/open/", {}, runs(200)),
    "close": ("POST", "rounds/ROUND/close/", {}, runs(400)),
    "reopen": ("POST", "rounds/ROUND/reopen/", {"reason": "x"}, runs(400)),
    "set spots": ("PUT", "matches/MATCH/spots/", {"spots": {"1": "SPOT", "2": None}}, runs(200)),
    "call": ("POST", "matches/MATCH/call/", {}, runs(200)),
    "time": ("PUT", "matches/MATCH/time/", {"starts_at": "2026-12-05T12:00:00Z"}, runs(200)),
    "occurrences": ("GET", "matches/MATCH/occurrences/", None, OPEN),
    "late": ("POST", "matches/MATCH/occurrences/", {"kind": "late", "team": "home"}, runs(201)),
    "postpone": ("POST", "matches/MATCH/occurrences/", {"kind": "postponed", "reason": "Rain"}, runs(201)),
    "walk over": ("POST", "matches/LATE/walk-over/", {"winner": "home", "reason": "x"}, runs(201)),
    "award": (
        "POST",
        "matches/BROKEN/award/",
        {"home_bullseyes": 11, "away_bullseyes": 2, "reason": "x"},
        decides(201),
    ),
    "play again": ("POST", "matches/BROKEN/play-again/", {"reason": "x"}, decides(200)),
    "take back": ("POST", "matches/MATCH/take-back/", {"reason": "x"}, runs(422)),
}


def known(cast: Cast, path: str = "") -> dict[str, int]:
    """What the words in capitals stand for, made as far as the address needs it."""
    Match.objects.filter(pk=cast.match.pk).update(official=None)
    hall = room(cast, tables=4)
    found = {
        "ROOM": hall.pk,
        "EMPTY": rooms.add(cast.tournament, name="Porch").pk,
        "SPOT": spots(hall)[0].pk,
        "ROUND": cast.round_one.pk,
        "MATCH": cast.match.pk,
        "LATE": cast.match.pk,
        "BROKEN": cast.match.pk,
    }
    if "CLOCK" in path or "PAUSED" in path:
        clock = clocks.start(cast.tournament, kind="round", minutes=60, by=cast.official)
        found |= {"CLOCK": clock.pk, "PAUSED": clock.pk}
        if "PAUSED" in path:
            clocks.pause(clock)
    if "LATE" in path:
        late_for_good(cast)
    if "BROKEN" in path:
        occurrences.abandon(cast.match, reason="A fight", by=cast.official)
    return found


def filled(value: Any, names: dict[str, int]) -> Any:
    if isinstance(value, dict):
        return {key: filled(item, names) for key, item in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


def ask(cast: Cast, user: Any, method: str, path: str, body: Any, names: dict[str, int]) -> Any:
    whole = "/".join(str(names.get(part, part)) for part in path.split("/"))
    data = "" if body is None else json.dumps(filled(body, names))
    return api_of(user).generic(
        method, f"{ROOT}tournaments/{cast.tournament.slug}/{whole}", data, content_type="application/json"
    )


@pytest.mark.parametrize("call", CALLS)
def test_by_role(cast: Cast, call: str) -> None:
    """Those who may not come first: nothing that they send changes what the next one finds. One who may is last."""
    method, path, body, wanted = CALLS[call]
    names = known(cast, path)
    committee = RoleFactory.create(tournament=cast.tournament, name=RoleName.COMMITTEE).user
    may = [role for role, status in wanted.items() if status not in (401, 403)]
    chosen = may if method == "GET" else may[-1:]
    for role in [*(role for role in wanted if role not in may), *chosen]:
        user = committee if role == "committee" else cast.user(role)
        answer = ask(cast, user, method, path, body, names)
        assert answer.status_code == wanted[role], (role, answer.content)


@pytest.mark.parametrize("call", [call for call, (_, path, _, _) in CALLS.items() if any(c.isupper() for c in path)])
def test_things_of_another_tournament_are_not_found(cast: Cast, other_cast: Cast, call: str) -> None:
    method, path, body, _ = CALLS[call]
    names = known(other_cast, path)
    RoleFactory.create(tournament=other_cast.tournament, user=cast.director, name=RoleName.DIRECTOR)
    assert ask(cast, cast.director, method, path, body, names).status_code == 404


BAD: list[tuple[str, str, Any, set[str]]] = [
    ("POST", "rooms/", {}, {"name"}),
    ("POST", "rooms/", {"name": "x", "numbers": [0]}, {"numbers.0"}),
    ("POST", "rooms/", {"name": "x", "numbers": "1-4"}, {"numbers"}),
    ("POST", "rooms/", {"name": "x\x00"}, {"name"}),
    ("POST", "rooms/", {"name": "x", "colour": 1}, {"colour"}),
    ("PATCH", "rooms/ROOM/", {"order": -1}, {"order"}),
    ("POST", "clocks/", {"kind": "lunch", "minutes": 5}, {"kind"}),
    ("POST", "clocks/", {"kind": "round", "minutes": "5"}, {"minutes"}),
    ("POST", "clocks/", {"kind": "round", "minutes": 1441}, {"minutes"}),
    ("POST", "clocks/", {"kind": "round", "minutes": 5, "round": 999999}, {"round"}),
    ("POST", "clocks/CLOCK/add/", {"minutes": 0}, {"minutes"}),
    ("POST", "clocks/CLOCK/go-on/", {}, {"clock"}),
    ("POST", "rounds/ROUND/open/", {"reason": 5}, {"reason"}),
    ("POST", "rounds/ROUND/reopen/", {}, {"reason"}),
    ("POST", "rounds/ROUND/close/", {"force": True}, {"force"}),
    ("PUT", "matches/MATCH/spots/", {}, {"spots"}),
    ("PUT", "matches/MATCH/spots/", {"spots": {"1": 999999}}, {"spots"}),
    ("PUT", "matches/MATCH/spots/", {"spots": {"one": "SPOT"}}, {"spots"}),
    ("PUT", "matches/MATCH/spots/", {"spots": {"9": "SPOT"}}, {"spots"}),
    ("PUT", "matches/MATCH/spots/", {"spots": {"1": True}}, {"spots.1"}),
    ("POST", "matches/MATCH/call/", {"spots": [999999]}, {"spots"}),
    ("POST", "matches/MATCH/call/", {"spots": []}, {"spots"}),
    ("PUT", "matches/MATCH/time/", {"starts_at": "noon"}, {"starts_at"}),
    ("POST", "matches/MATCH/occurrences/", {"kind": "walk-over"}, {"kind"}),
    ("POST", "matches/MATCH/occurrences/", {"kind": "late"}, {"team"}),
    ("POST", "matches/MATCH/occurrences/", {"kind": "arrived", "team": "away"}, {"team"}),
    ("POST", "matches/MATCH/occurrences/", {"kind": "abandoned"}, {"reason"}),
    (
        "POST",
        "matches/MATCH/occurrences/",
        {"kind": "postponed", "reason": "x", "until": "2001-01-01T00:00Z"},
        {"until"},
    ),
    ("POST", "matches/MATCH/occurrences/", {"kind": "resumed"}, {"match"}),
    ("POST", "matches/LATE/walk-over/", {"winner": "both", "reason": "x"}, {"winner"}),
    ("POST", "matches/LATE/walk-over/", {"winner": "home", "reason": "   "}, {"reason"}),
    ("POST", "matches/LATE/walk-over/", {"winner": "home", "reason": "x", "client_id": "7"}, {"client_id"}),
    ("POST", "matches/BROKEN/award/", {"home_bullseyes": 5, "away_bullseyes": 5, "reason": "x"}, {"away_bullseyes"}),
    (
        "POST",
        "matches/BROKEN/award/",
        {"home_bullseyes": 5.5, "away_bullseyes": -1, "reason": "x"},
        {"home_bullseyes", "away_bullseyes"},
    ),
    ("PATCH", "", {"grace_minutes": 241}, {"grace_minutes"}),
    ("PATCH", "", {"walk_over_bullseyes": 0}, {"walk_over_bullseyes"}),
]


@pytest.mark.parametrize(("method", "path", "body", "wanted"), BAD)
def test_bad_input_names_its_field(cast: Cast, method: str, path: str, body: Any, wanted: set[str]) -> None:
    names = known(cast, path)
    answer = ask(cast, cast.director, method, path, body, names)
    assert answer.status_code == 400, answer.content
    assert fields(answer) == wanted


@pytest.mark.parametrize("body", ["[]", "7", '"x"', "null", "{", "\x00"])
def test_a_body_that_is_no_object_is_400(cast: Cast, body: str) -> None:
    names = known(cast)
    for method, path, sent, _ in CALLS.values():
        if method != "GET" and sent and not any(word in path for word in ("CLOCK", "PAUSED")):
            whole = "/".join(str(names.get(part, part)) for part in path.split("/"))
            url = f"{ROOT}tournaments/{cast.tournament.slug}/{whole}"
            answer = api_of(cast.director).generic(method, url, body, content_type="application/json")
            assert answer.status_code == 400, (path, answer.content)


def test_a_day_from_placing_to_the_walk_over(cast: Cast) -> None:
    hall = room(cast, tables=2)
    names = {"ROUND": cast.round_one.pk, "MATCH": cast.match.pk}

    def run(method: str, path: str, body: Any) -> Any:
        return ask(cast, cast.official, method, path, body, names)

    placed = run("POST", "rounds/ROUND/places/", {}).json()
    assert placed == {
        "placed": [
            {
                "match": cast.match.pk,
                "name": "Pelicans v Scarlets",
                "where": "Hall 1, Hall 2",
                "spots": {str(number): spot.pk for number, spot in enumerate(spots(hall), start=1)},
            }
        ],
        "left": [],
    }
    assert run("POST", "rounds/ROUND/open/", {}).json()["missing"][0]["code"] == "unplayed"
    run("POST", "matches/MATCH/occurrences/", {"kind": "late", "team": "away"})
    [late] = run("GET", "day/", None).json()["matches"][0]["late"]
    assert late["name"] == "Scarlets"
    body = {"winner": "home", "reason": "Nobody came", "client_id": str(uuid4())}
    refused = run("POST", "matches/MATCH/walk-over/", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "grace-runs")
    cast.round_one.refresh_from_db()
    cast.round_one.opened_at = timezone.now() - timedelta(minutes=16)
    cast.round_one.save()
    Match.objects.filter(pk=cast.match.pk).update(starts_at=timezone.now() - timedelta(minutes=20))
    assert run("POST", "matches/MATCH/walk-over/", body).status_code == 201
    assert run("POST", "matches/MATCH/walk-over/", body).status_code == 200
    day = run("GET", "day/", None).json()["matches"][0]
    assert (day["day_state"], day["home_bullseyes"], day["late"]) == ("walk-over", 11, [])
    assert ask(cast, cast.director, "POST", "matches/MATCH/result/", {}, names).status_code == 201
    assert run("POST", "rounds/ROUND/close/", {}).json()["missing"] == []


def test_the_clock_tells_the_hour_and_the_end(cast: Cast) -> None:
    clocks.start(cast.tournament, kind="round", minutes=60, by=cast.official, round=cast.round_one)
    told = ask(cast, None, "GET", "clocks/", None, {}).json()
    [clock] = told["clocks"]
    from datetime import datetime

    left = (datetime.fromisoformat(clock["ends_at"]) - datetime.fromisoformat(told["now"])).total_seconds()
    assert left == pytest.approx(clock["left"], abs=0.001)
    assert (clock["title"], clock["paused"], clock["seconds"]) == ("Round 1", False, 3600)


def test_a_room_where_a_match_is_placed_stays(cast: Cast) -> None:
    room(cast)
    placing.place(cast.round_one)
    answer = ask(cast, cast.director, "DELETE", "rooms/ROOM/", None, {"ROOM": Room.objects.get().pk})
    assert (answer.status_code, fields(answer)) == (400, {"room"})
