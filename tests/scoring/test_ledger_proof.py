"""verify_ledger and recompute on databases that somebody tampered with, the guards laid aside."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import chain, guards
from scoring.models import Board, LedgerEvent, MatchTally, Result
from scoring.services import results
from tests.cast import Cast
from tests.flush import without_triggers
from tests.scoring.ledgers import ORDINARY, SEVEN, correct, game, open_it, record, record_all, seats_of, seven, table_of
from tournaments.models import Seating, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


@pytest.fixture
def played(cast: Cast) -> Cast:
    """Table 1: seven events, a struck hand and a bullseye among them. Table 2: opened, and two games."""
    open_it(cast)
    record_all(table_of(cast), [ORDINARY, SEVEN], cast.scorer)
    correct(table_of(cast), 3, cast.scorer, replace=seven("EW"))
    record_all(table_of(cast), [SEVEN, SEVEN, ORDINARY], cast.scorer, expected=4)
    open_it(cast, 2)
    record_all(table_of(cast, 2), [game("NS"), game("EW")], cast.scorer)
    return cast


def command(name: str, *arguments: str) -> tuple[int, list[str]]:
    """Exit status and the lines printed."""
    out = StringIO()
    try:
        call_command(name, *arguments, stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def tamper(act: Callable[[], Any]) -> None:
    """Do what the guards would refuse."""
    with transaction.atomic():
        settle()
        with without_triggers(connection):
            act()
            settle()


def settle() -> None:
    """Check the foreign keys now: PostgreSQL does not lay a table's guards aside while that is still to do."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def event(cast: Cast, sequence: int, number: int = 1) -> Any:
    return LedgerEvent.objects.filter(table=table_of(cast, number), sequence=sequence)


def test_a_whole_ledger_is_said_to_be_whole(played: Cast) -> None:
    assert command("verify_ledger") == (0, ["10 events, all as they were recorded."])
    table = table_of(played, 2).pk
    assert command("verify_ledger", "--table", str(table)) == (0, ["3 events, all as they were recorded."])
    assert command("verify_ledger", "--tournament", "harbour-cup")[0] == 0
    assert command("recompute", "--check") == (0, ["1 matches, all as the ledger has it."])


def test_an_unknown_table_or_tournament_is_another_status(played: Cast) -> None:
    assert command("verify_ledger", "--table", "987654") == (2, [])
    assert command("verify_ledger", "--tournament", "nowhere") == (2, [])
    assert command("recompute", "--tournament", "nowhere") == (2, [])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"device": "another phone"}, "was changed"),
        ({"kind": "game"}, "was changed"),
        ({"hash": "0" * 64}, "was changed"),
        ({"previous_hash": "0" * 64}, "does not follow event 4"),
        ({"recorded_at": "2001-01-01T00:00:00Z"}, "was changed"),
        ({"client_id": "00000000-0000-4000-8000-000000000000"}, "was changed"),
        ({"answer": "{}"}, "its answer cannot be read"),
    ],
)
def test_a_changed_column_is_found_at_its_event(played: Cast, change: dict[str, Any], said: str) -> None:
    tamper(lambda: event(played, 5).update(**change))

    status, lines = command("verify_ledger")

    assert status == 1
    assert any(line.startswith(f"table {table_of(played).pk}, event 5: ") and said in line for line in lines), lines


def test_a_changed_actor_is_found(played: Cast) -> None:
    tamper(lambda: event(played, 5).update(actor=played.official))

    status, lines = command("verify_ledger")

    assert status == 1
    assert lines[0].startswith(f"table {table_of(played).pk}, event 5: it was changed")


def test_a_changed_payload_is_found_by_its_hash_and_by_what_it_makes(played: Cast) -> None:
    def swap() -> None:
        stored = event(played, 5).get()
        event(played, 5).update(payload=stored.payload.replace('"NS"', '"EW"'))

    tamper(swap)

    status, lines = command("verify_ledger")

    where = f"table {table_of(played).pk}, event 5: "
    assert status == 1
    assert lines[0].startswith(where + "it was changed")
    assert any(line.startswith(where + "its answer is not what the ledger gives") for line in lines)


