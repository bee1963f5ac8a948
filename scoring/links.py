"""This app's own ways from the pages of matches and tournaments to those of the day."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from scoring.extras import Link
from tournaments.models import Match, Table, Tournament


def links(user: Any, match: Match, table: Table | None) -> Iterable[Link]:
    """At a match: for those who run the day, what comes in between and where it is played."""
    if table is None and user.has_perm("tournaments.run_day", match.tournament):
        yield Link("Late, place, postpone", reverse("day-match", args=[match.tournament.slug, match.pk]))
    elif table is None and match.day_state and user.has_perm("tournaments.decide_abandoned", match.tournament):
        yield Link("Decide", reverse("day-match", args=[match.tournament.slug, match.pk]))


def tournament_links(user: Any, tournament: Tournament) -> Iterable[Link]:
    """At a tournament: who plays where; for those who run it, the day."""
    yield Link("Who plays where", reverse("day", args=[tournament.slug]))
    if user.has_perm("tournaments.run_day", tournament):
        yield Link("Run the day", reverse("day-run", args=[tournament.slug]))
