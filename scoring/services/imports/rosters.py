"""A file of rosters: a team and a player each, with number and captain if they are known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.services.imports import columns, noticing
from scoring.services.imports.columns import Reader, Spec, read_rows
from scoring.services.imports.drafts import Draft, Made, What, add, counted
from scoring.services.imports.faults import Fault, Notice
from scoring.services.imports.known import Names
from tournaments.models import Player, RosterEntry, Team, Tournament, User
from tournaments.selectors.identity import Called, Directory, player_directory, team_directory
from tournaments.services import rosters
from tournaments.services.rosters import MOST_NUMBER, Entry
from tournaments.words import folded

SPEC = Spec(
    kind="rosters",
    columns=("team", "player"),
    optional=("number", "captain"),
    thing="player",
    things="players",
    most=20_000,
    example={"team": "Arouca Aces", "player": "Anil Joseph", "number": "7", "captain": "yes"},
)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player of a team; ``known``: on its roster already."""

    number: int
    team: str | None
    player: str | None
    shirt: int | None
    captain: bool
    known: bool = False


def draft(tournament: Tournament, data: bytes) -> Draft:
    """The file against the rosters as they are."""
    heading, raws, faults = read_rows(data, SPEC)
    found = Draft(SPEC, heading, raws, faults=faults)
    names = Names(team_directory(tournament))
    here = player_directory(tournament)
    entries = RosterEntry.objects.filter(team__tournament=tournament).select_related("player", "team")
    on: dict[str, list[RosterEntry]] = defaultdict(list)
    teams_of: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        on[entry.team.name].append(entry)
        teams_of[entry.player_id].append(entry.team.name)
    outcome: dict[int, tuple[What, str]] = {}
    seen: dict[tuple[str, str], int] = {}
    for raw in raws:
        reader = Reader(raw)
        team = names.own(reader.take("team", columns.name(80)), raw.number, "team")
        player = reader.take("player", columns.name(80))
        shirt = reader.take("number", columns.optional(columns.whole))
        captain = bool(reader.take("captain", columns.yes))
        if shirt is not None and shirt > MOST_NUMBER:
            reader.fault("number", f"Numbers go to {MOST_NUMBER}.")
        found.faults += reader.faults
        line = PlayerLine(raw.number, team, player, shirt, captain)
        if team is not None and player is not None:
            first = seen.setdefault((team, folded(player)), raw.number)
            if first != raw.number:
                found.faults.append(Fault(raw.number, "player", f"{player} of {team} is on line {first} already."))
            line, outcome[raw.number] = _against(line, on[team], here.called(player, near=False), teams_of, found)
        found.lines.append(line)
    found.faults += names.faults
    found.unknown = list(names.unknown.values())
    found.faults += _clashes(found.lines, on)
    by_team: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for line in found.lines:
        if line.team and line.player:
            by_team[line.team].append((line.player, line.number, "player"))
    for rows in by_team.values():
        found.notices += noticing.near_names(rows)
    found.outcome = outcome
    new, old = (sum(what is kind for what, _ in outcome.values()) for kind in (What.NEW, What.KNOWN))
    teams = len({line.team for line in found.lines if line.team and not line.known})
    found.says = [f"{counted(new, 'player')} put on the rosters of {counted(teams, 'team')}"]
    if old:
        found.says.append(f"{counted(old, 'player')} known already")
    return found


def _against(
    line: PlayerLine,
    roster: list[RosterEntry],
    called: tuple[Called[Player], ...],
    teams_of: Mapping[int, list[str]],
    found: Draft,
) -> tuple[PlayerLine, tuple[What, str]]:
    """The line against its team's roster; what is to be looked at goes to the draft.

    ``called``: those of the tournament who go by the line's name. ``teams_of``: their teams.
    """
    name = line.player or ""
    sure = {one.thing.pk for one in called}
    own = next((entry for entry in roster if entry.player_id in sure), None)
    if own is not None:
        stays = []
        if line.shirt is not None and own.number != line.shirt:
            stays.append("without a number" if own.number is None else f"number {own.number}")
        if line.captain and not own.is_captain:
            stays.append("not captain")
        if stays:
            words = f"{own.player} is on the roster and stays {', '.join(stays)}: change that on the team's page."
            found.notices.append(Notice(line.number, "player", words, noticing.OTHER_NAME))
        other = "" if folded(own.player.name) == folded(name) else f" as {own.player}"
        return replace(line, known=True), (What.KNOWN, f"on the roster already{other}")
    directory: Directory[Player] = Directory()
    for entry in roster:
        directory.add(entry.player, entry.player.name)
    for near in directory.near(name)[:1]:
        words = f"“{name}” is nearly {near.thing.name}, who is on the roster of {line.team}."
        found.notices.append(Notice(line.number, "player", words, noticing.NEAR_NAME))
    others = sorted({team for pk in sure for team in teams_of.get(pk, ())})
    if others:
        words = f"{name} is on the roster of {', '.join(others)} too: the same person?"
        found.notices.append(Notice(line.number, "player", words, noticing.NEAR_NAME))
    return line, (What.NEW, f"is put on the roster of {line.team}")


def _clashes(lines: list[PlayerLine], on: Mapping[str, list[RosterEntry]]) -> Iterator[Fault]:
    """Numbers and captains that clash; the services would refuse them, here each is named with its line."""
    captain = {team: f"{entry.player}" for team, rows in on.items() for entry in rows if entry.is_captain}
    shirts = {(team, entry.number): f"{entry.player}" for team, rows in on.items() for entry in rows}
    for line in lines:
        if line.known or line.team is None or line.player is None:
            continue
        if line.captain and captain.setdefault(line.team, line.player) != line.player:
            yield Fault(line.number, "captain", f"{captain[line.team]} is captain of {line.team} already.")
        if line.shirt is not None:
            has = shirts.setdefault((line.team, line.shirt), line.player)
            if has != line.player:
                yield Fault(line.number, "number", f"Number {line.shirt} of {line.team} is {has}’s.")


def take(tournament: Tournament, draft: Draft, by: User) -> Made:
    """Put the new players on their rosters, team by team."""
    made: Made = {}
    teams = {team.name: team for team in Team.objects.filter(tournament=tournament).select_related("club")}
    by_team: dict[str, list[Entry]] = defaultdict(list)
    for line in draft.lines:
        if not line.known:
            by_team[line.team].append(Entry(line.player, line.shirt, line.captain))
    for name, entries in by_team.items():
        add(made, "entry", [entry.pk for entry in rosters.add_entries(teams[name], entries)])
    return made
