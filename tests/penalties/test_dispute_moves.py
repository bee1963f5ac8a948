"""Every ordered pair of states: what the table of moves allows, the services and the database do, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from penalties.disputes import guards, moves
from penalties.disputes.moves import State
from penalties.models import Appeal, Dispute, DisputeFact, DisputeMove, DisputeProposal, Effect
from penalties.services import disputes
from penalties.services.refusals import PenaltyConflict
from tests.cast import Cast
from tests.penalties.disputing import committee, decide, in_state, propose, raised
from tests.scoring.ledgers import open_it, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "disputes.md"

ALLOWED = {
    ("talking", "official"),
    ("talking", "agreed"),
    ("talking", "withdrawn"),
    ("official", "decided"),
    ("official", "committee"),
    ("official", "withdrawn"),
    ("committee", "official"),
    ("committee", "settled"),
}
"""From section 14, worked out by hand."""

ALL = ["talking", "official", "committee", "agreed", "decided", "settled", "withdrawn"]
PAIRS = list(product(ALL, ALL))


def test_the_table_is_that_of_section_14() -> None:
    assert {(str(source), str(target)) for source, target in moves.PAIRS} == ALLOWED
    assert {str(state) for state in moves.State} == set(ALL)
    assert {str(state) for state in moves.FINAL} == {"agreed", "decided", "settled", "withdrawn"}
    assert timedelta(minutes=5) == moves.CLOCK


def written(cast: Cast, dispute: Dispute) -> dict[str, Any]:
    """Everything that any move may need to be written down."""
    proposal = DisputeProposal.objects.create(
        dispute=dispute, side="home", clause="12.a", outcome="x", by=cast.captain_home, at=timezone.now()
    )
    return {
        "clause": "12.a",
        "outcome": "The jack stays.",
        "reasons": "Seen by both.",
        "effect": Effect.NONE,
        "proposal": proposal,
        "settled_by": cast.official,
        "settled_at": timezone.now(),
    }


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_database_allows_the_pairs_of_the_table_alone(cast: Cast, source: str, target: str) -> None:
    dispute = in_state(cast, State(source))
    columns: dict[str, Any] = {"state": target, "version": dispute.version + 1}
    columns |= written(cast, dispute)
    if State(target) in moves.OPEN:
        columns |= {"settled_by": None, "settled_at": None}
    rows = Dispute.objects.filter(pk=dispute.pk)

    if (source, target) in ALLOWED or (source == target and State(source) in moves.OPEN):
        assert rows.update(**columns) == 1
        assert rows.get().state == target
        return
    with pytest.raises(IntegrityError, match=r"table of moves|as it ended"), transaction.atomic():
        rows.update(**columns)
    assert rows.get().state == source


ACTS = {
    "agree": ("talking", "agreed"),
    "call": ("talking", "official"),
    "withdraw": (("talking", "official"), "withdrawn"),
    "decide": ("official", "decided"),
    "refer": ("official", "committee"),
    "return": ("committee", "official"),
    "settle": ("committee", "settled"),
    "propose": ("talking", "talking"),
}


def act(cast: Cast, name: str, dispute: Dispute) -> Dispute:
    version = dispute.version
    if name == "agree":
        return disputes.agree(dispute.pk, version=version, proposal=dispute.proposal_id or 0, by=cast.captain_away)
    if name == "call":
        return disputes.call(dispute.pk, version=version, by=cast.captain_away)
    if name == "withdraw":
        return disputes.withdraw(dispute.pk, version=version, reasons="We looked again.", by=cast.captain_home)
    if name == "decide":
        return decide(dispute, cast.official)
    if name == "refer":
        return disputes.refer(dispute.pk, version=version, reasons="The code is silent.", by=cast.official)
    if name == "return":
        return disputes.hand_back(dispute.pk, version=version, reasons="12.a says it.", by=committee(cast))
    if name == "settle":
        return disputes.settle(
            dispute.pk, version=version, outcome="Played again.", reasons="Silent.", by=committee(cast)
        )
    return propose(dispute, cast.captain_home)


@pytest.mark.parametrize(("name", "state"), list(product(ACTS, ALL)))
def test_the_services_move_along_the_table_alone(cast: Cast, name: str, state: str) -> None:
    dispute = in_state(cast, State(state))
    if name == "agree" and state == "talking":
        dispute = propose(dispute, cast.captain_home)
    before = DisputeMove.objects.count()
    sources, target = ACTS[name]

    if state in ([sources] if isinstance(sources, str) else sources):
        assert act(cast, name, dispute).state == target
        assert Dispute.objects.get(pk=dispute.pk).state == target
        added = DisputeMove.objects.order_by("pk")[before:]
        expected = [] if name == "propose" else [(name, state, target)]
        assert [(move.name, move.source, move.target) for move in added] == expected
        return
    with pytest.raises(PenaltyConflict) as conflict:
        act(cast, name, dispute)
    assert conflict.value.code == ("dispute-over" if State(state) in moves.FINAL else "dispute-moved")
    assert conflict.value.answer["dispute"]["state"] == state
    assert Dispute.objects.get(pk=dispute.pk).state == state
    assert DisputeMove.objects.count() == before


@pytest.mark.parametrize("missing", ["clause", "outcome", "proposal", "settled_by", "settled_at"])
def test_nothing_is_agreed_without_its_words(cast: Cast, missing: str) -> None:
    dispute = raised(cast)
    columns = written(cast, dispute) | {"state": "agreed", "version": 2, "effect": "", "reasons": ""}
    columns[missing] = "" if missing in ("clause", "outcome") else None
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.filter(pk=dispute.pk).update(**columns)
    assert Dispute.objects.get().state == "talking"


@pytest.mark.parametrize("missing", ["clause", "outcome", "reasons", "effect", "settled_by", "settled_at"])
def test_nothing_is_decided_without_its_words(cast: Cast, missing: str) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    columns = written(cast, dispute) | {"state": "decided", "version": 9}
    columns[missing] = None if missing.startswith("settled") else ""
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.filter(pk=dispute.pk).update(**columns)
    assert Dispute.objects.get().state == "official"


def test_nothing_is_agreed_after_the_clock(cast: Cast) -> None:
    dispute = raised(cast)
    columns = written(cast, dispute) | {"state": "agreed", "version": 2, "settled_at": dispute.clock_ends_at}
    with pytest.raises(IntegrityError, match="table of moves"), transaction.atomic():
        Dispute.objects.filter(pk=dispute.pk).update(**columns)
    columns["settled_at"] = dispute.clock_ends_at - timedelta(microseconds=1)
    assert Dispute.objects.filter(pk=dispute.pk).update(**columns) == 1


@pytest.mark.parametrize("state", ["official", "committee", "agreed", "decided", "settled", "withdrawn"])
def test_a_dispute_begins_at_the_beginning(cast: Cast, state: str) -> None:
    dispute = raised(cast)
    Dispute.objects.filter(pk=dispute.pk).update(
        state="withdrawn", version=2, reasons="x", settled_by=cast.captain_home, settled_at=timezone.now()
    )
    fresh = Dispute.objects.get(pk=dispute.pk)
    fresh.pk, fresh.state, fresh._state.adding = None, state, True
    fresh.client_id = "00000000-0000-4000-8000-000000000001"
    if State(state) in moves.OPEN:
        fresh.settled_by = fresh.settled_at = None
    with pytest.raises(IntegrityError, match="table of moves"), transaction.atomic():
        fresh.save(force_insert=True)


@pytest.mark.parametrize("state", ALL)
def test_no_dispute_is_removed_or_raised_anew(cast: Cast, state: str) -> None:
    dispute = in_state(cast, State(state))
    for change in ({"question": "Another?"}, {"clock_ends_at": timezone.now()}, {"side": "away"}):
        with pytest.raises(IntegrityError, match="as it was raised"), transaction.atomic():
            Dispute.objects.filter(pk=dispute.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM penalties_dispute")
    assert Dispute.objects.count() == 1


def test_what_was_said_and_done_only_grows(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    DisputeFact.objects.create(dispute=dispute, kind="cards-left", by=cast.official, at=timezone.now())
    for table in ("penalties_disputemove", "penalties_disputeproposal", "penalties_disputefact"):
        for statement in (f"UPDATE {table} SET at = at", f"DELETE FROM {table}"):  # noqa: S608 - names of ours
            with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)


def test_no_move_beside_the_table_is_written_down(cast: Cast) -> None:
    dispute = raised(cast)
    with pytest.raises(IntegrityError, match="table of moves"), transaction.atomic():
        DisputeMove.objects.create(
            dispute=dispute, name="agree", source="official", target="agreed", by=cast.official, at=timezone.now()
        )


def test_one_open_dispute_a_table(cast: Cast) -> None:
    raised(cast)
    with pytest.raises(PenaltyConflict) as conflict:
        raised(cast, by=cast.captain_away, side="away")
    assert conflict.value.code == "dispute-open"
    open_it(cast, 2)
    assert raised(cast, number=2).table == table_of(cast, 2)


def test_the_guards_can_be_missed_and_put_back(cast: Cast) -> None:
    assert guards.missing(connection) == []
    guards.remove(connection)
    assert guards.missing(connection) == guards.names(connection.vendor)
    guards.install(connection)
    assert guards.missing(connection) == []
    assert Appeal.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_the_guards_survive_a_migration_back_and_forth() -> None:
    call_command("migrate", "penalties", "0002", verbosity=0)
    call_command("migrate", "penalties", verbosity=0)
    assert guards.missing(connection) == []


def test_the_users_guide_prints_the_table(request: pytest.FixtureRequest) -> None:
    made = HEAD + "\n".join(moves.table_lines()) + "\n"
    if request.config.getoption("--write-roles"):
        PAGE.write_text(made, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == made


HEAD = """# How a dispute goes

A captain, or an official for a captain, raises a dispute at a table that is open (section 14 of the code). Both
captains are called at once, and have five minutes: one writes down the clause and what follows, the other confirms it.
When they cannot, one of them calls the official; when the five minutes are over, the dispute goes to the official by
itself. The official's decision is final at the table. What the code leaves open goes to the tournament's committee.
While a dispute is open, no result of the match is confirmed.

Whoever walks away has no more say (14.b): their words and their agreement are refused. Whoever mixes the cards may lose
the dispute for it (14.a): the official decides that, once the checklist names them.

This table is the one by which the program goes, and from which the database's own guards are made
(`penalties/disputes/moves.py`); a test holds this page to it. What is not in it cannot happen.

"""
