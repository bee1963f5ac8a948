"""``manage.py standings``: the standings for a spreadsheet, a program or a terminal."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.selectors.standings import UnknownDivision, standings, standings_json
from scoring.selectors.standings_export import standings_csv, standings_text
from tournaments.models import Tournament


class Command(BaseCommand):
    """Reads only. Exit status 1 when there is no such tournament or division."""

    help = "Print a tournament's standings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("--format", choices=("text", "csv", "json"), default="text", help="text when left out")
        parser.add_argument("--division", metavar="NAME", help="only the teams of this division")
        parser.add_argument("--round", type=int, metavar="N", help="count results up to round N only")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament at “{options['slug']}”.")
        try:
            found = standings(tournament, division=options["division"], through_round=options["round"])
        except UnknownDivision as error:
            raise CommandError(str(error)) from error
        if options["format"] == "csv":
            self.stdout.write(standings_csv(found), ending="")
        elif options["format"] == "json":
            self.stdout.write(json.dumps(standings_json(found), indent=2, ensure_ascii=False))
        else:
            self.stdout.write(standings_text(found), ending="")
