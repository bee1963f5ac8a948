"""``manage.py rulesets``: what the rulesets say, and where two of them differ. It needs no database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from textwrap import indent, wrap
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.comparing import SUMMARIES, compare, title_of
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.verdicts import RecordError

WIDTH = 100


class Command(BaseCommand):
    help = "List the published rulesets; tell one with every parameter and option; or show where two differ."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", metavar="NAME", help=f"one of {', '.join(PUBLISHED)}")
        parser.add_argument("--diff", nargs=2, metavar=("A", "B"), help="where these two differ")
        parser.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        name, pair = options["name"], options["diff"]
        if name and pair:
            raise CommandError("Give a NAME or --diff A B, not both.", returncode=2)
        try:
            chosen = [Ruleset.named(given) for given in pair or ([name] if name else PUBLISHED)]
        except RecordError as error:
            raise CommandError(f"{error.text[:1].upper()}{error.text[1:]}.", returncode=2) from None
        if options["json"]:
            found: object = _as_json(chosen, bool(pair), bool(name))
            self.stdout.write(json.dumps(found, indent=2, ensure_ascii=False))
            return
        lines = _differences(*chosen) if pair else _one(chosen[0]) if name else _all(chosen)
        for line in lines:
            self.stdout.write(line)


def _as_json(chosen: list[Ruleset], differ: bool, one: bool) -> object:
    if differ:
        return [{**asdict(found), "cited": found.cited} for found in compare(*chosen)]
    if one:
        return {
            "name": chosen[0].name,
            "lines": [{**asdict(line), "cited": line.cited} for line in chosen[0].explain()],
        }
    return [{"name": ruleset.name, "says": SUMMARIES[ruleset.base]} for ruleset in chosen]


def _all(chosen: list[Ruleset]) -> Iterator[str]:
    for ruleset in chosen:
        yield f"{ruleset.name:12} {SUMMARIES[ruleset.base]}"


def _one(ruleset: Ruleset) -> Iterator[str]:
    yield title_of(ruleset)
    for options, heading in ((False, "Set by the rules"), (True, "Options, as these rules are read unless changed")):
        yield f"\n{heading}"
        for line in ruleset.explain():
            if line.is_option is options:
                yield f"\n  {line.name} = {_written(line.value)}"
                yield _folded(f"{line.text} [{line.cited}]")


def _differences(one: Ruleset, other: Ruleset) -> Iterator[str]:
    found = compare(one, other)
    yield f"{title_of(one)} and {title_of(other)}: {len(found)} difference{'' if len(found) == 1 else 's'}"
    for difference in found:
        yield f"\n  {difference.name}"
        yield _folded(f"{difference.explanation} [{difference.cited}]")
        yield _folded(f"{one.name}: {difference.one_reading}")
        yield _folded(f"{other.name}: {difference.other_reading}")


def _folded(text: str) -> str:
    return indent("\n".join(wrap(text, WIDTH - 4)), "    ")


def _written(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
