"""What the services refuse, as answers of the API.

A record that cannot be read is 400 and names the field; an event that the rules
refuse is 422 with code, clause and violations; a stale request is 409 with the
board as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rest_framework.exceptions import APIException, ValidationError

from rules_engine.verdicts import RecordError
from scoring.services.ledger import LedgerConflict, LedgerRefused
from scoring.services.printing import PrintRefused
from scoring.services.results import ResultRefused


class Conflict(APIException):
    """409: somebody was quicker, or the state does not allow it now. ``problem`` is merged into the answer."""

    status_code = 409

    def __init__(self, detail: str, **problem: Any) -> None:
        super().__init__(detail)
        self.problem = problem


class AgainstTheRules(APIException):
    """422: understood, and refused by the rules. ``problem`` holds code, clause and violations."""

    status_code = 422

    def __init__(self, detail: str, **problem: Any) -> None:
        super().__init__(detail)
        self.problem = problem


@contextmanager
def answered(path: str = "") -> Iterator[None]:
    """Turn the services' refusals into answers; ``path`` is put before a record's field."""
    try:
        yield
    except RecordError as error:
        field = ".".join(part for part in (path, error.field) if part)
        raise ValidationError({field or "non_field_errors": [error.text]}) from error
    except LedgerConflict as error:
        raise Conflict(str(error), **error.answer) from error
    except LedgerRefused as error:
        raise AgainstTheRules(
            error.message, code=error.code, clause=error.clause, violations=list(error.violations)
        ) from error
    except (ResultRefused, PrintRefused) as error:
        raise Conflict(error.message, code=error.code) from error
