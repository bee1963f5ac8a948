"""The ways in which the ledger says no. None of them leaves anything saved.

What cannot be read at all is the engine's ``RecordError``, which names the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class LedgerConflict(Exception):
    """Somebody recorded in between; ``answer`` is ``{"sequence", "board", "match"}`` as they are now."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer
        super().__init__("Somebody recorded at this table in the meantime. Look at the board as it is now.")


class LedgerRefused(Exception):
    """The event cannot be recorded here.

    ``code`` is the engine's or the ledger's own word for it, ``message`` says why in plain words, ``clause`` by which
    clause of the code (or None); ``violations`` are the judge's reasons as JSON objects.
    """

    def __init__(
        self, code: str, message: str, *, clause: str | None = None, violations: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.code = code
        self.message = message
        self.clause = clause
        self.violations = [dict(violation) for violation in violations]
        super().__init__(message)


class ResultRefused(Exception):
    """A result that cannot be confirmed or withdrawn: ``code`` and ``message``."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)
