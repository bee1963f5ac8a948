"""What the set-up's endpoints give and take when all is well."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tests.cast import Cast, make_cast
from tests.factories import PASSWORD, RoleFactory
from tests.tournaments.api.client import ROOT, api_of
from tests.tournaments.views.test_setup_pages import grow
from tournaments.models import Role
from tournaments.services import divisions, people, teams


def test_a_tournament_from_its_name_to_its_first_match(cast: Cast) -> None:
    """Point 8 of the issue: all over the API, with a token got by password."""
    client = APIClient()
    token = client.post(ROOT + "token/", {"username": "harbour-director", "password": PASSWORD}, format="json")
    assert token.status_code == 200
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.json()['token']}")

    def post(path: str, body: dict[str, Any]) -> Any:
        answer = client.post(ROOT + path, body, format="json")
        assert answer.status_code == 201, answer.content
        return answer.json()

    made = post(
        "tournaments/",
        {
            "name": "Bay League", "venue": "Hall 2", "starts_on": "2026-08-01", "ends_on": None,
            "ruleset_name": "trinidad", "ruleset_options": {"kicked_third_card": "deuce"},
            "tables_per_match": 2, "games_per_table": 16, "tie_break": ["bullseyes-for", "-bullseyes-against"],
            "appeal_hours": 48,
        },
    )  # fmt: skip
    assert made == {
        "slug": "bay-league",
        "name": "Bay League",
        "venue": "Hall 2",
        "starts_on": "2026-08-01",
        "ends_on": None,
        "ruleset_name": "trinidad",
        "ruleset_options": {"kicked_third_card": "deuce"},
        "ruleset_frozen_at": None,
        "tables_per_match": 2,
        "games_per_table": 16,
        "race_target_set": None,
        "race_target": 17,
        "tie_break": ["bullseyes-for", "-bullseyes-against"],
        "tie_break_words": ["more bullseyes for", "fewer bullseyes against"],
        "grace_minutes": 15,
        "walk_over_bullseyes": None,
        "appeal_hours": 48,
    }
    at = "tournaments/bay-league/"
    division = post(at + "divisions/", {"name": "North"})
    assert division == {"id": division["id"], "name": "North", "order": 1}
    home = post(at + "teams/", {"name": "Oilbirds", "division": division["id"]})
    assert home == {
        "id": home["id"], "name": "Oilbirds", "division": division["id"], "club": home["club"],
        "state": "entered",
    }  # fmt: skip
    away = post(at + "teams/", {"name": "Ibises"})
    assert away["division"] is None
    player = post(f"{at}teams/{home['id']}/roster/", {"name": "Ann", "number": 7, "captain": True})
    assert player == {
        "id": player["id"], "player": player["player"], "name": "Ann", "number": 7, "captain": True,
    }  # fmt: skip
    lines = post(f"{at}teams/{home['id']}/roster/lines/", {"names": "1 Bob\n2 Cy\nDi\n"})
    assert [(line["number"], line["name"]) for line in lines] == [(1, "Bob"), (2, "Cy"), (None, "Di")]
    round_one = post(at + "rounds/", {"starts_at": "2026-08-01T18:30:00-04:00"})
    assert round_one == {
        "id": round_one["id"], "number": 1, "name": "", "starts_at": "2026-08-01T18:30:00-04:00",
        "stage": None,
    }  # fmt: skip
    role = post(at + "roles/", {"username": "harbour-outsider", "role": "official"})
    assert role == {
        "id": role["id"], "username": "harbour-outsider", "display_name": "Outsider", "role": "official", "team": None,
    }  # fmt: skip
    match = post(
        at + "matches/",
        {
            "round": round_one["id"],
            "home": home["id"],
            "away": away["id"],
            "official": "harbour-outsider",
            "place": "A",
        },
    )
    assert match == {
        "id": match["id"],
        "round": round_one["id"],
        "home": home["id"],
        "home_name": "Oilbirds",
        "away": away["id"],
        "away_name": "Ibises",
        "official_name": "Outsider",
        "place": "A",
        "race_target_set": None,
        "play_all": False,
        "level_stands": False,
        "play_off": False,
        "tables": [{"number": 1, "kind": "table", "games": 16}, {"number": 2, "kind": "table", "games": 16}],
    }
    assert client.get(f"{ROOT}{at}matches/{match['id']}/").json() == match


def test_changes_touch_what_they_name(cast: Cast) -> None:
    client = api_of(cast.director)
    at = f"{ROOT}tournaments/{cast.tournament.slug}/"

    def patch(path: str, body: dict[str, Any]) -> Any:
        answer = client.patch(at + path, body, format="json")
        assert answer.status_code == 200, answer.content
        return answer.json()

    assert patch("", {"venue": "Pier 4"})["name"] == "Harbour Cup"
    division = divisions.add(cast.tournament, name="North")
    assert patch(f"divisions/{division.pk}/", {"order": 5}) == {"id": division.pk, "name": "North", "order": 5}
    team = f"teams/{cast.home_team.pk}/"
    assert patch(team, {"division": division.pk})["division"] == division.pk
    assert patch(team, {"name": "Grey Pelicans"})["division"] == division.pk
    assert patch(team, {"division": None})["name"] == "Grey Pelicans"
    one, two = cast.home_team.roster.order_by("number")[:2]
    assert patch(f"{team}roster/{two.pk}/", {"captain": True, "number": None})["captain"] is True
    assert client.get(f"{at}{team}roster/{one.pk}/").json()["captain"] is False
    assert patch(f"rounds/{cast.round_one.pk}/", {"name": "Semi-finals"})["number"] == 1
    match = f"matches/{cast.match.pk}/"
    assert patch(match, {"official": "harbour-director"})["official_name"] == "Director"
    assert patch(match, {"place": "Row 3"})["official_name"] == "Director"
    assert patch(match, {"official": None})["place"] == "Row 3"
    for path in ("", f"divisions/{division.pk}/", team, f"{team}roster/{two.pk}/", match):
        before = client.get(at + path).json()
        assert patch(path, {}) == before


def test_a_new_account_comes_with_its_password_once(cast: Cast) -> None:
    client = api_of(cast.director)
    at = f"{ROOT}tournaments/{cast.tournament.slug}/roles/"
    body = {"username": "nia", "display_name": "Nia Paul", "role": "captain", "team": cast.away_team.pk}
    answer = client.post(at + "accounts/", body, format="json")
    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    made = answer.json()
    assert (made["role"]["username"], made["role"]["role"], made["role"]["team"]) == (
        "nia",
        "captain",
        cast.away_team.pk,
    )
    assert made["one_time_password"] not in client.get(at).content.decode()
    signed = APIClient().post(
        ROOT + "token/", {"username": "nia", "password": made["one_time_password"]}, format="json"
    )
    assert signed.status_code == 403
    assert signed.json()["detail"] == "Sign in on the pages first and choose a password of your own."


def test_public_answers_hold_no_sign_in_name(cast: Cast) -> None:
    at = f"{ROOT}tournaments/{cast.tournament.slug}/"
    for path in ("", "teams/", "matches/", f"teams/{cast.home_team.pk}/roster/", "rounds/", "divisions/"):
        assert "harbour-" not in api_of(None).get(at + path).content.decode().replace("harbour-cup", "")


def test_what_there_is_to_choose_from(db: None) -> None:
    found = api_of(None).get(ROOT + "rulesets/").json()
    assert [ruleset["name"] for ruleset in found["rulesets"]] == ["round-robin", "trinidad", "tobago", "parlour"]
    third = {ruleset["name"]: ruleset["options"]["kicked_third_card"] for ruleset in found["rulesets"]}
    assert third == {"round-robin": "deuce", "trinidad": "six", "tobago": "deuce", "parlour": "six"}
    options = {option["name"]: option for option in found["options"]}
    assert options["gamble_points"]["values"] == [2, 1]
    assert options["substitute_limit"]["free"] == "number"
    assert {"name": "-bullseyes-against", "words": "fewer bullseyes against"} in found["tie_breaks"]


def test_lists_come_in_pages(cast: Cast) -> None:
    teams.add_many(cast.tournament, names=[f"Team {n:03}" for n in range(60)])
    path = f"{ROOT}tournaments/{cast.tournament.slug}/teams/"
    first, second = api_of(None).get(path).json(), api_of(None).get(path + "?page=2").json()
    assert (first["count"], len(first["results"]), len(second["results"])) == (62, 50, 12)
    assert second["next"] is None
    assert [team["name"] for team in first["results"][:3]] == ["Pelicans", "Scarlets", "Team 000"]


# --- Tokens ------------------------------------------------------------------


def ask(username: str, password: str, client: APIClient | None = None) -> Any:
    return (client or APIClient()).post(ROOT + "token/", {"username": username, "password": password}, format="json")


def test_a_token_is_kept_until_it_is_given_back(cast: Cast) -> None:
    first, second = ask("harbour-scorer", PASSWORD).json()["token"], ask("harbour-scorer", PASSWORD).json()["token"]
    assert first == second
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {first}")
    assert client.delete(ROOT + "token/").status_code == 204
    assert client.delete(ROOT + "token/").status_code == 401
    assert not Token.objects.exists()


def test_a_wrong_password_gets_no_token_and_ten_lock(cast: Cast) -> None:
    answers = [ask("harbour-scorer", "wrong") for _ in range(10)]
    assert [answer.status_code for answer in answers] == [401] * 9 + [429]
    assert answers[0].json()["detail"] == "This name and password do not go together."
    assert answers[9]["Content-Type"] == "application/problem+json"
    assert ask("harbour-scorer", PASSWORD).status_code == 429
    assert ask("harbour-official", PASSWORD).status_code == 200


def test_asking_too_often_waits(cast: Cast) -> None:
    cache.clear()
    answers = [ask(f"nobody-{number}", "wrong") for number in range(31)]
    assert [answer.status_code for answer in answers] == [401] * 30 + [429]
    assert int(answers[30]["Retry-After"]) > 0


def test_a_closed_account_s_token_is_void(cast: Cast) -> None:
    client = api_of(cast.director)
    cast.director.is_active = False
    cast.director.save()
    assert client.get(f"{ROOT}tournaments/{cast.tournament.slug}/roles/").status_code == 401


# --- Queries -----------------------------------------------------------------

QUERIES = {
    "divisions/": 3,
    "teams/": 3,
    "teams/HOME/roster/": 4,
    "rounds/": 3,
    "matches/": 4,
    "roles/": 5,
}
"""The tournament, the count, the page; with more where tables or the caller are read too."""


@pytest.mark.parametrize("path", QUERIES)
def test_queries_do_not_grow_with_the_list(cast: Cast, path: str, django_assert_num_queries: Any) -> None:
    client = api_of(cast.director if path == "roles/" else None)
    address = f"{ROOT}tournaments/{cast.tournament.slug}/{path}".replace("HOME", str(cast.home_team.pk))
    grow(cast, 1)
    with django_assert_num_queries(QUERIES[path]):
        client.get(address)
    grow(cast, 3)
    with django_assert_num_queries(QUERIES[path]):
        client.get(address)


def test_the_list_of_tournaments_takes_two_queries(cast: Cast, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        api_of(None).get(ROOT + "tournaments/")
    make_cast("second-cup")
    make_cast("third-cup")
    with django_assert_num_queries(2):
        assert api_of(None).get(ROOT + "tournaments/").json()["count"] == 3


def test_who_may_start_a_tournament(cast: Cast) -> None:
    from django.contrib.auth.models import Permission

    assert api_of(cast.outsider).post(ROOT + "tournaments/", {"name": "A"}, format="json").status_code == 403
    cast.outsider.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    assert api_of(cast.outsider).post(ROOT + "tournaments/", {"name": "A"}, format="json").status_code == 201
    assert Role.objects.filter(user=cast.outsider, name="director").count() == 1
    cast.viewer.is_superuser = True
    cast.viewer.save()
    assert api_of(cast.viewer).post(ROOT + "tournaments/", {"name": "B"}, format="json").status_code == 201
    RoleFactory.create(tournament=cast.tournament, user=cast.scorer, name="director")
    assert api_of(cast.scorer).post(ROOT + "tournaments/", {"name": "C"}, format="json").status_code == 201


def test_an_own_password_is_needed_before_a_token(cast: Cast) -> None:
    role, password = people.grant_new(cast.tournament, username="nia", display_name="Nia", name="scorer")
    assert ask("nia", password).status_code == 403
    people.password_chosen(role.user)
    assert ask("nia", password).status_code == 200
