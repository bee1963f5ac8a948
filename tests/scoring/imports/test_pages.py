"""The pages and the endpoints of the import: from the upload to what was taken, and who may."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.models import ImportBatch
from scoring.services.imports.files import rows_of
from tests.cast import ROLES, Cast, client_of
from tests.factories import TeamFactory
from tests.scoring.imports.files import RESULTS, lines, workbook
from tournaments.models import Alias

pytestmark = pytest.mark.django_db

FIRST = "/t/harbour-cup/setup/import/"
API = "/api/v1/tournaments/harbour-cup/imports/"


@pytest.fixture
def director(cast: Cast) -> Client:
    return client_of(cast.director)


def file(data: bytes, name: str = "file.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def upload(client: Client, kind: str, data: bytes, name: str = "file.csv") -> str:
    """Choose a file; the address of what would come of it."""
    answer = client.post(FIRST, {"act": "look", "kind": kind, "file": file(data, name)})
    assert answer.status_code == 302, answer.context["form"].errors
    return str(answer["Location"])


def seen(page: Any) -> str:
    return re.search(r'name="seen" value="(\w+)"', page.content.decode())[1]  # type: ignore[index]


def test_from_the_upload_to_what_was_taken_and_back(cast: Cast, director: Client) -> None:
    data = workbook(("team", "division"), ("Oilbirds", "North"), ("Pelican", "North"))
    where = upload(director, "teams", data, "teams.xlsx")
    page = director.get(where)
    text = page.content.decode()
    assert page.status_code == 200
    assert "2 teams entered; 1 division made: North" in text
    assert "“Pelican” is nearly Pelicans, which is entered." in text
    assert cast.tournament.teams.count() == 2
    refused = director.post(where, {"act": "take", "seen": seen(page)})
    assert (refused.status_code, cast.tournament.teams.count()) == (422, 2)
    assert "Tick each of the points below" in refused.content.decode()
    taken = director.post(where, {"act": "take", "seen": seen(page), "ticked": "near-name"})
    assert (taken.status_code, taken["Location"]) == (302, FIRST)
    assert cast.tournament.teams.count() == 4
    batch = ImportBatch.objects.get()
    assert (batch.file_name, batch.rows, batch.made_by) == ("teams.xlsx", 2, cast.director)
    text = director.get(FIRST).content.decode()
    assert "teams.xlsx: 2 lines taken in." in text
    assert "Take teams.xlsx back" in text
    without = director.post(FIRST, {"act": "undo", "id": batch.pk, "reason": " "})
    assert (without.status_code, cast.tournament.teams.count()) == (422, 4)
    back = director.post(FIRST, {"act": "undo", "id": batch.pk, "reason": "another tournament's"})
    assert (back.status_code, cast.tournament.teams.count(), cast.tournament.divisions.count()) == (302, 2, 0)


def test_what_is_wrong_is_named_by_row_and_nothing_is_taken(cast: Cast, director: Client) -> None:
    where = upload(director, "results", lines(RESULTS, "1,,Pelicans,Scarletts,10,9,0,0"))
    page = director.get(where)
    text = page.content.decode()
    assert "2 things to put right" in text
    assert "10 is short of the 11 bullseyes that win the match." in text
    assert "Take it in" not in text
    refused = director.post(where, {"act": "take", "seen": ""})
    assert (refused.status_code, ImportBatch.objects.count()) == (422, 0)


def test_a_name_is_said_once_and_the_file_read_again_with_it(cast: Cast, director: Client) -> None:
    where = upload(director, "results", lines(RESULTS, "1,,Pelicans,Skarletz,11,9,0,0"))
    assert "It is Scarlets" in director.get(where).content.decode()
    wrong = director.post(where, {"act": "name", "name": "Skarletz", "of": "999999"})
    assert (wrong.status_code, Alias.objects.count()) == (422, 0)
    named = director.post(where, {"act": "name", "name": "Skarletz", "of": str(cast.away_team.pk)})
    assert (named.status_code, named["Location"]) == (302, where)
    assert [(alias.name, alias.club.name if alias.club else "") for alias in Alias.objects.all()] == [
        ("Skarletz", "Scarlets")
    ]
    page = director.get(where)
    assert "1 drawn match with a result; “Skarletz” is Scarlets" in page.content.decode()
    assert director.post(where, {"act": "take", "seen": seen(page)}).status_code == 302
    assert cast.match.results.get().home_bullseyes == 11


def test_the_tournament_moved_on_in_between(cast: Cast, director: Client) -> None:
    where = upload(director, "teams", lines("team", "Oilbirds"))
    page = director.get(where)
    TeamFactory.create(tournament=cast.tournament, name="Oilbirds")
    answer = director.post(where, {"act": "take", "seen": seen(page)})
    assert (answer.status_code, ImportBatch.objects.count()) == (422, 0)
    assert "The tournament has changed since you looked." in answer.content.decode()


def test_a_file_that_is_gone_is_asked_for_again(cast: Cast, director: Client, other_cast: Cast) -> None:
    where = upload(director, "teams", lines("team", "Oilbirds"))
    other = client_of(other_cast.director)
    assert other.get(where).status_code == 403
    assert other.get(where.replace("harbour-cup", "island-league"))["Location"] == "/t/island-league/setup/import/"
    assert director.get(where.replace("/teams/", "/umpires/")).status_code == 404
    cache.clear()
    assert director.get(where)["Location"] == FIRST
    assert director.post(where, {"act": "take"})["Location"] == FIRST


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty."),
        (b"\xff\xfe\x00", "This is not UTF-8 text: save the file as “CSV UTF-8”."),
        (b"PK\x03\x04", "This is no XLSX workbook, or it is damaged: save it anew, or as “CSV UTF-8”."),
        (b"name\nAces\n", "The first line names the columns, with commas between them: team"),
    ],
)
def test_a_file_that_cannot_be_read(data: bytes, words: str, director: Client) -> None:
    page = director.get(upload(director, "teams", data))
    assert page.status_code == 200
    assert words in page.content.decode()


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"act": "look", "kind": "teams"}, "file"),
        ({"act": "look", "kind": "umpires", "file": b"team\nA"}, "kind"),
        ({"act": "look", "kind": "teams", "file": b"x" * 2_000_001}, "file"),
        ({"act": "look", "kind": "teams", "file": "no file"}, "file"),
    ],
)
def test_an_upload_that_cannot_be(form: dict[str, Any], field: str, director: Client) -> None:
    if isinstance(form.get("file"), bytes):
        form = {**form, "file": file(form["file"])}
    answer = director.post(FIRST, form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]


def test_unknown_acts_and_batches(cast: Cast, director: Client, other_cast: Cast) -> None:
    assert director.post(FIRST, {"act": "eat"}).status_code == 400
    assert director.post(FIRST, {"act": "undo", "id": "x"}).status_code == 404
    client_of(other_cast.director).post("/t/island-league/setup/import/", {})
    where = upload(director, "teams", lines("team", "Oilbirds"))
    director.post(where, {"act": "take", "seen": seen(director.get(where))})
    batch = ImportBatch.objects.get()
    other = client_of(other_cast.director)
    theirs = other.post("/t/island-league/setup/import/", {"act": "undo", "id": batch.pk, "reason": "x"})
    assert theirs.status_code == 404


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_file_to_fill_in_holds_the_matches_that_wait(ending: str, cast: Cast, director: Client) -> None:
    cast.home_team.name = "=1+1"
    cast.home_team.save()
    answer = director.get(f"{FIRST}sample/results.{ending}")
    rows = list(rows_of(answer.content))
    assert rows[0][1][:4] == ["round", "division", "home", "away"]
    assert [field for field in rows[1][1] if field] == ["1", "=1+1", "Scarlets"]
    teams = list(rows_of(director.get(f"{FIRST}sample/teams.{ending}").content))
    assert teams == [(1, ["team", "division", "email"])]
    assert director.get(f"{FIRST}sample/umpires.{ending}").status_code == 404
    assert director.get(f"{FIRST}sample/teams.ods").status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_who_may(role: str, cast: Cast) -> None:
    client = client_of(cast.user(role))
    allowed = role == "director"
    expected = 200 if allowed else 302 if role == "visitor" else 403
    for path in (FIRST, f"{FIRST}sample/teams.csv"):
        assert client.get(path).status_code == expected
    preview = client.get(f"{FIRST}teams/{'a' * 64}/")
    assert preview.status_code == (302 if allowed else expected)
    on_api = 200 if allowed else 401 if role == "visitor" else 403
    assert client.get(API).status_code == on_api
    data = {"kind": "teams", "file": file(lines("team", "Oilbirds"))}
    assert client.post(API + "preview/", data).status_code == on_api
    data["file"] = file(lines("team", "Oilbirds"))
    assert client.post(API, data).status_code == (201 if allowed else on_api)
    undo = client.post(f"{API}{ImportBatch.objects.first().pk if allowed else 1}/undo/", {"reason": "x"}, "application/json")  # type: ignore[union-attr]  # fmt: skip  # noqa: E501
    assert undo.status_code == on_api


def test_the_api_from_the_preview_to_the_way_back(cast: Cast, director: Client) -> None:
    data = lines("team", "Oilbirds", "Pelican")
    found = director.post(API + "preview/", {"kind": "teams", "file": file(data)}).json()
    assert found["says"] == ["2 teams entered"]
    assert found["faults"] == []
    assert [(notice["code"], notice["line"], notice["field"]) for notice in found["notices"]] == [
        ("near-name", 3, "team")
    ]
    assert found["rows"][0] == {"line": 2, "fields": {"team": "Oilbirds"}, "what": "new", "says": "is entered"}
    asked = {"kind": "teams", "seen": found["seen"]}
    waits = director.post(API, {**asked, "file": file(data)})
    assert (waits.status_code, waits.json()["code"], waits.json()["missing"]) == (409, "not-ticked", ["near-name"])
    stale = director.post(API, {**asked, "seen": "0" * 32, "ticked": "near-name", "file": file(data)})
    assert (stale.status_code, stale.json()["code"]) == (409, "changed")
    taken = director.post(API, {**asked, "ticked": "near-name", "file": file(data)})
    assert (taken.status_code, taken.json()["rows"], len(taken.json()["made"]["team"])) == (201, 2, 2)
    assert [batch["id"] for batch in director.get(API).json()] == [taken.json()["id"]]
    back = director.post(f"{API}{taken.json()['id']}/undo/", {"reason": "a slip"}, "application/json")
    assert (back.status_code, back.json()["undone_at"] is not None) == (200, True)
    again = director.post(f"{API}{taken.json()['id']}/undo/", {"reason": "a slip"}, "application/json")
    assert (again.status_code, again.json()["reasons"]) == (409, ["This import was undone already."])


def test_bad_input_of_the_api(cast: Cast, director: Client) -> None:
    wrong = director.post(API, {"kind": "teams", "file": file(lines("team", "Pelicans", "A\u202eB"))})
    assert wrong.status_code == 422
    assert [(fault["line"], fault["field"]) for fault in wrong.json()["faults"]] == [(3, "team")]
    for form, field in (
        ({"kind": "teams"}, "file"),
        ({"kind": "umpires", "file": file(b"team\nA")}, "kind"),
        ({"kind": "teams", "file": file(b"x" * 2_000_001)}, "file"),
        ({"kind": "teams", "file": file(b"team\nA"), "eat": "1"}, "eat"),
    ):
        answer = director.post(API, form)
        assert answer.status_code == 400, form
        assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert director.post(API, {"kind": "teams"}, "application/json").status_code == 415
    assert director.post(f"{API}1/undo/", {"reason": "x"}, "application/json").status_code == 404


def test_names_of_strangers_are_only_text(cast: Cast, director: Client) -> None:
    name = '<img src=x onerror="alert(1)">'
    out = io.StringIO()
    csv.writer(out).writerows([["team"], [name]])
    text = director.get(upload(director, "teams", out.getvalue().encode(), f"{name}.csv")).content.decode()
    assert "<img src=x" not in text
