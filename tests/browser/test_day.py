"""The hall in a real browser: the clock that does not drift, and the page that follows the day."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.views import day as day_view
from tests.browser.test_a_real_match import sign_in
from tests.cast import Cast
from tests.scoring.halls import room
from tournaments.models import Clock
from tournaments.services import clocks, occurrences, placing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def seconds(text: str) -> int:
    parts = [int(part) for part in text.split(":")]
    return sum(part * 60**place for place, part in enumerate(reversed(parts)))


def shown(page: Any) -> int:
    """Seconds on the clock's face."""
    return seconds(page.locator(".clock .left").inner_text())


def left(clock: Clock) -> float:
    return (clock.started_at + timedelta(seconds=clock.seconds + clock.paused_seconds) - timezone.now()).total_seconds()


def test_the_clock_and_the_hall(cast: Cast, page: Any, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device whose clock is an hour slow shows the time of the server; the hall follows what the officials do."""
    monkeypatch.setattr(day_view, "EVERY", 1)
    slug = cast.tournament.slug
    clock = clocks.start(cast.tournament, kind="round", minutes=20, by=cast.official, round=cast.round_one)
    page.add_init_script("{ const real = Date.now; Date.now = () => real() - 3600000; }")

    page.goto(f"{live_server.url}{reverse('day-clock', args=[slug])}")
    page.locator(".clock .what", has_text="Round 1").wait_for()
    page.locator(".clock .left", has_text=re.compile(r"^19:")).wait_for()
    assert shown(page) == pytest.approx(left(clock), abs=2)

    clocks.pause(clock)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(".clock.paused").wait_for()
    held = shown(page)
    page.wait_for_timeout(1500)
    assert shown(page) == held
    clocks.go_on(clock)
    clock = clocks.add_minutes(clock, 5)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(".clock:not(.paused) .left", has_text=re.compile(r"^2[45]:")).wait_for()
    assert shown(page) == pytest.approx(left(clock), abs=2)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    room(cast)
    page.goto(f"{live_server.url}{reverse('day', args=[slug])}")
    page.locator("section", has_text="Waiting for a table").wait_for()
    placing.place(cast.round_one)
    occurrences.late(cast.match, cast.away_team, cast.official)
    page.locator("section[aria-label=Hall] .place", has_text="Pelicans v Scarlets").wait_for()
    page.locator(".lateness", has_text="Scarlets").locator("b", has_text=re.compile(r"^1[45]:\d\d left$")).wait_for()
    assert shown(page) == pytest.approx(left(clock), abs=2)

    sign_in(page, cast.official)
    page.goto(f"{live_server.url}{reverse('day-match', args=[slug, cast.match.pk])}")
    page.get_by_role("button", name="They have come").click()
    page.locator(".message.success", has_text="Scarlets are there.").wait_for()

    # What is refused far up the page is brought into view, with the field in hand.
    page.set_viewport_size({"width": 360, "height": 300})
    page.locator("summary", has_text="Abandon").click()
    page.get_by_role("button", name="Abandon the match").click()
    page.locator(".field.wrong input[name=reason]:focus").wait_for()
    box = page.locator(".field.wrong .errorlist").bounding_box()
    assert 0 <= box["y"] < 300
