"""The ways from the pages of matches and tables to those of this app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse

from penalties.models import Ruling
from penalties.selectors import disputes
from scoring.extras import Link
from tournaments.models import Match, Table, TableKind, Tournament


def links(user: Any, match: Match, table: Table | None) -> Iterable[Link]:
    """At a table: reporting, calling, disputing. At a match: open disputes, the officials' queue with how many wait."""
    if table is None:
        for dispute in disputes.open_of(match):
            at = [match.tournament.slug, dispute.pk]
            yield Link(
                f"Dispute at {dispute.table}", reverse("dispute", args=at), live=reverse("dispute-badge", args=at)
            )
        yield from _queue(user, match.tournament)
        return
    if table.kind == TableKind.SHEET or not user.has_perm("penalties.report", match):
        return
    at = [match.tournament.slug, match.pk, table.number]
    if user.has_perm("penalties.dispute", match):
        yield Link("Dispute", reverse("dispute-raise", args=at))
    yield Link("Penalty", reverse("incident-report", args=at))
    if user.has_perm("scoring.record", match):
        yield Link("Renege desk", reverse("renege-desk", args=at))
    yield Link("Call an official", reverse("table-call", args=at), post=True)


def tournament_links(user: Any, tournament: Tournament) -> Iterable[Link]:
    """At a tournament: the officials' queue with how many wait; for whoever has a part in it, who may not be seated."""
    yield from _queue(user, tournament)
    if user.has_perm("tournaments.belong", tournament):
        yield Link("Suspensions", reverse("bars", args=[tournament.slug]))


def _queue(user: Any, tournament: Tournament) -> Iterable[Link]:
    if user.has_perm("penalties.queue", tournament):
        slug = tournament.slug
        yield Link("Queue", reverse("queue", args=[slug]), live=reverse("queue-badge", args=[slug]))


def ruling_pages(tournament: Tournament, rulings: Iterable[int]) -> Mapping[int, str]:
    """The page of the incident on which each ruling was given. One query."""
    found = Ruling.objects.filter(pk__in=rulings, incident__match__tournament=tournament)
    return {
        number: reverse("incident", args=[tournament.slug, incident])
        for number, incident in found.values_list("pk", "incident_id")
    }
