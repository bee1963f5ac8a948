"""A match through the API alone: open, preview, chalk, correct, tally, confirm, standings, paper."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import LedgerEvent, Result
from tests.cast import Cast, client_of
from tournaments.models import RosterEntry, Team

pytestmark = pytest.mark.django_db

KICK_JACK = {
    "format": "all-fours/score@1",
    "kicks": ["JH"],
    "lead": "stand",
    "high": "EW",
    "low": "NS",
    "jack": {"outcome": "out"},
    "gamble": {"pair": "NS"},
}
"""Dealer S: three for the kicked jack, low and gamble to N/S (6); high to E/W (1)."""


def players(team: Team, n: int) -> list[int]:
    return list(RosterEntry.objects.filter(team=team).order_by("number").values_list("player_id", flat=True)[:n])


def base(cast: Cast) -> str:
    return f"/api/v1/tournaments/{cast.tournament.slug}/"


def table_url(cast: Cast, number: int, end: str = "") -> str:
    return f"{base(cast)}matches/{cast.match.pk}/tables/{number}/{end}"


def opening(cast: Cast, first: int = 0, **more: Any) -> dict[str, Any]:
    home, away = players(cast.home_team, 6)[first:], players(cast.away_team, 6)[first:]
    return {
        "client_id": str(uuid4()),
        "seats": {"N": home[0], "S": home[1], "E": away[0], "W": away[1]},
        "first_dealer": "S",
        "home_pair": "NS",
        "toss": "home",
        **more,
    }


def post(client: Client, url: str, body: Any) -> Any:
    return client.post(url, body, content_type="application/json")


def test_a_hand_is_previewed_chalked_repeated_and_struck(cast: Cast) -> None:
    client = client_of(cast.scorer)
    opened = post(client, table_url(cast, 1, "open/"), opening(cast))
    assert opened.status_code == 201
    assert opened.json()["board"]["dealer"] == "S"

    preview = post(client, table_url(cast, 1, "preview/"), {"event": KICK_JACK})
    assert preview.status_code == 200
    assert preview.json()["board"]["scores"] == {"NS": 6, "EW": 1}
    assert LedgerEvent.objects.count() == 1

    asked = {"expected": 1, "client_id": str(uuid4()), "device": "phone", "event": KICK_JACK}
    first = post(client, table_url(cast, 1, "events/"), asked)
    assert first.status_code == 201
    assert first.json()["board"]["scores"] == {"NS": 6, "EW": 1}
    assert first.json()["board"]["dealer"] == "E"
    assert [(c["pair"], c["why"], c["points"]) for c in first.json()["result"]["chalks"]] == [
        ("NS", "kick", 3),
        ("EW", "high", 1),
        ("NS", "low", 1),
        ("NS", "gamble", 2),
    ]

    again = post(client, table_url(cast, 1, "events/"), asked)
    assert (again.status_code, again.content) == (200, first.content)
    assert LedgerEvent.objects.count() == 2

    stale = post(client, table_url(cast, 1, "events/"), {**asked, "client_id": str(uuid4())})
    assert stale.status_code == 409
    assert stale.json()["sequence"] == 2
    assert stale.json()["board"]["scores"] == {"NS": 6, "EW": 1}

    struck = post(
        client,
        table_url(cast, 1, "corrections/"),
        {"expected": 2, "client_id": str(uuid4()), "reason": "The jack was of the other suit."},
    )
    assert struck.status_code == 201
    assert struck.json()["board"]["scores"] == {"NS": 0, "EW": 0}
    assert struck.json()["board"]["dealer"] == "S"

    events = client.get(table_url(cast, 1, "events/")).json()["results"]
    assert [(event["sequence"], event["kind"], event["actor"]) for event in events] == [
        (1, "opened", "Scorer"),
        (2, "score", "Scorer"),
        (3, "correction", "Scorer"),
    ]
    assert events[2]["details"] == {"reason": "The jack was of the other suit."}
    assert events[1]["previous_hash"] == events[0]["hash"]


def test_what_the_rules_refuse_names_the_code(cast: Cast) -> None:
    client = client_of(cast.official)
    post(client, table_url(cast, 1, "open/"), opening(cast))
    hand = {**KICK_JACK, "jack": {"outcome": "made", "pair": "NS"}}
    refused = post(client, table_url(cast, 1, "events/"), {"expected": 1, "client_id": str(uuid4()), "event": hand})
    assert refused.status_code == 422
    body = refused.json()
    assert (body["title"], body["code"]) == ("Against the rules", "bad-event")
    assert [violation["code"] for violation in body["violations"]] == ["jack-after-kick"]
    assert LedgerEvent.objects.count() == 1


def test_a_level_match_from_two_tallies_to_the_decider_and_the_standings(cast: Cast) -> None:
    scorer = client_of(cast.scorer)
    for number, (home, away) in enumerate([(6, 4), (4, 6)], start=1):
        post(scorer, table_url(cast, number, "open/"), opening(cast, first=2 * number - 2))
        tally = {"event": "tally", "bullseyes": {"NS": home, "EW": away}, "hang_jacks": {"NS": 2, "EW": number}}
        asked = {"expected": 1, "client_id": str(uuid4()), "event": tally}
        assert post(scorer, table_url(cast, number, "events/"), asked).status_code == 201
    board = scorer.get(f"{base(cast)}matches/{cast.match.pk}/board/").json()
    assert (board["match"]["state"], board["match"]["home_bullseyes"], board["match"]["away_bullseyes"]) == (
        "level",
        10,
        10,
    )
    opened = post(scorer, f"{base(cast)}matches/{cast.match.pk}/decider/", opening(cast))
    assert opened.status_code == 201, opened.json()
    for sequence in (1, 2):
        game = {
            "event": "game",
            "winner": "EW",
            "scores": {"NS": 9, "EW": 14},
            "hang_jacks": {"NS": 0, "EW": 0},
        }
        asked = {"expected": sequence, "client_id": str(uuid4()), "event": game}
        answer = post(scorer, table_url(cast, 3, "events/"), asked)
        assert answer.status_code == 201, answer.json()
    match = answer.json()["match"]
    assert (match["state"], match["winner"], match["home_bullseyes"], match["away_bullseyes"]) == (
        "played",
        "away",
        10,
        11,
    )
    result = f"{base(cast)}matches/{cast.match.pk}/result/"
    own = post(scorer, result, {})
    assert (own.status_code, own.json()["detail"]) == (
        403,
        "Only a director, an official or a captain of the two teams may confirm this result.",
    )
    confirmed = post(client_of(cast.official), result, {})
    assert confirmed.status_code == 201
    assert confirmed.json()["winner"] == "away"
    twice = post(client_of(cast.director), result, {})
    assert (twice.status_code, twice.json()["code"]) == (409, "already-confirmed")
    assert Result.objects.count() == 1

    table = client_of(None).get(f"{base(cast)}standings/").json()
    rows = [
        (row["rank"], row["team"], row["won"], row["lost"], row["bullseyes_for"], row["hang_jacks_for"])
        for row in table["standings"]
    ]
    assert rows == [(1, "Scarlets", 1, 0, 11, 3), (2, "Pelicans", 0, 1, 10, 4)]

    withdrawn = post(client_of(cast.director), result + "withdraw/", {"reason": "Wrong sheet."})
    assert (withdrawn.status_code, withdrawn.json()["state"]) == (200, "withdrawn")


def test_the_recorder_may_not_confirm(cast: Cast) -> None:
    official = client_of(cast.official)
    tally = {"event": "tally", "bullseyes": {"NS": 10, "EW": 0}, "hang_jacks": {"NS": 2, "EW": 0}}
    post(official, table_url(cast, 1, "events/"), {"expected": 0, "client_id": str(uuid4()), "event": tally})
    tally = {"event": "tally", "bullseyes": {"NS": 1, "EW": 0}, "hang_jacks": {"NS": 0, "EW": 0}}
    last = post(official, table_url(cast, 2, "events/"), {"expected": 0, "client_id": str(uuid4()), "event": tally})
    assert last.json()["match"]["state"] == "played"
    refused = post(official, f"{base(cast)}matches/{cast.match.pk}/result/", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "recorded-it")
    assert Result.objects.count() == 0
