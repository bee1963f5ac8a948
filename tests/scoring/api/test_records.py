"""The rules engine over HTTP: the command's answers, line for line."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

pytestmark = pytest.mark.django_db

SCORE = {
    "format": "all-fours/score@1",
    "id": "s1",
    "ruleset": "round-robin",
    "dealer": "S",
    "kicks": ["JH"],
    "lead": "stand",
    "high": "EW",
    "low": "NS",
    "jack": {"outcome": "out"},
    "gamble": {"pair": "NS"},
}


def adjudicate(body: bytes) -> tuple[int, list[dict[str, object]]]:
    response = Client().post("/api/v1/adjudicate/", body, content_type="application/json")
    return response.status_code, [json.loads(line) for line in response.content.splitlines()]


def test_a_record_an_array_and_lines_are_judged() -> None:
    text = json.dumps(SCORE)
    for body, n in [(text, 1), (f"[{text}, {text}]", 2), (f"{text}\n{text}\n{text}\n", 3)]:
        status, results = adjudicate(body.encode())
        assert status == 200
        assert [(r["id"], r["valid"], r["scores"]) for r in results] == [("s1", True, {"NS": 6, "EW": 1})] * n


def test_what_breaks_a_rule_is_judged_and_what_cannot_be_read_is_400() -> None:
    broken = json.dumps({**SCORE, "jack": {"outcome": "made", "pair": "NS"}})
    status, results = adjudicate(broken.encode())
    assert (status, results[0]["valid"]) == (200, False)
    status, results = adjudicate((broken + '\n{"id": "x", "id": "y"}\n' + json.dumps(SCORE)).encode())
    assert status == 400
    assert [result.get("record") for result in results] == [None, 2, None]
    assert str(results[1]["error"]).startswith("id: ")


def test_nothing_is_no_record() -> None:
    assert adjudicate(b"")[0] == 200
    assert adjudicate(b"\xff\xfe")[0] == 400


def test_the_schemas_of_the_format_are_served_and_hold() -> None:
    client = Client()
    records, results = (client.get(f"/api/v1/format/{kind}/") for kind in ("records", "results"))
    assert (records.status_code, records["Content-Type"]) == (200, "application/schema+json")
    for schema in (records.json(), results.json()):
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        Draft202012Validator.check_schema(schema)
    Draft202012Validator(records.json()).validate(SCORE)
    _, judged = adjudicate(json.dumps(SCORE).encode())
    Draft202012Validator(results.json()).validate(judged[0])
    assert client.get("/api/v1/format/poems/").status_code == 404