def test_a_payload_changed_with_its_hash_is_found_at_the_next_event(played: Cast) -> None:
    def forge() -> None:
        stored = event(played, 5).get()
        payload = stored.payload.replace('"NS"', '"EW"')
        forged = chain.link(
            table=stored.table_id,
            sequence=5,
            kind=stored.kind,
            payload=payload,
            actor=stored.actor_id,
            device=stored.device,
            client_id=stored.client_id,
            time=stored.recorded_at,
            previous=stored.previous_hash,
        )
        event(played, 5).update(payload=payload, hash=forged)

    tamper(forge)

    status, lines = command("verify_ledger")

    assert status == 1
    assert any(line.startswith(f"table {table_of(played).pk}, event 6: it does not follow event 5") for line in lines)


def test_a_removed_tail_is_found_by_the_board(played: Cast) -> None:
    tamper(lambda: event(played, 7).delete())

    table = table_of(played).pk
    assert command("verify_ledger") == (1, [f"table {table}, event 7: it is missing: the board stands at event 7"])
    status, lines = command("recompute", "--check")
    assert status == 1
    assert lines[0].startswith(f"table {table}: the board differs from the ledger in sequence, head, state")


def test_an_event_removed_from_the_middle_is_found(played: Cast) -> None:
    tamper(lambda: event(played, 2).delete())

    status, lines = command("verify_ledger", "--table", str(table_of(played).pk))

    assert status == 1
    assert f"table {table_of(played).pk}, event 2: it is missing: event 3 follows event 1" in lines
    assert command("verify_ledger", "--table", str(table_of(played, 2).pk))[0] == 0


def test_an_altered_board_is_found_and_made_again(played: Cast) -> None:
    table = table_of(played)
    right = Board.objects.filter(table=table).values().get()
    Board.objects.filter(table=table).update(home_bullseyes=F("home_bullseyes") + 1)

    assert command("recompute", "--check") == (1, [f"table {table.pk}: the board differs from the ledger in home"])
    assert command("recompute") == (
        0,
        [f"table {table.pk}: the board differs from the ledger in home", "1 matches, 1 put right."],
    )

    assert Board.objects.filter(table=table).values().get() == right
    assert command("recompute", "--check")[0] == 0


@pytest.mark.parametrize("state", ["", "{}", "[1]", "null", '{"v": 99}'])
def test_a_board_that_cannot_be_read_is_made_again(played: Cast, state: str) -> None:
    right = list(Board.objects.order_by("table").values())
    Board.objects.update(state=state, head_hash="x")

    assert command("verify_ledger")[0] == 1
    assert command("recompute", "--check")[0] == 1
    assert command("recompute")[0] == 0

    assert list(Board.objects.order_by("table").values()) == right
    assert command("verify_ledger")[0] == 0


def test_an_altered_or_missing_tally_is_found_and_made_again(played: Cast) -> None:
    right = MatchTally.objects.values().get()
    MatchTally.objects.update(away_hang_jacks=9, winner="away")

    match = played.match.pk
    assert command("recompute", "--check") == (
        1,
        [f"match {match}: the tally differs from the ledger in hang_jacks_away, winner"],
    )
    assert command("recompute")[0] == 0
    assert MatchTally.objects.values().get() == right
    MatchTally.objects.all().delete()
    assert command("recompute", "--check") == (1, [f"match {match}: the tally is missing"])
    Board.objects.all().delete()
    Seating.objects.all().delete()
    assert command("recompute")[0] == 0
    assert MatchTally.objects.values().get() == right
    assert dict(Seating.objects.filter(table=table_of(played)).values_list("seat", "player_id")) == seats_of(played)
    assert command("recompute", "--check")[0] == 0


def test_seats_that_were_changed_are_put_right(played: Cast) -> None:
    table = table_of(played)
    Seating.objects.filter(table=table, seat="N").delete()

    assert command("recompute", "--check") == (1, [f"table {table.pk}: the seats differ from the ledger"])
    assert command("recompute")[0] == 0
    assert dict(Seating.objects.filter(table=table).values_list("seat", "player_id")) == seats_of(played)


