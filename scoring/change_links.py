"""The ways to proposed changes and to what is to be settled, for those who decide on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from scoring.extras import Link
from scoring.selectors import changes
from tournaments.models import Match, Stage, Table, Tournament


def links(user: Any, match: Match, table: Table | None) -> Iterable[Link]:
    """At a match: the change that waits for a second person, and what of this match is to be settled."""
    if table is not None or not user.has_perm("scoring.change", match):
        return
    slug = match.tournament.slug
    found = changes.open_of(match)
    if found is not None:
        yield Link("A change of the result waits for a second person", _decide(slug, match.pk, found.pk))
    number = changes.open_flags(match=match).count()
    if number:
        yield Link("This match stands on a changed result: settle it", reverse("flags", args=[slug]))


def tournament_links(user: Any, tournament: Tournament) -> Iterable[Link]:
    """At a tournament: how much is to be settled, and the changes that wait."""
    if not user.has_perm("scoring.settle", tournament):
        return
    number = changes.open_flags(tournament=tournament).count()
    if number:
        yield Link(f"To settle ({number})", reverse("flags", args=[tournament.slug]))
    for change in changes.waiting(tournament):
        yield Link(f"Change of {change.match} waits", _decide(tournament.slug, change.match_id, change.pk))


def remarks(stage: Stage) -> Iterable[tuple[str, str]]:
    """At a stage's page: what of it is to be settled, and where."""
    for flag in changes.open_flags(stage=stage):
        yield flag.text, reverse("flags", args=[stage.tournament.slug])


def _decide(slug: str, match: int, change: int) -> str:
    return reverse("match-change-decide", args=[slug, match, change])
