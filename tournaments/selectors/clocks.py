"""The hall's clocks. What is left follows from a clock's times and the hour: nothing ticks here, nothing drifts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Clock, ClockKind, Tournament


@dataclass(frozen=True, slots=True)
class ClockShown:
    """A clock at an hour. ``left``: seconds, 0 when time is up; ``ends_at``: None while it is paused."""

    clock: Clock
    left: float
    ends_at: datetime | None

    @property
    def paused(self) -> bool:
        return self.clock.paused_at is not None

    @property
    def title(self) -> str:
        """What it counts: the round by its name, or the break and in which round."""
        kind, round = str(self.clock.get_kind_display()), self.clock.round
        if round is None:
            return kind
        return str(round) if self.clock.kind == ClockKind.ROUND else f"{kind}, {round}"

    @property
    def words(self) -> str:
        """What is left, for where no script runs: ``12:30``."""
        whole = int(self.left)
        hours, rest = divmod(whole, 3600)
        return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def shown(clock: Clock, now: datetime) -> ClockShown:
    """A clock as it stands at ``now``."""
    end = clock.started_at + timedelta(seconds=clock.seconds + clock.paused_seconds)
    stands = clock.paused_at or clock.stopped_at or now
    left = max(0.0, (end - stands).total_seconds())
    return ClockShown(clock, left, None if clock.paused_at else end)


def running(tournament: Tournament, now: datetime) -> list[ClockShown]:
    """The clocks that nobody has stopped, the round's first. One query."""
    found = Clock.objects.filter(tournament=tournament, stopped_at__isnull=True).select_related("round")
    return sorted((shown(clock, now) for clock in found), key=lambda one: one.clock.kind != ClockKind.ROUND)
