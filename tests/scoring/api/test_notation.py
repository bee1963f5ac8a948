"""The one-line notation over the API: read by the same reader as the command's."""

from __future__ import annotations

import json

from tests.cast import client_of

LINE = "score@1 round-robin S JH stand 5:9 high=NS low=EW jack=out gamble=EW id=h7"


def test_a_line_of_notation_is_judged(db: None) -> None:
    answer = client_of(None).post("/api/v1/adjudicate/", f"{LINE}\n".encode(), content_type="text/plain")
    assert answer.status_code == 200
    result = json.loads(answer.content)
    assert (result["id"], result["valid"], result["scores"]) == ("h7", True, {"NS": 9, "EW": 12})


def test_one_that_cannot_be_read_is_told(db: None) -> None:
    answer = client_of(None).post(
        "/api/v1/adjudicate/", f"{LINE}\nscore@1 bridge S JH stand".encode(), content_type="text/plain"
    )
    assert answer.status_code == 400
    first, second = (json.loads(line) for line in answer.content.splitlines())
    assert first["valid"] is True
    assert second == {
        "id": None,
        "record": 2,
        "error": "ruleset: must be one of round-robin, trinidad, tobago, parlour, not 'bridge'",
    }
