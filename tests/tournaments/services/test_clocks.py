"""The hall's clocks, to the second."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from django.core.exceptions import ValidationError

from tests.cast import Cast
from tournaments.models import Clock
from tournaments.selectors import clocks as shown
from tournaments.services import clocks

START = datetime(2026, 12, 5, 14, 0, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def now(seconds: float) -> AbstractContextManager[object]:
    return patch("tournaments.services.clocks.timezone.now", return_value=at(seconds))


def left(clock: Clock, seconds: float) -> float:
    clock.refresh_from_db()
    return shown.shown(clock, at(seconds)).left


def test_what_is_left_follows_from_the_hour_and_pausing_costs_nothing(cast: Cast) -> None:
    with now(0):
        clock = clocks.start(cast.tournament, kind="round", minutes=60, by=cast.official)
    assert left(clock, 0) == 3600
    assert left(clock, 600.25) == 2999.75
    with now(600.25):
        clocks.pause(clock)
    assert left(clock, 1000) == 2999.75
    with now(1100.75):
        clocks.go_on(clock)
    assert left(clock, 1100.75) == 2999.75
    assert left(clock, 1200.75) == 2899.75
    with now(1200.75):
        clocks.add_minutes(clock, 5)
    assert left(clock, 1200.75) == 3199.75
    assert left(clock, 9999) == 0
    with now(1300.75):
        clocks.stop(clock)
    assert left(clock, 2000) == 3099.75
    assert shown.running(cast.tournament, at(2000)) == []


def test_a_thousand_pauses_lose_nothing(cast: Cast) -> None:
    with now(0):
        clock = clocks.start(cast.tournament, kind="break", minutes=60, by=cast.official)
    for turn in range(50):
        with now(turn * 2 + 0.9):
            clock = clocks.pause(clock)
        with now(turn * 2 + 2):
            clock = clocks.go_on(clock)
    # Each turn of two seconds ran for 0.9 of them, and stood for 1.1.
    assert left(clock, 100) == pytest.approx(3600 - 50 * 0.9, abs=1e-4)


def test_one_of_a_kind_and_what_cannot_be_is_refused(cast: Cast, other_cast: Cast) -> None:
    clock = clocks.start(cast.tournament, kind="round", minutes=10, by=cast.official, round=cast.round_one)
    clocks.start(cast.tournament, kind="break", minutes=10, by=cast.official)
    refusals: list[tuple[Callable[[], object], str]] = [
        (lambda: clocks.start(cast.tournament, kind="round", minutes=5, by=cast.official), "kind"),
        (lambda: clocks.start(cast.tournament, kind="lunch", minutes=5, by=cast.official), "kind"),
        (lambda: clocks.start(other_cast.tournament, kind="round", minutes=0, by=cast.official), "minutes"),
        (lambda: clocks.start(other_cast.tournament, kind="round", minutes=True, by=cast.official), "minutes"),
        (
            lambda: clocks.start(
                other_cast.tournament, kind="round", minutes=5, by=cast.official, round=cast.round_one
            ),
            "round",
        ),
        (lambda: clocks.go_on(clock), "clock"),
        (lambda: clocks.add_minutes(clock, -10), "minutes"),
        (lambda: clocks.add_minutes(clock, 0), "minutes"),
        (lambda: clocks.add_minutes(clock, 1431), "minutes"),
    ]
    for act, field in refusals:
        with pytest.raises(ValidationError) as caught:
            act()
        assert set(caught.value.message_dict) == {field}
    clocks.pause(clock)
    with pytest.raises(ValidationError):
        clocks.pause(clock)
    clocks.stop(clock)
    for change in (clocks.stop, clocks.pause, clocks.go_on):
        with pytest.raises(ValidationError):
            change(clock)
    assert Clock.objects.filter(stopped_at__isnull=True).count() == 1


def test_the_hall_reads_which_clock_is_the_break(cast: Cast) -> None:
    for kind, round, said in (
        ("round", cast.round_one, "Round 1"),
        ("break", cast.round_one, "Break, Round 1"),
    ):
        clock = Clock(tournament=cast.tournament, kind=kind, round=round, started_at=at(0), seconds=60)
        assert shown.shown(clock, at(0)).title == said
    assert shown.shown(Clock(kind="break", started_at=at(0), seconds=60), at(0)).title == "Break"
