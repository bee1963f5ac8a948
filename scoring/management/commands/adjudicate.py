"""``manage.py adjudicate``: the judge on the command line. It needs no database."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules_engine.adjudicate import EXPLAIN, main


class Command(BaseCommand):
    help = (
        "Judge records of hands, scores, incidents and tables: one JSON object, a JSON array, JSON Lines or lines of "
        "the one-line notation in, one JSON result a line out. Exit status 0: all valid; 1: one is not; 2: one could "
        "not be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(EXPLAIN, action="store_true", help="tell each record in plain words instead of JSON")
        parser.add_argument("files", nargs="*", metavar="FILE", help="none or -: the standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            argv = [EXPLAIN, *options["files"]] if options["explain"] else options["files"]
            status = main(argv, sys.stdin.buffer, sys.stdout, sys.stderr)
        except BrokenPipeError:
            # Whoever read the results has gone; say nothing more, not even while closing.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 141
        if status:
            sys.exit(status)
