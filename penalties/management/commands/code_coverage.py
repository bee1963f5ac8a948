"""``manage.py code_coverage``: what stands behind each clause of the penalty code. It needs no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from penalties.coverage import Covered, coverage
from rules_engine.conformance import CaseError
from rules_engine.verdicts import EffectName

HEAD = f"{'code':<12} {'clause':<6} {'words':>5} {'tests':>5} {'suite':>5} {'ruled':>5} {'page':<4} {'book':<4} effects"


class Command(BaseCommand):
    help = (
        "List for each clause its text, effects, cited cases (among the tests and in the conformance suite), how many "
        "of them the judge rules on, its page and its place in the booklet. Exit status 0: no clause lacks anything, "
        "and every kind of effect is ruled somewhere; 1: something is missing, which is said."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        root = Path(settings.BASE_DIR)
        parser.add_argument("--tests", type=Path, default=root / "tests" / "rules_engine" / "cases", metavar="FOLDER")
        parser.add_argument("--conformance", type=Path, default=root / "conformance", metavar="FOLDER")
        parser.add_argument("--missing", action="store_true", help="print only what is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("tests", "conformance"):
            if not options[name].is_dir():
                raise CommandError(f"there is no folder {options[name]} (--{name})")
        try:
            found = coverage(options["tests"], options["conformance"])
        except CaseError as error:
            raise CommandError(str(error)) from error
        if not options["missing"]:
            self.stdout.write(HEAD)
            for line in found:
                self.stdout.write(_line(line))
        lacking = [line for line in found if line.lacks]
        seen = {effect for line in found for effect in line.effects if line.ruled}
        unseen = [effect.value for effect in EffectName if effect.value not in seen]
        for line in lacking:
            self.stdout.write(f"{line.clause.ruleset} {line.clause.number} lacks: {', '.join(line.lacks)}")
        if unseen:
            self.stdout.write(f"effects that no case rules: {', '.join(unseen)}")
        ruled = sum(line.ruled > 0 for line in found)
        own = {(line.clause.number, line.clause.text): line.tests + line.conformance for line in found}
        self.stdout.write(
            f"{ruled} of {len(found)} clauses ruled; {sum(own.values())} cited cases; {len(lacking)} lack something"
        )
        if lacking or unseen:
            sys.exit(1)


def _line(line: Covered) -> str:
    clause = line.clause
    return (
        f"{clause.ruleset:<12} {clause.number:<6} {line.words:>5} {line.tests:>5} {line.conformance:>5} "
        f"{line.ruled:>5} {'yes' if line.page else 'NO':<4} {'yes' if line.booklet else 'NO':<4} "
        f"{', '.join(line.effects)}"
    ).rstrip()
