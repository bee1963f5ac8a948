"""``manage.py import_file``: teams, rosters, fixtures or results from CSV or XLSX, into a tournament that stands."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.management import files
from scoring.models import ImportKind
from scoring.services.imports.drafts import Draft
from scoring.services.imports.faults import ImportRefused
from scoring.services.imports.noticing import WORDS
from scoring.services.imports.saving import importer
from scoring.services.imports.taking import KINDS, NotTicked, take
from tournaments.models import Tournament, User


class Command(BaseCommand):
    """Refused whole, with every fault named, or taken in whole. Exit status 1 when refused."""

    help = "Take a CSV or XLSX file in: teams, rosters, fixtures or results."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file; - reads standard input")
        parser.add_argument("--tournament", metavar="SLUG", required=True)
        parser.add_argument("--kind", choices=list(ImportKind.values), required=True, help="what the file holds")
        parser.add_argument("--by", metavar="USERNAME", help="in whose name (the import's own account when left out)")
        parser.add_argument(
            "--accept",
            metavar="CODE",
            action="append",
            choices=[*WORDS, "all"],
            default=[],
            help="a kind of notice that was looked at, or all",
        )
        parser.add_argument("--check", action="store_true", help="say what would come of it and save nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"--tournament: there is no tournament at “{options['tournament']}”.")
        by = importer()
        if options["by"] is not None:
            found = User.objects.filter(username=options["by"], is_active=True).first()
            if found is None:
                raise CommandError(f"--by: nobody signs in as {options['by']}.")
            by = found
        data = files.read(options["file"])
        name = Path(options["file"]).name if options["file"] != "-" else "standard input"
        ticked = ["*" if code == "all" else code for code in options["accept"]]
        try:
            if options["check"]:
                self._check(KINDS[options["kind"]].draft(tournament, data), name)
                return
            batch = take(tournament, options["kind"], data, file_name=name, by=by, ticked=ticked, online=False)
        except ImportRefused as refusal:
            self._refuse([str(fault) for fault in refusal.faults], "fault", name)
        except NotTicked as missing:
            told = [f"{notice} [{notice.code}]" for notice in sorted(missing.draft.notices)]
            self._refuse(told, "notice", name, f" Look at each, then --accept {' --accept '.join(missing.codes)}.")
        else:
            self.stdout.write(f"{batch.rows} lines of {name} taken into {tournament.name}.")

    def _check(self, draft: Draft, name: str) -> None:
        for notice in sorted(draft.notices):
            self.stderr.write(f"{notice} [{notice.code}]")
        if draft.faults:
            self._refuse([str(fault) for fault in draft.sorted_faults], "fault", name)
        self.stdout.write("; ".join(draft.says) + ". Nothing was saved.")

    def _refuse(self, lines: list[str], word: str, name: str, then: str = "") -> None:
        for line in lines:
            self.stderr.write(line)
        n = len(lines)
        raise CommandError(f"Refused, nothing was saved: {n} {word}{'s' * (n != 1)} in {name}.{then}")
