"""How many queries each page asks: the same with one match and with three."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scoring.services import results
from tests.cast import Cast, client_of
from tests.factories import MatchFactory, RoundFactory, make_team
from tests.scoring.ledgers import ORDINARY, open_it, record, record_all, seven, table_of, tally
from tests.scoring.views.pages import HAND, hidden, match_url, play_out, table_url
from tournaments.models import Match


def more_matches(cast: Cast) -> None:
    """Two more matches with results, in a round of their own."""
    round_two = RoundFactory(tournament=cast.tournament, number=2)
    teams = [make_team(cast.tournament, name, [f"{name} {n}" for n in range(4)]) for name in ("Herons", "Ibises")]
    for home, away in ((cast.home_team, teams[0]), (teams[1], cast.home_team)):
        match: Match = MatchFactory.create(tournament=cast.tournament, round=round_two, home=home, away=away)
        for number, figures in ((1, (6, 4)), (2, (5, 3))):
            record(match.tables.get(number=number), tally(*figures), 0, cast.scorer)
        results.confirm(match, by=cast.official)


PUBLIC = {"home": 2, "tournament": 5, "team": 4, "match": 10, "match-live": 9}
"""Whoever looks; a signed-in user costs three more at most: the session's user, roles, the right to create."""


def address(name: str, cast: Cast) -> str:
    args: dict[str, list[Any]] = {
        "home": [],
        "tournament": [cast.tournament.slug],
        "team": [cast.tournament.slug, cast.home_team.pk],
    }
    return reverse(name, args=args.get(name, [cast.tournament.slug, cast.match.pk]))


@pytest.mark.parametrize("matches", [1, 3])
@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_public_pages(cast: Cast, name: str, matches: int, django_assert_num_queries: Any) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS")] * (1 if matches == 1 else 6), cast.scorer)
    if matches == 3:
        open_it(cast, 2)
        more_matches(cast)
    client = client_of(None)
    client.get(address(name, cast))
    with django_assert_num_queries(PUBLIC[name]):
        assert client.get(address(name, cast)).status_code == 200


@pytest.mark.parametrize("hands", [1, 12])
def test_nothing_new_asks_four_queries(cast: Cast, hands: int, django_assert_num_queries: Any) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY] * hands, cast.scorer)
    client = client_of(None)
    tag = client.get(match_url(cast, "match-live")).headers["ETag"]
    with django_assert_num_queries(4):
        assert client.get(match_url(cast, "match-live"), headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("hands", [1, 12])
def test_the_scorers_page(cast: Cast, hands: int, django_assert_num_queries: Any) -> None:
    """The user, the match, the roles, the table with its board, seats, players, bars, the last entries, all tables."""
    open_it(cast)
    record_all(table_of(cast), [ORDINARY] * hands, cast.scorer)
    client = client_of(cast.scorer)
    client.get(table_url(cast))
    with django_assert_num_queries(8):
        client.get(table_url(cast))


@pytest.mark.parametrize("hands", [1, 12])
def test_the_preview(cast: Cast, hands: int, django_assert_num_queries: Any) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY] * hands, cast.scorer)
    client = client_of(cast.scorer)
    form = {**hidden(client, table_url(cast)), **HAND}
    with django_assert_num_queries(6):
        assert client.post(table_url(cast, "table-preview"), form).status_code == 200


@pytest.mark.parametrize("matches", [1, 3])
def test_the_confirmation(cast: Cast, matches: int, django_assert_num_queries: Any) -> None:
    play_out(cast)
    if matches == 3:
        more_matches(cast)
    client = client_of(cast.official)
    client.get(match_url(cast, "match-confirm"))
    with django_assert_num_queries(7):
        client.get(match_url(cast, "match-confirm"))
