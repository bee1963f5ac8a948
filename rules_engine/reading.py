"""Reading JSON values into records, strictly.

Whatever is not exactly the format is a RecordError with the dotted path of the
field: an unknown field or option, a wrong type (a truth value is no number), a
missing field, a number out of bounds, a repeated key. Null means absent.
"""

from __future__ import annotations

from rules_engine.records import Context, HandRecord, IncidentRecord, Record, ScoreRecord


def parse_record(obj: object, *, path: str = "") -> Record:
    """The hand, score or incident in a decoded JSON object, told by its ``format``."""
    raise NotImplementedError


def parse_hand(obj: object, *, context: Context | None = None, path: str = "") -> HandRecord:
    """A ``hand@1``; with a ``context``, one that leaves out what the table knows."""
    raise NotImplementedError


def parse_score(obj: object, *, context: Context | None = None, path: str = "") -> ScoreRecord:
    """A ``score@1``; with a ``context``, one that leaves out what the table knows."""
    raise NotImplementedError


def parse_incident(obj: object, *, context: Context | None = None, path: str = "") -> IncidentRecord:
    """An ``incident@1``; with a ``context``, one that leaves out what the table knows."""
    raise NotImplementedError
