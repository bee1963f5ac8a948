"""Appeals and fines as they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django.db.models import Q, QuerySet

from penalties.models import Appeal, Fine, FineState
from tournaments.models import Tournament
from tournaments.selectors import roles


def appeals(tournament: Tournament) -> QuerySet[Appeal]:
    """Every appeal of a tournament, the newest first."""
    return Appeal.objects.filter(match__tournament=tournament).select_related(
        "match__tournament",
        "match__home",
        "match__away",
        "match__round",
        "match__tally",
        "lodged_by",
        "heard_by",
        "ruling__incident__table__board",
        "ruling__official",
        "dispute__table",
        "dispute__settled_by",
        "dispute__match",
        "dispute__ruling__incident__table__board",
        "new_ruling__incident",
    )


def appeals_seen_by(user: Any, tournament: Tournament) -> QuerySet[Appeal]:
    """Those that a user may see: judges and committee all, a captain those of the own matches."""
    rows = appeals(tournament)
    if user.has_perm("penalties.see_fines", tournament):
        return rows
    teams = roles.captains_teams(user, tournament.pk)
    return rows.filter(Q(match__home_id__in=teams) | Q(match__away_id__in=teams))


def fines(tournament: Tournament) -> QuerySet[Fine]:
    """Every fine of a tournament, the newest first."""
    return Fine.objects.filter(tournament=tournament).select_related("team", "player", "match", "ruling", "entered_by")


def fines_seen_by(user: Any, tournament: Tournament) -> QuerySet[Fine]:
    """Those that a user may see: judges and committee all, a captain those of the own team."""
    rows = fines(tournament)
    if user.has_perm("penalties.see_fines", tournament):
        return rows
    return rows.filter(team_id__in=roles.captains_teams(user, tournament.pk))


def totals(rows: Iterable[Fine]) -> list[dict[str, Any]]:
    """What fines come to by currency: ``{"currency", "set", "paid", "due", "waived", "open"}``, open being a number."""
    found: dict[str, dict[str, Any]] = {}
    for fine in rows:
        line = found.setdefault(
            fine.currency,
            {"currency": fine.currency, **dict.fromkeys(("set", "paid", "due", "waived"), Decimal("0.00")), "open": 0},
        )
        amount = fine.amount or Decimal(0)
        line["set"] += amount
        line["paid"] += fine.paid
        if fine.state == FineState.DUE:
            line["due"] += amount - fine.paid
        elif fine.state == FineState.WAIVED:
            line["waived"] += amount - fine.paid
        elif fine.state == FineState.OPEN:
            line["open"] += 1
    return [found[currency] for currency in sorted(found)]


def appeal_json(appeal: Appeal) -> dict[str, Any]:
    """An appeal as JSON values."""
    return {
        "id": appeal.pk,
        "match": appeal.match_id,
        "ruling": appeal.ruling_id,
        "dispute": appeal.dispute_id,
        "side": appeal.side,
        "grounds": appeal.grounds,
        "lodged_by": str(appeal.lodged_by),
        "lodged_at": appeal.lodged_at.isoformat(),
        "deadline": appeal.deadline.isoformat(),
        "state": appeal.state,
        "heard_by": None if appeal.heard_by is None else str(appeal.heard_by),
        "heard_at": None if appeal.heard_at is None else appeal.heard_at.isoformat(),
        "reasons": appeal.reasons,
        "new_ruling": appeal.new_ruling_id,
    }


def fine_json(fine: Fine) -> dict[str, Any]:
    """A fine as JSON values; amounts are text, as money should be."""
    return {
        "id": fine.pk,
        "team": fine.team_id,
        "player": fine.player_id,
        "name": str(fine.player or fine.team),
        "match": fine.match_id,
        "ruling": fine.ruling_id,
        "clause": fine.clause,
        "reason": fine.reason,
        "currency": fine.currency,
        "state": fine.state,
        "amount": None if fine.amount is None else f"{fine.amount:.2f}",
        "paid": f"{fine.paid:.2f}",
        "version": fine.version,
        "entered_at": fine.entered_at.isoformat(),
    }


def entries_json(fine: Fine) -> list[dict[str, Any]]:
    """The entries of a fine as JSON values. One query."""
    return [
        {
            "number": line.number,
            "kind": line.kind,
            "amount": f"{line.amount:.2f}",
            "note": line.note,
            "by": str(line.by),
            "at": line.at.isoformat(),
        }
        for line in fine.entries.select_related("by")
    ]
