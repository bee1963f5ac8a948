"""A file of teams: a name each, a division and an e-mail address if there are any."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from scoring.services.imports import columns, noticing
from scoring.services.imports.columns import Reader, Spec, read_rows
from scoring.services.imports.drafts import Draft, Made, What, add, counted
from scoring.services.imports.faults import Fault, Notice
from scoring.services.imports.known import Unknown
from tournaments.models import Division, Team, Tournament, User
from tournaments.selectors.identity import club_directory, team_directory
from tournaments.services import divisions, teams
from tournaments.services.teams import MOST_TEAMS
from tournaments.words import same

SPEC = Spec(
    kind="teams",
    columns=("team",),
    optional=("division", "email"),
    thing="team",
    things="teams",
    most=MOST_TEAMS,
    example={"team": "Arouca Aces", "division": "North", "email": "aces@example.org"},
)


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One team; ``name`` None where it could not be read. ``known``: it is entered already."""

    number: int
    name: str | None
    division: str
    email: str
    known: bool = False


def _email(given: str) -> str:
    text = given.strip()
    if text:
        try:
            validate_email(text)
        except ValidationError:
            raise ValidationError(f"“{text[:60]}” is no e-mail address.") from None
        if len(text) > 254:
            raise ValidationError("An e-mail address has at most 254 characters.")
    return text


def draft(tournament: Tournament, data: bytes) -> Draft:
    """The file against the tournament's teams and divisions, and the clubs of all tournaments."""
    heading, raws, faults = read_rows(data, SPEC)
    found = Draft(SPEC, heading, raws, faults=faults)
    known_divisions = [division.name for division in tournament.divisions.all()]
    here, clubs = team_directory(tournament), club_directory()
    seen: dict[str, int] = {}
    outcome: dict[int, tuple[What, str]] = {}
    unknown: list[Unknown] = []
    for raw in raws:
        reader = Reader(raw)
        name = reader.take("team", columns.name(80))
        division = reader.take("division", columns.name(60, required=False)) or ""
        email = reader.take("email", _email) or ""
        division = next((other for other in known_divisions if same(other, division)), division)
        found.faults += reader.faults
        line = TeamLine(raw.number, name, division, email)
        if name is None:
            found.lines.append(line)
            continue
        first = seen.setdefault(name.casefold(), raw.number)
        if first != raw.number:
            found.faults.append(Fault(raw.number, "team", f"{name} is on line {first} already."))
        called = [one.thing for one in here.called(name) if one.sure]
        if called:
            team = called[0]
            line = TeamLine(raw.number, name, division, email, known=True)
            other = "" if same(team.name, name) else f" as {team.name}"
            outcome[raw.number] = (What.KNOWN, f"entered already{other}")
            own = team.division.name if team.division else ""
            if division and not same(own, division):
                found.faults.append(
                    Fault(raw.number, "division", f"{team.name} plays in {own or 'no division'} here, not {division}.")
                )
        else:
            outcome[raw.number] = (What.NEW, "is entered" + (f" in {division}" if division else ""))
            near = [one.thing for one in here.near(name) if noticing.not_by_number(name, one.thing.name)]
            found.notices += [
                Notice(raw.number, "team", f"“{name}” is nearly {team.name}, which is entered.", noticing.NEAR_NAME)
                for team in near[:1]
            ]
            club = clubs.called(name)
            if club and not club[0].sure and not near and noticing.not_by_number(name, club[0].thing.name):
                found.notices.append(
                    Notice(
                        raw.number,
                        "team",
                        f"“{name}” is nearly “{club[0].thing.name}” of other tournaments: the same club?",
                        noticing.NEAR_NAME,
                    )
                )
                unknown.append(
                    Unknown(name, raw.number, "team", tuple((one.thing.pk, one.thing.name) for one in club[:3]))
                )
            elif club and club[0].sure and not same(club[0].thing.name, name):
                outcome[raw.number] = (What.NEW, f"{outcome[raw.number][1]}; the club is {club[0].thing.name}")
        found.lines.append(line)
    found.outcome, found.unknown = outcome, unknown
    found.notices += noticing.near_names((line.name, line.number, "team") for line in found.lines if line.name)
    fresh = dict.fromkeys(line.division for line in found.lines if line.division and not line.known)
    fresh = {name: None for name in fresh if name not in known_divisions}
    found.notices += noticing.near_names(
        [*((name, 0, "division") for name in known_divisions), *((name, 0, "division") for name in fresh)]
    )
    new, old = (sum(what is kind for what, _ in outcome.values()) for kind in (What.NEW, What.KNOWN))
    found.says = [f"{counted(new, 'team')} entered"]
    if fresh:
        found.says.append(f"{counted(len(fresh), 'division')} made: {', '.join(fresh)}")
    if old:
        found.says.append(f"{counted(old, 'team')} known already")
    return found


def take(tournament: Tournament, draft: Draft, by: User) -> Made:
    """Enter the new teams and make the divisions that are missing."""
    made: Made = {}
    by_name: dict[str, Division] = {division.name: division for division in tournament.divisions.all()}
    groups: dict[str, list[TeamLine]] = {}
    for line in draft.lines:
        if not line.known:
            groups.setdefault(line.division, []).append(line)
    for name, lines in groups.items():
        if name and name not in by_name:
            by_name[name] = divisions.add(tournament, name=name)
            add(made, "division", [by_name[name].pk])
        entered = teams.add_many(tournament, names=[line.name or "" for line in lines], division=by_name.get(name))
        add(made, "team", [team.pk for team in entered])
        for line, team in zip(lines, entered, strict=True):
            team.email = line.email
        Team.objects.bulk_update(entered, ["email"])
    return made
