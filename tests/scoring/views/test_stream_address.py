"""Which pages are told of changes, at which address, and what their policy lets them reach for it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring.services import results
from tests.cast import Cast, client_of
from tests.scoring.ledgers import open_it, table_of
from tests.scoring.views.pages import match_url, play_out, table_url


def told(page: Any) -> str | None:
    """The address of the page's stream."""
    found = re.search(r'data-stream="([^"]*)"', page.text)
    return found and found[1]


def reached(page: Any) -> list[str]:
    """What the page's policy lets its scripts connect to."""
    directives = page.headers["Content-Security-Policy"].split("; ")
    return next(words.split(" ")[1:] for words in directives if words.startswith("connect-src "))


def test_on_a_port_of_its_own(cast: Cast, settings: Any) -> None:
    settings.BULLSEYE_STREAM_PORT = 8001
    settings.ALLOWED_HOSTS = ["hall.example"]
    page = client_of(None).get(match_url(cast), HTTP_HOST="hall.example:8000")
    assert told(page) == f"http://hall.example:8001/stream/matches/{cast.match.pk}/"
    assert reached(page) == ["'self'", "http://hall.example:8001"]
    secure = client_of(None).get(match_url(cast), HTTP_HOST="hall.example", secure=True)
    assert reached(secure) == ["'self'", "https://hall.example:8001"]


def test_behind_the_proxy_it_is_the_pages_own_origin(cast: Cast, settings: Any) -> None:
    settings.BULLSEYE_STREAM_PORT = 0
    page = client_of(None).get(match_url(cast))
    assert (told(page), reached(page)) == (f"/stream/matches/{cast.match.pk}/", ["'self'"])


def test_where_there_is_none(cast: Cast, settings: Any) -> None:
    settings.BULLSEYE_STREAM_PORT = None
    page = client_of(None).get(match_url(cast))
    assert (told(page), reached(page)) == (None, ["'self'"])


def test_an_address_that_no_policy_can_name(cast: Cast, settings: Any) -> None:
    settings.BULLSEYE_STREAM_PORT = 8001
    settings.ALLOWED_HOSTS = ["[::1]"]
    page = client_of(None).get(match_url(cast), HTTP_HOST="[::1]:8000")
    assert (told(page), reached(page)) == (None, ["'self'"])


def test_no_other_page_reaches_further(cast: Cast, settings: Any) -> None:
    settings.BULLSEYE_STREAM_PORT = 8001
    for address in ("/", f"/t/{cast.tournament.slug}/", match_url(cast, "match-live"), "/sign-in/"):
        assert reached(client_of(None).get(address)) == ["'self'"]


@pytest.mark.parametrize("settled", [False, True])
def test_a_settled_match_needs_none(cast: Cast, settings: Any, settled: bool) -> None:
    settings.BULLSEYE_STREAM_PORT = 8001
    play_out(cast)
    if settled:
        results.confirm(cast.match, by=cast.official)
    for who, address in ((None, match_url(cast)), (cast.scorer, table_url(cast))):
        page = client_of(who).get(address)
        assert (told(page) is None) is settled
        assert (reached(page) == ["'self'"]) is settled


def test_the_page_at_the_table_knows_where_it_stands(cast: Cast, settings: Any) -> None:
    settings.BULLSEYE_STREAM_PORT = 8001
    open_it(cast)
    page = client_of(cast.scorer).get(table_url(cast))
    assert told(page) == f"http://testserver:8001/stream/matches/{cast.match.pk}/"
    assert f'<div id="table" data-table="{table_of(cast).pk}" data-sequence="1"' in page.text
