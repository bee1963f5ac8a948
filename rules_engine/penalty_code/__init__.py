"""The penalty code as data: every clause in plain words and typed effects.

    >>> from rules_engine.penalty_code import clause
    >>> clause("10.a").title
    'Reneging'

Rulesets other than ``round-robin`` have few penalties of their own; where one
has none its code is silent and an official decides (see :func:`find`).
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from rules_engine.penalty_code.loader import CodeError, read_folder
from rules_engine.penalty_code.model import (
    REMAINING,
    Chooser,
    Clause,
    Decision,
    EffectSpec,
    Kind,
    Offer,
    Outcome,
    Side,
    Who,
)
from rules_engine.penalty_code.searching import search_clauses

__all__ = [
    "REMAINING",
    "ROUND_ROBIN",
    "Chooser",
    "Clause",
    "CodeError",
    "Decision",
    "EffectSpec",
    "Kind",
    "Offer",
    "Outcome",
    "Side",
    "Who",
    "all_clauses",
    "clause",
    "find",
    "search",
]

ROUND_ROBIN = "round-robin"


@cache
def _codes() -> MappingProxyType[str, MappingProxyType[str, Clause]]:
    codes: dict[str, dict[str, Clause]] = {}
    for item in read_folder():
        codes.setdefault(item.ruleset, {})[item.number] = item
    return MappingProxyType({name: MappingProxyType(_sorted(code)) for name, code in codes.items()})


def _sorted(code: dict[str, Clause]) -> dict[str, Clause]:
    return {item.number: item for item in sorted(code.values(), key=lambda item: (item.section, item.number))}


def all_clauses(ruleset: str = ROUND_ROBIN) -> tuple[Clause, ...]:
    """Every clause of a ruleset's own code, by section and letter."""
    return tuple(_codes()[ruleset].values())


def find(number: str, ruleset: str = ROUND_ROBIN) -> Clause | None:
    """The clause in a ruleset's own code; None where that code is silent on it."""
    return _codes()[ruleset].get(number)


def clause(number: str) -> Clause:
    """The clause of the Round Robin code with this number. Raises KeyError for an unknown one."""
    return _codes()[ROUND_ROBIN][number]


def search(text: str, ruleset: str = ROUND_ROBIN) -> tuple[Clause, ...]:
    """Clauses that fit what somebody typed, best first: a number, a word of the hall, plain words."""
    return search_clauses(all_clauses(ruleset), text)
