"""The booklet of the penalty code as a tournament plays it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from penalties.selectors import code
from penalties.selectors.code import ClauseShown, Reading
from penalties.selectors.code_words import CODE
from rules_engine.penalty_code import Clause, all_clauses
from rules_engine.rulesets import Ruleset
from scoring.models import PrintJob
from scoring.printed import Document
from tournaments.models import Tournament

TEMPLATE = "documents/code_booklet.html"


@dataclass(frozen=True, slots=True)
class BookletSection:
    """A section with its clauses in full."""

    number: int
    title: str
    clauses: tuple[ClauseShown, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """``changed``: the readings that this tournament has set; ``readings``: all; ``index``: words and clauses."""

    code_name: str
    sections: tuple[BookletSection, ...]
    changed: tuple[Reading, ...]
    readings: tuple[Reading, ...]
    index: tuple[tuple[str, tuple[Clause, ...]], ...]


def booklet(ruleset: Ruleset) -> Booklet:
    """Every clause of the ruleset's code, with the readings in force."""
    name = ruleset.base.value
    readings = code.all_readings(ruleset)
    return Booklet(
        code_name=CODE[name],
        sections=tuple(
            BookletSection(
                section.number,
                section.title,
                tuple(shown for clause in section.clauses if (shown := code.shown(clause.number, ruleset))),
            )
            for section in code.sections(name)
        ),
        changed=tuple(reading for reading in readings if reading.changed),
        readings=readings,
        index=_index(all_clauses(name)),
    )


def _index(clauses: Iterable[Clause]) -> tuple[tuple[str, tuple[Clause, ...]], ...]:
    """What people call it, in the order of the alphabet, with the clauses that it leads to."""
    found: dict[str, dict[str, Clause]] = defaultdict(dict)
    for clause in clauses:
        for word in (*clause.words, *clause.terms):
            found[word][clause.number] = clause
    return tuple((word, tuple(found[word].values())) for word in sorted(found, key=str.casefold))


def context_of(tournament: Tournament) -> dict[str, Any]:
    """What the template is given, but for what every document has."""
    return {"tournament": tournament, "booklet": booklet(tournament.ruleset)}


def build(job: PrintJob) -> Document:
    """The tournament's booklet."""
    return Document(TEMPLATE, context_of(job.tournament), f"{job.tournament.slug[:100]}-penalty-code.pdf")
