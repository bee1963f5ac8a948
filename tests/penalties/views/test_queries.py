"""Pages ask the database as often for three incidents as for one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from penalties.models import Incident
from tests.cast import Cast, client_of
from tests.penalties.views.desk import about, at_table, of_tournament, report
from tests.scoring.ledgers import open_it
from tests.scoring.views.pages import match_url
from tournaments.models import User

CLAIM: dict[str, Any] = {"clause": "11.a", "offender": "N", "phase": "playing"}
SIGNED: dict[str, Any] = {"clause": "2.a", "offender": "E", "phase": "playing"}


def queries(by: User | None, url: str, asked: dict[str, Any] | None = None) -> int:
    client = client_of(by)
    client.get(url, asked or {})
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(url, asked or {}).status_code == 200
    return len(found)


PUBLIC = ("rulings", "penalties", "match", "ruled")
OFFICIALS = ("queue", "queue-live", "report", "case", "claim", "rule", "change")


@pytest.mark.parametrize("name", [*PUBLIC, *OFFICIALS])
def test_as_many_for_three_as_for_one(cast: Cast, name: str) -> None:
    open_it(cast)
    claim = report(cast, cast.captain_away, CLAIM)
    ruled = report(cast, cast.official, SIGNED)
    urls = {
        "match": match_url(cast),
        "ruled": about(cast, ruled),
        "claim": about(cast, claim),
        "rule": about(cast, claim, "incident-rule"),
        "change": about(cast, ruled, "incident-change"),
        "report": at_table(cast),
        "case": at_table(cast),
    }
    url = urls.get(name) or of_tournament(cast, name)
    by = None if name in PUBLIC else cast.official
    asked = CLAIM if name == "case" else None
    one = queries(by, url, asked)
    for _ in range(2):
        report(cast, cast.captain_away, CLAIM)
        report(cast, cast.official, SIGNED)
    assert Incident.objects.count() == 6
    assert queries(by, url, asked) == one
    assert one <= MOST[name]


MOST = {
    "rulings": 3,
    "penalties": 3,
    "match": 12,
    "ruled": 13,
    "queue": 6,
    "queue-live": 6,
    "report": 8,
    "case": 14,
    "claim": 14,
    "rule": 16,
    "change": 18,
}
"""Statements of each page, the session's and the user's included."""
