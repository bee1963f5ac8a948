"""A tournament as it stands, for the checks of a file: its teams by every name, its matches and how far each is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Prefetch, Q

from rules_engine.match import MatchRules
from scoring.models import MatchState, Result, ResultState
from scoring.services.imports.faults import Fault
from scoring.services.imports.reading import Line
from tournaments.models import DayState, Match, StageKind, Table, TableKind, Team, Tournament
from tournaments.selectors import sizes
from tournaments.selectors.identity import Directory, team_directory
from tournaments.words import same

MatchKey = tuple[int, frozenset[str]]
"""A match of a tournament: its round's number and its two teams, whoever is at home."""

LIKE_ENOUGH = 0.55
"""From here on a name is offered for one that nobody goes by; a wrong offer costs a glance."""

Figures = tuple[int, int, int, int]
"""Bullseyes of home and away, hang jacks of home and away."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match as it stands: its teams, and why no result can be put to it (empty: it can).

    ``figures``: of its confirmed result. ``finished``: nothing more is awaited of it.
    """

    match_id: int
    round: int
    home: str
    away: str
    obstacle: str
    rules: MatchRules
    figures: Figures | None = None
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """A tournament that stands: its teams' divisions by name, its pairings by round and teams, every team's names.

    ``rules``: of a match that is not drawn. ``knock_outs``: the numbers of the rounds of knock-outs.
    """

    divisions: Mapping[str, str]
    pairings: Mapping[MatchKey, Pairing]
    directory: Directory[Team]
    rules: MatchRules
    knock_outs: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name that no team here goes by, where it stands first, and the teams whose names are like it."""

    name: str
    line: int
    field: str
    nearest: tuple[tuple[int, str], ...]


class Names:
    """Looks names up and remembers those that nobody goes by, and those that were another name of somebody."""

    def __init__(self, directory: Directory[Team]) -> None:
        self.directory = directory
        self.unknown: dict[str, Unknown] = {}
        self.other: dict[str, str] = {}
        self.faults: list[Fault] = []
        self._found: dict[str, str | None] = {}
        self._clash: dict[str, str] = {}

    def own(self, name: str | None, line: int, field: str) -> str | None:
        """The name under which the team is entered; None, and a fault, where there is none or more than one."""
        if name is None:
            return None
        if name not in self._found:
            self._found[name] = self._look_up(name, line, field)
        found = self._found[name]
        if found is None and name in self._clash:
            self.faults.append(Fault(line, field, self._clash[name]))
        elif found is None:
            near = ", ".join(team for _, team in self.unknown[name].nearest)
            nearest = f"Nearest: {near}." if near else "No team has a name like it."
            self.faults.append(Fault(line, field, f"“{name}” is not in this tournament. {nearest}"))
        return found

    def _look_up(self, name: str, line: int, field: str) -> str | None:
        sure = {found.thing.name for found in self.directory.called(name, near=False)}
        if len(sure) > 1:
            self._clash[name] = f"“{name}” may be {' or '.join(sorted(sure))}: write the team's full name."
            return None
        if sure:
            (own,) = sure
            if not same(own, name):
                self.other[name] = own
            return own
        near = self.directory.near(name, LIKE_ENOUGH)[:3]
        self.unknown[name] = Unknown(name, line, field, tuple((found.thing.pk, found.thing.name) for found in near))
        return None


def resolved(lines: list[Line], names: Names) -> list[Line]:
    """The lines with each team under its own name; a name that nobody goes by is left as it stands, with a fault."""
    found = []
    for line in lines:
        home, away = names.own(line.home, line.number, "home"), names.own(line.away, line.number, "away")
        if home is not None and home == away:
            names.faults.append(
                Fault(line.number, "away", f"“{line.home}” and “{line.away}” are both {home}: nobody plays alone.")
            )
        found.append(replace(line, home=home or line.home, away=away or line.away))
    return found


def read(tournament: Tournament) -> Known:
    """What a tournament that stands already has."""
    teams = Team.objects.filter(tournament=tournament).values_list("name", "division__name")
    pairings = {}
    matches = (
        Match.objects.filter(tournament=tournament)
        .select_related("round", "home", "away", "tally", "tournament")
        .annotate(recorded=Count("tables__events", filter=Q(tables__number__gt=0)))
        .prefetch_related(
            Prefetch("tables", Table.objects.order_by("number")),
            Prefetch("results", Result.objects.filter(state=ResultState.CONFIRMED), to_attr="standing"),
        )
    )
    for match in matches:
        key = match.round.number, frozenset((match.home.name, match.away.name))
        pairings[key] = _pairing(match)
    return Known(
        {name: division or "" for name, division in teams},
        pairings,
        team_directory(tournament),
        sizes.of_tournament(tournament).rules,
        frozenset(tournament.rounds.filter(stage__kind=StageKind.KNOCK_OUT).values_list("number", flat=True)),
    )


def _pairing(match: Match) -> Pairing:
    state = match.tally.state if hasattr(match, "tally") else MatchState.SCHEDULED
    recorded: int = match.recorded  # type: ignore[attr-defined]  # annotated above
    standing: list[Result] = match.standing  # type: ignore[attr-defined]  # prefetched above
    obstacle = ""
    if state == MatchState.CONFIRMED:
        obstacle = "it has a confirmed result already."
    elif match.day_state and not (match.day_state == DayState.ABANDONED and _has_sheet(match)):
        obstacle = f"it is {match.get_day_state_display().lower()}; that has to be settled first."
    elif recorded or not (state == MatchState.SCHEDULED or (state == MatchState.IN_PLAY and _has_sheet(match))):
        obstacle = "it is being recorded at its tables; finish it there."
    figures = None
    if standing:
        result = standing[0]
        figures = result.home_bullseyes, result.away_bullseyes, result.home_hang_jacks, result.away_hang_jacks
    return Pairing(
        match.pk,
        match.round.number,
        match.home.name,
        match.away.name,
        obstacle,
        sizes.of_match(match).rules,
        figures,
        finished=figures is not None or match.day_state == DayState.ABANDONED,
    )


def _has_sheet(match: Match) -> bool:
    """Whether it is in play by its sheet alone: one whose import was undone, which takes another."""
    return any(table.kind == TableKind.SHEET for table in match.tables.all())
