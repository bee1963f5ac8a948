"""The match page keeps itself fresh, and asks for nothing that it has."""

from __future__ import annotations

import json

import pytest

from scoring.services import results
from tests.cast import Cast, client_of
from tests.factories import MatchFactory
from tests.scoring.ledgers import ORDINARY, correct, open_it, record, table_of
from tests.scoring.views.pages import match_url, play_level, play_out


def etag_of(cast: Cast, role: str = "visitor") -> str:
    return str(client_of(cast.user(role)).get(match_url(cast, "match-live")).headers["ETag"])


def test_nothing_new_is_304_and_empty(cast: Cast) -> None:
    open_it(cast)
    tag = etag_of(cast)
    answer = client_of(None).get(match_url(cast, "match-live"), headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", tag)


def test_another_or_an_unreadable_etag_gets_the_whole_part(cast: Cast) -> None:
    for tag in ('"other"', "*", "nonsense", '"' + "x" * 5000 + '"', ""):
        answer = client_of(None).get(match_url(cast, "match-live"), headers={"If-None-Match": tag})
        assert answer.status_code == 200
        assert answer.text.lstrip().startswith('<div id="live"')


def test_every_event_correction_confirmation_and_withdrawal_changes_it(cast: Cast) -> None:
    tags = [etag_of(cast)]
    open_it(cast)
    tags.append(etag_of(cast))
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    tags.append(etag_of(cast))
    correct(table_of(cast), 2, cast.scorer)
    tags.append(etag_of(cast))
    play_out_rest(cast)
    tags.append(etag_of(cast))
    results.confirm(cast.match, by=cast.official)
    tags.append(etag_of(cast))
    results.withdraw(cast.match, by=cast.director, reason="misread")
    tags.append(etag_of(cast))
    results.confirm(cast.match, by=cast.official)
    tags.append(etag_of(cast))
    assert len(set(tags)) == len(tags)


def play_out_rest(cast: Cast) -> None:
    from tests.scoring.ledgers import tally

    record(table_of(cast, 1), tally(6, 4), 3, cast.scorer)
    record(table_of(cast, 2), tally(5, 3), 0, cast.scorer)


def test_what_others_may_do_is_not_kept_for_a_visitor(cast: Cast) -> None:
    assert etag_of(cast, "visitor") == etag_of(cast, "outsider")
    assert len({etag_of(cast, role) for role in ("visitor", "viewer", "captain_home", "scorer", "director")}) == 5


def test_another_match_changes_nothing(cast: Cast) -> None:
    tag = etag_of(cast)
    other = MatchFactory(tournament=cast.tournament, round=cast.round_one)
    record(
        other.tables.get(number=1),
        {"event": "tally", "bullseyes": {"NS": 1, "EW": 0}, "hang_jacks": {"NS": 0, "EW": 0}},
        0,
        cast.scorer,
    )
    assert etag_of(cast) == tag


@pytest.mark.parametrize(
    ("how", "seconds"), [("scheduled", 30), ("in play", 4), ("level", 10), ("played", 15), ("confirmed", 0)]
)
def test_how_often_the_page_looks(cast: Cast, how: str, seconds: int) -> None:
    if how == "in play":
        open_it(cast)
    elif how == "level":
        play_level(cast)
    elif how in ("played", "confirmed"):
        play_out(cast)
    if how == "confirmed":
        results.confirm(cast.match, by=cast.official)
    page = client_of(None).get(match_url(cast))
    assert (f'hx-trigger="every {seconds}s"' in page.text) is bool(seconds)
    assert ("hx-get" in page.text) is bool(seconds)


def test_the_page_asks_with_the_etag_of_what_it_shows(cast: Cast) -> None:
    open_it(cast)
    page = client_of(None).get(match_url(cast))
    assert json.loads(page.context["if_none_match"]) == {"If-None-Match": etag_of(cast)}


def test_the_part_is_never_kept_by_others(cast: Cast) -> None:
    answer = client_of(cast.scorer).get(match_url(cast, "match-live"))
    assert {part.strip() for part in answer.headers["Cache-Control"].split(",")} == {"private", "no-cache"}
