"""What came in between at a match, in words: for its story, its sheet and its headline."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from tournaments.models import DayState, Match, Occurrence, OccurrenceKind
from tournaments.selectors import occurrences

SETTLED = {DayState.WALK_OVER: "walk-over", DayState.AWARDED: "awarded"}
"""How a result came about that was not played, as it is put behind the figures."""


OFF = frozenset({DayState.POSTPONED, DayState.ABANDONED})
"""States of the day in which a match is neither played nor settled."""


def state_words(match: Match, otherwise: str) -> str:
    """What the match's state is called: what the day did to it, before where its play stands."""
    return str(match.get_day_state_display()) if match.day_state in OFF else otherwise


def by_what(match: Match) -> str:
    """How a result came about that was not played out, to be put behind its figures; empty where it was."""
    words: dict[str, str] = {DayState.WALK_OVER: " by walk-over", DayState.AWARDED: " by decision"}
    return words.get(match.day_state, "")


def count(match: Match) -> int:
    """How many occurrences there are. One small query."""
    return Occurrence.objects.filter(match=match).count()


def told(match: Match) -> list[tuple[datetime, str]]:
    """Every occurrence of a match with its time, in order. One query."""
    return [(one.at, in_words(one)) for one in occurrences.of_match(match)]


def in_words(one: Occurrence) -> str:
    """One occurrence as a sentence, with who noted it."""
    said = {
        OccurrenceKind.LATE: f"{one.team} are not there: late",
        OccurrenceKind.ARRIVED: f"{one.team} have come",
        OccurrenceKind.WALK_OVER: f"Walk-over: {one.team} did not come" if one.team_id else "Neither team came",
        OccurrenceKind.POSTPONED: f"Postponed {_until(one.until)}",
        OccurrenceKind.RESUMED: "Takes place after all",
        OccurrenceKind.ABANDONED: "Abandoned",
        OccurrenceKind.AWARDED: "Awarded by decision",
        OccurrenceKind.REPLAYED: "To be played again from the first hand",
    }[OccurrenceKind(one.kind)]
    return f"{said}{f': {one.reason}' if one.reason else ''} ({one.by})"


def _until(when: datetime | None) -> str:
    return f"until {timezone.localtime(when):%-d %B, %H:%M}" if when else "until further notice"
