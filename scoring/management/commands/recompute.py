"""Make boards, tallies and seats again from the ledger, or (--check) only say where they differ."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.services.rebuild import matches_of, recompute
from tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Rebuild every projection of the ledger: boards, match tallies, seats. With --check nothing is written and the "
        "exit status is 1 when anything differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only; exit status 1 on a difference")
        parser.add_argument("--tournament", metavar="SLUG", help="one tournament alone")

    def handle(self, *args: Any, check: bool, tournament: str | None, **options: Any) -> None:
        if tournament and not Tournament.objects.filter(slug=tournament).exists():
            raise CommandError(f"There is no tournament {tournament}.", returncode=2)
        matches = list(matches_of(tournament))
        found = [difference for match_id in matches for difference in recompute(match_id, check=check)]
        for difference in found:
            self.stdout.write(str(difference))
        unreadable = [difference for difference in found if difference.unreadable]
        if found and (check or unreadable):
            count = len(found if check else unreadable)
            raise CommandError(f"{count} difference{'s' if count > 1 else ''} from the ledger.", returncode=1)
        done = f"{len(found)} put right" if found else "all as the ledger has it"
        self.stdout.write(f"{len(matches)} matches, {done}.")
