"""How every form at a table ends: saved, refused with reasons, or too late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules_engine.verdicts import RecordError
from scoring.forms.request import LedgerForm
from scoring.services.refusals import LedgerConflict, LedgerRefused, ResultRefused
from scoring.views.advice import advice


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an act was not done: ``status`` of the answer, what is wrong, by which clause, what to do."""

    status: int
    title: str
    reasons: tuple[tuple[str, str], ...] = ()
    advice: str = ""


TOO_LATE = Refused(
    409,
    "Somebody recorded at this table in the meantime.",
    advice="The board is shown as it is now, and what you entered is kept. Look whether it is still due; then send it.",
)
UNREADABLE = "Something is missing or cannot be read. It is marked below."


def attempt(form: LedgerForm, act: Callable[[], Any]) -> tuple[Any, Refused | None]:
    """Run a service for a form: its answer, or why not. Field errors are put into the form."""
    if not form.is_valid():
        return None, unreadable(form)
    try:
        return act(), None
    except RecordError as error:
        form.blame(error)
        return None, unreadable(form)
    except LedgerConflict:
        return None, TOO_LATE
    except (LedgerRefused, ResultRefused) as error:
        return None, refused(error)


def unreadable(form: LedgerForm) -> Refused:
    """400: the fields at fault are in the form; hidden ones are named here, where they can be seen."""
    hidden = [(str(error), "") for field in form.hidden_fields() for error in field.errors]
    others = [(str(error), "") for error in form.non_field_errors()]
    return Refused(400, UNREADABLE, tuple(hidden + others))


def refused(error: LedgerRefused | ResultRefused) -> Refused:
    """422 for what the rules refuse, 409 for a result that cannot be now."""
    if isinstance(error, ResultRefused):
        return Refused(409, error.message, advice=advice(error.code))
    reasons = tuple(
        (str(violation.get("message", "")), str(violation.get("clause") or "")) for violation in error.violations
    )
    codes = [str(violation.get("code", "")) for violation in error.violations] or [error.code]
    said = reasons or ((error.message, error.clause or ""),)
    return Refused(422, "The rules do not allow this.", said, " ".join(dict.fromkeys(filter(None, map(advice, codes)))))
