"""``manage.py simulate``: a season from its entries to the trophy, and whether everything that must hold of it does."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from penalties.simulation.invariants import check
from penalties.simulation.people import POOL
from penalties.simulation.season import Simulation, Size

MOST_TEAMS = 128


class Command(BaseCommand):
    """Plays by the services that pages and API use, in the database as it is. Exit status 1 when anything is broken."""

    help = "Play a whole season hand by hand in the real database and check every invariant."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--teams", type=int, default=64, help="a multiple of 4, from 8 to 128 (64 when left out)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same season (1 when left out)")
        parser.add_argument("--tables", type=int, default=2, help="tables of a match (2 when left out)")
        parser.add_argument("--games", type=int, default=3, help="games a table (3 when left out: first to 4)")
        parser.add_argument("--dry", action="store_true", help="take everything back at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        teams, tables, games = options["teams"], options["tables"], options["games"]
        if teams % POOL or not 2 * POOL <= teams <= MOST_TEAMS:
            raise CommandError(f"--teams: a multiple of {POOL}, from {2 * POOL} to {MOST_TEAMS}.")
        if not 1 <= tables <= 4 or not 1 <= games <= 40:
            raise CommandError("--tables: 1 to 4; --games: 1 to 40.")
        size = Size(teams, tables, games)
        if not options["dry"]:
            self._play(size, options["seed"])
            return
        with transaction.atomic():
            try:
                self._play(size, options["seed"])
            finally:
                transaction.set_rollback(True)
        self.stdout.write("Everything was taken back.")

    def _play(self, size: Size, seed: int) -> None:
        began = time.monotonic()
        simulation = Simulation(size, seed, self._say)
        champion = simulation.play()
        counts = simulation.story.counts
        self._say(", ".join(f"{number} {what}" for what, number in sorted(counts.items())) + ".")
        self._say(f"The trophy goes to {champion}. Season {simulation.digest()}, {time.monotonic() - began:.0f} s.")
        broken = 0
        for one in check(simulation.tournament):
            broken += bool(one.broken)
            self._say(f"{'broken' if one.broken else 'holds '}  {one.name} ({one.over})")
            for line in one.broken[:10]:
                self.stderr.write(f"        {line}")
        if broken:
            raise CommandError(f"{broken} of the invariants {'is' if broken == 1 else 'are'} broken.")

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
