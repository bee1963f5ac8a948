"""Stages by the API, from a draft to the final, and what the draw says."""

from __future__ import annotations

from typing import Any

from tests.cast import Cast
from tests.tournaments.api.client import ROOT, api_of, fields
from tests.tournaments.services.test_stages import win
from tournaments.models import Match
from tournaments.services import stages, teams


def test_from_a_draft_to_the_final(cast: Cast) -> None:
    third, fourth = (teams.add(cast.tournament, name=name) for name in ("Third", "Fourth"))
    api = api_of(cast.director)
    at = f"{ROOT}tournaments/{cast.tournament.slug}/stages/"
    order = [fourth.pk, third.pk, cast.away_team.pk, cast.home_team.pk]
    made = api.post(at, {"kind": "knock-out", "name": "Cup", "seed": "open", "teams": order}, format="json")
    assert made.status_code == 201
    stage = made.json()
    assert stage == {
        "id": stage["id"], "order": 1, "name": "Cup", "state": "draft", "seed": "open", "kind": "knock-out",
        "teams": order, "numbers": "given", "third_place": False, "minor_cup": False, "cross_over": False,
        "tables_per_match": None, "games_per_table": None, "race_target_set": None, "play_all": False,
        "level_stands": False, "size": "2 tables of 10 games, first to 11 bullseyes", "tie_break": None,
        "source": None, "places_from": None, "places_to": None, "places_by": "overall",
    }  # fmt: skip
    one = f"{at}{stage['id']}/"
    changed = api.patch(one, {"third_place": True}, format="json").json()
    assert (changed["teams"], changed["third_place"]) == (order, True)

    draft = api.get(f"{one}draw/").json()
    assert (draft["state"], draft["rounds"][0]["round"]) == ("draft", None)
    published = api.post(f"{one}publish/").json()
    semis = published["rounds"][0]
    assert [(p["code"], p["home"], p["away"]) for p in semis["pairings"]] == [
        ("SF1", "Fourth", "Pelicans"),
        ("SF2", "Third", "Scarlets"),
    ]
    assert semis["pairings"][0]["why"] == (
        "Seeds 1 and 4: in a bracket of 4 the two seeds that make 5 meet. Seed 1 is at home."
    )
    assert published["state"] == "published"
    rounds = api.get(f"{ROOT}tournaments/{cast.tournament.slug}/rounds/").json()["results"]
    assert [(r["name"], r["stage"]) for r in rounds] == [
        ("", None),
        ("Semi-finals", stage["id"]),
        ("Final", stage["id"]),
    ]

    for pairing in semis["pairings"]:
        win(cast, Match.objects.get(pk=pairing["match"]))
    done = api.post(f"{one}complete/")
    assert done.status_code == 201
    assert [(p["code"], p["home"], p["away"], p["known"]) for p in done.json()["rounds"][1]["pairings"]] == [
        ("3RD", "Pelicans", "Scarlets", True),
        ("F", "Fourth", "Third", True),
    ]
    assert done.json()["state"] == "frozen"
    refused = api.post(f"{one}take-back/")
    assert refused.status_code == 400
    assert fields(refused) == {"stage"}


def test_lots_and_faults_are_told(cast: Cast) -> None:
    api = api_of(cast.director)
    stage = stages.add(cast.tournament, kind="round-robin", seed="open", options={"numbers": "lot"})
    draw = api.get(f"{ROOT}tournaments/{cast.tournament.slug}/stages/{stage.pk}/draw/").json()
    assert sorted(one["text"] for one in draw["lots"]) == sorted(
        f"open|numbers|{team.pk}" for team in (cast.home_team, cast.away_team)
    )
    cup = stages.add(cast.tournament, kind="knock-out", options={"third_place": True})
    draw = api.get(f"{ROOT}tournaments/{cast.tournament.slug}/stages/{cup.pk}/draw/").json()
    assert draw["fault"] == {
        "field": "third_place",
        "text": "A match for third place needs two semi-finals: four teams at least.",
    }
    assert draw["rounds"] == []


def test_statements_do_not_grow_with_the_list(cast: Cast, django_assert_num_queries: Any) -> None:
    api = api_of(None)
    at = f"{ROOT}tournaments/{cast.tournament.slug}/stages/"

    def publish() -> None:
        stages.publish(stages.add(cast.tournament, kind="double"), cast.director)

    publish()
    with django_assert_num_queries(5):
        assert api.get(at).json()["count"] == 1
    publish()
    publish()
    with django_assert_num_queries(5):
        assert api.get(at).json()["count"] == 3
