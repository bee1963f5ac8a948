"""The ways in which this app says no. None of them leaves anything saved.

What the rules refuse is the ledger's ``LedgerRefused``, a stale board its ``LedgerConflict``, a field that cannot be
the engine's ``RecordError``.
"""

from __future__ import annotations

from typing import Any

from rules_engine.verdicts import RecordError, RulingResult


class PenaltyConflict(Exception):
    """Somebody was quicker, or it cannot be done any more.

    ``code``: ``already-ruled``, ``already-dismissed``, ``already-withdrawn``, ``already-cancelled``, ``ruling-ended``,
    ``call-answered``, ``call-closed``, ``call-open``; ``answer``: what stands now, as JSON values.
    """

    def __init__(self, code: str, message: str, **answer: Any) -> None:
        self.code = code
        self.message = message
        self.answer = answer
        super().__init__(message)


class RulingIncomplete(RecordError):
    """The code needs more before it can answer; ``field`` names the first thing, ``result`` all of them."""

    def __init__(self, result: RulingResult) -> None:
        self.result = result
        super().__init__(result.needs[0], result.reason)
