"""The charts of a tournament's statistics, and of one team's matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.charts.bars import Bar, columns, margins
from scoring.charts.bump import PHONE, WIDEST, Line, bump
from scoring.selectors.statistics.evidence import Played
from scoring.selectors.statistics.report import Statistics
from scoring.selectors.statistics.shown import plural

MOST_TEAMS = 40
"""Lines that a chart of ranks can hold; the others stand in the table of the API."""
MOST_MATCHES = 40


def ranks(found: Statistics, *, marked: int | None = None, link: str = "", paper: float = 0) -> SafeString | str:
    """Rank by round; empty where there is no round yet. ``link`` with a team's id behind it marks that team.

    ``paper``: px across the paper that it is for; 0: for a page.
    """
    history = found.ranks
    if not history.teams:
        return ""
    teams = [line for place, line in enumerate(history.teams, 1) if place <= MOST_TEAMS or line.team_id == marked]
    shown = {place for line in teams for place in line.places}
    # Places of teams that are left out are closed up, so that the chart is as high as its lines are many.
    closed = {place: number for number, place in enumerate(sorted(shown), 1)}
    lines = [
        Line(
            line.team,
            [closed[place] for place in line.places],
            line.ranks,
            marked=line.team_id == marked,
            href=f"{link}{line.team_id}" if link else "",
        )
        for line in teams
    ]
    first = history.teams[0]
    return bump(
        "ranks",
        [f"R{number}" for number in history.rounds],
        lines,
        title=f"Rank by round, {found.tournament.name}",
        description=f"{len(lines)} teams over {len(history.rounds)} rounds; {first.team} stands first after the last. "
        "The same figures stand in a table below.",
        width=paper or WIDEST,
        best=paper or PHONE,
    )


def closeness(found: Statistics) -> SafeString | str:
    """How many matches ended by how many bullseyes; empty where there is none."""
    if not found.margins:
        return ""
    bars = [
        Bar(str(margin), found.margins.get(margin, 0), f"{found.margins.get(margin, 0)} matches by {margin}")
        for margin in range(min(found.margins), max(found.margins) + 1)
    ]
    return columns(
        "closeness",
        bars,
        below="Bullseyes between the two teams",
        title="How many matches ended by how many bullseyes",
        description=f"{sum(found.margins.values())} matches, from {min(found.margins)} to {max(found.margins)} apart. "
        "The same figures stand in a table below.",
    )


def game_lengths(found: Statistics) -> SafeString | str:
    """How many games took how many hands; empty where none is known hand by hand."""
    by_hands = found.lengths.by_hands
    if not by_hands:
        return ""
    bars = [
        Bar(str(hands), by_hands.get(hands, 0), f"{by_hands.get(hands, 0)} games of {hands} hands")
        for hands in range(min(by_hands), max(by_hands) + 1)
    ]
    return columns(
        "lengths",
        bars,
        below="Hands in a game",
        title="How many games took how many hands",
        description=f"{found.lengths.games} games, from {min(by_hands)} to {max(by_hands)} hands. "
        "The same figures stand in a table below.",
    )


@dataclass(frozen=True, slots=True)
class MarginLine:
    """A match from one side."""

    match: Played
    ours: int
    theirs: int

    @property
    def margin(self) -> int:
        """Bullseyes won by; below 0: lost by."""
        return self.ours - self.theirs

    @property
    def difference(self) -> str:
        """The same as it is written."""
        return f"{self.margin:+d}".replace("-", "−") if self.margin else "0"


def margin_lines(matches: Sequence[Played], teams: frozenset[int]) -> list[MarginLine]:
    """The last matches that ``teams`` played at tables, each from their side."""
    lines = []
    for match in matches:
        if match.at_tables and match.home_id in teams:
            lines.append(MarginLine(match, match.home_bullseyes, match.away_bullseyes))
        elif match.at_tables and match.away_id in teams:
            lines.append(MarginLine(match, match.away_bullseyes, match.home_bullseyes))
    return lines[-MOST_MATCHES:]


def team_margins(matches: Sequence[Played], teams: frozenset[int], name: str) -> SafeString | str:
    """By how many bullseyes ``teams`` (one, or a club's) won or lost each match, the last ones; empty where none."""
    shown = [
        Bar(f"R{line.match.round}", line.margin, f"{line.match.words}: {line.ours}–{line.theirs}")
        for line in margin_lines(matches, teams)
    ]
    if not shown:
        return ""
    return margins(
        "margins",
        shown,
        below="Rounds",
        title=f"Bullseye margin a match, {name}",
        description=f"{plural(len(shown), 'match', 'matches')}: {sum(bar.number > 0 for bar in shown)} won, "
        f"{sum(bar.number < 0 for bar in shown)} lost. The same figures stand in a table below.",
    )
