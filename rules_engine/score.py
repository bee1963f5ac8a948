"""Judging a hand as chalked (``all-fours/score@1``)."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.records import ScoreRecord
from rules_engine.seats import Pair
from rules_engine.verdicts import Chalk, JackOutcome, Points, RulingResult, Violation


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """The answer to a hand as chalked; as :class:`rules_engine.hand.HandResult` without cards.

    ``counts`` are None where the record gives none.
    """

    id: str | None
    violations: tuple[Violation, ...]
    high: Pair | None
    low: Pair | None
    jack: JackOutcome | None
    jack_pair: Pair | None
    counts: Points | None
    gamble: Pair | None
    chalks: tuple[Chalk, ...]
    scores: Points
    bullseye: Pair | None
    consequences: tuple[RulingResult, ...]
    needs: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether no rule was broken."""
        return not self.violations


def judge_score(record: ScoreRecord) -> ScoreResult:
    """Judge a hand as chalked; never raises."""
    raise NotImplementedError
