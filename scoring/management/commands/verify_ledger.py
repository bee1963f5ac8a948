"""Prove that the ledger was not tampered with: exit status 1 and table and event of each fault when it was."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.models import LedgerEvent
from scoring.selectors import proof
from scoring.services.rebuild import matches_of
from tournaments.models import Table, Tournament

MOST = 100
"""Faults printed; a ledger with more is not read one by one."""


class Command(BaseCommand):
    help = (
        "Check every table's ledger: numbers without a gap, hash chain, answers as the rules give them again, boards, "
        "confirmed results, and the database's own guards. Exit status 1 when anything is at fault."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--table", type=int, metavar="ID", help="one table alone")
        which.add_argument("--tournament", metavar="SLUG", help="one tournament alone")

    def handle(self, *args: Any, table: int | None, tournament: str | None, **options: Any) -> None:
        if tournament and not Tournament.objects.filter(slug=tournament).exists():
            raise CommandError(f"There is no tournament {tournament}.", returncode=2)
        if table is not None:
            matches = list(Table.objects.filter(pk=table).values_list("match_id", flat=True))
            if not matches:
                raise CommandError(f"There is no table {table}.", returncode=2)
        else:
            matches = list(matches_of(tournament))
        found = proof.guards_missing()
        for match_id in matches:
            found += [fault for fault in proof.faults_of(match_id) if table in (None, fault.table_id)]
        for fault in found[:MOST]:
            self.stdout.write(str(fault))
        if found:
            raise CommandError(f"{len(found)} fault{'s' if len(found) > 1 else ''} in the ledger.", returncode=1)
        events = LedgerEvent.objects.filter(table__match_id__in=matches)
        number = (events.filter(table_id=table) if table is not None else events).count()
        self.stdout.write(f"{number} events, all as they were recorded.")
