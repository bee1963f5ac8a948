"""Rows for tests, made with as little as each needs. Names count up, so that every one is its own."""

from __future__ import annotations

from typing import Any

import factory
from factory.django import DjangoModelFactory

from tournaments.models import (
    Division,
    Match,
    Player,
    Role,
    RoleName,
    RosterEntry,
    Round,
    Table,
    Team,
    Tournament,
    User,
)

PASSWORD = "bamboo-kettle-77"


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda n: f"user{n}")
    display_name = factory.LazyAttribute(lambda user: user.username.title())
    password = factory.django.Password(PASSWORD)


class TournamentFactory(DjangoModelFactory[Tournament]):
    class Meta:
        model = Tournament

    name = factory.Sequence(lambda n: f"Tournament {n}")
    slug = factory.Sequence(lambda n: f"tournament-{n}")


class DivisionFactory(DjangoModelFactory[Division]):
    class Meta:
        model = Division

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence(lambda n: f"Division {n}")


class TeamFactory(DjangoModelFactory[Team]):
    class Meta:
        model = Team

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence(lambda n: f"Team {n}")


class PlayerFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    name = factory.Sequence(lambda n: f"Player {n}")


class RosterEntryFactory(DjangoModelFactory[RosterEntry]):
    class Meta:
        model = RosterEntry

    team = factory.SubFactory(TeamFactory)
    player = factory.SubFactory(PlayerFactory)


class RoundFactory(DjangoModelFactory[Round]):
    class Meta:
        model = Round

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.Sequence(lambda n: n + 1)


class MatchFactory(DjangoModelFactory[Match]):
    """A match and its tables 1..n, as the tournament says."""

    class Meta:
        model = Match
        skip_postgeneration_save = True

    tournament = factory.SubFactory(TournamentFactory)
    round = factory.SubFactory(RoundFactory, tournament=factory.SelfAttribute("..tournament"))
    home = factory.SubFactory(TeamFactory, tournament=factory.SelfAttribute("..tournament"))
    away = factory.SubFactory(TeamFactory, tournament=factory.SelfAttribute("..tournament"))

    @factory.post_generation
    def tables(self: Match, create: bool, extracted: Any, **kwargs: Any) -> None:
        for number in range(1, self.tournament.tables_per_match + 1):
            Table.objects.create(match=self, number=number, games=self.tournament.games_per_table)


class RoleFactory(DjangoModelFactory[Role]):
    class Meta:
        model = Role

    tournament = factory.SubFactory(TournamentFactory)
    user = factory.SubFactory(UserFactory)
    name = RoleName.VIEWER


def make_team(tournament: Tournament, name: str, players: list[str], **more: Any) -> Team:
    """A team with a roster; the first player is its captain and numbers count from 1."""
    team: Team = TeamFactory.create(tournament=tournament, name=name, **more)
    for number, player in enumerate(players, start=1):
        RosterEntryFactory.create(team=team, player__name=player, number=number, is_captain=number == 1)
    return team
