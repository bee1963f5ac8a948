"""The cast: a tournament, two teams of six, one match ready to play, and somebody in every role.

``make_cast`` builds it anywhere (benches, browser tests); the fixtures hand out its members by name.
A visitor is nobody: ``None`` where a user is expected.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client

from tests.factories import MatchFactory, RoleFactory, RoundFactory, TournamentFactory, UserFactory, make_team
from tournaments.models import Match, RoleName, Round, Team, Tournament, User

__all__ = [
    "away_team",
    "captain_away",
    "captain_home",
    "cast",
    "director",
    "home_team",
    "match",
    "official",
    "other_cast",
    "outsider",
    "scorer",
    "tournament",
    "viewer",
    "visitor",
]
"""The fixtures, for ``tests/conftest.py``; everything else is imported by name."""

HOME_PLAYERS = ["Anil Joseph", "Bernadette Khan", "Cyril Mohammed", "Dolly Ramdeen", "Errol Baptiste", "Fazal Ali"]
AWAY_PLAYERS = ["Gemma Charles", "Hollis Noel", "Indra Persad", "Joseph Lezama", "Kamla Singh", "Lennox Pierre"]

ROLES = ("director", "official", "captain_home", "captain_away", "scorer", "viewer", "outsider", "visitor")
"""The columns of every role table: ``outsider`` is signed in without a role, ``visitor`` is not signed in."""


@dataclass(frozen=True)
class Cast:
    tournament: Tournament
    round_one: Round
    home_team: Team
    away_team: Team
    match: Match
    director: User
    official: User
    captain_home: User
    captain_away: User
    scorer: User
    viewer: User
    outsider: User
    visitor: None = None

    def user(self, role: str) -> User | None:
        """The member who plays ``role`` (one of ``ROLES``)."""
        assert role in ROLES, role
        member: User | None = getattr(self, role)
        return member


def make_cast(slug: str = "harbour-cup") -> Cast:
    """Make the whole cast; usernames are the roles' names after the slug's first word."""
    prefix = slug.split("-")[0]
    tournament: Tournament = TournamentFactory.create(name=slug.replace("-", " ").title(), slug=slug)
    home = make_team(tournament, "Pelicans", HOME_PLAYERS)
    away = make_team(tournament, "Scarlets", AWAY_PLAYERS)
    round_one: Round = RoundFactory.create(tournament=tournament, number=1)

    def person(role: str, name: RoleName | None, team: Team | None = None) -> User:
        user: User = UserFactory.create(username=f"{prefix}-{role}", display_name=role.replace("_", " ").title())
        if name:
            RoleFactory.create(tournament=tournament, user=user, name=name, team=team)
        return user

    director = person("director", RoleName.DIRECTOR)
    official = person("official", RoleName.OFFICIAL)
    match: Match = MatchFactory.create(tournament=tournament, round=round_one, home=home, away=away, official=official)
    return Cast(
        tournament=tournament,
        round_one=round_one,
        home_team=home,
        away_team=away,
        match=match,
        director=director,
        official=official,
        captain_home=person("captain_home", RoleName.CAPTAIN, home),
        captain_away=person("captain_away", RoleName.CAPTAIN, away),
        scorer=person("scorer", RoleName.SCORER),
        viewer=person("viewer", RoleName.VIEWER),
        outsider=person("outsider", None),
    )


def client_of(user: User | None) -> Client:
    """A browser signed in as ``user``, or a visitor's."""
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def other_cast(db: None) -> Cast:
    """Another tournament, whose ids must never be reachable through the first one's addresses."""
    return make_cast("island-league")


@pytest.fixture
def tournament(cast: Cast) -> Tournament:
    return cast.tournament


@pytest.fixture
def match(cast: Cast) -> Match:
    return cast.match


@pytest.fixture
def home_team(cast: Cast) -> Team:
    return cast.home_team


@pytest.fixture
def away_team(cast: Cast) -> Team:
    return cast.away_team


@pytest.fixture
def director(cast: Cast) -> User:
    return cast.director


@pytest.fixture
def official(cast: Cast) -> User:
    return cast.official


@pytest.fixture
def captain_home(cast: Cast) -> User:
    return cast.captain_home


@pytest.fixture
def captain_away(cast: Cast) -> User:
    return cast.captain_away


@pytest.fixture
def scorer(cast: Cast) -> User:
    return cast.scorer


@pytest.fixture
def viewer(cast: Cast) -> User:
    return cast.viewer


@pytest.fixture
def outsider(cast: Cast) -> User:
    return cast.outsider


@pytest.fixture
def visitor() -> None:
    return None
