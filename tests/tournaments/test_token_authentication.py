"""A token names one user; a wrong one names nobody, whatever it holds."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed

from scoring.selectors import recording
from tests.cast import Cast
from tournaments.api.authentication import TokenAuthentication
from tournaments.models import Role, RoleName
from tournaments.selectors import roles

pytestmark = pytest.mark.django_db


def test_the_user_of_a_token_is_the_user(cast: Cast) -> None:
    key = Token.objects.create(user=cast.scorer).key

    user, said = TokenAuthentication().authenticate_credentials(key)

    assert said == key
    assert user == cast.scorer
    assert (user.username, user.is_active, user.is_superuser, str(user)) == ("harbour-scorer", True, False, "Scorer")
    # What was not read is fetched when it is asked for.
    assert user.email == cast.scorer.email
    assert user.check_password("bamboo-kettle-77")


@pytest.mark.parametrize("key", ["", "x", "x" * 4000, "\0", "' OR 1=1 --", "é"])
def test_a_wrong_token_names_nobody(cast: Cast, key: str) -> None:
    with pytest.raises(AuthenticationFailed, match="no such token"):
        TokenAuthentication().authenticate_credentials(key)


def test_a_closed_account_has_no_token_any_more(cast: Cast) -> None:
    key = Token.objects.create(user=cast.scorer).key
    type(cast.scorer).objects.filter(pk=cast.scorer.pk).update(is_active=False)

    answer = Client().get("/api/v1/tournaments/", headers={"Authorization": f"Token {key}"})

    assert answer.status_code == 401
    assert answer.json()["detail"] == "This account is closed."


def test_the_place_of_a_request_brings_the_roles_along(cast: Cast, other_cast: Cast) -> None:
    Role.objects.create(tournament=cast.tournament, user=cast.scorer, name=RoleName.VIEWER)
    table = cast.match.tables.get(number=1)

    found = recording.place(cast.scorer, cast.tournament.slug, cast.match.pk, 1)

    assert found is not None
    table_id, match = found
    assert (table_id, match.pk, match.tournament_id) == (table.pk, cast.match.pk, cast.tournament.pk)
    assert (match.home_id, match.away_id) == (cast.home_team.pk, cast.away_team.pk)
    kept = cast.scorer.__dict__["_held_roles"][cast.tournament.pk]
    assert kept == {("scorer", None), ("viewer", None)}
    assert roles.held(cast.scorer, cast.tournament.pk) == kept


def test_a_place_is_found_within_its_tournament_alone(cast: Cast, other_cast: Cast) -> None:
    for slug, match, number in [
        ("island-league", cast.match.pk, 1),
        ("harbour-cup", other_cast.match.pk, 1),
        ("harbour-cup", cast.match.pk, 3),
        ("nowhere", cast.match.pk, 1),
    ]:
        assert recording.place(cast.scorer, slug, match, number) is None
