"""Several phones at once: real transactions, real threads, each with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections

from scoring.models import Board, LedgerEvent, MatchTally, Result
from scoring.selectors import proof
from scoring.services import ledger, results
from scoring.services.ledger import Appended, LedgerConflict, LedgerRefused
from scoring.services.rebuild import recompute
from scoring.services.refusals import ResultRefused
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, game, open_it, record, record_all, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every act in a thread of its own, all started together; what each returned or raised."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        start.wait(10)
        try:
            return act()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts, timeout=60))


def whole(cast: Cast) -> None:
    """The ledger is whole and every projection follows from it."""
    assert proof.faults_of(cast.match.pk) == []
    assert recompute(cast.match.pk, check=True) == []


def test_of_eight_who_record_at_one_place_one_wins(cast: Cast) -> None:
    open_it(cast)
    table = table_of(cast)

    done = at_once([lambda: record(table, ORDINARY, 1, cast.scorer) for _ in range(8)])

    assert sum(isinstance(one, Appended) for one in done) == 1
    conflicts = [one for one in done if isinstance(one, LedgerConflict)]
    assert len(conflicts) == 7
    assert {conflict.answer["sequence"] for conflict in conflicts} == {2}
    assert LedgerEvent.objects.filter(table=table).count() == 2
    whole(cast)


def test_the_same_request_eight_times_at_once_is_recorded_once(cast: Cast) -> None:
    open_it(cast)
    table, client_id = table_of(cast), uuid4()

    done = at_once([lambda: record(table, ORDINARY, 1, cast.scorer, client_id) for _ in range(8)])

    assert [type(one) for one in done] == [Appended] * 8
    assert sorted(one.repeated for one in done) == [False] + [True] * 7
    assert len({one.text for one in done}) == 1
    assert LedgerEvent.objects.filter(table=table).count() == 2
    whole(cast)


def test_one_client_id_at_two_matches_at_once_stands_for_one(cast: Cast, other_cast: Cast) -> None:
    tables = []
    for each in (cast, other_cast):
        open_it(each)
        tables.append(table_of(each))
    for _ in range(5):
        client_id = uuid4()
        places = [Board.objects.get(table=table).sequence for table in tables]
        done = at_once(
            [
                partial(record, table, ORDINARY, place, cast.scorer, client_id)
                for table, place in zip(tables, places, strict=True)
            ]
        )
        kinds = sorted(type(one).__name__ for one in done)
        assert kinds == ["Appended", "LedgerRefused"]
        assert [one.code for one in done if isinstance(one, LedgerRefused)] == ["client-id-used"]
    whole(cast)
    whole(other_cast)


def test_two_tables_of_a_match_at_once_add_up(cast: Cast) -> None:
    for number in (1, 2):
        open_it(cast, number)

    def play(number: int, winner: str) -> Appended:
        return record_all(table_of(cast, number), [game(winner)] * 5, cast.scorer)

    done = at_once([lambda: play(1, "NS"), lambda: play(2, "EW")])

    assert [type(one) for one in done] == [Appended, Appended]
    tally = MatchTally.objects.get(match=cast.match)
    assert (tally.state, tally.home_bullseyes, tally.away_bullseyes) == ("in-play", 5, 5)
    assert LedgerEvent.objects.count() == 12
    whole(cast)


def test_the_deciding_bullseye_falls_once(cast: Cast) -> None:
    """10–0 with a game to win at each of two tables: whoever is second finds the match over."""
    for number in (1, 2):
        open_it(cast, number)
        record_all(table_of(cast, number), [game("NS")] * 5, cast.scorer)

    done = at_once([partial(record, table_of(cast, number), game("NS"), 6, cast.scorer) for number in (1, 2)])

    assert sorted(type(one).__name__ for one in done) == ["Appended", "LedgerRefused"]
    tally = MatchTally.objects.get(match=cast.match)
    assert (tally.state, tally.home_bullseyes, tally.winner) == ("played", 11, "home")
    whole(cast)


def test_everybody_gets_through_when_each_tries_until_it_does(cast: Cast) -> None:
    """Twelve phones at two tables, each recording one hand with whatever place it is told."""
    for number in (1, 2):
        open_it(cast, number)

    def insist(number: int) -> int:
        table, place, tries = table_of(cast, number), 1, 0
        while True:
            tries += 1
            try:
                return ledger.append(
                    table.pk, {**ORDINARY, "gamble": {"pair": "EW"}}, expected=place, client_id=uuid4(), by=cast.scorer
                ).sequence
            except LedgerConflict as conflict:
                assert tries < 50
                place = conflict.answer["sequence"]

    done = at_once([partial(insist, number) for number in (1, 2) for _ in range(6)])

    assert sorted(done[:6]) == [2, 3, 4, 5, 6, 7]
    assert sorted(done[6:]) == [2, 3, 4, 5, 6, 7]
    whole(cast)


def test_of_two_who_open_a_table_one_opens_it(cast: Cast) -> None:
    done = at_once([lambda: open_it(cast) for _ in range(4)])

    assert sorted(type(one).__name__ for one in done) == ["Appended"] + ["LedgerConflict"] * 3
    whole(cast)


def test_of_two_who_confirm_one_does(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)

    confirming = (cast.official, cast.captain_home, cast.captain_away)
    done = at_once([partial(results.confirm, cast.match, by=by) for by in confirming])

    assert sorted(type(one).__name__ for one in done) == ["Result", "ResultRefused", "ResultRefused"]
    assert {one.code for one in done if isinstance(one, ResultRefused)} == {"already-confirmed"}
    assert Result.objects.count() == 1
    whole(cast)


def test_a_correction_and_a_confirmation_at_once_end_in_order(cast: Cast) -> None:
    """Either the correction comes first and there is nothing to confirm, or it finds the result confirmed."""
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)

    done = at_once(
        [
            lambda: results.confirm(cast.match, by=cast.official),
            lambda: ledger.correct_last(
                table_of(cast, 2).pk, reason="not theirs", replace=None, expected=2, client_id=uuid4(), by=cast.scorer
            ),
        ]
    )

    names = [type(one).__name__ for one in done]
    assert names in (["Result", "LedgerRefused"], ["ResultRefused", "Appended"])
    whole(cast)
