"""Writing results and records as JSON values of the file format."""

from __future__ import annotations

from rules_engine.hand import HandResult
from rules_engine.score import ScoreResult
from rules_engine.verdicts import RulingResult


def result_to_json(result: HandResult | ScoreResult | RulingResult) -> dict[str, object]:
    """The result object of a record: every field of its kind, null where it does not apply."""
    raise NotImplementedError
