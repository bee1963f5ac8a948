"""The case book: what was ruled on a clause before, here and elsewhere, and whether a ruling departs from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from penalties.models import Ruling, RulingState
from penalties.selectors import code, ruling_words
from rules_engine.penalty_code import find
from tournaments.models import Tournament

BESIDE = 8
"""How many earlier rulings stand beside one."""
LONGEST_SEARCH = 100

_NOT_DECIDED = frozenset({"option", "by"})


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A ruling as the case book tells it. ``decided``: somebody's discretion was in it."""

    ruling: Ruling
    title: str
    reason: str
    decided: bool

    @property
    def tournament(self) -> Tournament:
        """Where it was given."""
        found: Tournament = self.ruling.incident.match.tournament
        return found

    @property
    def stands(self) -> bool:
        """Whether it was neither cancelled nor replaced."""
        return self.ruling.state == RulingState.STANDING


@dataclass(frozen=True, slots=True)
class Beside:
    """Earlier rulings beside one; of those that somebody decided too, how many are ``alike`` and how many not."""

    cases: tuple[CaseShown, ...]
    alike: int
    departing: int

    @property
    def departs(self) -> bool:
        """Whether every earlier one was decided otherwise."""
        return bool(self.departing) and not self.alike


def rulings() -> QuerySet[Ruling]:
    """Rulings with all that a line of the case book shows, the latest first. One query."""
    return Ruling.objects.select_related(
        "incident__match__tournament", "incident__match__home", "incident__match__away", "incident__table", "official"
    ).order_by("-ruled_at", "-pk")


def shown(found: Iterable[Ruling]) -> tuple[CaseShown, ...]:
    """Rulings as cases."""
    return tuple(_case(ruling) for ruling in found)


def _case(ruling: Ruling) -> CaseShown:
    clause = find(ruling.clause)
    return CaseShown(
        ruling, clause.title if clause else "", str(ruling.result.get("reason", "")), decided(ruling.record)
    )


def decided(record: Mapping[str, Any]) -> bool:
    """Whether anything in the ruling was left to somebody's discretion."""
    choice = record.get("choice")
    return isinstance(choice, Mapping) and bool(set(choice) - _NOT_DECIDED)


def book(tournament: Tournament, *, q: str = "", clause: str = "") -> QuerySet[Ruling]:
    """The rulings of a tournament, those of one clause or those in which ``q`` is found, the latest first."""
    found = rulings().filter(incident__match__tournament=tournament)
    if clause:
        found = found.filter(clause=clause)
    text = q.replace("\0", "").strip()[:LONGEST_SEARCH]
    if text:
        numbers = [item.number for item in code.found_by(text, tournament.ruleset.base.value) or code.found_by(text)]
        found = found.filter(
            Q(clause__in=numbers)
            | Q(reasons__icontains=text)
            | Q(result__reason__icontains=text)
            | Q(incident__offender__name__icontains=text)
            | Q(incident__match__home__name__icontains=text)
            | Q(incident__match__away__name__icontains=text)
        )
    return found


def of_clause(number: str, *, limit: int = BESIDE) -> tuple[CaseShown, ...]:
    """What was ruled under a clause in every tournament and stands, the latest first. One query."""
    return shown(rulings().filter(clause=number, state=RulingState.STANDING)[:limit])


def beside(
    clause: str, record: Mapping[str, Any], result: Mapping[str, Any], *, but: int | None = None, before: Any = None
) -> Beside:
    """Rulings on the same clause that stand, and whether this one departs from them. One query.

    Only where somebody decided within the code's bounds can a ruling depart: what the code itself gives differs with
    the board. ``but``: the incident that is not compared with itself; ``before``: only what was ruled before then.
    """
    found = rulings().filter(clause=clause, state=RulingState.STANDING).exclude(incident_id=but or 0)
    if before is not None:
        found = found.filter(ruled_at__lt=before)
    earlier = list(found[: 10 * BESIDE])
    alike = departing = 0
    if decided(record):
        mine = ruling_words.outcome(result)
        same = [one for one in earlier if decided(one.record) and _option(one.record) == _option(record)]
        alike = sum(ruling_words.outcome(one.result) == mine for one in same)
        departing = len(same) - alike
    return Beside(shown(earlier[:BESIDE]), alike, departing)


def _option(record: Mapping[str, Any]) -> Any:
    choice = record.get("choice")
    return choice.get("option") if isinstance(choice, Mapping) else choice
