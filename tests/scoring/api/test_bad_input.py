"""Bad input at every endpoint of the tables' API: a 4xx that names the field, nothing saved."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from scoring.models import LedgerEvent, PrintJob, Result
from tests.cast import Cast, client_of
from tests.scoring.api.test_flow import KICK_JACK, base, opening, post, table_url
from tests.scoring.ledgers import open_it

pytestmark = pytest.mark.django_db

ID = "5b1f3a52-9d7e-4d1c-8c55-0f0a5f2f7c11"
GOOD = {"expected": 1, "client_id": ID, "event": KICK_JACK}
HUGE = 10**30
NUL = "a\x00b"


class Without:
    """Stands for a field that is not sent; its name is the same in every process of a run."""

    def __repr__(self) -> str:
        return "without"


WITHOUT = Without()


def changed(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """``body`` with the field at the dotted path set, or taken out."""
    copy = dict(body)
    head, _, rest = path.partition(".")
    if rest:
        copy[head] = changed(dict(body[head]), rest, value)
    elif value is WITHOUT:
        del copy[head]
    else:
        copy[head] = value
    return copy


APPEND = [
    ("expected", WITHOUT),
    ("expected", "two"),
    ("expected", -1),
    ("expected", HUGE),
    ("expected", None),
    ("expected", [1]),
    ("client_id", WITHOUT),
    ("client_id", "not-a-uuid"),
    ("client_id", 7),
    ("client_id", NUL),
    ("client_id", None),
    ("device", "x" * 121),
    ("device", {"a": 1}),
    ("device", NUL),
    ("device", "\ud800"),
    ("event", WITHOUT),
    ("event", "stand"),
    ("event", []),
    ("event", 3),
    ("event.format", "all-fours/score@2"),
    ("event.format", HUGE),
    ("event.kicks", WITHOUT),
    ("event.kicks", "JH"),
    ("event.kicks", ["1X"]),
    ("event.kicks", [None]),
    ("event.kicks", []),
    ("event.lead", "sit"),
    ("event.lead", NUL),
    ("event.answer", 1),
    ("event.high", "N"),
    ("event.low", ["NS"]),
    ("event.jack", "out"),
    ("event.jack", {"outcome": "lost"}),
    ("event.jack", {"outcome": "made"}),
    ("event.gamble", {"pair": "NS", "counts": {"NS": HUGE, "EW": 4}}),
    ("event.gamble", {"pair": "NS", "counts": {"NS": 1.5, "EW": 4}}),
    ("event.gamble", {"pair": "NS", "counts": {"NS": True, "EW": 4}}),
    ("event.claimed", {"NS": "six", "EW": 1}),
    ("event.colour", "red"),
    ("colour", "red"),
]


@pytest.mark.parametrize(("path", "value"), APPEND, ids=lambda value: repr(value)[:30])
def test_append_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast, by=cast.scorer)
    response = post(client_of(cast.scorer), table_url(cast, 1, "events/"), changed(GOOD, path, value))
    assert response.status_code == 400, response.content
    fields = [error["field"] for error in response.json()["errors"]]
    assert fields
    assert all(field == path or field.startswith(path + ".") for field in fields), fields
    assert LedgerEvent.objects.count() == 1


@pytest.mark.parametrize(("path", "value"), [case for case in APPEND if case[0].startswith("event")], ids=repr)
def test_preview_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast, by=cast.scorer)
    response = post(client_of(cast.scorer), table_url(cast, 1, "preview/"), changed({"event": KICK_JACK}, path, value))
    assert response.status_code == 400, response.content
    assert all(error["field"].startswith(path) for error in response.json()["errors"])
    assert LedgerEvent.objects.count() == 1


def test_an_event_of_no_kind_is_refused(cast: Cast) -> None:
    open_it(cast, by=cast.scorer)
    body = changed(GOOD, "event.format", WITHOUT)
    response = post(client_of(cast.scorer), table_url(cast, 1, "events/"), body)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == ["event.event"]


def test_counts_that_no_cards_give_break_a_rule(cast: Cast) -> None:
    open_it(cast, by=cast.scorer)
    body = changed(GOOD, "event.gamble", {"pair": "NS", "counts": {"NS": -1, "EW": 4}})
    response = post(client_of(cast.scorer), table_url(cast, 1, "events/"), body)
    assert response.status_code == 422
    assert [violation["code"] for violation in response.json()["violations"]] == ["gamble-counts"]
    assert LedgerEvent.objects.count() == 1


OPEN = [
    ("seats", WITHOUT),
    ("seats", []),
    ("seats.N", WITHOUT),
    ("seats.N", "Anil"),
    ("seats.N", -4),
    ("seats.N", HUGE),
    ("seats.N", 2**62),
    ("seats.X", 1),
    ("first_dealer", WITHOUT),
    ("first_dealer", "X"),
    ("first_dealer", None),
    ("home_pair", WITHOUT),
    ("home_pair", "SN"),
    ("toss", "both"),
    ("client_id", "x"),
    ("expected", -1),
    ("colour", "red"),
]


@pytest.mark.parametrize("address", ["open/", "decider"])
@pytest.mark.parametrize(("path", "value"), OPEN, ids=lambda value: repr(value)[:30])
def test_open_names_the_field(cast: Cast, path: str, value: Any, address: str) -> None:
    client = client_of(cast.official)
    url = table_url(cast, 1, "open/") if address == "open/" else f"{base(cast)}matches/{cast.match.pk}/decider/"
    response = post(client, url, changed(opening(cast), path, value))
    if address == "decider" and value == 2**62:
        assert (response.status_code, response.json()["code"]) == (422, "no-decider")
    else:
        assert response.status_code == 400, response.content
        assert [error["field"] for error in response.json()["errors"]] == [path]
    assert LedgerEvent.objects.count() == 0


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("reason", WITHOUT),
        ("reason", ""),
        ("reason", "   "),
        ("reason", "x" * 301),
        ("reason", NUL),
        ("reason", ["no"]),
        ("replace", "hand"),
        ("replace.high", "N"),
        ("expected", "x"),
        ("client_id", ""),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_correction_names_the_field(cast: Cast, path: str, value: Any) -> None:
    open_it(cast, by=cast.scorer)
    client = client_of(cast.scorer)
    post(client, table_url(cast, 1, "events/"), GOOD)
    asked = {"expected": 2, "client_id": str(uuid4()), "reason": "Miscounted.", "replace": dict(KICK_JACK)}
    response = post(client, table_url(cast, 1, "corrections/"), changed(asked, path, value))
    assert response.status_code == 400, response.content
    assert [error["field"] for error in response.json()["errors"]] == [path]
    assert LedgerEvent.objects.count() == 2


@pytest.mark.parametrize(
    "body", ["", "{", '{"expected": 1, "expected": 2}', "[1, 2]", '"x"', "nul", "\x00", "9" * 5000]
)
@pytest.mark.parametrize("end", ["events/", "preview/", "open/", "corrections/"])
def test_what_is_no_object_is_refused(cast: Cast, body: str, end: str) -> None:
    open_it(cast, by=cast.scorer)
    response = client_of(cast.scorer).post(table_url(cast, 1, end), body, content_type="application/json")
    assert response.status_code == 400, response.content
    assert LedgerEvent.objects.count() == 1


def test_deep_nesting_and_broken_unicode_are_refused(cast: Cast) -> None:
    client = client_of(cast.scorer)
    for body in (b"[" * 100_000, b'{"event": "\xff"}'):
        response = client.post(table_url(cast, 1, "events/"), body, content_type="application/json")
        assert response.status_code == 400, response.content


@pytest.mark.parametrize("content_type", ["text/plain", "multipart/form-data; boundary=x", "application/xml"])
def test_other_content_is_refused(cast: Cast, content_type: str) -> None:
    response = client_of(cast.scorer).post(table_url(cast, 1, "events/"), b"x", content_type=content_type)
    assert response.status_code == 415


@pytest.mark.parametrize("reason", [WITHOUT, "", "x" * 301, NUL, 7.5e400])
def test_withdrawing_wants_a_reason(cast: Cast, reason: Any) -> None:
    response = post(
        client_of(cast.director),
        f"{base(cast)}matches/{cast.match.pk}/result/withdraw/",
        {} if reason is WITHOUT else {"reason": reason},
    )
    assert response.status_code == (409 if isinstance(reason, float) else 400), response.content
    assert Result.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "kind"),
        ({"kind": "poster"}, "kind"),
        ({"kind": "standings", "match": "x"}, "match"),
        ({"kind": "standings", "match": HUGE}, "match"),
        ({"kind": "standings", "colour": 1}, "colour"),
    ],
)
def test_documents_name_the_field(cast: Cast, body: dict[str, Any], field: str) -> None:
    response = post(client_of(cast.director), base(cast) + "documents/", body)
    assert response.status_code == 400, response.content
    assert [error["field"] for error in response.json()["errors"]] == [field]
    assert PrintJob.objects.count() == 0


def test_a_sheet_without_its_match_is_refused(cast: Cast) -> None:
    response = post(client_of(cast.director), base(cast) + "documents/", {"kind": "score-sheet"})
    assert (response.status_code, response.json()["code"]) == (409, "wrong-subject")


def test_an_unknown_division_is_named(cast: Cast) -> None:
    response = client_of(None).get(base(cast) + "standings/", {"division": "Nowhere\x00"})
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == ["division"]


@pytest.mark.parametrize(
    "end",
    ["tables/1/", "tables/1/events/", "board/", "result/", "tables/9/", "tables/99999999999999999999/"],
)
def test_another_tournaments_ids_are_not_found(cast: Cast, other_cast: Cast, end: str) -> None:
    other = cast.match if "9" in end else other_cast.match
    assert client_of(cast.director).get(f"{base(cast)}matches/{other.pk}/{end}").status_code == 404


def test_writing_across_tournaments_is_not_found(cast: Cast, other_cast: Cast) -> None:
    open_it(other_cast, by=other_cast.scorer)
    response = post(client_of(cast.director), f"{base(cast)}matches/{other_cast.match.pk}/tables/1/events/", GOOD)
    assert response.status_code == 404
    assert LedgerEvent.objects.count() == 1


@pytest.mark.parametrize("items", [1, 3])
def test_query_counts(cast: Cast, django_assert_num_queries: Any, items: int) -> None:
    open_it(cast, by=cast.scorer)
    client = client_of(cast.scorer)
    for n in range(items):
        post(client, table_url(cast, 1, "events/"), {**GOOD, "expected": n + 1, "client_id": str(uuid4())})
    visitor = client_of(None)
    with django_assert_num_queries(2):
        visitor.get(table_url(cast, 1))
    with django_assert_num_queries(2):
        visitor.get(f"{base(cast)}matches/{cast.match.pk}/board/")
    with django_assert_num_queries(3):
        visitor.get(table_url(cast, 1, "events/"))
    with django_assert_num_queries(2):
        visitor.get(base(cast) + "standings/")
