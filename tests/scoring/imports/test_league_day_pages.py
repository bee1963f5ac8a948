"""A real league day set up through the pages: teams, three rounds and results from files, and its standings."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.cast import Cast, client_of
from tests.scoring.imports.files import FIXTURES
from tournaments.models import Tournament

RESULTS = (FIXTURES / "boston-2024-results.csv").read_bytes()
STANDINGS = (FIXTURES / "boston-2024-standings.csv").read_text(encoding="utf-8").splitlines()
CHAIN = ("bullseyes-for", "-bullseyes-against", "wins", "hang-jacks-for", "-hang-jacks-against")
WHERE = "/t/boston-2024/setup/import/"


def sheet(*rows: Any) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def bring(client: Client, kind: str, data: bytes) -> None:
    """Choose the file, look at it, take it in; nothing has to be ticked."""
    file = SimpleUploadedFile(f"{kind}.csv", data)
    preview = client.post(WHERE, {"act": "look", "kind": kind, "file": file})["Location"]
    draft = client.get(preview).context["draft"]
    assert (draft.faults, draft.notices) == ([], [])
    assert client.post(preview, {"act": "take", "seen": draft.seen}).status_code == 302


def ranks(client: Client) -> dict[str, int]:
    """Each team's rank, in order."""
    return {row.team: row.rank for row in client.get("/t/boston-2024/standings/").context["found"].rows}


@pytest.mark.django_db
def test_the_day_through_the_pages(cast: Cast) -> None:
    client = client_of(cast.director)
    order = {f"order_{number}": name for number, name in enumerate(CHAIN, start=1)}
    details = {"name": "Boston 2024", "ruleset_name": "round-robin", "tables_per_match": "2", "games_per_table": "16"}
    made = client.post("/new/", {**details, **order})
    assert (made.status_code, made["Location"]) == (302, "/t/boston-2024/setup/")
    boston = Tournament.objects.get(slug="boston-2024")
    assert boston.race_target == 17

    lines = list(csv.DictReader(io.StringIO(RESULTS.decode())))
    # The standings name each team's division; the results name the home team's.
    teams = [(row.split(",")[1], row.split(",")[2]) for row in STANDINGS[1:]]
    bring(client, "teams", sheet(("team", "division"), *teams))
    fixtures = [(line["round"], line["home"], line["away"]) for line in lines]
    bring(client, "fixtures", sheet(("round", "home", "away"), *fixtures))
    assert (boston.divisions.count(), boston.rounds.count(), boston.matches.count()) == (5, 3, 27)
    bring(client, "results", RESULTS)
    assert boston.matches.count() == 27

    wanted = {row.split(",")[1]: int(row.split(",")[0]) for row in STANDINGS[1:]}
    assert list(ranks(client).items()) == list(wanted.items())
    assert wanted["UNTOUCHABLES"] == 5
    figures = client.get("/t/boston-2024/standings.csv").content.decode().splitlines()
    assert [row.split(",")[:10] for row in figures] == [row.split(",") for row in STANDINGS]

    # The same day ranked by wins, then by the difference of bullseyes: two share that place, both with one win and +2.
    by_wins = {"order_1": "wins", "order_2": "bullseye-difference"}
    saved = client.post("/t/boston-2024/setup/details/", {"act": "save", **details, **by_wins})
    assert saved.status_code == 302, saved.context["form"].errors
    assert [team for team, rank in ranks(client).items() if rank == 10] == ["UNITY", "UNTOUCHABLES"]
