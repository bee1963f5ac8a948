"""Halls for tests of the day: rooms, more teams, more matches, another official."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from tests.cast import Cast
from tests.factories import MatchFactory, RoleFactory, TeamFactory, UserFactory
from tournaments.models import Match, RoleName, Room, Round, Spot, User
from tournaments.services import occurrences, rooms

NOON = datetime(2026, 12, 5, 12, 0, tzinfo=UTC)


def room(cast: Cast, name: str = "Hall", tables: int = 4) -> Room:
    """A room with tables 1 to ``tables``."""
    return rooms.add(cast.tournament, name=name, numbers=list(range(1, tables + 1)))


def spots(of: Room) -> list[Spot]:
    return list(Spot.objects.filter(room=of).order_by("number"))


def another(cast: Cast, round: Round | None = None, **more: Any) -> Match:
    """A match of two teams of its own, with its two tables."""
    home, away = (TeamFactory.create(tournament=cast.tournament) for _ in range(2))
    match: Match = MatchFactory.create(
        tournament=cast.tournament, round=round or cast.round_one, home=home, away=away, **more
    )
    return match


def official(cast: Cast, name: str) -> User:
    """One more official of the tournament."""
    user: User = UserFactory.create(username=name, display_name=name.title())
    RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.OFFICIAL)
    return user


def begun(cast: Cast, minutes_ago: int) -> None:
    """The round of the cast's match was to begin so long ago."""
    cast.round_one.starts_at = timezone.now() - timedelta(minutes=minutes_ago)
    cast.round_one.save()
    cast.match.round.refresh_from_db()


def late_for_good(cast: Cast) -> None:
    """The away team is late, and its quarter of an hour of grace is over."""
    begun(cast, 20)
    occurrences.late(cast.match, cast.away_team, cast.official)
