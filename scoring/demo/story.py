"""The demo's story: who enters, which rounds there are, and how far each match is."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from rules_engine.generator import dice
from scoring.demo import chapters, playing
from scoring.demo.names import ACCOUNTS, PASSWORD, TEAMS, players
from scoring.models import MatchState
from tournaments.models import Match, RoleName, Team, Tournament, User
from tournaments.services import divisions, matches, people, rosters, rounds, teams, tournaments


@dataclass(frozen=True)
class Size:
    """How much is made: divisions of ``teams`` each; ``whole`` rounds behind, one in play, one to come."""

    name: str
    slug: str
    divisions: tuple[str, ...]
    teams: int
    whole: int
    by_hand: int
    """How many of the rounds behind were recorded hand by hand; earlier ones from paper."""


SIZES = {
    "small": Size("Savannah Shield", "savannah-shield", ("North", "South"), 4, whole=1, by_hand=1),
    "league": Size("Northern Range League", "northern-range-league", ("North", "South", "East", "West"), 6, 3, 1),
}

ROSTER = 6
VENUE = "Savannah Community Centre, Port of Spain"


def exists(size: Size) -> bool:
    """Whether this demo stands already."""
    return Tournament.objects.filter(slug=size.slug).exists()


@transaction.atomic
def tell(size: Size, today: datetime.date, say: Callable[[str], None]) -> Tournament:
    """Make the whole demo, or nothing of it."""
    users = {username: _account(username, name) for username, name in ACCOUNTS.items()}
    tournament = tournaments.create(
        users["director"],
        name=size.name,
        venue=VENUE,
        starts_on=today,
        ends_on=today + datetime.timedelta(days=1),
    )
    entered = _enter(tournament, size)
    for role in (RoleName.OFFICIAL, RoleName.SCORER, RoleName.VIEWER, RoleName.COMMITTEE):
        people.grant(tournament, username=role.value, name=role.value)
    people.grant(tournament, username="captain", name=RoleName.CAPTAIN.value, team=entered[0][0])
    say(f"{tournament.name}: {sum(map(len, entered))} teams, {ROSTER} players each.")
    fixtures = _fixtures(tournament, entered, size, users["official"])
    for number, drawn in enumerate(fixtures[: size.whole], start=1):
        for match in drawn:
            _played(match, users, by_hand=number > size.whole - size.by_hand)
            playing.confirm(_fresh(match), users["official"])
        say(f"Round {number} played and confirmed.")
    _in_full_swing(fixtures[size.whole], users)
    say(f"Round {size.whole + 1} in play; round {size.whole + 2} to come.")
    in_play = _fresh(fixtures[size.whole][3])
    people.grant(tournament, username="captain2", name=RoleName.CAPTAIN.value, team=in_play.home)
    for told in chapters.tell(users, in_play):
        say(told)
    return tournament


def _account(username: str, name: str) -> User:
    user, made = User.objects.get_or_create(username=username, defaults={"display_name": name})
    if made:
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
    return user


def _enter(tournament: Tournament, size: Size) -> list[list[Team]]:
    """The teams with their rosters, a list a division."""
    chance = dice("demo", size.slug)
    crowd = players(chance)
    entered = []
    for place, name in enumerate(size.divisions):
        division = divisions.add(tournament, name=name, order=place + 1)
        wanted = TEAMS[place * size.teams : (place + 1) * size.teams]
        entered.append(teams.add_many(tournament, names=wanted, division=division))
    for team in (team for group in entered for team in group):
        for number in range(1, ROSTER + 1):
            rosters.add(team, name=next(crowd), number=number, captain=number == 1)
    return entered


def _fixtures(tournament: Tournament, entered: list[list[Team]], size: Size, official: User) -> list[list[Match]]:
    """Everybody meets others of the own division; each round a list of its matches."""
    drawn = []
    for number in range(size.whole + 2):
        round = rounds.add(tournament)
        drawn.append(
            [
                matches.create(tournament, round=round, home=home, away=away, official=official, place=f"Hall {place}")
                for place, group in enumerate(entered, start=1)
                for home, away in _pairings(group, number)
            ]
        )
    return drawn


def _pairings(group: list[Team], number: int) -> list[tuple[Team, Team]]:
    """Round ``number`` of a division: one team stays, the others go round."""
    first, *others = group
    turned = others[number:] + others[:number]
    ring = [first, *turned]
    return list(zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True))


def _played(match: Match, users: dict[str, User], *, by_hand: bool = True) -> None:
    """To the end, hand by hand or from paper, through a decider if need be."""
    seed = f"demo/{match.round.number}/{match.home}"
    play = playing.play_out if by_hand else playing.type_tallies
    scribes = play(match, seed, users["scorer"])
    if any(scribe.match_state == MatchState.LEVEL for scribe in scribes):
        playing.play_decider(_fresh(match), seed, users["scorer"])


def _in_full_swing(drawn: list[Match], users: dict[str, User]) -> None:
    """One match confirmed, one to be confirmed, one in its decider, one in play; any others about to begin."""
    _played(drawn[0], users)
    playing.confirm(_fresh(drawn[0]), users["official"])

    _played(drawn[1], users)

    seed = playing.level_seed(drawn[2], "demo/level")
    playing.play_out(drawn[2], seed, users["scorer"])
    playing.play_decider(_fresh(drawn[2]), seed, users["scorer"], hands=4)

    first, second = playing.play_out(drawn[3], "demo/in play", users["scorer"], hands=17)
    slip = {
        "format": "all-fours/score@1",
        "kicks": ["?H"],
        "lead": "stand",
        "high": "NS",
        "low": "NS",
        "jack": {"outcome": "hung", "pair": "NS"},
        "gamble": {"pair": "NS"},
    }
    first.tell(slip)
    first.put_right(
        "Chalked for the wrong pair: the jack was hung by E/W.", {**slip, "jack": {"outcome": "hung", "pair": "EW"}}
    )
    second.tell({**slip, "low": "EW", "jack": {"outcome": "out"}})


def _fresh(match: Match) -> Match:
    return Match.objects.select_related("tournament", "round", "home", "away").get(pk=match.pk)
