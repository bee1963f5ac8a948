"""The pages of stages when all is well, from the empty list to the final; and what they refuse."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast, client_of
from tests.tournaments.services.test_stages import meetings, win
from tests.tournaments.snapshot import snapshot
from tournaments.models import Match, Stage
from tournaments.services import stages, teams


@pytest.fixture
def director(cast: Cast) -> Client:
    for name in ("Third", "Fourth"):
        teams.add(cast.tournament, name=name)
    return client_of(cast.director)


def page_of(stage: Stage) -> str:
    return reverse("setup-stage", args=[stage.tournament.slug, stage.pk])


def act(client: Client, stage: Stage, **data: Any) -> Stage:
    answer = client.post(page_of(stage), data)
    assert answer.status_code == 302, answer.context["form"].errors or answer.context["problem"]
    stage.refresh_from_db()
    return stage


def refused(client: Client, stage: Stage, **data: Any) -> Any:
    before = snapshot()
    answer = client.post(page_of(stage), data)
    assert answer.status_code == 422
    assert snapshot() == before
    return answer


def test_from_the_empty_list_to_a_published_draw(cast: Cast, director: Client) -> None:
    at = reverse("setup-stages", args=[cast.tournament.slug])
    assert b"without any" in director.get(at).content
    answer = director.post(at, {"act": "add", "kind": "round-robin", "name": "Day one"})
    stage = cast.tournament.stages.get()
    assert answer["Location"] == page_of(stage) + "?new=1"

    page = director.get(page_of(stage))
    assert b"Publish these 6 matches" in page.content
    assert "Berger table for 4, round 1: numbers 1 and 4 meet, number 1 at home." in page.content.decode()

    act(director, stage, act="save", name="Day one", order="1", seed="carnival", numbers="lot", pools="none")
    assert (stage.seed, stage.options) == ("carnival", {"numbers": "lot"})
    page = director.get(page_of(stage))
    for team in cast.tournament.teams.all():
        assert hashlib.sha256(f"carnival|numbers|{team.pk}".encode()).hexdigest() in page.content.decode()
    act(director, stage, act="redraw")
    assert stage.seed != "carnival"

    act(director, stage, act="publish")
    assert (stage.state, stage.published_by) == ("published", cast.director)
    assert Match.objects.filter(round__stage=stage).count() == 6
    page = director.get(page_of(stage))
    assert b"Publish these" not in page.content
    assert page.context["draw"].rounds[0].pairings[0].match is not None
    assert "Day one" in director.get(at).content.decode()

    act(director, stage, act="save", name="Saturday", order="2")
    assert (stage.name, stage.order, stage.options) == ("Saturday", 2, {"numbers": "lot"})
    act(director, stage, act="take_back")
    assert stage.state == "draft"
    assert director.post(page_of(stage), {"act": "remove"})["Location"] == at
    assert not Stage.objects.exists()


def test_a_list_of_teams_by_name_in_order_of_seeds(cast: Cast, director: Client) -> None:
    stage = stages.add(cast.tournament, kind="knock-out")
    act(
        director, stage, act="save", name="Cup", order="1", numbers="given", third_place="on",
        teams="fourth\n  Third \n\nSCARLETS\nPelicans\n",
    )  # fmt: skip
    assert [(p.home, p.away) for p in director.get(page_of(stage)).context["draw"].rounds[0].pairings] == [
        ("Fourth", "Pelicans"),
        ("Third", "Scarlets"),
    ]
    assert stage.options["third_place"] is True
    shown = director.get(page_of(stage)).context["form"]
    assert shown["teams"].value() == "Fourth\nThird\nScarlets\nPelicans"
    answer = refused(director, stage, act="save", name="Cup", order="1", numbers="given", teams="Fourth\nFifth")
    assert answer.context["form"].errors["teams"] == ["Line 2: there is no team “Fifth”."]


def test_fixtures_pasted(cast: Cast, director: Client) -> None:
    teams.add(cast.tournament, name="Stand v Beg")
    stage = stages.add(cast.tournament, kind="prescribed")
    text = "Round 1\nPelicans v Scarlets\nThird vs Stand v Beg\n\n\nScarlets v. Third\nROUND 3\npelicans v fourth"
    act(director, stage, act="save", name="League", order="1", fixtures=text)
    act(director, stage, act="publish")
    assert meetings(stage) == [
        ["Pelicans v Scarlets", "Third v Stand v Beg"],
        ["Scarlets v Third"],
        ["Pelicans v Fourth"],
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Pelicans v Nobody", "Line 1: “Pelicans v Nobody” is not two teams with a v between them"),
        ("Pelicans v Scarlets\n\nPelicans", "Line 3: “Pelicans” is not two teams"),
        ("Pelicans", "Line 1:"),
        ("\x00", "Null characters are not allowed."),
        ("x" * 200_001, "at most 200000 characters"),
    ],
)
def test_fixtures_that_cannot_be_read(cast: Cast, director: Client, text: str, says: str) -> None:
    stage = stages.add(cast.tournament, kind="prescribed")
    answer = refused(director, stage, act="save", name="League", order="1", fixtures=text)
    assert says in answer.context["form"].errors["fixtures"][0]
    assert answer.context["form"]["fixtures"].value() == text


def test_fixtures_that_cannot_be_played_are_told_and_not_published(cast: Cast, director: Client) -> None:
    stage = stages.add(cast.tournament, kind="prescribed")
    act(director, stage, act="save", name="L", order="1", fixtures="Pelicans v Scarlets\nThird v Pelicans")
    page = director.get(page_of(stage))
    assert page.context["draw"].fault == ("fixtures", "Round 1: This team plays 2 times in one round.")
    answer = refused(director, stage, act="publish")
    assert answer.context["problem"] == "Round 1: This team plays 2 times in one round."


def test_odd_fixtures_are_remarked_on_and_may_be_published(cast: Cast, director: Client) -> None:
    stage = stages.add(cast.tournament, kind="prescribed")
    act(director, stage, act="save", name="L", order="1", fixtures="Pelicans v Scarlets\n\nPelicans v Scarlets")
    assert director.get(page_of(stage)).context["draw"].remarks == (
        "Round 2: Pelicans, Scarlets: These two met in round 1 already.",
        "Third: This team has no match.",
        "Fourth: This team has no match.",
        "Pelicans: At home in 2 of 2 matches.",
        "Scarlets: At home in 0 of 2 matches.",
    )
    act(director, stage, act="publish")
    assert meetings(stage) == [["Pelicans v Scarlets"], ["Pelicans v Scarlets"]]


def test_a_knock_out_is_filled_in_by_a_button(cast: Cast, director: Client) -> None:
    stage = stages.publish(stages.add(cast.tournament, kind="knock-out"), cast.director)
    assert b"now settled" not in director.get(page_of(stage)).content
    first, second = Match.objects.filter(round__stage=stage).order_by("pk")
    win(cast, first)
    win(cast, second, "away")
    page = director.get(page_of(stage))
    assert b"Make the match now settled" in page.content
    assert b"Take the draw back" not in page.content
    act(director, stage, act="complete")
    assert meetings(stage) == [["Pelicans v Fourth", "Scarlets v Third"], ["Pelicans v Third"]]
    for what in ("complete", "take_back", "publish", "remove", "redraw"):
        assert refused(director, stage, act=what).context["problem"]


def test_a_match_that_the_draw_does_not_have_is_shown(cast: Cast, director: Client) -> None:
    stage = stages.publish(stages.add(cast.tournament, kind="knock-out"), cast.director)
    Match.objects.create(
        tournament=cast.tournament, round=stage.rounds.get(drawn_as=2), home=cast.home_team, away=cast.away_team
    )
    page = director.get(page_of(stage)).content.decode()
    assert "Not in the draw as it stands now" in page
    assert "Pelicans v Scarlets" in page


def test_queries_of_published_pages(cast: Cast, director: Client, django_assert_num_queries: Any) -> None:
    """Two of the session; tournament, stage; names (twice); rounds, matches, what began, who won and how; flags."""
    for _ in range(2):
        stage = stages.publish(stages.add(cast.tournament, kind="double"), cast.director)
    director.get(page_of(stage))
    with django_assert_num_queries(2 + 10):
        director.get(page_of(stage))
    with django_assert_num_queries(2 + 5):
        director.get(reverse("setup-stages", args=[cast.tournament.slug]))


def test_the_hub_leads_here(cast: Cast, director: Client) -> None:
    page = director.get(reverse("setup", args=[cast.tournament.slug])).content.decode()
    assert reverse("setup-stages", args=[cast.tournament.slug]) in page
