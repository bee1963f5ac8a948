"""What stands behind each clause: its text, its effects, cited cases that the judge rules on, its page, its booklet.

Everything is looked at as it is: cases are ruled on by the judge, pages and booklets are made and read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse

from penalties.documents import booklet
from penalties.views.code import CLAUSE_PAGE, told
from rules_engine.conformance import load_cases
from rules_engine.penalty_code import Clause, all_clauses, find
from rules_engine.reading import parse_incident
from rules_engine.records import INCIDENT
from rules_engine.rulesets import PUBLISHED
from rules_engine.rulings import rule
from rules_engine.verdicts import RecordError
from tournaments.models import Tournament

PATTERN = "incidents*.toml"
"""The files of cited cases beside the engine's tests."""


@dataclass(frozen=True, slots=True)
class Cited:
    """An incident with the ruling or the refusal that the rules give; ``shared``: it is in the conformance suite."""

    record: Mapping[str, Any]
    refused: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class Covered:
    """What a clause has. ``tests``: cited cases among the tests; ``conformance``: those in the public suite.

    ``ruled``: how many of both the judge rules on completely now; ``effects``: every effect that its data or these
    rulings hold.
    """

    clause: Clause
    words: int
    effects: tuple[str, ...]
    tests: int
    conformance: int
    ruled: int
    page: bool
    booklet: bool

    @property
    def lacks(self) -> tuple[str, ...]:
        """What is missing, in words."""
        found = {
            "text": self.words > 0,
            "case": self.tests + self.conformance > 0,
            "ruling": self.ruled > 0,
            "page": self.page,
            "booklet": self.booklet,
        }
        return tuple(name for name, there in found.items() if not there)


def coverage(tests: Path, conformance: Path) -> tuple[Covered, ...]:
    """Every clause of every published code. ``tests`` and ``conformance``: the folders of the cited cases.

    A clause that two codes share word for word is covered by the cases of either.
    """
    cited = [*_of_tests(tests), *_of_conformance(conformance)]
    by_clause: dict[tuple[str, str, str], list[Cited]] = {}
    for case in cited:
        number, name = str(case.record.get("clause")), str(case.record.get("ruleset", "round-robin"))
        clause = find(number, name) if name in PUBLISHED else None
        if clause is not None:
            by_clause.setdefault(_anywhere(clause), []).append(case)
    return tuple(
        _covered(clause, by_clause.get(_anywhere(clause), []), html)
        for name in PUBLISHED
        for html in [_booklet(name)]
        for clause in all_clauses(name)
    )


def _anywhere(clause: Clause) -> tuple[str, str, str]:
    """What tells a clause whatever code it stands in."""
    return clause.number, clause.title, clause.text


def _covered(clause: Clause, cases: Iterable[Cited], html: str) -> Covered:
    found = list(cases)
    effects = {name.value: None for spec in clause.specs for name in spec.by_value.values()}
    ruled = 0
    for case in found:
        if case.refused:
            continue
        try:
            result = rule(parse_incident(dict(case.record)))
        except RecordError:
            continue
        ruled += result.complete
        effects.update({effect.effect.value: None for effect in result.effects})
    return Covered(
        clause=clause,
        words=len(clause.text.split()),
        effects=tuple(effects),
        tests=sum(not case.shared for case in found),
        conformance=sum(case.shared for case in found),
        ruled=ruled,
        page=_has_page(clause),
        booklet=_is_in(html, clause),
    )


def _of_tests(folder: Path) -> Iterator[Cited]:
    for path in sorted(folder.glob(PATTERN)):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield Cited(_record(case), "error" in case, shared=False)


def _record(case: Mapping[str, Any]) -> dict[str, Any]:
    """A case's incident: pairs of numbers are N/S, E/W."""
    given = dict(case["in"])
    for key in ("scores", "bullseyes"):
        if key in given:
            given[key] = _both(given[key])
    if "points" in given.get("hand", {}):
        given["hand"] = {**given["hand"], "points": _both(given["hand"]["points"])}
    return {"format": INCIDENT, "ruleset": case.get("ruleset", "round-robin"), "clause": case["clause"], **given}


def _both(value: Any) -> Any:
    return {"NS": value[0], "EW": value[1]} if isinstance(value, list) and len(value) == 2 else value


def _of_conformance(folder: Path) -> Iterator[Cited]:
    for case in load_cases(sorted(folder.glob("*.jsonl"))):
        if case.input.get("format") == INCIDENT:
            yield Cited(case.input, "error" in case.expected, shared=True)


def _has_page(clause: Clause) -> bool:
    """Whether the clause's page can be made and says what it says."""
    request = RequestFactory().get(reverse("code-clause", args=[clause.number]), {"rules": clause.ruleset})
    request.user = AnonymousUser()
    return _is_told(render_to_string(CLAUSE_PAGE, told(request, clause.number), request), clause)


def _booklet(name: str) -> str:
    """The booklet of a code as it is laid out."""
    tournament = Tournament(name="Coverage", slug="coverage", ruleset_name=name)
    return render_to_string(booklet.TEMPLATE, booklet.context_of(tournament))


def _is_in(html: str, clause: Clause) -> bool:
    """Whether the clause has its place, from its own anchor to the next."""
    place = html.partition(f'id="c{clause.number.replace(".", "-")}"')[2].partition('<div class="clause"')[0]
    return _is_told(place, clause)


def _is_told(html: str, clause: Clause) -> bool:
    told = " ".join(unescape(html).split())
    return clause.title in told and " ".join(clause.text.split()) in told
