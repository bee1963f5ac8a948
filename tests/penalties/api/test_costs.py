"""What the API costs in statements: the same with much behind it as with little. And its description is clean."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from penalties.services import calls
from tests.cast import Cast, client_of
from tests.penalties.acts import SIGNED, cancel, claim, rule_now, sequence
from tests.penalties.api.helpers import incidents_url, reporting, url
from tests.scoring.api.test_flow import post
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of

pytestmark = pytest.mark.django_db


def grow(cast: Cast, by: int) -> None:
    """Reports, rulings and hands at table 1."""
    for _ in range(by):
        claim(cast, {**SIGNED, "offender": "E"})
        rule_now(cast, SIGNED)
        record(table_of(cast), ORDINARY, sequence(table_of(cast)), cast.scorer)
        cancel(rule_now(cast, {"clause": "11.j", "offender": "E", "phase": "playing"}).ruling, cast.director)


def cost(act: Any, code: int) -> int:
    with CaptureQueriesContext(connection) as captured:
        response = act()
    assert response.status_code == code, response.content
    return len([one for one in captured.captured_queries if "SAVEPOINT" not in one["sql"]])


@pytest.mark.parametrize("path", ["incidents/", "queue/", "calls/", "bars/"])
def test_a_list_costs_the_same_with_one_line_and_with_many(cast: Cast, path: str) -> None:
    open_it(cast)
    client = client_of(cast.official)
    grow(cast, 1)
    calls.call_official(table_of(cast), by=cast.captain_home)
    few = cost(lambda: client.get(url(cast, path)), 200)
    grow(cast, 4)
    calls.call_official(table_of(cast, 2), by=cast.captain_home)
    assert cost(lambda: client.get(url(cast, path)), 200) == few
    assert few <= 9


def test_acts_cost_the_same_after_one_and_after_many(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.official)
    asked = {"clause": "11.j", "offender": "E", "phase": "playing"}

    def costs() -> dict[str, int]:
        place = incidents_url(cast, "preview/")
        found = {"preview": cost(lambda: post(client, place, {"incident": asked}), 200)}
        report = reporting(incident=asked)
        found["report"] = cost(lambda: post(client, incidents_url(cast), report), 201)
        body = {"expected": sequence(table_of(cast)), "client_id": str(uuid4())}
        incident = claim(cast, asked)
        found["rule"] = cost(lambda: post(client, url(cast, f"incidents/{incident.pk}/rule/"), body), 201)
        return found

    costs()
    few = costs()
    grow(cast, 4)
    assert costs() == few
    assert few["preview"] <= 9
    assert few["report"] <= 20
    assert few["rule"] <= 30


def test_what_was_asked_of_the_api_is_described_without_a_warning(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yaml"))
    told = (tmp_path / "schema.yaml").read_text(encoding="utf-8")
    for path in ("incidents/{id}/rule/", "rulings/{id}/change/", "calls/{id}/answer/", "bars/{id}/lift/"):
        assert path.replace("{id}", "{pk}") in told or path in told
