"""What one POST costs in SQL: the same with one entry of history and with sixty."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.authtoken.models import Token

from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, SEVEN, correct, open_it, record, record_all, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]

MOST = 8
TRANSACTION = ("BEGIN", "COMMIT")


def post(cast: Cast, event: dict[str, Any], expected: int, client_id: str | None = None) -> tuple[int, list[str]]:
    """Status, and the statements of a POST with a token; what opens and closes the transaction is left out."""
    key = Token.objects.get_or_create(user=cast.scorer)[0].key
    table = table_of(cast)
    path = f"/api/v1/tournaments/{cast.tournament.slug}/matches/{cast.match.pk}/tables/{table.number}/events/"
    body = {"event": event, "expected": expected, "client_id": client_id or str(uuid4())}
    with CaptureQueriesContext(connection) as captured:
        answer = Client().post(path, body, content_type="application/json", headers={"Authorization": f"Token {key}"})
    said = [query["sql"] for query in captured.captured_queries]
    return answer.status_code, [sql for sql in said if not sql.startswith(TRANSACTION)]


def history(cast: Cast, events: int) -> None:
    """A table at which so many hands were chalked: 3–1, 1–3, 3–1 …, bullseyes in between."""
    open_it(cast)
    other = {**ORDINARY, "high": "EW", "low": "NS", "gamble": {"pair": "EW"}}
    if events:
        record_all(table_of(cast), [(ORDINARY, other)[number % 2] for number in range(events)], cast.scorer)


def test_a_hand_costs_the_same_with_one_entry_and_with_sixty(cast: Cast, other_cast: Cast) -> None:
    history(cast, 0)
    history(other_cast, 59)

    (status, few), (other_status, many) = post(cast, ORDINARY, 1), post(other_cast, ORDINARY, 60)

    assert (status, other_status) == (201, 201)
    # Token and user; table, match and roles; on PostgreSQL the lock; the board's match; the event; the board.
    assert len(few) == (6 if connection.vendor == "postgresql" else 5)
    assert len(many) == len(few)
    assert [sql[:20] for sql in many] == [sql[:20] for sql in few]


def test_a_bullseye_costs_one_more_for_the_tally(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), SEVEN, 1, cast.scorer)

    status, said = post(cast, SEVEN, 2)

    assert status == 201
    assert len(said) == (7 if connection.vendor == "postgresql" else 6)
    assert len(said) <= MOST
    assert sum("scoring_matchtally" in sql and sql.startswith("INSERT") for sql in said) == 1


def test_a_repeat_and_a_conflict_write_nothing(cast: Cast) -> None:
    open_it(cast)
    client_id = str(uuid4())
    post(cast, ORDINARY, 1, client_id)

    for request in ((ORDINARY, 1, client_id), (ORDINARY, 1, None)):
        status, said = post(cast, *request)
        assert status == (200 if request[2] else 409)
        assert [sql for sql in said if sql.startswith(("INSERT", "UPDATE", "DELETE"))] == []
        assert len(said) <= MOST


def test_a_correction_reads_the_history_in_one_statement(cast: Cast, other_cast: Cast) -> None:
    counts = []
    for each, events in ((cast, 1), (other_cast, 60)):
        history(each, events)
        table = table_of(each)
        with CaptureQueriesContext(connection) as captured:
            correct(table, events + 1, each.scorer)
        counts.append(len([query for query in captured.captured_queries if not query["sql"].startswith(TRANSACTION)]))

    assert counts[0] == counts[1]
    assert counts[0] <= MOST


def test_the_answer_of_a_repeat_is_the_same_to_the_byte_over_http(cast: Cast) -> None:
    open_it(cast)
    key = Token.objects.create(user=cast.scorer).key
    path = f"/api/v1/tournaments/{cast.tournament.slug}/matches/{cast.match.pk}/tables/1/events/"
    body = {"event": ORDINARY, "expected": 1, "client_id": str(uuid4())}

    answers = [
        Client().post(path, body, content_type="application/json", headers={"Authorization": f"Token {key}"})
        for _ in range(2)
    ]

    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].content == answers[1].content
    assert answers[0].headers["Content-Type"] == "application/json"
