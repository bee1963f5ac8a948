"""Standings: what is counted, in what order, and the page for every role."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import MatchState, MatchTally, Result, ResultState
from scoring.selectors.standings import UnknownDivision, counts, standings
from scoring.selectors.standings_export import standings_csv
from tests.cast import ROLES, Cast, client_of
from tests.factories import DivisionFactory, MatchFactory, RoundFactory, TeamFactory, TournamentFactory, UserFactory
from tournaments.models import Match, Team, Tournament

pytestmark = pytest.mark.django_db


def result(match: Match, home: int, away: int, hung: tuple[int, int] = (0, 0), **more: Any) -> Result:
    """A result as an import leaves it."""
    MatchTally.objects.update_or_create(match=match, defaults={"state": MatchState.CONFIRMED})
    made: Result = Result.objects.create(
        match=match,
        home_bullseyes=home,
        away_bullseyes=away,
        home_hang_jacks=hung[0],
        away_hang_jacks=hung[1],
        winner="home" if home > away else "away",
        imported=True,
        entered_by=UserFactory.create(),
        confirmed_at=timezone.now(),
        **more,
    )
    return made


class League:
    """Two divisions of two, and a fifth team of none that has not played."""

    def __init__(self) -> None:
        self.tournament: Tournament = TournamentFactory.create(
            slug="league", name="League", tie_break=["wins", "bullseyes-for", "-hang-jacks-against"]
        )
        north = DivisionFactory.create(tournament=self.tournament, name="North", order=1)
        south = DivisionFactory.create(tournament=self.tournament, name="South & Sea", order=2)
        places = {"Ants": north, "Bees": north, "Crabs": south, "Drakes": south, "Eels": None}
        self.teams: dict[str, Team] = {
            name: TeamFactory.create(tournament=self.tournament, name=name, division=division)
            for name, division in places.items()
        }
        self.rounds = [RoundFactory.create(tournament=self.tournament, number=n) for n in (1, 2)]

    def match(self, number: int, home: str, away: str) -> Match:
        made: Match = MatchFactory.create(
            tournament=self.tournament,
            round=self.rounds[number - 1],
            home=self.teams[home],
            away=self.teams[away],
        )
        return made


@pytest.fixture
def league() -> League:
    return League()


def lines(found: Any) -> list[str]:
    return [" ".join(str(value) for value in row.as_fields().values()) for row in found.rows]


@pytest.fixture
def played(league: League) -> League:
    """Round 1: Ants 11–4 Bees, Crabs 11–9 Drakes. Round 2: Drakes 11–2 Ants (across divisions)."""
    result(league.match(1, "Ants", "Bees"), 11, 4, (3, 1))
    result(league.match(1, "Crabs", "Drakes"), 11, 9, (0, 5))
    result(league.match(2, "Drakes", "Ants"), 11, 2, (1, 0))
    return league


def test_home_and_away_together_and_teams_without_a_result_as_zeros(played: League) -> None:
    assert lines(standings(played.tournament)) == [
        "1 Drakes South & Sea 2 1 1 20 13 6 0",
        "2 Ants North 2 1 1 13 15 3 2",
        "3 Crabs South & Sea 1 1 0 11 9 0 5",
        "4 Bees North 1 0 1 4 11 1 3",
        "5 Eels  0 0 0 0 0 0 0",
    ]


def test_the_link_that_decided_is_told(played: League) -> None:
    found = standings(played.tournament)
    assert [row.decided_by for row in found.rows] == [
        "",
        "more bullseyes for",
        "more bullseyes for",
        "more wins",
        "more bullseyes for",
    ]
    assert found.order == "more wins, then more bullseyes for, then fewer hang jacks against"


def test_a_division_with_all_its_teams_matches(played: League) -> None:
    found = standings(played.tournament, division="North")
    assert lines(found) == ["1 Ants North 2 1 1 13 15 3 2", "2 Bees North 1 0 1 4 11 1 3"]
    assert (found.division, found.divisions) == ("North", ("North", "South & Sea"))


def test_up_to_a_round(played: League) -> None:
    assert lines(standings(played.tournament, through_round=1)) == [
        "1 Ants North 1 1 0 11 4 3 1",
        "2 Crabs South & Sea 1 1 0 11 9 0 5",
        "3 Drakes South & Sea 1 0 1 9 11 5 0",
        "4 Bees North 1 0 1 4 11 1 3",
        "5 Eels  0 0 0 0 0 0 0",
    ]


def test_what_is_not_confirmed_or_was_withdrawn_is_not_counted(league: League) -> None:
    withdrawn = league.match(1, "Ants", "Bees")
    result(withdrawn, 11, 0, state=ResultState.WITHDRAWN, withdrawn_at=timezone.now())
    MatchTally.objects.filter(match=withdrawn).update(state=MatchState.PLAYED)
    result(withdrawn, 3, 11, version=2)
    MatchTally.objects.create(
        match=league.match(2, "Crabs", "Drakes"), state=MatchState.PLAYED, home_bullseyes=11, winner="home"
    )
    assert lines(standings(league.tournament))[:3] == [
        "1 Bees North 1 1 0 11 3 0 0",
        "2 Ants North 1 0 1 3 11 0 0",
        "3 Crabs South & Sea 0 0 0 0 0 0 0",
    ]


def test_another_tournaments_results_are_not_counted(played: League) -> None:
    other = TournamentFactory.create()
    result(MatchFactory.create(tournament=other), 11, 1)
    assert len(standings(played.tournament).rows) == 5
    assert [row.played for row in standings(other).rows] == [1, 1]


def test_all_level_share_the_first_rank_by_name(league: League) -> None:
    assert [(row.rank, row.team) for row in standings(league.tournament).rows] == [
        (1, "Ants"),
        (1, "Bees"),
        (1, "Crabs"),
        (1, "Drakes"),
        (1, "Eels"),
    ]


def test_a_chain_that_cannot_be_read_falls_back_to_wins(played: League) -> None:
    Tournament.objects.filter(pk=played.tournament.pk).update(tie_break=["gone"])
    found = standings(Tournament.objects.get(pk=played.tournament.pk))
    assert [(row.rank, row.team) for row in found.rows] == [
        (1, "Ants"),
        (1, "Crabs"),
        (1, "Drakes"),
        (4, "Bees"),
        (4, "Eels"),
    ]
    assert found.order == "more wins"


def test_a_division_without_teams_is_empty_and_an_unknown_one_refused(played: League) -> None:
    DivisionFactory.create(tournament=played.tournament, name="West")
    assert standings(played.tournament, division="West").rows == ()
    with pytest.raises(
        UnknownDivision, match=r"^League has no division “Up”\. Its divisions: West, North, South & Sea\.$"
    ):
        standings(played.tournament, division="Up")


def test_counts(played: League) -> None:
    played.match(2, "Bees", "Crabs")
    MatchTally.objects.create(match=played.match(2, "Eels", "Bees"), state=MatchState.PLAYED)
    found = counts(played.tournament)
    assert (found.matches, found.confirmed, found.awaiting) == (5, 3, 1)


def test_a_name_with_commas_and_quotes_is_quoted_in_csv(league: League) -> None:
    Team.objects.filter(name="Ants").update(name='The "Ants", 2nd')
    assert standings_csv(standings(league.tournament, division="North")).split("\r\n") == [
        "rank,team,division,played,won,lost,bullseyes_for,bullseyes_against,hang_jacks_for,hang_jacks_against",
        "1,Bees,North,0,0,0,0,0,0,0",
        '1,"The ""Ants"", 2nd",North,0,0,0,0,0,0,0',
        "",
    ]


@pytest.mark.parametrize("role", ROLES)
def test_everybody_reads_them_and_those_with_a_role_print_them(cast: Cast, role: str) -> None:
    client = client_of(cast.user(role))
    page = client.get("/t/harbour-cup/standings/")
    assert page.status_code == 200
    assert re.findall(r'teams/\d+/">(\w+)</a>', page.content.decode()) == ["Pelicans", "Scarlets"]
    assert (b"Print the standings" in page.content) == (role not in ("outsider", "visitor"))
    assert client.get("/t/harbour-cup/standings.csv").status_code == 200
    assert client.post("/t/harbour-cup/standings/").status_code == 405


def test_the_csv_is_a_download_of_the_division_shown(played: League, client: Client) -> None:
    page = client.get("/t/league/standings/", {"division": "South & Sea"})
    assert b'href="/t/league/standings.csv?division=South%20%26%20Sea"' in page.content
    answer = client.get("/t/league/standings.csv?division=South%20%26%20Sea")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="league-standings.csv"'
    assert answer.content.decode().splitlines()[1:] == [
        "1,Drakes,South & Sea,2,1,1,20,13,6,0",
        "2,Crabs,South & Sea,1,1,0,11,9,0,5",
    ]


@pytest.mark.parametrize("wrong", ["Up", "\0", "☃" * 500, "' OR 1=1 --", "north"])
def test_a_division_that_there_is_not_is_404(played: League, client: Client, wrong: str) -> None:
    for path in ("/t/league/standings/", "/t/league/standings.csv"):
        assert client.get(path, {"division": wrong}).status_code == 404
    answer = client.get("/api/v1/tournaments/league/standings/", {"division": wrong})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["division"]


def test_nowhere_is_404(db: None, client: Client) -> None:
    assert client.get("/t/nowhere/standings/").status_code == 404
    assert client.get("/t/nowhere/standings.csv").status_code == 404


@pytest.mark.parametrize("teams", [3, 60])
def test_five_queries_whatever_the_size(cast: Cast, teams: int) -> None:
    """A signed-in reader with a role: session, account, tournament, roles, figures."""
    for number in range(teams):
        match = MatchFactory.create(tournament=cast.tournament, round=cast.round_one)
        result(match, 11, number % 11)
    client = client_of(cast.scorer)
    from django.core.cache import cache

    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = client.get("/t/harbour-cup/standings/")
    assert len(page.context["found"].rows) == 2 + 2 * teams
    assert len(queries) == 5
    with CaptureQueriesContext(connection) as queries:
        Client().get("/t/harbour-cup/standings/")
    assert len(queries) == 2


def test_names_are_written_as_text(cast: Cast, client: Client) -> None:
    Team.objects.filter(pk=cast.home_team.pk).update(name="<script>alert(1)</script>")
    page = client.get("/t/harbour-cup/standings/")
    assert b"<script>alert" not in page.content
    assert b"&lt;script&gt;alert(1)&lt;/script&gt;" in page.content


def test_an_empty_tournament_says_what_will_stand_there(client: Client) -> None:
    TournamentFactory.create(slug="new")
    page = client.get("/t/new/standings/")
    assert "No team has been entered yet." in page.content.decode()