def test_a_ledger_that_cannot_be_read_is_not_made_into_boards(played: Cast) -> None:
    right = list(Board.objects.order_by("table").values())
    tamper(lambda: event(played, 3).update(payload="nonsense"))

    status, lines = command("recompute")

    assert status == 1
    assert lines[0].startswith(
        f"match {played.match.pk}: the ledger cannot be replayed: table {table_of(played).pk}, event 3: cannot be read"
    )
    assert list(Board.objects.order_by("table").values()) == right


def test_an_event_that_the_rules_refuse_is_found(played: Cast) -> None:
    def illegal() -> None:
        stored = event(played, 5).get()
        told = json.loads(stored.payload)
        told["event"]["dealer"] = "W"
        event(played, 5).update(payload=chain.canonical(told))

    tamper(illegal)

    status, lines = command("verify_ledger")

    assert status == 1
    assert any(line.startswith(f"table {table_of(played).pk}, event 5: cannot follow: ") for line in lines)


def test_a_ruleset_changed_behind_the_ledger_is_found(played: Cast) -> None:
    Tournament.objects.filter(slug="harbour-cup").update(ruleset_options={"gamble_points": 1})

    status, lines = command("verify_ledger")

    said = "the tournament's ruleset is no longer the one that this table was opened by"
    assert status == 1
    assert lines == [f"table {table_of(played, number).pk}, event 1: {said}" for number in (1, 2)]


def test_a_confirmed_result_holds_the_heads(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)
    results.confirm(cast.match, by=cast.official)
    assert command("verify_ledger")[0] == 0
    assert command("recompute", "--check")[0] == 0

    tamper(lambda: Result.objects.update(heads={"1": "0" * 64}))

    assert command("verify_ledger") == (
        1,
        [
            f"table {table_of(cast).pk}, event 11: the confirmed result was confirmed on another ledger",
            f"table {table_of(cast, 2).pk}, event 1: the confirmed result knows nothing of it",
        ],
    )


def test_a_lost_guard_is_named(played: Cast) -> None:
    with connection.cursor() as cursor:
        name = "ledger_no_delete" if connection.vendor == "sqlite" else "ledger_no_change"
        on = "" if connection.vendor == "sqlite" else " ON scoring_ledgerevent"
        cursor.execute(f"DROP TRIGGER {name}{on}")

    status, lines = command("verify_ledger")
    guards.install(connection)

    assert (status, lines) == (1, [f"the database has lost its guard {name}: run migrations, or install it again"])
    assert command("verify_ledger")[0] == 0


FIELDS: dict[str, Any] = {
    "table": st.integers(1, 10**9),
    "sequence": st.integers(1, 10**6),
    "kind": st.sampled_from(["opened", "score", "game", "tally", "correction"]),
    "payload": st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    "actor": st.integers(1, 10**9),
    "device": st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    "client_id": st.uuids(),
    "time": st.datetimes(timezones=st.timezones()),
    "previous": st.text("0123456789abcdef", min_size=64, max_size=64),
}


@settings(max_examples=100)
@given(st.fixed_dictionaries(FIELDS), st.sampled_from(sorted(FIELDS)), st.data())
def test_the_hash_depends_on_every_field_and_on_nothing_else(
    one: dict[str, Any], name: str, data: st.DataObject
) -> None:
    value = data.draw(FIELDS[name])
    other = {**one, name: value}

    assert chain.link(**one) == chain.link(**dict(reversed(one.items())))
    assert (chain.link(**one) == chain.link(**other)) == (one[name] == value)


def test_the_hash_is_the_sha_256_of_the_canonical_text() -> None:
    """Worked out by hand: the text that the docstring of ``scoring.chain`` shows, through sha256sum."""
    assert (
        chain.link(
            table=12,
            sequence=3,
            kind="score",
            payload='{"a":1}',
            actor=7,
            device="phone",
            client_id=UUID("12345678-1234-5678-1234-567812345678"),
            time=datetime(2024, 8, 10, 18, 32, 5, 123456, tzinfo=UTC),
            previous=chain.START,
        )
        == "904c24b53c47ced17cab807f5bed42bd29b91d82bfa492ce1cf37943e1f75ecd"
    )
