"""What the database refuses, asked without the services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from scoring import guards
from scoring.models import LedgerEvent, Result, ResultState
from scoring.services import results
from tests.cast import Cast
from tests.flush import without_triggers
from tests.scoring.ledgers import game, open_it, record, record_all, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def refuses(act: Callable[[], Any], words: str) -> None:
    """``act`` is refused by the database, and nothing of it stays."""
    before = list(LedgerEvent.objects.order_by("id").values()), list(Result.objects.order_by("id").values())
    with pytest.raises(IntegrityError, match=words), transaction.atomic():
        act()
    assert (list(LedgerEvent.objects.order_by("id").values()), list(Result.objects.order_by("id").values())) == before


def sql(statement: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


ONLY_GROWS = "only grows"


@pytest.mark.parametrize(
    "column", ["payload", "answer", "kind", "device", "hash", "previous_hash", "sequence", "recorded_at", "actor"]
)
def test_no_column_of_an_event_can_be_changed(cast: Cast, column: str) -> None:
    open_it(cast)
    values = {"sequence": 7, "recorded_at": timezone.now(), "actor": cast.official}

    refuses(lambda: LedgerEvent.objects.update(**{column: values.get(column, "x")}), ONLY_GROWS)


def test_an_event_cannot_be_saved_again_or_deleted(cast: Cast) -> None:
    open_it(cast)
    event = LedgerEvent.objects.get()

    refuses(event.save, ONLY_GROWS)
    refuses(event.delete, ONLY_GROWS)
    refuses(lambda: LedgerEvent.objects.all().delete(), ONLY_GROWS)
    refuses(lambda: sql("DELETE FROM scoring_ledgerevent"), ONLY_GROWS)
    refuses(lambda: sql("UPDATE scoring_ledgerevent SET device = device"), ONLY_GROWS)


@pytest.mark.django_db(transaction=True)
def test_events_cannot_be_emptied_or_replaced_at_one_stroke(cast: Cast) -> None:
    open_it(cast)
    if connection.vendor == "postgresql":
        refuses(lambda: sql("TRUNCATE scoring_ledgerevent"), ONLY_GROWS)
        refuses(lambda: sql("TRUNCATE tournaments_table CASCADE"), "never|only grows")
    else:
        refuses(
            lambda: sql(
                "INSERT OR REPLACE INTO scoring_ledgerevent SELECT id, sequence, kind, 'x', answer, device, client_id, "
                "recorded_at, previous_hash, hash, actor_id, table_id FROM scoring_ledgerevent"
            ),
            ONLY_GROWS,
        )


def test_a_sequence_is_used_once_a_table(cast: Cast) -> None:
    open_it(cast)
    event = LedgerEvent.objects.get()
    event.pk, event.client_id, event._state.adding = None, uuid4(), True

    refuses(event.save, "UNIQUE|unique|only grows")


def test_whoever_recorded_an_event_cannot_stand_as_the_one_who_confirmed(cast: Cast) -> None:
    play_out(cast)
    figures = {
        "match": cast.match,
        "home_bullseyes": 11,
        "away_bullseyes": 0,
        "winner": "home",
        "confirmed_at": timezone.now(),
    }

    refuses(
        lambda: Result.objects.create(**figures, entered_by=cast.director, confirmed_by=cast.scorer), "second person"
    )
    refuses(
        lambda: Result.objects.create(**figures, entered_by=cast.director, confirmed_by=cast.director),
        "result_second_person",
    )
    refuses(lambda: Result.objects.create(**figures, entered_by=cast.scorer), "result_second_person")


def test_one_confirmed_result_a_match(cast: Cast) -> None:
    play_out(cast)
    result = results.confirm(cast.match, by=cast.official)
    result.pk, result.version, result._state.adding = None, 2, True

    refuses(result.save, "result_one_confirmed|scoring_result.match_id")


def test_a_result_is_withdrawn_and_nothing_else(cast: Cast) -> None:
    play_out(cast)
    result = results.confirm(cast.match, by=cast.official)

    refuses(lambda: Result.objects.update(home_bullseyes=12), "Withdraw it")
    refuses(lambda: Result.objects.update(heads={}), "Withdraw it")
    refuses(lambda: Result.objects.update(confirmed_by=cast.director), "Withdraw it")
    refuses(result.delete, "Withdraw it")
    results.withdraw(cast.match, by=cast.director, reason="table 2 was read wrongly")
    refuses(lambda: Result.objects.update(state=ResultState.CONFIRMED), "Withdraw it")


def test_the_guards_can_be_missed_and_put_back(cast: Cast) -> None:
    assert guards.missing(connection) == []
    guards.remove(connection)
    assert guards.missing(connection) == list(guards.SQLITE if connection.vendor == "sqlite" else guards.POSTGRESQL)
    guards.install(connection)
    assert guards.missing(connection) == []
    with transaction.atomic(), without_triggers(connection):
        assert len(guards.missing(connection)) == len(
            guards.SQLITE if connection.vendor == "sqlite" else guards.POSTGRESQL
        )
    assert guards.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_the_guards_survive_a_migration_back_and_forth() -> None:
    call_command("migrate", "scoring", "0001", verbosity=0)
    assert len(guards.missing(connection)) >= 5
    call_command("migrate", "scoring", verbosity=0)
    assert guards.missing(connection) == []


def play_out(cast: Cast) -> None:
    """The home team wins 11–0, recorded by the scorer."""
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)
