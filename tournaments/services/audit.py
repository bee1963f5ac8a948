"""Keeping what was decided outside the ledger, and why."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import AuditAct, AuditEntry, Match, Team, Tournament, User


def note(
    tournament: Tournament,
    act: AuditAct,
    text: str,
    *,
    by: User,
    reason: str = "",
    team: Team | None = None,
    match: Match | None = None,
) -> AuditEntry:
    """Add one decision, inside the transaction of what it decides."""
    return AuditEntry.objects.create(
        tournament=tournament,
        act=act,
        text=text[:300],
        reason=reason,
        by=by,
        team=team,
        match=match,
        at=timezone.now(),
    )
