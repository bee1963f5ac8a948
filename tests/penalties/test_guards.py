"""``verify_ledger`` names the triggers of this app too, when one is gone."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection

from penalties import guards
from penalties.disputes import guards as dispute_guards
from penalties.models import Incident
from scoring import guarded
from tests.cast import Cast, make_cast
from tests.penalties.acts import cancel, rule_now
from tests.scoring.ledgers import open_it
from tests.scoring.test_ledger_proof import command

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]

# One of each module: the name, and the table on which PostgreSQL has it.
LOST = {
    "postgresql": [("penalties_ruling_stands", "penalties_ruling"), ("dispute_no_delete", "penalties_dispute")],
    "sqlite": [("penalties_ruling_no_delete", "penalties_ruling"), ("dispute_no_delete", "penalties_dispute")],
}


@pytest.mark.parametrize("which", [0, 1])
def test_a_lost_guard_of_rulings_or_disputes_is_named(cast: Cast, which: int) -> None:
    open_it(cast)
    assert command("verify_ledger") == (0, ["1 events, all as they were recorded."])
    name, table = LOST[connection.vendor][which]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + ("" if connection.vendor == "sqlite" else f" ON {table}"))
    assert command("verify_ledger") == (
        1,
        [f"the database has lost its guard {name}: run migrations, or install it again"],
    )
    guards.install(connection)
    dispute_guards.install(connection)
    assert command("verify_ledger")[0] == 0


def test_every_guard_of_rulings_and_reports_can_be_missed() -> None:
    assert guards.missing(connection) == []
    guards.remove(connection)
    assert guards.missing(connection) == guards.names(connection.vendor)
    assert len(guards.names(connection.vendor)) == {"sqlite": 4, "postgresql": 2}[connection.vendor]
    assert set(guards.names(connection.vendor)) <= set(guarded.missing(connection))
    guards.install(connection)
    assert guarded.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_the_guards_and_the_word_for_a_cancelled_ruling_survive_a_migration_back_and_forth(
    transactional_db: None,
) -> None:
    cast = make_cast()
    open_it(cast)
    ruling = rule_now(cast).ruling
    cancel(ruling, cast.official)
    states = []
    for target in ("0004_dispute_guards", "0005_incidents_cancelled"):
        call_command("migrate", "penalties", target, verbosity=0)
        states.append(Incident.objects.get().state)
        assert guarded.missing(connection) == []
    call_command("migrate", "penalties", verbosity=0)
    assert states == ["dismissed", "cancelled"]
