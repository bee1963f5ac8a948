"""The demo's story: who enters, which rounds there are, and how far each match is."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from rules_engine.generator import dice
from scoring.demo import chapters, playing
from scoring.demo.names import ACCOUNTS, OFFICIALS, PASSWORD, ROOMS, TEAMS, players
from scoring.models import MatchState
from scoring.services.rounds import close_round, open_round
from tournaments.models import Match, RoleName, Room, Team, Tournament, User
from tournaments.services import (
    check_ins,
    divisions,
    matches,
    people,
    placing,
    rooms,
    rosters,
    rounds,
    teams,
    tournaments,
)


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
    apart: datetime.timedelta
    """From one round to the next."""


SIZES = {
    "small": Size("Savannah Shield", "savannah-shield", ("North", "South"), 4, 1, 1, datetime.timedelta(hours=3)),
    "league": Size(
        "Northern Range League",
        "northern-range-league",
        ("North", "South", "East", "West"),
        6,
        3,
        1,
        datetime.timedelta(days=7),
    ),
}

ROSTER = 6
IN_A_ROOM = 2
"""Matches that are played side by side in a room, under one official."""
IN_PLAY = 4
"""Matches of the round in play that have begun."""
BEGINS = datetime.time(14)
"""When the round in play begins."""
SECOND_SITTING = datetime.timedelta(hours=4)
"""How much later a round's matches begin for which the rooms are too few at first."""
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
        starts_on=_begins(size, 0, today).date(),
        ends_on=today + datetime.timedelta(days=1),
    )
    entered = _enter(tournament, size)
    for official in OFFICIALS:
        people.grant(tournament, username=official, name=RoleName.OFFICIAL.value)
    for role in (RoleName.SCORER, RoleName.VIEWER, RoleName.COMMITTEE):
        people.grant(tournament, username=role.value, name=role.value)
    people.grant(tournament, username="captain", name=RoleName.CAPTAIN.value, team=entered[0][0])
    say(f"{tournament.name}: {sum(map(len, entered))} teams, {ROSTER} players each.")
    fixtures = _fixtures(tournament, entered, size, today)
    _places(tournament, fixtures, size, users)
    for number, drawn in enumerate(fixtures[: size.whole], start=1):
        round = open_round(drawn[0].round, by=users["director"])
        for match in drawn:
            _played(match, users, by_hand=number > size.whole - size.by_hand)
            playing.confirm(_fresh(match), users["official"])
        close_round(round, by=users["director"])
        say(f"Round {number} played and confirmed.")
    _arrived(fixtures[size.whole], users["official2"])
    open_round(fixtures[size.whole][0].round, by=users["director"])
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


def _fixtures(tournament: Tournament, entered: list[list[Team]], size: Size, today: datetime.date) -> list[list[Match]]:
    """Everybody meets others of the own division; each round a list of its matches, in two sittings if need be."""
    drawn = []
    for number in range(size.whole + 2):
        begins = _begins(size, number, today)
        round = rounds.add(tournament, starts_at=begins)
        pairs = [pair for group in entered for pair in _pairings(group, number)]
        at_once = len(ROOMS) * IN_A_ROOM
        drawn.append(
            [
                matches.create(
                    tournament,
                    round=round,
                    home=home,
                    away=away,
                    starts_at=begins + SECOND_SITTING if place >= at_once else None,
                )
                for place, (home, away) in enumerate(pairs)
            ]
        )
    return drawn


def _begins(size: Size, number: int, today: datetime.date) -> datetime.datetime:
    """When round ``number`` (from 0) begins: the one in play today."""
    return timezone.make_aware(datetime.datetime.combine(today, BEGINS)) + size.apart * (number - size.whole)


def _places(tournament: Tournament, fixtures: list[list[Match]], size: Size, users: dict[str, User]) -> None:
    """Rooms, and in them the matches of every round but the last, each room's under an official of the day.

    The officials change rooms from round to round; the last round waits to be placed.
    """
    tables = tournament.tables_per_match
    numbers = range(1, IN_A_ROOM * tables + 1)
    used = min(len(ROOMS), -(-len(fixtures[0]) // IN_A_ROOM))
    made: list[Room] = [rooms.add(tournament, name=name, numbers=list(numbers)) for name in ROOMS[:used]]
    spots = [list(room.spots.order_by("number")) for room in made]
    for number, drawn in enumerate(fixtures[:-1]):
        for place, match in enumerate(drawn):
            room, first = place // IN_A_ROOM % used, place % IN_A_ROOM * tables
            placing.set_spots(match, {at + 1: spots[room][first + at] for at in range(tables)})
            official = OFFICIALS[(room - 1 + number - size.whole) % len(OFFICIALS)]
            matches.update(match, official=users[official])


def _arrived(drawn: list[Match], by: User) -> None:
    """Who is there for a round: all but one of each team that plays; of those to begin later only the captains."""
    for place, match in enumerate(drawn):
        there = ROSTER - 1 if place < IN_PLAY else 1
        for team in (match.home, match.away):
            here = team.roster.filter(number__lte=there).values_list("pk", flat=True)
            check_ins.set_team(team, list(here), by=by)


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
