"""``manage.py conformance``: a program put to the test of the cited cases. It needs no database."""

from __future__ import annotations

import io
import os
import shlex
import signal
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules_engine.adjudicate import INVALID, UNREADABLE, VALID, main
from rules_engine.conformance import CaseError, Verdict, check, input_lines, load_cases

TIMEOUT = 60.0
LAST_WORDS = 400
"""Characters of a program's error output that are shown when it came to grief."""


class Ran(NamedTuple):
    """What a program printed, the end of its error output, and what went wrong with it, if anything."""

    output: str
    trouble: str | None = None
    last_words: str = ""


class Command(BaseCommand):
    help = (
        "Feed the records of the conformance suite to a program that speaks the file format (JSON Lines in, JSON "
        "Lines out; without --against the judge of this product) and print what differs. Exit status 0: every case "
        "is as expected; 1: one is not."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--against", metavar="COMMAND", help="the program and its arguments, as one text")
        parser.add_argument(
            "--file",
            action="append",
            metavar="FILE",
            help="cases to use (may be repeated); all of conformance/ if none",
        )
        parser.add_argument(
            "--timeout", type=float, default=TIMEOUT, metavar="SECONDS", help=f"for the whole run ({TIMEOUT:g})"
        )
        parser.add_argument("--verbose", action="store_true", help="name the cases that pass, too")

    def handle(self, *args: Any, **options: Any) -> None:
        paths = [Path(name) for name in options["file"] or ()]
        try:
            cases = load_cases(paths or sorted((settings.BASE_DIR / "conformance").glob("*.jsonl")))
        except (CaseError, OSError) as error:
            raise CommandError(str(error)) from error
        if not cases:
            raise CommandError("There are no cases.")
        text = input_lines(cases)
        against = options["against"]
        ran = judge_here(text) if against is None else run(against, text, options["timeout"])
        verdicts, surplus = check(cases, ran.output)
        for verdict in verdicts:
            self._tell(verdict, verbose=options["verbose"])
        missing = sum(verdict.missing for verdict in verdicts)
        passed = sum(verdict.passed for verdict in verdicts)
        trouble = [] if ran.trouble is None else [ran.trouble]
        if missing:
            trouble.append(f"{len(cases) - missing} results for {len(cases)} records: the last {missing} are missing.")
        if trouble and ran.last_words:
            trouble.append(f"Its last words: {ran.last_words}")
        if surplus:
            trouble.append(f"{surplus} lines more than records.")
        for line in trouble:
            self.stdout.write(line)
        self.stdout.write(f"{passed} of {len(cases)} cases as expected, {len(cases) - passed} not.")
        if trouble or passed < len(cases):
            sys.exit(1)

    def _tell(self, verdict: Verdict, *, verbose: bool) -> None:
        case = verdict.case
        if verdict.missing or (verdict.passed and not verbose):
            return
        self.stdout.write(f"{'ok  ' if verdict.passed else 'FAIL'} {case.id}: {case.title} ({'; '.join(case.cites)})")
        for difference in verdict.differences:
            self.stdout.write(f"     {difference.field or 'the result'}")
            self.stdout.write(f"       expected {difference.expected}")
            self.stdout.write(f"       got      {difference.got}")


def judge_here(text: str) -> Ran:
    """The records judged in this process by the product's own judge."""
    out = io.StringIO()
    main([], io.BytesIO(text.encode()), out, sys.stderr)
    return Ran(out.getvalue())


def run(command: str, text: str, timeout: float) -> Ran:
    """The records fed to a program; it and all that it started are ended after ``timeout`` seconds."""
    try:
        words = shlex.split(command)
        if not words:
            raise ValueError("it is empty")
        process = subprocess.Popen(  # noqa: S603 - the words are the caller's own
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        return Ran("", f"The command could not be started: {error}.")
    with process:
        try:
            out, err = process.communicate(text.encode(), timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, _ = process.communicate()
            return Ran(out.decode("utf-8", "surrogateescape"), f"Not finished after {timeout:g} s: stopped.")
    trouble = None
    if process.returncode < 0:
        trouble = f"The command was ended by signal {-process.returncode}."
    elif process.returncode not in (VALID, INVALID, UNREADABLE):
        trouble = f"The command ended with exit status {process.returncode}."
    elif not out.strip():
        trouble = "The command printed nothing."
    return Ran(out.decode("utf-8", "surrogateescape"), trouble, err.decode("utf-8", "replace").strip()[-LAST_WORDS:])
