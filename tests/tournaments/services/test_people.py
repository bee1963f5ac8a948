"""Parts and accounts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.test import RequestFactory
from rest_framework.authtoken.models import Token

from tests.cast import Cast
from tests.factories import RoleFactory, UserFactory
from tournaments.models import Role, RoleName, User
from tournaments.services import people


def refused(call: Any, *args: Any, **details: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as error:
        call(*args, **details)
    return dict(error.value.message_dict)


def test_a_part_is_given(cast: Cast) -> None:
    role = people.grant(cast.tournament, username="harbour-outsider", name="scorer")
    assert (role.user, role.name, role.team) == (cast.outsider, "scorer", None)


def test_a_captain_has_a_team(cast: Cast) -> None:
    role = people.grant(cast.tournament, username="harbour-outsider", name="captain", team=cast.home_team)
    assert role.team == cast.home_team
    assert refused(people.grant, cast.tournament, username="harbour-outsider", name="captain") == {
        "team": ["A captain needs a team."]
    }
    assert refused(people.grant, cast.tournament, username="harbour-outsider", name="scorer", team=cast.home_team) == {
        "team": ["Only a captain has a team."]
    }


def test_capitals_do_not_matter_unless_two_names_differ_by_them(cast: Cast) -> None:
    assert people.grant(cast.tournament, username="HARBOUR-Outsider", name="viewer").user == cast.outsider
    UserFactory.create(username="Harbour-Outsider")
    assert set(refused(people.grant, cast.tournament, username="HARBOUR-OUTSIDER", name="scorer")) == {"username"}


@pytest.mark.parametrize(
    ("username", "name", "fields"),
    [
        ("", "scorer", {"username"}),
        ("nobody-at-all", "scorer", {"username"}),
        ("a\x00b", "scorer", {"username"}),
        ("u" * 151, "scorer", {"username"}),
        ("harbour-scorer", "scorer", {"username"}),
        ("harbour-outsider", "king", {"role"}),
        ("harbour-outsider", "", {"role"}),
        ("nobody-at-all", "king", {"username", "role"}),
    ],
)
def test_a_part_refused_at_the_field(cast: Cast, username: str, name: str, fields: set[str]) -> None:
    before = Role.objects.count()
    assert set(refused(people.grant, cast.tournament, username=username, name=name)) == fields
    assert Role.objects.count() == before


def test_a_closed_account_gets_no_part(cast: Cast) -> None:
    User.objects.filter(pk=cast.outsider.pk).update(is_active=False)
    assert set(refused(people.grant, cast.tournament, username="harbour-outsider", name="scorer")) == {"username"}


def test_a_team_of_another_tournament_is_refused(cast: Cast, other_cast: Cast) -> None:
    said = refused(
        people.grant, cast.tournament, username="harbour-outsider", name="captain", team=other_cast.home_team
    )
    assert said == {"team": ["This team belongs to another tournament."]}


def test_a_new_account(cast: Cast) -> None:
    role, password = people.grant_new(
        cast.tournament, username="nia.paul", display_name=" Nia  Paul ", name="captain", team=cast.away_team
    )
    assert re.fullmatch(r"(?:[a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}", password)
    user = role.user
    assert (user.username, user.display_name, user.must_change_password) == ("nia.paul", "Nia Paul", True)
    assert not user.is_staff
    request = RequestFactory().post("/sign-in/")
    assert authenticate(request, username="nia.paul", password=password) == user
    assert people.one_time_password() != people.one_time_password()


@pytest.mark.parametrize(
    ("details", "fields"),
    [
        ({"username": "harbour-scorer"}, {"username"}),
        ({"username": "HARBOUR-SCORER"}, {"username"}),
        ({"username": "two words"}, {"username"}),
        ({"username": "a/b"}, {"username"}),
        ({"username": ""}, {"username"}),
        ({"username": "u" * 151}, {"username"}),
        ({"display_name": ""}, {"display_name"}),
        ({"display_name": "n" * 81}, {"display_name"}),
        ({"display_name": "\ud83d"}, {"display_name"}),
        ({"name": "king"}, {"role"}),
        ({"name": "captain"}, {"team"}),
    ],
)
def test_an_account_refused_at_the_field(cast: Cast, details: dict[str, Any], fields: set[str]) -> None:
    users, roles = User.objects.count(), Role.objects.count()
    whole = {"username": "nia", "display_name": "Nia", "name": "scorer", **details}
    assert set(refused(people.grant_new, cast.tournament, **whole)) == fields
    assert (User.objects.count(), Role.objects.count()) == (users, roles)


def test_the_last_director_stays(cast: Cast) -> None:
    role = Role.objects.get(tournament=cast.tournament, name=RoleName.DIRECTOR)
    said = {"role": ["A tournament needs a director. Make somebody else director first."]}
    assert refused(people.revoke, role) == said
    gone = RoleFactory.create(tournament=cast.tournament, name=RoleName.DIRECTOR, user__is_active=False)
    assert refused(people.revoke, role) == said
    people.grant(cast.tournament, username="harbour-outsider", name="director")
    people.revoke(role)
    people.revoke(gone)
    assert list(Role.objects.filter(tournament=cast.tournament, name="director").values_list("user", flat=True)) == [
        cast.outsider.pk
    ]


def test_any_other_part_is_taken_away(cast: Cast) -> None:
    people.revoke(Role.objects.get(tournament=cast.tournament, name=RoleName.SCORER))
    assert not Role.objects.filter(tournament=cast.tournament, name=RoleName.SCORER).exists()


def test_an_own_password_ends_the_one_time_password_and_its_token(cast: Cast) -> None:
    role, _ = people.grant_new(cast.tournament, username="nia", display_name="Nia", name="scorer")
    Token.objects.create(user=role.user)
    people.password_chosen(role.user)
    role.user.refresh_from_db()
    assert not role.user.must_change_password
    assert not Token.objects.filter(user=role.user).exists()
