"""Bad input at every endpoint of the penalties' API: a 4xx that names the field and says why, nothing saved."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from penalties.models import Call, Incident, Ruling
from scoring.models import LedgerEvent
from tests.cast import Cast, client_of
from tests.penalties.acts import PEEPED, claim, rule_now
from tests.penalties.api.helpers import incidents_url, url
from tests.scoring.api.test_bad_input import HUGE, NUL, WITHOUT, changed
from tests.scoring.api.test_flow import post, table_url
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of
from tournaments.models import Bar

pytestmark = pytest.mark.django_db

ID = "2f1f3a52-9d7e-4d1c-8c55-0f0a5f2f7c11"
FREE = {"clause": "14.e", "phase": "match", "offender": "N"}


def saved() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (LedgerEvent, Incident, Ruling, Call, Bar))


def refused(client: Client, path: str, body: Any, field: str, status: int = 400) -> dict[str, Any]:
    before = saved()
    response = post(client, path, body)
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    if status == 400:
        fields = [error["field"] for error in answer["errors"]]
        assert fields
        assert all(one == field or one.startswith(field + ".") for one in fields), fields
        assert all(error["message"] for error in answer["errors"])
    assert saved() == before
    return answer


INCIDENT: list[tuple[dict[str, Any], str]] = [
    ({"clause": None}, "incident.clause"),
    ({"clause": "15.a"}, "incident.clause"),
    ({"clause": 7}, "incident.clause"),
    ({"clause": ["7.d"]}, "incident.clause"),
    ({"clause": NUL}, "incident.clause"),
    ({"clause": "x" * 10_000}, "incident.clause"),
    ({"phase": None}, "incident.phase"),
    ({"phase": "asleep"}, "incident.phase"),
    ({"phase": HUGE}, "incident.phase"),
    # 7.d is about running the pack: never after the hand.
    ({"phase": "after-hand"}, "incident.phase"),
    ({"offender": None}, "incident.offender"),
    ({"offender": "X"}, "incident.offender"),
    ({"offender": 4}, "incident.offender"),
    # Only the dealer runs the pack, and S deals.
    ({"offender": "N"}, "incident.offender"),
    ({"offender": None, "player": 999_999}, "incident.player"),
    ({"offender": None, "player": "me"}, "incident.player"),
    ({"offender": None, "player": HUGE}, "incident.player"),
    ({"offender": None, "player": True}, "incident.player"),
    ({"player": 999_999}, "incident.player"),
    ({"packet": 4}, "incident.packet"),
    ({"packet": "two"}, "incident.packet"),
    ({"packet": HUGE}, "incident.packet"),
    ({"hand": 3}, "incident.hand"),
    ({"hand": {"kicked": -1}}, "incident.hand.kicked"),
    ({"hand": {"kicked": HUGE}}, "incident.hand.kicked"),
    ({"hand": {"points": {"NS": 1}}}, "incident.hand.points"),
    ({"hand": {"colour": "red"}}, "incident.hand"),
    ({"called_by": "me"}, "incident.called_by"),
    ({"minutes": -5}, "incident.minutes"),
    ({"minutes": 1.5}, "incident.minutes"),
    ({"minutes": True}, "incident.minutes"),
    ({"choice": 5}, "incident.choice"),
    ({"choice": {"option": 5}}, "incident.choice"),
    ({"choice": {"text": NUL}}, "incident.choice.text"),
    ({"choice": {"text": "\ud800"}}, "incident.choice.text"),
    ({"choice": {"colour": "red"}}, "incident.choice"),
    ({"clause": "11.b", "phase": "playing", "choice": "both"}, "incident.choice"),
    ({"clause": "11.b", "phase": "playing", "choice": {"option": "own", "by": "the crowd"}}, "incident.choice.by"),
    (FREE | {"choice": {"bullseyes": 11, "by": "official"}}, "incident.choice"),
    (FREE | {"choice": {"bullseyes": -1, "by": "official"}}, "incident.choice"),
    (FREE | {"choice": {"bullseyes": HUGE, "by": "official"}}, "incident.choice"),
    (FREE | {"choice": {"bullseyes": 3, "by": "captains"}}, "incident.choice.by"),
    ({"scores": {"NS": 3, "EW": 4}}, "incident.scores"),
    ({"warned": True}, "incident.warned"),
    ({"warned_elsewhere": True}, "incident.warned_elsewhere"),
    ({"ruleset": "parlour"}, "incident.ruleset"),
    ({"format": "all-fours/incident@1"}, "incident.format"),
    ({"event": "tally"}, "incident.event"),
    ({"colour": "red"}, "incident.colour"),
    ({"dealer": "Q"}, "incident.dealer"),
    ({"id": 5}, "incident.id"),
    ({"choice": {"text": "x" * 30_000}}, "incident"),
]


@pytest.mark.parametrize(("more", "field"), INCIDENT, ids=lambda value: repr(value)[:40])
def test_an_incident_that_cannot_be_is_refused_wherever_it_comes_in(
    cast: Cast, more: dict[str, Any], field: str
) -> None:
    open_it(cast)
    client = client_of(cast.official)
    asked = PEEPED | more
    refused(client, incidents_url(cast, "preview/"), {"incident": asked}, field)
    refused(client, incidents_url(cast), {"incident": asked, "client_id": ID}, field)
    refused(client, incidents_url(cast), {"incident": asked, "client_id": ID, "rule": True, "expected": 1}, field)
    incident = claim(cast)
    body = {"incident": asked, "client_id": ID, "expected": 1}
    refused(client, url(cast, f"incidents/{incident.pk}/rule/"), body, field)
    ruling = rule_now(cast).ruling
    change = {"incident": asked, "client_id": ID, "expected": 2, "reason": "Wrong."}
    refused(client, url(cast, f"rulings/{ruling.pk}/change/"), change, field)
    refused(client, url(cast, f"rulings/{ruling.pk}/preview/"), {"incident": asked}, field)


ACT: list[tuple[str, Any]] = [
    ("expected", WITHOUT),
    ("expected", "two"),
    ("expected", -1),
    ("expected", HUGE),
    ("expected", None),
    ("expected", True),
    ("expected", [1]),
    ("client_id", WITHOUT),
    ("client_id", "not-a-uuid"),
    ("client_id", 7),
    ("client_id", NUL),
    ("client_id", None),
    ("device", "x" * 121),
    ("device", 5),
    ("device", NUL),
    ("device", "\ud800"),
    ("colour", "red"),
]
REASONS: list[tuple[str, Any]] = [
    ("reasons", 5),
    ("reasons", ["why"]),
    ("reasons", NUL),
    ("reasons", "\ud800"),
    ("reasons", "x" * 2001),
]
REASON: list[tuple[str, Any]] = [
    ("reason", WITHOUT),
    ("reason", None),
    ("reason", ""),
    ("reason", "   "),
    ("reason", 5),
    ("reason", {"a": 1}),
    ("reason", NUL),
    ("reason", "\ud800"),
    ("reason", "x" * 501),
]
INCIDENT_FIELD: list[tuple[str, Any]] = [("incident", value) for value in ("10.a", 5, ["10.a"], True)]


@pytest.mark.parametrize(("path", "value"), ACT + REASONS + INCIDENT_FIELD, ids=lambda value: repr(value)[:30])
def test_a_ruling_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast)
    body = {"expected": 1, "client_id": ID, "incident": PEEPED, "reasons": "Seen."}
    refused(
        client_of(cast.official),
        url(cast, f"incidents/{claim(cast).pk}/rule/"),
        changed(body, path, value),
        path,
    )


NOTE: list[tuple[str, Any]] = [
    ("note", 5),
    ("note", NUL),
    ("note", "x" * 501),
    ("note", "\ud800"),
    ("rule", "yes"),
    ("rule", 1),
    ("call", "yes"),
    ("incident", WITHOUT),
    ("incident", None),
]


@pytest.mark.parametrize(
    ("path", "value"),
    ACT + REASONS + NOTE + INCIDENT_FIELD,
    ids=lambda value: repr(value)[:30],
)
def test_a_report_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast)
    body = {"expected": 1, "client_id": ID, "incident": PEEPED, "rule": True, "note": "At once."}
    refused(client_of(cast.official), incidents_url(cast), changed(body, path, value), path)


@pytest.mark.parametrize(("path", "value"), ACT + REASON, ids=lambda value: repr(value)[:30])
def test_a_cancellation_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast)
    ruling = rule_now(cast).ruling
    body = {"expected": 2, "client_id": ID, "reason": "Wrong pair."}
    refused(client_of(cast.official), url(cast, f"rulings/{ruling.pk}/cancel/"), changed(body, path, value), path)


@pytest.mark.parametrize(
    ("path", "value"),
    [*ACT, *REASON, *REASONS, *INCIDENT_FIELD, ("incident", WITHOUT)],
    ids=lambda value: repr(value)[:30],
)
def test_a_change_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast)
    ruling = rule_now(cast).ruling
    body = {"expected": 2, "client_id": ID, "reason": "Wrong pair.", "incident": PEEPED, "reasons": "Seen."}
    refused(client_of(cast.official), url(cast, f"rulings/{ruling.pk}/change/"), changed(body, path, value), path)


@pytest.mark.parametrize(("path", "value"), [*REASON, ("colour", "red")], ids=lambda value: repr(value)[:30])
def test_a_dismissal_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast)
    body = changed({"reason": "Nobody saw it."}, path, value)
    refused(client_of(cast.official), url(cast, f"incidents/{claim(cast).pk}/dismiss/"), body, path)


@pytest.mark.parametrize(("path", "value"), [("reason", 5), ("reason", NUL), ("reason", "x" * 501), ("colour", "red")])
def test_a_withdrawal_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast)
    refused(client_of(cast.captain_away), url(cast, f"incidents/{claim(cast).pk}/withdraw/"), {path: value}, path)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("note", 5),
        ("note", NUL),
        ("note", "x" * 201),
        ("incident", "5"),
        ("incident", 0),
        ("incident", HUGE),
        ("incident", 999_999),
        ("incident", True),
        ("colour", "red"),
    ],
)
def test_a_call_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast)
    refused(client_of(cast.captain_home), table_url(cast, 1, "call/"), {path: value}, path)


def test_a_call_about_a_report_of_another_table(cast: Cast) -> None:
    open_it(cast)
    body = {"incident": claim(cast).pk}
    refused(client_of(cast.official), table_url(cast, 2, "call/"), body, "incident")


@pytest.mark.parametrize("end", ["answer/", "close/"])
def test_a_call_s_acts_ask_for_nothing(cast: Cast, end: str) -> None:
    made = post(client_of(cast.scorer), table_url(cast, 1, "call/"), {})
    path = url(cast, f"calls/{made.json()['id']}/{end}")
    refused(client_of(cast.official), path, {"colour": "red"}, "colour")


BAR: list[tuple[str, Any]] = [
    ("player", WITHOUT),
    ("player", "one"),
    ("player", 999_999),
    ("player", HUGE),
    ("player", None),
    ("kind", WITHOUT),
    ("kind", "banished"),
    ("kind", 5),
    ("match", 999_999),
    ("match", "one"),
    ("reason", WITHOUT),
    ("reason", " "),
    ("reason", NUL),
    ("reason", "x" * 301),
    ("ends_at", "tomorrow"),
    ("ends_at", "2001-01-01T00:00:00Z"),
    ("ends_at", HUGE),
    ("ruling", 999_999),
    ("colour", "red"),
]


@pytest.mark.parametrize(("path", "value"), BAR, ids=lambda value: repr(value)[:30])
def test_a_bar_names_the_field(cast: Cast, path: str, value: Any) -> None:
    player = cast.home_team.roster.get(number=5).player_id
    body = {"player": player, "kind": "suspended", "reason": "Late."}
    refused(client_of(cast.director), url(cast, "bars/"), changed(body, path, value), path)


@pytest.mark.parametrize("value", [WITHOUT, "", NUL, 5, "x" * 301], ids=repr)
def test_lifting_names_the_field(cast: Cast, value: Any) -> None:
    player = cast.home_team.roster.get(number=5).player_id
    client = client_of(cast.director)
    made = post(client, url(cast, "bars/"), {"player": player, "kind": "suspended", "reason": "Late."})
    body = changed({"reason": "Heard."}, "reason", value)
    refused(client, url(cast, f"bars/{made.json()['id']}/lift/"), body, "reason")


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("incidents/?state=lost", "state"),
        ("incidents/?match=one", "match"),
        ("incidents/?match=99999999999999999999999", "match"),
        ("incidents/?clause=%00", "clause"),
        ("incidents/?colour=red", "colour"),
    ],
)
def test_a_list_names_the_field(cast: Cast, path: str, field: str) -> None:
    response = client_of(cast.official).get(url(cast, path))
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("code/?phase=asleep", 400),
        ("code/?section=x", 400),
        ("code/?ruleset=bridge", 400),
        ("code/?colour=red", 400),
        ("code/search/", 400),
        ("code/search/?q=" + "x" * 201, 400),
        ("code/search/?q=%00", 400),
        ("code/15.a/", 404),
        ("code/%00/", 404),
    ],
)
def test_the_code_asked_wrongly(client: Client, path: str, status: int) -> None:
    assert client.get("/api/v1/" + path).status_code == status


def test_what_is_still_needed_is_said(cast: Cast) -> None:
    open_it(cast)
    asked = {"clause": "11.b", "offender": "E", "phase": "playing"}
    body = {"incident": asked, "client_id": ID, "rule": True, "expected": 1}
    answer = refused(client_of(cast.official), incidents_url(cast), body, "incident.choice")
    assert (answer["needs"], answer["options"], answer["chooser"]) == (
        ["choice"],
        ["own", "opponents", "last-lift-refused"],
        "official",
    )


def test_stale_repeated_and_too_late(cast: Cast) -> None:
    open_it(cast)
    incident = claim(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    client, path = client_of(cast.official), url(cast, f"incidents/{incident.pk}/rule/")
    asked = PEEPED | {"offender": "E"}
    stale = refused(client, path, {"expected": 1, "client_id": ID, "incident": asked}, "", 409)
    assert (stale["sequence"], stale["board"]["scores"]) == (2, {"NS": 3, "EW": 1})

    body = {"expected": 2, "client_id": ID, "incident": asked}
    first, again = post(client, path, body), post(client, path, body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["answer"] == again.json()["answer"]

    other = refused(client, path, {"expected": 3, "client_id": str(uuid4()), "incident": asked}, "", 409)
    assert (other["code"], other["ruling"]) == ("already-ruled", first.json()["ruling"]["id"])
    used = refused(client, path, body | {"incident": {"clause": "10.a", "offender": "N", "phase": "playing"}}, "", 422)
    assert used["code"] == "client-id-used"


def test_a_table_that_is_not_open_takes_no_report(cast: Cast) -> None:
    answer = refused(client_of(cast.captain_home), incidents_url(cast), {"incident": PEEPED, "client_id": ID}, "", 422)
    assert answer["code"] == "not-opened"
