"""Who takes part in a simulated season: the director, officials, scorers, teams with their captains and players."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field

from scoring.demo.names import TEAMS, players
from tournaments.models import Division, RoleName, Team, Tournament, User
from tournaments.services import check_ins, divisions, entering, people

POOL = 4
"""Teams of a division."""
SPARE = 2
"""Players of a roster beyond those whom a match seats."""
_MORE = ("", " Two", " Three", " Four", " Five", " Six")


@dataclass
class Cast:
    """Everybody of one season. ``captains``: the account of each team's captain, by the team's id."""

    director: User
    second: User
    officials: list[User]
    scorers: list[User]
    captains: dict[int, User] = field(default_factory=dict)

    def captain(self, team: Team) -> User:
        """The account of a team's captain."""
        return self.captains[team.pk]


def account(slug: str, name: str) -> User:
    """An account of this season alone, with which nobody can sign in."""
    user = User(username=f"{slug}-{name}", display_name=name.replace("-", " ").capitalize())
    user.set_unusable_password()
    user.save()
    return user


def hire(tournament: Tournament, director: User, officials: int) -> Cast:
    """The people of the day: a second director, officials for every match of a round, a few scorers."""
    cast = Cast(
        director,
        account(tournament.slug, "second-director"),
        [account(tournament.slug, f"official-{number}") for number in range(1, officials + 1)],
        [account(tournament.slug, f"scorer-{number}") for number in range(1, 5)],
    )
    people.grant(tournament, username=cast.second.username, name=RoleName.DIRECTOR.value)
    for users, role in ((cast.officials, RoleName.OFFICIAL), (cast.scorers, RoleName.SCORER)):
        for user in users:
            people.grant(tournament, username=user.username, name=role.value)
    return cast


def enter(tournament: Tournament, cast: Cast, teams: int, chance: random.Random) -> list[Team]:
    """Entries sent by captains and accepted by the director: four a division, rosters with two to spare."""
    size = 2 * tournament.tables_per_match + SPARE
    entering.set_rules(tournament, entries_open=True, roster_least=size - SPARE, roster_most=size)
    crowd = players(chance)
    names = [name + more for more, name in itertools.product(_MORE, TEAMS)][:teams]
    chance.shuffle(names)
    made: list[Team] = []
    division: Division | None = None
    for number, name in enumerate(names):
        if number % POOL == 0:
            division = divisions.add(tournament, name=f"Division {number // POOL + 1}")
        captain = account(tournament.slug, f"captain-{number + 1}")
        roster = [f"{shirt} {next(crowd)}{' (C)' * (shirt == 1)}" for shirt in range(1, size + 1)]
        team = entering.enter(tournament, by=captain, name=name, division=division, players="\n".join(roster))
        made.append(entering.accept(team, by=cast.director))
        cast.captains[team.pk] = captain
    entering.set_rules(tournament, entries_open=False)
    return made


def check_everybody_in(teams: list[Team], by: User) -> int:
    """Every player of every team is there today; how many."""
    return sum(check_ins.set_team(team, list(team.roster.values_list("pk", flat=True)), by=by)[0] for team in teams)
