"""``manage.py import_results``: a file of results, into a new tournament or one that stands."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from scoring.management import files
from scoring.services import imports
from scoring.tiebreaks import ChainError, parse_chain, to_list
from tournaments.models import Tournament, User

FIELD_OPTIONS = {
    "name": "--create",
    "slug": "--slug",
    "race_target_set": "--race",
    "race": "--race",
    "ruleset_name": "--ruleset",
    "tables": "--tables",
    "games": "--games",
    "tie_break": "--tie-break",
}


class Command(BaseCommand):
    """Refused whole, with every fault named, or imported whole. Exit status 1 when refused."""

    help = "Import a CSV or XLSX file of results: " + ",".join(imports.COLUMNS)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, CSV in UTF-8 or XLSX; - reads standard input")
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("--create", metavar="NAME", help="make a tournament of this name from the file")
        target.add_argument("--tournament", metavar="SLUG", help="put the results to the tournament at this address")
        new = parser.add_argument_group("with --create")
        new.add_argument("--slug", help="the new tournament's address; from its name when left out")
        new.add_argument("--ruleset", help="its ruleset (round-robin when left out)")
        new.add_argument("--race", type=int, metavar="N", help="bullseyes that win a match")
        new.add_argument("--tables", type=int, metavar="N", help="tables a match (2 when left out)")
        new.add_argument(
            "--games", type=int, metavar="N", help="games a table (with --race alone: one fewer than the race; else 10)"
        )
        new.add_argument(
            "--tie-break",
            metavar="CHAIN",
            help="order of the standings, as --tie-break=wins,-bullseyes-against; a hyphen: fewer first",
        )
        new.add_argument("--director", metavar="USERNAME", help="the account that directs the new tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        data = files.read(options["file"])
        try:
            done = self._new(data, options) if options["create"] is not None else self._into(data, options)
        except imports.ImportRefused as refusal:
            for fault in refusal.faults:
                self.stderr.write(str(fault))
            n = len(refusal.faults)
            raise CommandError(f"Refused, nothing was saved: {n} fault{'s' * (n != 1)} in {options['file']}.") from None
        except ValidationError as error:
            for field, messages in error.message_dict.items():
                for message in messages:
                    self.stderr.write(f"{FIELD_OPTIONS.get(field, field)}: {message}")
            raise CommandError("Refused, nothing was saved.") from None
        parts = [_count(done.matches, "match", "matches"), _count(done.teams, "team", "teams")]
        if done.divisions:
            parts.append(_count(done.divisions, "division", "divisions"))
        self.stdout.write(f"{', '.join(parts)} imported into {done.tournament.name} ({done.tournament.slug}).")

    def _tell(self, notice: imports.Notice) -> None:
        """What may be a slip is said and taken in all the same: here nobody is asked."""
        self.stderr.write(f"Look at {notice}")

    def _new(self, data: bytes, options: dict[str, Any]) -> imports.Imported:
        try:
            chain = None if options["tie_break"] is None else to_list(parse_chain(options["tie_break"]))
        except ChainError as error:
            raise CommandError(f"--tie-break: {error}") from error
        director = None
        if options["director"] is not None:
            director = User.objects.filter(username=options["director"], is_active=True).first()
            if director is None:
                raise CommandError(f"--director: nobody signs in as {options['director']}.")
        return imports.import_new(
            data,
            name=options["create"],
            slug=options["slug"] or "",
            ruleset="round-robin" if options["ruleset"] is None else options["ruleset"],
            race=options["race"],
            tables=options["tables"],
            games=options["games"],
            tie_break=chain,
            director=director,
            tell=self._tell,
        )

    def _into(self, data: bytes, options: dict[str, Any]) -> imports.Imported:
        of_new = ("slug", "ruleset", "race", "tables", "games", "tie_break", "director")
        for name in of_new:
            if options[name] is not None:
                raise CommandError(f"--{name.replace('_', '-')} belongs to --create: this tournament has its own.")
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"--tournament: there is no tournament at “{options['tournament']}”.")
        return imports.import_into(data, tournament, tell=self._tell)


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
