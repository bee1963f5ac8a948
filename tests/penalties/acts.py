"""Short ways to report and rule, for tests of what comes of it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from penalties.models import Incident, Ruling
from penalties.services import incidents, rulings
from penalties.services.rulings import Ruled
from scoring.models import Board, LedgerEvent
from scoring.selectors import proof
from scoring.services import boards
from scoring.services.rebuild import recompute
from tests.cast import Cast
from tests.scoring.ledgers import table_of
from tournaments.models import Table, User

PEEPED: dict[str, Any] = {"clause": "7.d", "offender": "S", "phase": "dealing"}
"""The pack run otherwise than it should be: one point to E–W, whoever deals."""
SIGNED: dict[str, Any] = {"clause": "2.a", "offender": "N", "phase": "playing"}
"""Signs to a partner: a warning first, then a point to E–W."""
RENEGED: dict[str, Any] = {"clause": "10.a", "offender": "N", "phase": "playing"}
"""A bullseye to E–W."""


def sequence(table: Table) -> int:
    """The table's last entry."""
    return Board.objects.filter(table=table).values_list("sequence", flat=True).first() or 0


def claim(cast: Cast, asked: dict[str, Any] | None = None, *, by: User | None = None, number: int = 1) -> Incident:
    """A captain's report."""
    who = by or cast.captain_away
    return incidents.report(table_of(cast, number), asked or PEEPED, by=who, client_id=uuid4()).incident


def rule_now(
    cast: Cast, asked: dict[str, Any] | None = None, *, by: User | None = None, number: int = 1, **more: Any
) -> Ruled:
    """An official's own ruling."""
    table = table_of(cast, number)
    told: dict[str, Any] = {"expected": sequence(table), "client_id": uuid4(), "by": by or cast.official, **more}
    return rulings.report_and_rule(table, asked or PEEPED, **told)


def rule(incident: Incident, by: User, **more: Any) -> Ruled:
    """Rule on a claim."""
    told: dict[str, Any] = {"expected": sequence(incident.table), "client_id": uuid4(), "by": by, **more}
    return rulings.rule(incident, **told)


def cancel(ruling: Ruling, by: User, **more: Any) -> Ruled:
    """Cancel a ruling."""
    table = ruling.incident.table
    told: dict[str, Any] = {
        "expected": sequence(table),
        "client_id": uuid4(),
        "by": by,
        "reason": "It was the other pair.",
        **more,
    }
    return rulings.cancel(ruling, **told)


def change(ruling: Ruling, asked: dict[str, Any], by: User, **more: Any) -> Ruled:
    """Put another ruling in the place of one."""
    table = ruling.incident.table
    told: dict[str, Any] = {
        "expected": sequence(table),
        "client_id": uuid4(),
        "by": by,
        "reason": "It was the other pair.",
        **more,
    }
    return rulings.change(ruling, asked, **told)


def board(cast: Cast, number: int = 1) -> Any:
    """The engine's state of a table."""
    return boards.read_state(Board.objects.get(table=table_of(cast, number)).state)


def counts() -> tuple[int, int, int]:
    """How many events, reports and rulings there are."""
    return LedgerEvent.objects.count(), Incident.objects.count(), Ruling.objects.count()


def whole(cast: Cast) -> None:
    """The ledger is whole and every projection follows from it."""
    assert proof.faults_of(cast.match.pk) == []
    assert recompute(cast.match.pk, check=True) == []
