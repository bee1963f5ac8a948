"""Making and changing a tournament."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.cast import Cast
from tests.factories import UserFactory
from tournaments.models import Role, RoleName, Tournament, User
from tournaments.services import tournaments

DAY = datetime.date(2026, 8, 1)


@pytest.fixture
def user(db: None) -> User:
    return UserFactory.create(username="starter")


def refused(call: Any, **details: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as error:
        call(**details)
    return dict(error.value.message_dict)


def test_a_name_is_enough(user: User) -> None:
    made = tournaments.create(user, name="  Harbour \t Cup ")
    made.refresh_from_db()
    assert (made.name, made.slug, made.venue) == ("Harbour Cup", "harbour-cup", "")
    assert (made.tables_per_match, made.games_per_table, made.race_target_set, made.race_target) == (2, 10, None, 11)
    assert (made.ruleset_name, made.ruleset_options) == ("round-robin", {})
    assert made.tie_break == ["wins", "bullseye-difference", "bullseyes-for", "hang-jacks-for"]
    assert made.created_by == user
    assert list(Role.objects.values_list("tournament", "user", "name", "team")) == [
        (made.pk, user.pk, RoleName.DIRECTOR, None)
    ]


def test_everything_can_be_said(user: User) -> None:
    made = tournaments.create(
        user,
        name="Boston 2024",
        venue="Dorchester",
        starts_on=DAY,
        ends_on=DAY,
        ruleset_name="trinidad",
        ruleset_options={"kicked_third_card": "deuce", "substitute_limit": 4, "low_owner": "dealt"},
        tables_per_match=3,
        games_per_table=9,
        race_target_set=14,
        tie_break=["bullseyes-for", "-bullseyes-against", "wins"],
    )
    made.refresh_from_db()
    assert made.race_target == 14
    # Only what differs from the published ruleset is kept.
    assert made.ruleset_options == {"kicked_third_card": "deuce", "substitute_limit": 4}
    assert made.ruleset.value("kicked_third_card") == "deuce"
    assert made.tie_break == ["bullseyes-for", "-bullseyes-against", "wins"]


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("Harbour Cup", ["harbour-cup", "harbour-cup-2", "harbour-cup-3"]),
        ("Ça va: l'été 2026!", ["ca-va-lete-2026", "ca-va-lete-2026-2", "ca-va-lete-2026-3"]),
        ("東京", ["tournament", "tournament-2", "tournament-3"]),
        ("x" * 120, ["x" * 120, "x" * 120 + "-2", "x" * 120 + "-3"]),
    ],
)
def test_the_address_is_made_from_the_name_and_never_shared(user: User, name: str, slugs: list[str]) -> None:
    made = [tournaments.create(user, name=name, starts_on=DAY + datetime.timedelta(days=n)) for n in range(3)]
    assert [tournament.slug for tournament in made] == slugs


def test_the_same_request_twice_makes_one(user: User) -> None:
    tournaments.create(user, name="Harbour Cup", starts_on=DAY)
    said = refused(tournaments.create, by=user, name="harbour cup", starts_on=DAY)
    assert said == {"name": ["You already have a tournament of this name on that day."]}
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("details", "fields"),
    [
        ({"name": ""}, {"name"}),
        ({"name": " \u200d "}, {"name"}),
        ({"name": None}, {"name"}),
        ({"name": 5}, {"name"}),
        ({"name": "a" * 121}, {"name"}),
        ({"name": "a" * 100_000}, {"name"}),
        ({"name": "a\x00b"}, {"name"}),
        ({"name": "a\ud800b"}, {"name"}),
        ({"name": "a\u202eb"}, {"name"}),
        ({"name": "A", "venue": "v" * 201}, {"venue"}),
        ({"name": "A", "venue": "\x07"}, {"venue"}),
        ({"name": "A", "starts_on": "2026-08-01"}, {"starts_on"}),
        ({"name": "A", "starts_on": datetime.date(26, 8, 1)}, {"starts_on"}),
        ({"name": "A", "starts_on": DAY, "ends_on": datetime.date(2026, 7, 31)}, {"ends_on"}),
        ({"name": "A", "tables_per_match": 0}, {"tables_per_match"}),
        ({"name": "A", "tables_per_match": 25}, {"tables_per_match"}),
        ({"name": "A", "tables_per_match": True}, {"tables_per_match"}),
        ({"name": "A", "games_per_table": -1}, {"games_per_table"}),
        ({"name": "A", "games_per_table": 41}, {"games_per_table"}),
        ({"name": "A", "games_per_table": 10**30}, {"games_per_table"}),
        ({"name": "A", "appeal_hours": 0}, {"appeal_hours"}),
        ({"name": "A", "appeal_hours": 721}, {"appeal_hours"}),
        ({"name": "A", "appeal_hours": None}, {"appeal_hours"}),
        ({"name": "A", "appeal_hours": 10**30}, {"appeal_hours"}),
        ({"name": "A", "race_target_set": 12}, {"race_target_set"}),
        ({"name": "A", "race_target_set": 21}, {"race_target_set"}),
        ({"name": "A", "race_target_set": 0}, {"race_target_set"}),
        ({"name": "A", "race_target_set": 10**30}, {"race_target_set"}),
        ({"name": "A", "ruleset_name": "whist"}, {"ruleset_name"}),
        ({"name": "A", "ruleset_name": None}, {"ruleset_name"}),
        ({"name": "A", "ruleset_options": {"trumps": "S"}}, {"ruleset_options"}),
        ({"name": "A", "ruleset_options": {"gamble_points": 3}}, {"ruleset_options"}),
        ({"name": "A", "ruleset_options": {"gamble_points": True}}, {"ruleset_options"}),
        ({"name": "A", "ruleset_options": {"substitute_limit": -1}}, {"ruleset_options"}),
        ({"name": "A", "ruleset_options": {"loser_mark": "\x00"}}, {"ruleset_options"}),
        ({"name": "A", "ruleset_options": {"\x00": 1}}, {"ruleset_options"}),
        ({"name": "A", "ruleset_options": []}, {"ruleset_options"}),
        ({"name": "A", "tie_break": []}, {"tie_break"}),
        ({"name": "A", "tie_break": "wins"}, {"tie_break"}),
        ({"name": "A", "tie_break": ["wins", "-wins"]}, {"tie_break"}),
        ({"name": "A", "tie_break": ["luck"]}, {"tie_break"}),
        ({"name": "A", "tie_break": [5]}, {"tie_break"}),
        ({"name": "", "venue": "\x00", "tables_per_match": 0, "tie_break": []},
         {"name", "venue", "tables_per_match", "tie_break"}),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_field(user: User, details: dict[str, Any], fields: set[str]) -> None:
    assert set(refused(tournaments.create, by=user, **details)) == fields
    assert (Tournament.objects.count(), Role.objects.count()) == (0, 0)


def test_the_refusals_say_what_there_is(user: User) -> None:
    said = refused(
        tournaments.create,
        by=user,
        name="A",
        ruleset_options={"gamble_points": 3},
        race_target_set=12,
        tie_break=["luck"],
    )
    assert said["ruleset_options"] == ["gamble_points: must be one of 2, 1, not 3"]
    assert said["race_target_set"] == [
        "The race target of a match of 20 games is 1 to 11, not 12: both sides could miss a higher one."
    ]
    assert said["tie_break"][0].startswith("There is no order named 'luck'. There are: points, wins, ")


def test_a_change_keeps_the_rest_and_the_address(cast: Cast) -> None:
    changed = tournaments.update(cast.tournament, name="Bay Cup", venue="Pier 4")
    changed.refresh_from_db()
    assert (changed.slug, changed.name, changed.venue, changed.tables_per_match) == (
        "harbour-cup",
        "Bay Cup",
        "Pier 4",
        2,
    )


def test_a_new_size_reaches_the_matches_that_stand(cast: Cast) -> None:
    tournaments.update(cast.tournament, tables_per_match=3, games_per_table=6)
    assert list(cast.match.tables.values_list("number", "games")) == [(1, 6), (2, 6), (3, 6)]
    tournaments.update(cast.tournament, tables_per_match=1)
    assert list(cast.match.tables.values_list("number", "games")) == [(1, 6)]


def test_a_race_target_that_no_longer_fits_is_refused(cast: Cast) -> None:
    tournaments.update(cast.tournament, race_target_set=11)
    said = refused(tournaments.update, tournament=cast.tournament, games_per_table=5)
    assert said == {
        "race_target_set": [
            "The race target of a match of 10 games is 1 to 6, not 11: both sides could miss a higher one."
        ]
    }
    assert list(cast.match.tables.values_list("games", flat=True)) == [10, 10]


@pytest.mark.parametrize(
    "change",
    [
        {"ruleset_name": "tobago"},
        {"ruleset_options": {"gamble_points": 1}},
        {"tables_per_match": 3},
        {"games_per_table": 9},
        {"race_target_set": 11},
    ],
)
def test_once_frozen_the_rules_stay(cast: Cast, change: dict[str, Any]) -> None:
    when = timezone.make_aware(datetime.datetime(2026, 8, 1, 19, 5))  # noqa: DTZ001
    Tournament.objects.filter(pk=cast.tournament.pk).update(ruleset_frozen_at=when)
    said = refused(tournaments.update, tournament=cast.tournament, **change)
    assert said == {
        field: ["This is settled since the first table opened on 1 August 2026, 19:05."] for field in change
    }
    fresh = Tournament.objects.get(pk=cast.tournament.pk)
    assert fresh.ruleset == cast.tournament.ruleset
    assert (fresh.tables_per_match, fresh.games_per_table, fresh.race_target_set) == (2, 10, None)


def test_once_frozen_the_same_values_and_all_else_still_go_in(cast: Cast) -> None:
    tournaments.freeze(cast.tournament.pk)
    changed = tournaments.update(
        cast.tournament,
        name="Bay Cup",
        ruleset_name="round-robin",
        ruleset_options={"gamble_points": 2},
        tables_per_match=2,
        tie_break=["-hang-jacks-against"],
    )
    assert (changed.name, changed.tie_break) == ("Bay Cup", ["-hang-jacks-against"])


def test_freezing_again_changes_nothing(cast: Cast) -> None:
    tournaments.freeze(cast.tournament.pk)
    first = Tournament.objects.get(pk=cast.tournament.pk).ruleset_frozen_at
    tournaments.freeze(cast.tournament.pk)
    assert first is not None
    assert Tournament.objects.get(pk=cast.tournament.pk).ruleset_frozen_at == first


def test_a_director_of_yesterday_is_seen_at_once(cast: Cast) -> None:
    assert not cast.outsider.has_perm("tournaments.create")
    made = tournaments.create(cast.outsider, name="Theirs")
    assert cast.outsider.has_perm("tournaments.set_up", made)
    assert not cast.outsider.has_perm("tournaments.set_up", cast.tournament)
