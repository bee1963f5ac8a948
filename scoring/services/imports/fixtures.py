"""A file of fixtures: who plays whom in which round, with time, place and official where they are known."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass

from scoring.services.imports import columns, known, noticing
from scoring.services.imports.columns import Reader, Spec, read_rows
from scoring.services.imports.drafts import Draft, Made, What, add, counted
from scoring.services.imports.faults import Fault, Notice
from scoring.services.imports.known import Known, MatchKey, Names
from tournaments.models import Role, Round, Team, Tournament, User
from tournaments.services import matches, rounds
from tournaments.services.matches import IN_CHARGE

SPEC = Spec(
    kind="fixtures",
    columns=("round", "home", "away"),
    optional=("starts_at", "place", "official"),
    thing="match",
    things="matches",
    most=10_000,
    example={
        "round": "1",
        "home": "Arouca Aces",
        "away": "Belmont Bishops",
        "starts_at": "2026-12-31 18:30",
        "place": "Main hall",
        "official": "winston",
    },
)


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """One match to be drawn; ``known``: it is drawn already. ``official``: a sign-in name or nothing."""

    number: int
    round: int | None
    home: str | None
    away: str | None
    starts_at: datetime.datetime | None
    place: str
    official: str
    known: bool = False

    @property
    def key(self) -> MatchKey | None:
        """Which match it is; None where that cannot be read."""
        if self.round is None or self.home is None or self.away is None:
            return None
        return self.round, frozenset((self.home, self.away))


def draft(tournament: Tournament, data: bytes) -> Draft:
    """The file against the tournament's teams, rounds and matches."""
    heading, raws, faults = read_rows(data, SPEC)
    standing = known.read(tournament)
    names = Names(standing.directory)
    found = Draft(SPEC, heading, raws, faults=faults, context=standing)
    officials = set(
        Role.objects.filter(tournament=tournament, name__in=IN_CHARGE).values_list("user__username", flat=True)
    )
    outcome: dict[int, tuple[What, str]] = {}
    first: dict[MatchKey, int] = {}
    for raw in raws:
        reader = Reader(raw)
        line = FixtureLine(
            raw.number,
            reader.round(),
            names.own(reader.take("home", columns.name(80)), raw.number, "home"),
            names.own(reader.take("away", columns.name(80)), raw.number, "away"),
            reader.take("starts_at", columns.optional(columns.moment)),
            reader.take("place", columns.name(60, required=False)) or "",
            reader.take("official", columns.name(150, required=False)) or "",
        )
        if line.home is not None and line.home == line.away:
            reader.fault("away", f"{line.home} cannot play against itself.")
        if line.official and line.official not in officials:
            reader.fault("official", f"“{line.official}” is not the sign-in name of an official here.")
        found.faults += reader.faults
        if line.key is not None and len(line.key[1]) == 2:
            words = f"{line.home} v {line.away} in round {line.round}"
            other = first.setdefault(line.key, raw.number)
            if other != raw.number:
                found.faults.append(Fault(raw.number, "home, away", f"{words} is on line {other} already."))
            drawn = standing.pairings.get(line.key)
            if drawn is None:
                outcome[raw.number] = (What.NEW, "is added")
            elif drawn.home != line.home:
                found.faults.append(
                    Fault(raw.number, "home, away", f"In round {line.round} {drawn.home} is at home to {drawn.away}.")
                )
            else:
                outcome[raw.number] = (What.KNOWN, "drawn already; stays as it is")
                line = FixtureLine(raw.number, line.round, line.home, line.away, None, "", "", known=True)
        found.lines.append(line)
    found.faults += names.faults
    found.unknown = list(names.unknown.values())
    found.outcome = outcome
    wrong = {fault.line for fault in found.faults}
    found.notices += _twice([line for line in found.lines if line.number not in wrong], standing)
    new = [line for line in found.lines if line.key is not None and not line.known]
    rounds_made = {line.round for line in new} - set(tournament.rounds.values_list("number", flat=True))
    found.says = [f"{counted(len(new), 'match', 'matches')} drawn"]
    if rounds_made:
        found.says.append(f"{counted(len(rounds_made), 'round')} made")
    old = sum(line.known for line in found.lines)
    if old:
        found.says.append(f"{counted(old, 'match', 'matches')} known already")
    return found


def _twice(lines: list[FixtureLine], standing: Known) -> list[Notice]:
    """A team twice in one round: its matches may be at different times, or one line names the wrong team."""
    busy: dict[tuple[int, str], list[str]] = defaultdict(list)
    for pairing in standing.pairings.values():
        for team in (pairing.home, pairing.away):
            busy[pairing.round, team].append(f"{pairing.home} v {pairing.away}")
    found = []
    for line in lines:
        if line.known or line.key is None or line.round is None or line.home is None or line.away is None:
            continue
        for team in (line.home, line.away):
            others = busy[line.round, team]
            if others:
                words = f"{team} is in another match of round {line.round}: {', '.join(others)}."
                found.append(Notice(line.number, "home, away", words, noticing.OVERLAP))
            others.append(f"{line.home} v {line.away}")
    return found


def take(tournament: Tournament, draft: Draft, by: User) -> Made:
    """Make the rounds that are missing and the matches. A round that is made takes the first time of its matches."""
    made: Made = {}
    new = [line for line in draft.lines if not line.known]
    teams = {team.name: team for team in Team.objects.filter(tournament=tournament)}
    officials = {
        role.user.username: role.user
        for role in Role.objects.filter(tournament=tournament, name__in=IN_CHARGE).select_related("user")
    }
    by_number = {round.number: round for round in Round.objects.filter(tournament=tournament).select_related("stage")}
    for number in sorted({line.round for line in new} - by_number.keys()):
        times = [line.starts_at for line in new if line.round == number and line.starts_at]
        by_number[number] = rounds.add(tournament, number=number, starts_at=min(times) if times else None)
        add(made, "round", [by_number[number].pk])
    for line in new:
        round = by_number[line.round]
        match = matches.create(
            tournament,
            round=round,
            home=teams[line.home],
            away=teams[line.away],
            place=line.place,
            official=officials.get(line.official),
            starts_at=None if line.starts_at == round.starts_at else line.starts_at,
        )
        add(made, "match", [match.pk])
    return made
