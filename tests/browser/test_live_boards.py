"""Open boards in a real browser: what is recorded on one phone shows on the others, with the stream and without."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scoring.models import MatchState
from scoring.views import match as match_view
from tests.browser.test_a_real_match import at, chalk, open_table, sign_in, tap
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of
from tests.stream import Stream, streaming

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEVER = 3600


@pytest.fixture
def stream(redis_server: str, settings: Any) -> Iterator[Stream]:
    with streaming(redis_server) as started:
        settings.BULLSEYE_STREAM_PORT = started.port
        yield started


@pytest.fixture
def second(browser: Any, live_server: Any, phone: dict[str, Any]) -> Iterator[Any]:
    """The page of somebody else, on a phone of their own."""
    context = browser.new_context(base_url=live_server.url, locale="en-GB", **phone)
    page = context.new_page()
    page.set_default_timeout(15_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    context.close()
    assert faults == []


@contextmanager
def looks(page: Any) -> Iterator[list[float]]:
    """When the page asked for its moving part."""
    times: list[float] = []

    def note(request: Any) -> None:
        if request.url.endswith("/live/"):
            times.append(time.monotonic())

    page.on("request", note)
    yield times
    page.remove_listener("request", note)


def wait_for_stream(page: Any, state: str = "open") -> None:
    page.locator(f'html[data-stream="{state}"]').wait_for(state="attached")


def every(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """How often a page looks by itself."""
    monkeypatch.setattr(match_view, "EVERY", dict.fromkeys(MatchState, seconds))


def until(page: Any, met: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not met() and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    return met()


def test_a_hand_shows_on_the_spectators_page_by_the_stream_alone(
    cast: Cast, page: Any, second: Any, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    every(monkeypatch, NEVER)
    sign_in(page, cast.scorer)
    open_table(page, cast.match, "tables/1/open/")
    second.goto(at(cast.match))
    wait_for_stream(second)
    second.evaluate("window.mark = 'the same page'")
    assert second.locator(f'#live[hx-trigger="every {NEVER}s"]').count() == 1

    for sequence, score in ((2, "3–1"), (3, "6–2")):
        chalk(page, sequence, high="NS", low="EW", gamble="NS")
        second.locator("#live", has_text=score).wait_for(timeout=20_000)
    assert second.evaluate("window.mark") == "the same page"


def test_while_told_the_page_looks_seldom_and_without_the_stream_as_ever(
    cast: Cast, page: Any, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    every(monkeypatch, 1)
    open_it(cast)
    page.goto(at(cast.match))
    wait_for_stream(page)
    page.wait_for_timeout(500)
    with looks(page) as times:
        page.wait_for_timeout(3500)
        assert times == []
        stream.stop()
        wait_for_stream(page, "closed")
        assert until(page, lambda: len(times) >= 2, 20)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    page.locator("#live", has_text="3–1").wait_for(timeout=20_000)


def test_several_changes_in_a_row_are_few_looks_and_end_at_the_last(
    cast: Cast, page: Any, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    every(monkeypatch, NEVER)
    open_it(cast)
    page.goto(at(cast.match))
    wait_for_stream(page)
    page.wait_for_timeout(500)
    with looks(page) as times:
        for expected in (1, 2, 3, 4):
            record(table_of(cast), ORDINARY, expected, cast.scorer)
        page.locator("#live", has_text="12–4").wait_for(timeout=20_000)
        assert 1 <= len(times) <= 4


def test_a_stream_that_is_not_there_harms_nothing(
    cast: Cast, page: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Port 9 is nobody's: the browser is refused at once.
    settings.BULLSEYE_STREAM_PORT = 9
    every(monkeypatch, 1)
    open_it(cast)
    page.goto(at(cast.match))
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    page.locator("#live", has_text="3–1").wait_for(timeout=20_000)


def test_a_pad_that_nobody_touched_follows_another_phone(cast: Cast, page: Any, stream: Stream) -> None:
    open_it(cast)
    sign_in(page, cast.scorer)
    page.goto(at(cast.match, "tables/1/"))
    wait_for_stream(page)
    record(table_of(cast), ORDINARY, 1, cast.official)
    page.locator("#elsewhere", has_text="Recorded on another phone.").wait_for(timeout=20_000)
    assert page.locator(".board .score").all_inner_texts() == ["3", "1"]
    assert page.locator('input[name="expected"]').input_value() == "2"
    # The pad that came works as the first one did, and a hand of its own is no news from elsewhere.
    chalk(page, 3, high="EW", low="EW", gamble="EW")
    assert page.locator(".board .score").all_inner_texts() == ["3", "5"]
    page.wait_for_timeout(800)
    assert page.locator("#elsewhere").is_hidden()


def test_what_is_tapped_stays_and_is_asked_about_before_it_is_chalked(cast: Cast, page: Any, stream: Stream) -> None:
    open_it(cast)
    sign_in(page, cast.scorer)
    page.goto(at(cast.match, "tables/1/"))
    wait_for_stream(page)
    tap(page, high="EW", low="EW")
    record(table_of(cast), ORDINARY, 1, cast.official)
    page.locator("#elsewhere", has_text="Recorded on another phone.").wait_for(timeout=20_000)
    assert page.locator(".board .score").all_inner_texts() == ["3", "1"]
    assert page.locator('input[name="high"]:checked').input_value() == "EW"
    assert page.locator('input[name="expected"]').input_value() == "1"

    tap(page, gamble="EW")
    page.get_by_role("button", name="Chalk this hand").click()
    page.locator(".message.warning[role=alert]").wait_for()
    assert page.locator('input[name="high"]:checked').input_value() == "EW"
    assert page.locator(".board .score").all_inner_texts() == ["3", "1"]
    page.get_by_role("button", name="Chalk this hand").click()
    page.locator('input[name="expected"][value="3"]').wait_for(state="attached")
    assert page.locator(".board .score").all_inner_texts() == ["3", "5"]
