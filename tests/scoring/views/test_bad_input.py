"""The pad with every field wrong in every way: 400 with the field named, nothing saved, never a fault of ours."""

from __future__ import annotations

import pytest

from tests.cast import Cast, client_of
from tests.scoring.ledgers import open_it
from tests.scoring.views.pages import HAND, events, hidden, send, table_url
from tests.scoring.views.test_public_pages import words

ROWS = ["kick_1", "kick_2", "kick_3", "then", "high", "low", "jack", "gamble", "sung", "unsung"]
CROOKED = ["NSEW", "ns ", "9" * 500, "-1", "null", "🂡", "{}", "' OR 1=1 --", "<b>"]
COUNTS = [
    ("x", "Enter a whole number."),
    ("-1", "Ensure this value is greater than or equal to 0."),
    ("201", "Ensure this value is less than or equal to 200."),
    ("9" * 60, "Ensure this value is less than or equal to 200."),
    ("3.5", "Enter a whole number."),
    ("३½", "Enter a whole number."),
]
HIDDEN = [
    ("expected", "", "The form has lost its place in the ledger. Load the page again."),
    ("expected", "x", "Enter a whole number."),
    ("expected", "-1", "Ensure this value is greater than or equal to 0."),
    ("expected", "99999999999999999999", "Ensure this value is less than or equal to 2147483647."),
    ("client_id", "", "The form has lost its number. Load the page again."),
    ("client_id", "7", "Enter a valid UUID."),
    ("client_id", "z" * 4000, "Enter a valid UUID."),
]


@pytest.mark.parametrize("value", CROOKED)
@pytest.mark.parametrize("row", ROWS)
def test_a_key_that_is_none_is_named(cast: Cast, row: str, value: str) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, row: value})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == {row: [f"“{value}” is not one of the keys of this row."]}
    assert events(cast) == 1


@pytest.mark.parametrize(("value", "text"), COUNTS)
@pytest.mark.parametrize("field", ["count_ns", "count_ew"])
def test_a_count_that_is_none_is_named(cast: Cast, field: str, value: str, text: str) -> None:
    open_it(cast)
    counts = {"count_ns": "30", "count_ew": "20", field: value}
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, **counts})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == {field: [text]}
    assert events(cast) == 1


@pytest.mark.parametrize(("field", "value", "text"), HIDDEN)
def test_a_form_that_lost_its_place_says_so(cast: Cast, field: str, value: str, text: str) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, field: value})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == {field: [text]}
    assert text in words(answer)
    assert events(cast) == 1


@pytest.mark.parametrize(
    ("taps", "errors"),
    [
        ({"high": ""}, {"high": ["Say who has high."]}),
        ({"low": "", "gamble": ""}, {"low": ["Say who has low."], "gamble": ["Say who has gamble."]}),
        (
            {"high": "", "low": "", "gamble": ""},
            {"high": ["Say who has high."], "low": ["Say who has low."], "gamble": ["Say who has gamble."]},
        ),
        ({"count_ns": "30"}, {"count_ew": ["Give both counts, or neither."]}),
        ({"ran_out": "on"}, {"ran_out": ["The pack runs out only after “Ran”."]}),
    ],
)
def test_what_is_missing_is_named(cast: Cast, taps: dict[str, str], errors: dict[str, list[str]]) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, **taps})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == errors
    assert events(cast) == 1


def test_a_run_pack_that_ran_out_needs_three_kicks(cast: Cast) -> None:
    open_it(cast)
    taps = {"then": "ran", "ran_out": "on", "kick_2": "A"}
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, **taps})
    assert answer.status_code == 400
    assert "three cards of one suit" in words(answer)
    assert events(cast) == 1


def test_the_same_faults_are_named_by_the_preview(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    answer = client.post(
        table_url(cast, "table-preview"), {**hidden(client, table_url(cast)), **HAND, "high": "both", "count_ns": "x"}
    )
    assert answer.status_code == 400
    assert "High: “both” is not one of the keys of this row." in words(answer)
    assert "N/S count: Enter a whole number." in words(answer)


def test_fields_that_nobody_asked_for_change_nothing(cast: Cast) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, "scores": "14", "by": "1", "actor": "1"})
    assert answer.status_code == 302


@pytest.mark.parametrize("name", ["table", "table-preview", "table-open", "table-tally", "table-game", "table-correct"])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"", "multipart/form-data; boundary=x"),
        (b"--x\r\nrubbish", "multipart/form-data; boundary=x"),
        (b"expected=1&client_id=%00&high=%ff%fe", "application/x-www-form-urlencoded"),
        (b"a=" + b"1" * 900_000, "application/x-www-form-urlencoded"),
    ],
)
def test_a_body_that_is_no_form(cast: Cast, name: str, body: bytes, kind: str) -> None:
    open_it(cast)
    answer = client_of(cast.scorer).generic("POST", table_url(cast, name), body, content_type=kind)
    assert answer.status_code == 400
    assert events(cast) == 1


@pytest.mark.parametrize("name", ["table", "table-tally"])
def test_a_body_beyond_all_measure_is_refused(cast: Cast, name: str) -> None:
    open_it(cast)
    body = b"a=" + b"1" * 1_100_000
    answer = client_of(cast.scorer).generic(
        "POST", table_url(cast, name), body, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code in (400, 413)
    assert events(cast) == 1
