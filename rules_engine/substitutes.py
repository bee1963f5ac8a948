"""Substitutes: how many a team has, what the next one means, and who may still play.

Pure counting, for the fold of a table and for whoever wants to know beforehand. A
player is whatever the caller tells players apart by: a name, or a number.
Source: clauses 13.a to 13.c; readings ``substitute_limit``, ``substitute_scope``,
``substitute_return``, ``seventh_substitute``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from rules_engine.readings import GameOrMatch, SubstituteScope
from rules_engine.rulesets import Ruleset
from rules_engine.table_state import Reason

P = TypeVar("P")


class Verdict(StrEnum):
    """What one more substitute means.

    ``last``: allowed, and none is left after it. ``sickness``: the one more for a
    player who fell sick after the last. ``must-leave``: it would be that one, but the
    sick player has not left the premises. ``beyond``: one too many.
    """

    WITHIN = "within"
    LAST = "last"
    SICKNESS = "sickness"
    MUST_LEAVE = "must-leave"
    BEYOND = "beyond"


@dataclass(frozen=True, slots=True)
class Count:
    """A team's substitutes of a match: ``used`` of ``limit``, the one more for sickness included.

    ``per_table``: by the reading ``substitute_scope`` each table counts for itself.
    ``loses``: what one too many costs, ``match`` or ``game``.
    """

    used: int
    limit: int
    per_table: bool
    loses: GameOrMatch

    @property
    def left(self) -> int:
        """How many may still come in."""
        return max(0, self.limit - self.used)

    def one_more(self, reason: Reason, left_premises: bool | None = None) -> Verdict:
        """What the next substitute means; ``left_premises`` None: nobody said whether the sick player left (13.a)."""
        if self.used < self.limit:
            return Verdict.LAST if self.used == self.limit - 1 else Verdict.WITHIN
        if self.used == self.limit and reason is Reason.SICK:
            return Verdict.MUST_LEAVE if left_premises is False else Verdict.SICKNESS
        return Verdict.BEYOND


def count(ruleset: Ruleset, here: int, elsewhere: int = 0) -> Count:
    """The substitutes of a team that has used ``here`` at one table and ``elsewhere`` at the match's others.

    Two at once count two, and those that an official ordered count as any other.
    """
    per_table = ruleset.substitute_scope is SubstituteScope.PER_TABLE
    used = here if per_table else here + elsewhere
    return Count(used, ruleset.substitute_limit, per_table, ruleset.seventh_substitute)


def gone(ruleset: Ruleset, went_out: Iterable[P]) -> set[P]:
    """Those of ``went_out`` who may not play again in this match (reading ``substitute_return``)."""
    return set() if ruleset.substitute_return else set(went_out)


def decider_players(ruleset: Ruleset, sat: Iterable[P], went_out: Iterable[P]) -> list[P]:
    """Of those who sat at a team's tables, in order and each once, who may play the decider (13.c).

    ``sat``: everybody who was ever seated; ``went_out``: who was substituted. Any two of those
    who are left; anybody else comes in as a substitute.
    """
    away = gone(ruleset, went_out)
    return [player for player in dict.fromkeys(sat) if player not in away]
