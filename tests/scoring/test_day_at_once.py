"""Two officials in the same moment, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connections

from scoring.services import walkovers
from scoring.services.refusals import LedgerRefused
from tests.cast import Cast
from tests.scoring.halls import another, late_for_good, room, spots
from tests.scoring.ledgers import open_it
from tournaments.models import Match, Occurrence, Table
from tournaments.services import duties, placing
from tournaments.services import matches as matches_service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each gave or raised, all started in the same moment."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            start.wait(timeout=10)
            return act()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(timeout=60) for future in [pool.submit(run, act) for act in acts]]


def test_the_same_table_is_given_once(cast: Cast) -> None:
    hall = spots(room(cast, tables=2))
    first, second = another(cast), another(cast)
    found = at_once(
        lambda: placing.call(first, hall),
        lambda: placing.call(second, hall),
        lambda: placing.set_spots(cast.match, {1: hall[0]}),
    )
    refused = [one for one in found if isinstance(one, ValidationError)]
    assert len(refused) == 2, found
    for one in refused:
        assert "spots" in one.message_dict
    placed = Table.objects.filter(spot__isnull=False)
    assert len({table.spot_id for table in placed}) == placed.count()


def test_an_official_and_a_round_assigned_at_once_do_not_wait_for_one_another(cast: Cast) -> None:
    other = another(cast)
    Match.objects.update(official=None)
    found = at_once(
        lambda: duties.assign(cast.round_one),
        lambda: matches_service.update(other, official=cast.official),
        lambda: open_it(cast),
    )
    assert not [one for one in found if isinstance(one, Exception) and not isinstance(one, ValidationError)], found


def test_a_table_is_opened_or_the_match_is_walked_over_never_both(cast: Cast) -> None:
    late_for_good(cast)
    found = at_once(
        lambda: walkovers.walk_over(cast.match, winner_side="home", reason="Nobody came", by=cast.official),
        lambda: walkovers.walk_over(cast.match, winner_side="home", reason="Nobody came", by=cast.director),
        lambda: open_it(cast),
    )
    refused = [one for one in found if isinstance(one, LedgerRefused)]
    assert len(refused) == 2, found
    assert Occurrence.objects.filter(kind="walk-over").count() <= 1
