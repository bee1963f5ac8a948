"""The ways from the pages of matches and tables to those of this app."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from scoring.extras import Link
from tournaments.models import Match, Table, TableKind


def links(user: Any, match: Match, table: Table | None) -> Iterable[Link]:
    """At a table: reporting and calling. At a match: the officials' queue with how many wait."""
    if table is None:
        if user.has_perm("penalties.queue", match.tournament):
            slug = match.tournament.slug
            yield Link("Queue", reverse("queue", args=[slug]), live=reverse("queue-badge", args=[slug]))
        return
    if table.kind == TableKind.SHEET or not user.has_perm("penalties.report", match):
        return
    at = [match.tournament.slug, match.pk, table.number]
    yield Link("Penalty", reverse("incident-report", args=at))
    yield Link("Call an official", reverse("table-call", args=at), post=True)
