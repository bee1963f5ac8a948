"""How far a tournament's set-up is, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.drawing import DrawError
from tournaments.models import EntryState, Match, Role, RoleName, Spot, Stage, StageKind, StageState, Team, Tournament
from tournaments.selectors import draws, entries, places


@dataclass(frozen=True)
class Step:
    """One line of the set-up page. ``state``: ``done``, ``todo``, or ``open`` (may be left as it is)."""

    key: str
    title: str
    url_name: str
    state: str
    says: str
    act: str
    """What the button to its page says."""


@dataclass(frozen=True)
class Progress:
    """All steps in order, and the one to take next (None when nothing is missing)."""

    steps: tuple[Step, ...]
    next: Step | None


def progress(tournament: Tournament) -> Progress:
    """Look at everything that a tournament needs before its first deal; six queries, and those of draws."""
    teams = list(
        Team.objects.filter(tournament=tournament, state__in=(EntryState.ENTERED, EntryState.PENDING)).annotate(
            players_count=Count("roster"), captains_count=Count("roster", filter=Q(roster__is_captain=True))
        )
    )
    waiting = sum(team.state == EntryState.PENDING for team in teams)
    teams = [team for team in teams if team.state == EntryState.ENTERED]
    counts = Tournament.objects.filter(pk=tournament.pk).aggregate(
        divisions=Count("divisions", distinct=True),
        rounds=Count("rounds", distinct=True),
    )
    matches = Match.objects.filter(tournament=tournament).aggregate(
        all=Count("pk"), without_official=Count("pk", filter=Q(official__isnull=True))
    )
    people = list(Role.objects.filter(tournament=tournament).values_list("name", "user_id"))
    steps = (
        _details(tournament),
        _divisions(counts["divisions"], teams),
        _entries(tournament, waiting),
        _teams(len(teams)),
        _rosters(tournament, teams),
        _stages(list(tournament.stages.select_related("source", "tournament"))),
        _rounds(counts["rounds"]),
        _matches(matches["all"]),
        _day(tournament),
        _people(people, matches["without_official"] if matches["all"] else 0),
    )
    return Progress(steps, next((step for step in steps if step.state == "todo"), None))


def seats_needed(tournament: Tournament) -> int:
    """Players whom a team seats in a match: a pair at each table."""
    return 2 * tournament.tables_per_match


def _plural(number: int, word: str, words: str = "") -> str:
    return f"{number} {word if number == 1 else words or word + 's'}"


def _details(tournament: Tournament) -> Step:
    size = (
        f"{_plural(tournament.tables_per_match, 'table')} of {_plural(tournament.games_per_table, 'game')}, "
        f"race to {tournament.race_target}"
    )
    missing = [
        word for word, value in (("a first day", tournament.starts_on), ("a venue", tournament.venue)) if not value
    ]
    says = f"{size}. Not said yet: {' and '.join(missing)}." if missing else f"{size}, {tournament.venue}."
    return Step(
        "details", "Details and rules", "setup-details", "open" if missing else "done", says, "Change the details"
    )


def _divisions(number: int, teams: Sequence[Team]) -> Step:
    homeless = sum(1 for team in teams if team.division_id is None)
    if not number:
        state, says = "open", "None. Add some when teams play in groups; otherwise leave this out."
    elif homeless:
        state, says = "todo", f"{_plural(number, 'division')}; {_plural(homeless, 'team')} in none of them."
    else:
        state, says = "done", f"{_plural(number, 'division')}."
    return Step("divisions", "Divisions", "setup-divisions", state, says, "Set the divisions")


def _entries(tournament: Tournament, waiting: int) -> Step:
    if waiting:
        says = f"{_plural(waiting, 'entry', 'entries')} to be decided."
        return Step("entries", "Entries", "setup-entries", "todo", says, "Decide the entries")
    closed = entries.why_closed(tournament)
    says = closed or "Entries are open: whoever signs in can enter a team."
    state = "done" if not closed else "open"
    return Step("entries", "Entries", "setup-entries", state, says, "Set how teams enter")


def _teams(number: int) -> Step:
    if number < 2:
        return Step("teams", "Teams", "setup-teams", "todo", "Enter at least two teams.", "Enter the teams")
    return Step("teams", "Teams", "setup-teams", "done", f"{number} teams.", "Change the teams")


def _rosters(tournament: Tournament, teams: Sequence[Team]) -> Step:
    needed = seats_needed(tournament)
    short = [team.name for team in teams if team.players_count < needed]  # type: ignore[attr-defined]
    leaderless = [team.name for team in teams if not team.captains_count]  # type: ignore[attr-defined]
    if not teams:
        state, says = "open", "Rosters follow when the teams are entered."
    elif short:
        state, says = "todo", f"A match seats {needed} a team. Too few players: {_some(short)}."
    elif leaderless:
        state, says = "todo", f"No captain yet: {_some(leaderless)}."
    else:
        state, says = "done", "Every team has enough players and a captain."
    return Step("rosters", "Rosters", "setup-teams", state, says, "Enter the players")


def _some(names: list[str], most: int = 3) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _stages(stages: Sequence[Stage]) -> Step:
    if not stages:
        says = "None. Draw a round robin or a knock-out here, or enter rounds and matches by hand below."
        return Step("stages", "Stages and draws", "setup-stages", "open", says, "Set the stages")
    state, said = "done", [f"{_plural(len(stages), 'stage')}."]
    for stage in stages:
        next_step = _next_of(stage)
        if next_step:
            state = "todo"
            said.append(f"{stage}: {next_step}.")
    return Step("stages", "Stages and draws", "setup-stages", state, " ".join(said), "Go to the stages")


def _next_of(stage: Stage) -> str:
    """What can be done at a stage by now; empty where it is drawn or still waits for results."""
    if stage.state == StageState.DRAFT:
        try:
            waits = stage.source is not None and places.unfinished(stage.source)
        except DrawError:  # its own page says what is wrong
            waits = False
        return "" if waits else "the draw is not published yet"
    if stage.kind != StageKind.KNOCK_OUT:
        return ""
    number = len(draws.shown(stage).missing)
    return f"{_plural(number, 'match is', 'matches are')} settled and can be made" if number else ""


def _rounds(number: int) -> Step:
    if not number:
        return Step("rounds", "Rounds", "setup-rounds", "todo", "Add the first round.", "Add a round")
    return Step("rounds", "Rounds", "setup-rounds", "done", f"{_plural(number, 'round')}.", "Change the rounds")


def _matches(number: int) -> Step:
    if not number:
        return Step("matches", "Matches", "setup-matches", "todo", "Say who meets whom.", "Enter the matches")
    return Step(
        "matches", "Matches", "setup-matches", "done", f"{_plural(number, 'match', 'matches')}.", "Change the matches"
    )


def _day(tournament: Tournament) -> Step:
    tables = Spot.objects.filter(room__tournament=tournament).count()
    says = (
        f"{_plural(tables, 'table')} in the hall; "
        if tables
        else "No rooms: say what stands in the hall, and matches are sent to its tables. "
    )
    grace = f"{_plural(tournament.grace_minutes, 'minute')} of grace for a late team."
    return Step("day", "Rooms and the day", "setup-day", "open", says + grace, "Set the rooms")


def _people(people: list[tuple[str, int]], without_official: int) -> Step:
    recorders = {user for name, user in people if name in (RoleName.DIRECTOR, RoleName.OFFICIAL, RoleName.SCORER)}
    confirmers = {user for name, user in people if name in (RoleName.DIRECTOR, RoleName.OFFICIAL, RoleName.CAPTAIN)}
    if len(recorders | confirmers) < 2:
        state, says = "todo", "One person records and another confirms: somebody else is needed."
    elif without_official:
        state, says = "open", f"{_plural(without_official, 'match', 'matches')} without an official."
    else:
        state, says = "done", f"{_plural(len({user for _, user in people}), 'person', 'people')} with a part."
    return Step("people", "People", "setup-people", state, says, "Add people")
