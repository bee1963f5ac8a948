"""How every act on a report or a ruling ends: done, refused with reasons, or too late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms

from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.forms.request import LedgerForm
from scoring.services.refusals import LedgerConflict, LedgerRefused, ResultRefused
from scoring.views.acts import TOO_LATE, UNREADABLE, Refused, attempt
from scoring.views.acts import refused as refused_by_ledger

MOVED = Refused(
    409,
    "Somebody recorded at this table in the meantime.",
    advice="The ruling is shown on the board as it is now, and what you entered is kept. Look at it, then send again.",
)


def tried(form: LedgerForm, act: Callable[[], Any]) -> tuple[Any, Refused | None]:
    """Run a service for a form that writes to a ledger: its answer, or why not."""
    try:
        answer, refused = attempt(form, act)
    except PenaltyConflict as conflict:
        return None, quicker(conflict)
    return answer, MOVED if refused is TOO_LATE else refused


def done(form: forms.Form, act: Callable[[], Any]) -> tuple[Any, Refused | None]:
    """Run a service for a form that writes to no ledger."""
    if not form.is_valid():
        return None, Refused(400, UNREADABLE)
    try:
        return act(), None
    except PenaltyConflict as conflict:
        return None, quicker(conflict)
    except RecordError as error:
        form.add_error(error.field if error.field in form.fields else None, error.text)
        return None, Refused(400, UNREADABLE)
    except (LedgerRefused, ResultRefused) as error:
        return None, refused_by_ledger(error)
    except LedgerConflict:
        return None, MOVED


def quicker(conflict: PenaltyConflict) -> Refused:
    """Somebody was quicker: what stands now, in words."""
    return Refused(409, conflict.message)
