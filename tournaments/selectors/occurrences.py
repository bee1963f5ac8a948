"""What came in between at a match: who is late, and for how long that is borne."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Match, Occurrence, OccurrenceKind, Team


@dataclass(frozen=True, slots=True)
class Late:
    """A team that has not come. ``until``: the end of its grace."""

    team: Team
    since: datetime
    until: datetime

    def seconds_left(self, now: datetime) -> int:
        """Seconds of grace left, 0 when it is over."""
        return max(0, -int((now - self.until).total_seconds() // 1))


def of_match(match: Match) -> list[Occurrence]:
    """Everything noted at a match, in order."""
    return list(Occurrence.objects.filter(match=match).select_related("team", "by").order_by("at", "pk"))


def grace_begins(match: Match, marked: datetime) -> datetime:
    """From when a late team's grace counts: the match's time, or the opening of its round where that was later.

    A hall that runs behind has kept both waiting. Without any time it counts from when the team was marked.
    """
    times = [match.starts_at or match.round.starts_at, match.round.opened_at]
    known = [time for time in times if time is not None]
    return max(known) if known else marked


def late(match: Match, noted: Collection[Occurrence] | None = None) -> list[Late]:
    """The teams that are late and have not come, the home team first."""
    since: dict[int, Occurrence] = {}
    for one in of_match(match) if noted is None else noted:
        if one.kind == OccurrenceKind.LATE and one.team_id:
            since[one.team_id] = one
        elif one.kind == OccurrenceKind.ARRIVED and one.team_id:
            since.pop(one.team_id, None)
        elif one.kind in (OccurrenceKind.POSTPONED, OccurrenceKind.REPLAYED, OccurrenceKind.RESUMED):
            since.clear()
    grace = timedelta(minutes=match.tournament.grace_minutes)
    return [
        Late(team, since[team.pk].at, grace_begins(match, since[team.pk].at) + grace)
        for team in (match.home, match.away)
        if team.pk in since
    ]
