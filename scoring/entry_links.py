"""What entering puts on the pages of play: links to line-ups, check-in and officials' rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from scoring.extras import Link
from scoring.models import MatchState
from scoring.selectors.matches import tally_of
from tournaments.models import EntryState, LineUp, Match, Table, Tournament
from tournaments.selectors import entries, roles
from tournaments.selectors.line_ups import own_teams


def match_links(user: Any, match: Match, table: Table | None) -> Iterator[Link]:
    """To the line-ups: for those who put one in; for everybody once both are in, until the tables tell who sits."""
    if table is not None:
        return
    begun = tally_of(match).state != MatchState.SCHEDULED
    if not own_teams(user, match) and (begun or LineUp.objects.filter(match=match).count() < 2):
        return
    yield Link("Line-ups", reverse("line-ups", args=[match.tournament.slug, match.pk]))


def tournament_links(user: Any, tournament: Tournament) -> Iterator[Link]:
    """To check-in and the officials' rounds, for captains to their own rosters, and for who sent an entry to it."""
    for team in sorted(roles.captains_teams(user, tournament.pk)):
        yield Link("Your roster", reverse("own-roster", args=[tournament.slug, team]))
    if entries.sent_by(tournament, user).exclude(state=EntryState.ENTERED).exists():
        yield Link("Your entry", reverse("enter", args=[tournament.slug]))
    if user.has_perm("tournaments.check_in", tournament):
        yield Link("Check-in", reverse("check-in", args=[tournament.slug]))
        yield Link("Officials' rounds", reverse("availability", args=[tournament.slug]))
