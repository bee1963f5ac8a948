"""What the set-up pages do when all is well."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast, client_of
from tests.factories import MatchFactory, RoleFactory, RoundFactory, TeamFactory, make_team
from tests.tournaments.ledger import record_something
from tests.tournaments.views.test_setup_bad_input import address, roster_form
from tournaments.models import Match, RoleName, Tournament, User
from tournaments.services import divisions, people, stages, teams, tournaments


@pytest.fixture
def director(cast: Cast) -> Client:
    return client_of(cast.director)


def act(client: Client, page: str, cast: Cast, **data: Any) -> Any:
    answer = client.post(address(page, cast), data)
    assert answer.status_code == 302, answer.context["form"].errors if answer.context else answer.status_code
    return answer


def said(answer: Any, client: Client) -> list[str]:
    return [str(message) for message in client.get(answer["Location"]).context["messages"]]


def test_a_tournament_from_its_name_to_its_first_match(cast: Cast) -> None:
    """Point 2 of the issue: all on pages."""
    client = client_of(cast.director)
    answer = client.post(
        "/new/",
        {
            "name": "Bay League", "venue": "Hall 2", "starts_on": "2026-08-01", "ends_on": "2026-08-02",
            "ruleset_name": "trinidad", "option_kicked_third_card": '"deuce"', "option_substitute_limit": "4",
            "tables_per_match": "2", "games_per_table": "16",
            "order_1": "bullseyes-for", "order_2": "-bullseyes-against",
        },
    )  # fmt: skip
    assert (answer.status_code, answer["Location"]) == (302, "/t/bay-league/setup/")
    made = Tournament.objects.get(slug="bay-league")
    assert made.race_target == 17
    assert made.ruleset_options == {"kicked_third_card": "deuce", "substitute_limit": 4}
    assert made.tie_break == ["bullseyes-for", "-bullseyes-against"]

    def post(page: str, data: dict[str, Any], *args: Any) -> None:
        assert client.post(reverse(page, args=[made.slug, *args]), data).status_code == 302

    post("setup-divisions", {"act": "add", "name": "North"})
    division = made.divisions.get()
    post("setup-teams", {"act": "add", "names": "Oilbirds\nIbises\n", "division": division.pk})
    home, away = made.teams.get(name="Oilbirds"), made.teams.get(name="Ibises")
    for team in (home, away):
        post("setup-team", {"act": "add", "names": "1 Ann (C)\n2 Bob\n3 Cy\n4 Di"}, team.pk)
    post("setup-rounds", {"act": "add", "number": "1", "starts_at": "2026-08-01T18:30"})
    post("setup-people", {"act": "grant", "username": "harbour-outsider", "role": "official"})
    post(
        "setup-matches",
        {"act": "add", "round": made.rounds.get().pk, "home": home.pk, "away": away.pk, "official": cast.outsider.pk},
    )
    match = made.matches.get()
    assert (match.home, match.away, match.official) == (home, away, cast.outsider)
    assert list(match.tables.values_list("number", "games")) == [(1, 16), (2, 16)]
    hub = client.get(reverse("setup", args=[made.slug]))
    assert hub.context["progress"].next is None
    assert b"Ready to play" in hub.content


def test_the_race_target_is_worked_out_as_one_types(cast: Cast) -> None:
    client = client_of(None)
    race = "/new/race/?tables_per_match={}&games_per_table={}"
    assert b"Race to <strong>17</strong>" in client.get(race.format(2, 16)).content
    assert b"Race to <strong>14</strong>" in client.get(race.format(3, 9)).content
    for wrong in (("", ""), ("0", "10"), ("x", "1"), ("25", "10"), ("%00", "9" * 5000), ("-1", "41")):
        answer = client.get(race.format(*wrong))
        assert (answer.status_code, b"Race to" in answer.content) == (200, False)


def test_the_options_show_what_the_chosen_ruleset_says(cast: Cast) -> None:
    client = client_of(None)
    page = client.get("/new/options/?ruleset_name=trinidad&option_low_owner=%22taker%22").content.decode()
    assert "As the ruleset: the six" in page
    assert re.search(r'value="&quot;taker&quot;" selected', page)
    assert "As the ruleset: the deuce" in client.get("/new/options/?ruleset_name=round-robin").content.decode()
    for query in ("", "ruleset_name=whist", "ruleset_name=%00&option_low_owner=%00", "option_substitute_limit=x"):
        assert client.get(f"/new/options/?{query}").status_code == 200


def test_the_details_page_changes_what_it_shows(cast: Cast, director: Client) -> None:
    tournaments.update(
        cast.tournament, ruleset_options={"gamble_points": 1, "loser_mark": "x", "substitute_return": True}
    )
    shown = director.get(address("setup-details", cast)).context["form"]
    data = {field.name: field.value() for field in shown if field.value() is not None}
    assert {name: value for name, value in data.items() if name.startswith("option_")} == {
        "option_gamble_points": "1",
        "option_loser_mark": "x",
        "option_substitute_return": "true",
    }
    before = Tournament.objects.values().get(pk=cast.tournament.pk)
    act(director, "setup-details", cast, **{**data, "act": "save"})
    assert Tournament.objects.values().get(pk=cast.tournament.pk) == before
    act(director, "setup-details", cast, **{**data, "act": "save", "venue": "Pier 4", "option_gamble_points": ""})
    cast.tournament.refresh_from_db()
    assert cast.tournament.venue == "Pier 4"
    assert cast.tournament.ruleset_options == {"loser_mark": "x", "substitute_return": True}


def test_the_hours_to_appeal_are_set_when_it_is_made_and_changed_afterwards(cast: Cast, director: Client) -> None:
    new = {"ruleset_name": "round-robin", "tables_per_match": "2", "games_per_table": "10", "order_1": "wins"}
    assert b'name="appeal_hours" value="24" min="1" max="720"' in director.get("/new/").content
    assert director.post("/new/", {**new, "name": "A", "appeal_hours": "720"}).status_code == 302
    assert director.post("/new/", {**new, "name": "B"}).status_code == 302
    made = dict(Tournament.objects.filter(name__in=("A", "B")).values_list("name", "appeal_hours"))
    assert made == {"A": 720, "B": 24}
    # A table that is open settles how it is played, not how long one may appeal.
    tournaments.freeze(cast.tournament.pk)
    act(director, "setup-details", cast, act="save", name="Cup", order_1="wins", appeal_hours="1")
    assert Tournament.objects.get(pk=cast.tournament.pk).appeal_hours == 1
    act(director, "setup-details", cast, act="save", name="Cup", order_1="wins", appeal_hours="")
    assert Tournament.objects.get(pk=cast.tournament.pk).appeal_hours == 1


def test_what_is_settled_is_shown_and_not_taken(cast: Cast, director: Client) -> None:
    tournaments.update(cast.tournament, ruleset_options={"gamble_points": 1})
    tournaments.freeze(cast.tournament.pk)
    page = director.get(address("setup-details", cast))
    assert page.context["form"].fields["games_per_table"].disabled
    assert b"Settled when the first table opened" in page.content
    act(
        director, "setup-details", cast, act="save", name="Bay Cup", order_1="-wins",
        games_per_table="5", ruleset_name="tobago", option_gamble_points="2",
    )  # fmt: skip
    cast.tournament.refresh_from_db()
    kept = cast.tournament
    assert (kept.name, kept.tie_break) == ("Bay Cup", ["-wins"])
    assert (kept.games_per_table, kept.ruleset_name, kept.ruleset_options) == (10, "round-robin", {"gamble_points": 1})


def test_divisions_and_rounds_are_changed_and_removed(cast: Cast, director: Client) -> None:
    act(director, "setup-divisions", cast, act="add", name="North")
    division = cast.tournament.divisions.get()
    act(director, "setup-divisions", cast, act="save", id=division.pk, name="West", order="4")
    assert cast.tournament.divisions.values_list("name", "order").get() == ("West", 4)
    act(director, "setup-divisions", cast, act="remove", id=division.pk)
    assert not cast.tournament.divisions.exists()
    act(director, "setup-rounds", cast, act="save", id=cast.round_one.pk, number="3", name="Semi-finals", starts_at="")
    act(director, "setup-rounds", cast, act="add", number="")
    assert list(cast.tournament.rounds.values_list("number", "name")) == [(3, "Semi-finals"), (4, "")]
    act(director, "setup-rounds", cast, act="remove", id=cast.tournament.rounds.get(number=4).pk)
    assert cast.tournament.rounds.count() == 1


def test_a_roster_is_saved_from_its_page(cast: Cast, director: Client) -> None:
    one, two, three = cast.home_team.roster.order_by("number")[:3]
    changes = {
        f"number_{one.pk}": "2",
        f"number_{two.pk}": "1",
        f"name_{two.pk}": "B. Khan",
        f"remove_{three.pk}": "on",
        "captain": str(two.pk),
    }
    act(director, "setup-team", cast, **roster_form(cast, **changes))
    assert [(e.number, e.player.name, e.is_captain) for e in cast.home_team.roster.all()][:3] == [
        (1, "B. Khan", True),
        (2, "Anil Joseph", False),
        (4, "Dolly Ramdeen", False),
    ]


def test_a_captain_who_leaves_is_captain_no_more(cast: Cast, director: Client) -> None:
    captain = cast.home_team.roster.get(is_captain=True)
    act(director, "setup-team", cast, **roster_form(cast, **{f"remove_{captain.pk}": "on"}))
    assert cast.home_team.roster.count() == 5
    assert not cast.home_team.roster.filter(is_captain=True).exists()


def test_a_team_is_renamed_moved_and_withdrawn(cast: Cast, director: Client) -> None:
    division = divisions.add(cast.tournament, name="North")
    act(director, "setup-team", cast, act="rename", name="Grey Pelicans", division=division.pk)
    cast.home_team.refresh_from_db()
    assert (cast.home_team.name, cast.home_team.division) == ("Grey Pelicans", division)
    cast.match.delete()
    assert act(director, "setup-team", cast, act="remove")["Location"] == address("setup-teams", cast)
    assert list(cast.tournament.teams.values_list("name", flat=True)) == ["Scarlets"]


def test_match_after_match_keeps_the_round_and_waits_at_home(cast: Cast, director: Client) -> None:
    second = RoundFactory.create(tournament=cast.tournament, number=2)
    RoundFactory.create(tournament=cast.tournament, number=3)
    answer = act(
        director, "setup-matches", cast, act="add", round=second.pk, home=cast.home_team.pk, away=cast.away_team.pk
    )
    assert answer["Location"] == f"{address('setup-matches', cast)}?round={second.pk}"
    page = director.get(answer["Location"])
    form = page.context["form"]
    assert [name for name in form.fields if f'name="{name}"' not in page.content.decode()] == []
    assert form["round"].value() == second.pk
    assert form.fields["home"].widget.attrs["autofocus"] is True


def test_the_round_asked_for_may_be_any_text(cast: Cast, director: Client) -> None:
    for asked in ("x", "%00", "9" * 40, "-1"):
        assert director.get(f"{address('setup-matches', cast)}?round={asked}").status_code == 200


def test_a_match_is_given_another_official_and_deleted(cast: Cast, director: Client) -> None:
    saved = act(director, "setup-match", cast, act="save", official=cast.director.pk, place="Row 3")
    assert said(saved, director) == ["Saved."]
    cast.match.refresh_from_db()
    assert (cast.match.official, cast.match.place) == (cast.director, "Row 3")
    answer = act(director, "setup-match", cast, act="remove")
    assert said(answer, director) == ["Pelicans v Scarlets deleted."]
    assert not Match.objects.exists()


def test_an_official_who_lost_the_part_keeps_the_match(cast: Cast, director: Client) -> None:
    people.revoke(cast.tournament.roles.get(user=cast.official))
    form = director.get(address("setup-match", cast)).context["form"]
    assert form["official"].value() == cast.official.pk
    act(director, "setup-match", cast, act="save", official=cast.official.pk, place="Row 3")
    cast.match.refresh_from_db()
    assert (cast.match.official, cast.match.place) == (cast.official, "Row 3")
    act(director, "setup-match", cast, act="save", official="", place="")
    assert director.post(address("setup-match", cast), {"act": "save", "official": cast.official.pk}).status_code == 422


def test_a_match_that_has_begun_is_not_deleted(cast: Cast, director: Client) -> None:
    record_something(cast)
    answer = director.post(address("setup-match", cast), {"act": "remove"})
    assert answer.status_code == 422
    assert "has begun: what was recorded stays" in answer.content.decode()
    assert Match.objects.count() == 1


def test_the_way_to_a_match_is_shown_when_something_is_missing(cast: Cast, director: Client) -> None:
    cast.match.delete()
    cast.round_one.delete()
    assert b"Matches belong to a round" in director.get(address("setup-matches", cast)).content
    RoundFactory.create(tournament=cast.tournament)
    teams.remove(cast.home_team)
    assert b"A match needs two teams" in director.get(address("setup-matches", cast)).content


def test_a_new_account_s_password_is_shown_once_and_kept_nowhere(cast: Cast, director: Client) -> None:
    page = address("setup-people", cast)
    data = {
        "act": "account",
        "username": "nia",
        "display_name": "Nia Paul",
        "role": "captain",
        "team": cast.away_team.pk,
    }
    answer = director.post(page, data)
    assert answer.status_code == 200
    password = answer.context["one_time_password"]
    assert password in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert password not in director.get(page).content.decode()
    assert password not in str(dict(director.session))
    again = director.post(page, data)
    assert again.status_code == 422
    assert again.context["account"].errors == {"username": ["Somebody signs in as nia already."]}
    assert User.objects.filter(username="nia").count() == 1


def test_the_last_director_cannot_leave_and_the_last_but_one_can(cast: Cast, director: Client) -> None:
    page = address("setup-people", cast)
    own = cast.tournament.roles.get(user=cast.director)
    refused = director.post(page, {"act": "revoke", "id": own.pk})
    assert refused.status_code == 422
    assert b"A tournament needs a director." in refused.content
    people.grant(cast.tournament, username="harbour-outsider", name="director")
    assert director.post(page, {"act": "revoke", "id": own.pk})["Location"] == "/"
    assert director.get(page).status_code == 403


# --- Queries -----------------------------------------------------------------


def grow(cast: Cast, to: int) -> None:
    """Make the tournament hold ``to`` of everything, the cast's own included."""
    while cast.tournament.stages.count() < to:
        stages.add(cast.tournament, kind="round-robin")
    while cast.tournament.divisions.count() < to:
        number = cast.tournament.divisions.count()
        division = divisions.add(cast.tournament, name=f"Division {number}")
        for team in cast.tournament.teams.filter(division=None)[:1]:
            teams.update(team, division=division)
    for number in range(cast.tournament.rounds.count() + 1, to + 1):
        round_ = RoundFactory.create(tournament=cast.tournament, number=number)
        TeamFactory.create(tournament=cast.tournament)
        away = make_team(cast.tournament, f"Grown {number}", [f"Grown {number} {n}" for n in range(6)])
        MatchFactory.create(
            tournament=cast.tournament, round=round_, home=cast.home_team, away=away, official=cast.official
        )
        RoleFactory.create(tournament=cast.tournament, name="official")
        RoleFactory.create(tournament=cast.tournament, name="captain", team=away)
        for team in (cast.home_team, cast.away_team):
            make = number + 20
            from tests.factories import RosterEntryFactory

            RosterEntryFactory.create(team=team, number=make)


SESSION = 2
"""Every page: the session's user and the roles (the session itself is read from the cache)."""

QUERIES = {
    "setup": 7,
    "setup-details": 1,
    "setup-divisions": 2,
    "setup-teams": 5,
    "setup-team": 5,
    "setup-stages": 3,
    "setup-stage": 7,
    "setup-rounds": 2,
    "setup-matches": 8,
    "setup-match": 5,
    "setup-people": 4,
    "setup-names": 3,
    "setup-entries": 5,
}
"""The tournament and what the page shows, whatever their number."""


@pytest.mark.parametrize("page", QUERIES)
def test_queries_do_not_grow_with_the_list(
    cast: Cast, page: str, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    client = client_of(cast.director)
    grow(cast, 1)
    at = address(page, cast)
    client.get(at)
    with django_assert_num_queries(SESSION + QUERIES[page]):
        client.get(at)
    grow(cast, 3)
    with django_assert_num_queries(SESSION + QUERIES[page]):
        client.get(at)


def test_the_page_of_people_says_what_each_part_does(cast: Cast, director: Client) -> None:
    parts = director.get(address("setup-people", cast)).context["parts"]
    assert [part["label"] for part in parts] == list(RoleName.labels)
    assert all(part["does"] for part in parts)
