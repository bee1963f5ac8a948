"""Opening and closing a round of matches, with what is missing looked at first.

A round that nobody opens is played and recorded as ever: small leagues do without.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.selectors import checklist
from scoring.selectors.checklist import Missing
from tournaments.models import Match, Round, RoundAct, RoundActKind, User
from tournaments.services.saving import Errors, lock, refuse
from tournaments.words import tidy


@transaction.atomic
def open_round(round: Round, *, by: User, reason: str = "") -> Round:
    """Open a round. What stands in the way needs a ``reason``, which is kept with what was missing."""
    round, why = _begin(round, reason)
    if round.opened_at is not None:
        raise refuse("round", f"{round} is {'closed' if round.closed_at else 'open'} already.", "open")
    missing = checklist.opening(round)
    blocking = [one for one in missing if one.essential]
    if any(one.code == "no-matches" for one in blocking):
        raise refuse("round", blocking[0].text, "no-matches")
    if blocking and not why:
        raise refuse("reason", f"{_said(blocking)} To open {round} all the same, say why.", "required")
    round.opened_at, round.opened_by = timezone.now(), by
    round.save(update_fields=["opened_at", "opened_by"])
    _note(round, RoundActKind.OPENED, by, why, missing)
    return round


@transaction.atomic
def close_round(round: Round, *, by: User) -> Round:
    """Close an open round. Refused while something essential is missing; the rest is kept with it."""
    # The matches first, as the ledger locks them: nothing moves between the look and the closing.
    list(Match.objects.select_for_update(no_key=True).filter(round=round).order_by("pk").values_list("pk", flat=True))
    round, _ = _begin(round, "")
    if round.opened_at is None or round.closed_at is not None:
        raise refuse("round", f"{round} is not open.", "not-open")
    missing = checklist.closing(round)
    blocking = [one for one in missing if one.essential]
    if blocking:
        raise refuse("round", f"{round} cannot be closed yet. {_said(blocking)}", "missing")
    round.closed_at, round.closed_by = timezone.now(), by
    round.save(update_fields=["closed_at", "closed_by"])
    _note(round, RoundActKind.CLOSED, by, "", missing)
    return round


@transaction.atomic
def reopen_round(round: Round, *, by: User, reason: str) -> Round:
    """Open a closed round again, with a reason."""
    round, why = _begin(round, reason)
    if round.closed_at is None:
        raise refuse("round", f"{round} is not closed.", "not-closed")
    if not why:
        raise refuse("reason", "Say why it is opened again.", "required")
    round.closed_at = round.closed_by = None
    round.save(update_fields=["closed_at", "closed_by"])
    _note(round, RoundActKind.REOPENED, by, why, [])
    return round


def _begin(round: Round, reason: str) -> tuple[Round, str]:
    errors = Errors()
    why = errors.take("reason", lambda: tidy(reason, longest=300, required=False), "")
    errors.raise_any()
    lock(round.tournament_id)
    found = Round.objects.filter(pk=round.pk).first()
    if found is None:
        raise refuse("round", "This was removed a moment ago. Look at the list again.", "gone")
    return found, why


def _said(missing: list[Missing]) -> str:
    return " ".join(one.text for one in missing)


def _note(round: Round, kind: RoundActKind, by: User, reason: str, missing: list[Missing]) -> None:
    texts = [one.text for one in missing]
    RoundAct.objects.create(round=round, kind=kind, reason=reason, missing=texts, by=by, at=timezone.now())
