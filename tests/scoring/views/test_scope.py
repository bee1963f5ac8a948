"""Nothing of one tournament is reached through another's address."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.cast import Cast, client_of

MATCH = ["match", "match-live", "decider-open", "match-confirm", "match-withdraw"]
TABLE = ["table", "table-open", "table-tally", "table-game", "table-correct"]


@pytest.mark.parametrize("name", MATCH)
def test_a_match_of_another_tournament_is_not_found(cast: Cast, other_cast: Cast, name: str) -> None:
    url = reverse(name, args=[cast.tournament.slug, other_cast.match.pk])
    assert client_of(cast.director).get(url).status_code == 404


@pytest.mark.parametrize("name", [*TABLE, "table-preview"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_table_of_another_tournament_is_not_found(cast: Cast, other_cast: Cast, name: str, method: str) -> None:
    url = reverse(name, args=[cast.tournament.slug, other_cast.match.pk, 1])
    expected = 405 if (name, method) == ("table-preview", "get") else 404
    assert getattr(client_of(cast.director), method)(url).status_code == expected


def test_a_team_of_another_tournament_is_not_found(cast: Cast, other_cast: Cast) -> None:
    url = reverse("team", args=[cast.tournament.slug, other_cast.home_team.pk])
    assert client_of(None).get(url).status_code == 404


@pytest.mark.parametrize("name", [*TABLE, *MATCH])
def test_a_role_elsewhere_opens_nothing_here(cast: Cast, other_cast: Cast, name: str) -> None:
    args = [cast.tournament.slug, cast.match.pk, *([1] if name in TABLE else [])]
    status = 200 if name in ("match", "match-live") else 403
    assert client_of(other_cast.director).get(reverse(name, args=args)).status_code == status


@pytest.mark.parametrize(
    "path",
    [
        "/t/no-such/",
        "/t/no-such/matches/1/",
        "/t/harbour-cup/matches/999999999/",
        "/t/harbour-cup/matches/99999999999999999999999999/",
        "/t/harbour-cup/teams/99999999999999999999999999/",
        "/t/harbour-cup/matches/-1/",
        "/t/harbour-cup/matches/1x/",
        "/t/h%C3%A4rbour/",
    ],
)
def test_addresses_of_nothing_are_not_found(cast: Cast, path: str) -> None:
    assert client_of(None).get(path).status_code == 404


@pytest.mark.parametrize("number", [0, 9, 99999999999999999999])
def test_a_table_that_the_match_does_not_have_is_not_found(cast: Cast, number: int) -> None:
    url = reverse("table", args=[cast.tournament.slug, cast.match.pk, number])
    assert client_of(cast.scorer).get(url).status_code == 404


@pytest.mark.parametrize("name", ["match", "match-live"])
def test_public_pages_are_read_only(cast: Cast, name: str) -> None:
    assert client_of(cast.director).post(reverse(name, args=[cast.tournament.slug, cast.match.pk])).status_code == 405
