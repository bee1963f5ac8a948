"""Teams and rosters."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.cast import HOME_PLAYERS, Cast
from tests.factories import DivisionFactory, RosterEntryFactory
from tournaments.models import Player, RosterEntry, Seating, Team
from tournaments.selectors import listings
from tournaments.services import rosters, teams, tournaments
from tournaments.services.rosters import Entry, read_line


def refused(call: Any, *args: Any, **details: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as error:
        call(*args, **details)
    return dict(error.value.message_dict)


def names(cast: Cast) -> list[str]:
    return list(cast.tournament.teams.values_list("name", flat=True))


def test_one_team(cast: Cast) -> None:
    division = DivisionFactory.create(tournament=cast.tournament, name="North")
    team = teams.add(cast.tournament, name=" Oilbirds ", division=division)
    team.refresh_from_db()
    assert (team.name, team.division) == ("Oilbirds", division)


def test_many_teams_at_once(cast: Cast) -> None:
    teams.add_many(cast.tournament, names=["Oilbirds", "", "  ", " Agoutis  FC ", "Ibises"])
    assert names(cast) == ["Agoutis FC", "Ibises", "Oilbirds", "Pelicans", "Scarlets"]


def test_many_teams_all_or_none(cast: Cast) -> None:
    lines = ["Oilbirds", "PELICANS", "", "oilbirds", "x" * 81, "a\x00b"]
    assert refused(teams.add_many, cast.tournament, names=lines) == {
        "names": [
            "Line 2: there is a team PELICANS already.",
            "Line 4: oilbirds comes twice.",
            "Line 5: Too long: 81 characters, at most 80.",
            "Line 6: There is a character in it that cannot be shown (U+0000). Type it again.",
        ]
    }
    assert names(cast) == ["Pelicans", "Scarlets"]


def test_no_team_at_all_is_said(cast: Cast) -> None:
    assert refused(teams.add_many, cast.tournament, names=["", " "]) == {"names": ["Give at least one name."]}


def test_a_name_is_taken_whatever_its_capitals(cast: Cast) -> None:
    assert refused(teams.add, cast.tournament, name="pelicans") == {"name": ["There is a team pelicans already."]}
    assert refused(teams.update, cast.away_team, name="PELICANS") == {"name": ["There is a team PELICANS already."]}


def test_a_team_keeps_its_own_name(cast: Cast) -> None:
    assert teams.update(cast.home_team, name="pelicans").name == "pelicans"


def test_a_division_of_another_tournament_is_refused(cast: Cast, other_cast: Cast) -> None:
    foreign = DivisionFactory.create(tournament=other_cast.tournament)
    wanted = {"division": ["This division belongs to another tournament."]}
    assert refused(teams.add, cast.tournament, name="Oilbirds", division=foreign) == wanted
    assert refused(teams.add_many, cast.tournament, names=["Oilbirds"], division=foreign) == wanted
    assert refused(teams.update, cast.home_team, division=foreign) == wanted
    cast.home_team.refresh_from_db()
    assert cast.home_team.division is None


def test_a_team_moves_and_leaves_a_division(cast: Cast) -> None:
    division = DivisionFactory.create(tournament=cast.tournament)
    assert teams.update(cast.home_team, division=division).division == division
    assert teams.update(cast.home_team, name="Pelicans").division == division
    assert teams.update(cast.home_team, division=None).division is None


def test_a_tournament_has_room_for_a_thousand(cast: Cast) -> None:
    said = refused(teams.add_many, cast.tournament, names=[f"T{n}" for n in range(999)])
    assert said == {"names": ["A tournament holds at most 1000 teams."]}
    assert len(teams.add_many(cast.tournament, names=[f"T{n}" for n in range(998)])) == 998
    assert refused(teams.add, cast.tournament, name="One more") == {"name": ["A tournament holds at most 1000 teams."]}


def test_a_team_with_matches_stays(cast: Cast) -> None:
    for team in (cast.home_team, cast.away_team):
        assert refused(teams.remove, team) == {"team": [f"{team.name} has matches. Delete those first."]}


def test_a_team_is_withdrawn_with_its_players(cast: Cast) -> None:
    cast.match.delete()
    teams.remove(cast.home_team)
    assert names(cast) == ["Scarlets"]
    assert not Player.objects.filter(name__in=HOME_PLAYERS).exists()
    assert Player.objects.count() == 6


# --- Rosters -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("Anil Joseph", Entry("Anil Joseph")),
        ("7 Anil Joseph", Entry("Anil Joseph", 7)),
        ("7. Anil Joseph (C)", Entry("Anil Joseph", 7, True)),
        ("#7) Anil Joseph (captain)", Entry("Anil Joseph", 7, True)),
        ("12 - Anil Joseph *", Entry("Anil Joseph", 12, True)),
        ("7,Anil Joseph", Entry("Anil Joseph", 7)),
        ("7\tAnil Joseph\t(capt.)", Entry("Anil Joseph", 7, True)),
        ("Anil C. Joseph", Entry("Anil C. Joseph")),
        ("Anil (Cee) Joseph", Entry("Anil (Cee) Joseph")),
        ("2Pac", Entry("2Pac")),
        ("0000007 Anil", Entry("Anil", 7)),
        ("0 Anil", Entry("Anil", 0)),
        ("9" * 5000 + " Anil", Entry("Anil", 999999)),
    ],
)
def test_a_line_of_a_pasted_roster(line: str, entry: Entry) -> None:
    assert read_line(line) == entry


def roster(team: Team) -> list[tuple[int | None, str, bool]]:
    return [(entry.number, entry.player.name, entry.is_captain) for entry in team.roster.select_related("player")]


@pytest.fixture
def fresh(cast: Cast) -> Team:
    return teams.add(cast.tournament, name="Oilbirds")


def test_a_pasted_roster(fresh: Team) -> None:
    rosters.add_lines(fresh, "3 Tara  Lal\r\n\r\n1 Uma Paul (C)\nVic Roy\n")
    assert roster(fresh) == [(1, "Uma Paul", True), (3, "Tara Lal", False), (None, "Vic Roy", False)]


def test_a_pasted_roster_all_or_none(fresh: Team) -> None:
    rosters.add(fresh, name="Tara Lal", number=3, captain=True)
    text = "Uma Paul\ntara lal\n3 Vic Roy\n4 Wes Sim\n4 Xara Tim\nYogi (C)\n1000 Zed\n" + "z" * 81 + "\n(C)\n"
    assert refused(rosters.add_lines, fresh, text) == {
        "names": [
            "Line 2: tara lal is on this roster already. Add an initial to tell them apart.",
            "Line 3: number 3 is taken.",
            "Line 5: number 4 is taken.",
            "Line 6: the team has a captain already.",
            "Line 7: a number is a whole number from 0 to 999.",
            "Line 8: Too long: 81 characters, at most 80.",
            "Line 9: This is needed.",
        ]
    }
    assert roster(fresh) == [(3, "Tara Lal", True)]
    assert not Player.objects.filter(name="Uma Paul").exists()


def test_an_empty_paste_is_said(fresh: Team) -> None:
    assert refused(rosters.add_lines, fresh, " \n \n") == {"names": ["Give at least one name."]}


def test_a_roster_has_room_for_sixty(fresh: Team) -> None:
    said = refused(rosters.add_lines, fresh, "\n".join(f"Player {'x' * n}" for n in range(61)))
    assert said == {"names": ["A roster holds at most 60 players."]}
    assert len(rosters.add_lines(fresh, "\n".join(f"Player {'x' * n}" for n in range(60)))) == 60
    assert refused(rosters.add, fresh, name="One more") == {"name": ["A roster holds at most 60 players."]}


@pytest.mark.parametrize(
    ("details", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "Anil Joseph"}, "name"),
        ({"name": "\x00"}, "name"),
        ({"name": "Nia", "number": -1}, "number"),
        ({"name": "Nia", "number": 1000}, "number"),
        ({"name": "Nia", "number": 1}, "number"),
        ({"name": "Nia", "number": True}, "number"),
        ({"name": "Nia", "number": "7"}, "number"),
        ({"name": "Nia", "captain": True}, "captain"),
    ],
)
def test_one_player_refused_at_the_field(cast: Cast, details: dict[str, Any], field: str) -> None:
    assert set(refused(rosters.add, cast.home_team, **details)) == {field}
    assert cast.home_team.roster.count() == 6
    assert Player.objects.count() == 12


def test_numbers_swap_and_the_captain_changes_in_one_save(cast: Cast) -> None:
    one, two = cast.home_team.roster.order_by("number")[:2]
    rosters.save_all(cast.home_team, {one.pk: {"number": 2}, two.pk: {"number": 1, "name": "B. Khan"}}, captain=two.pk)
    assert roster(cast.home_team)[:2] == [(1, "B. Khan", True), (2, "Anil Joseph", False)]


def test_a_captain_can_be_taken_back(cast: Cast) -> None:
    rosters.save_all(cast.home_team, {}, captain=None)
    assert not cast.home_team.roster.filter(is_captain=True).exists()


def test_a_roster_is_saved_whole_or_not(cast: Cast) -> None:
    one, two, three = cast.home_team.roster.order_by("number")[:3]
    changes = {
        one.pk: {"name": "", "number": 9},
        two.pk: {"number": 3},
        three.pk: {"name": "fazal ali"},
    }
    foreign = cast.away_team.roster.first()
    assert foreign is not None
    assert refused(rosters.save_all, cast.home_team, changes, captain=foreign.pk) == {
        f"name_{one.pk}": ["This is needed."],
        f"name_{three.pk}": ["fazal ali is on this roster twice. Add an initial to tell them apart."],
        f"number_{three.pk}": ["Number 3 is taken."],
        "captain": ["The captain must be on the roster."],
    }
    assert [entry[:2] for entry in roster(cast.home_team)] == list(enumerate(HOME_PLAYERS, start=1))


def test_players_leave_and_are_forgotten(cast: Cast) -> None:
    leaving = cast.home_team.roster.get(player__name="Fazal Ali")
    rosters.save_all(cast.home_team, {}, remove=[leaving.pk])
    assert not Player.objects.filter(name="Fazal Ali").exists()
    rosters.remove(cast.home_team.roster.get(player__name="Errol Baptiste"))
    assert not Player.objects.filter(name="Errol Baptiste").exists()
    assert cast.home_team.roster.count() == 4


def test_a_player_of_two_rosters_outlives_one(cast: Cast, other_cast: Cast) -> None:
    entry = cast.home_team.roster.get(player__name="Fazal Ali")
    RosterEntryFactory.create(team=other_cast.home_team, player=entry.player)
    rosters.remove(entry)
    assert Player.objects.filter(pk=entry.player_id).exists()


def test_whoever_has_sat_stays_on_the_sheet(cast: Cast) -> None:
    entry = cast.home_team.roster.get(player__name="Fazal Ali")
    Seating.objects.create(table=cast.match.tables.get(number=1), seat="N", player=entry.player)
    said = "Fazal Ali has sat at a table and stays on the sheet."
    assert refused(rosters.remove, entry) == {"player": [said]}
    assert refused(rosters.save_all, cast.home_team, {}, remove=[entry.pk]) == {f"remove_{entry.pk}": [said]}
    assert RosterEntry.objects.filter(pk=entry.pk).exists()


def test_one_entry_changes(cast: Cast) -> None:
    entry = cast.home_team.roster.get(number=2)
    changed = rosters.update(entry, name="B. Khan", number=None, captain=True)
    assert (changed.player.name, changed.number, changed.is_captain) == ("B. Khan", None, True)
    assert list(cast.home_team.roster.filter(is_captain=True)) == [entry]
    assert not rosters.update(entry, captain=False).is_captain
    assert refused(rosters.update, entry, number=1) == {"number": ["Number 1 is taken."]}
    assert refused(rosters.update, entry, name="\ud800") == {
        "name": ["There is a character in it that cannot be shown (U+D800). Type it again."]
    }


def test_teams_without_a_division_and_players_without_a_number_come_last(cast: Cast) -> None:
    division = DivisionFactory.create(tournament=cast.tournament)
    teams.update(cast.away_team, division=division)
    assert [team.name for team in listings.teams(cast.tournament)] == ["Scarlets", "Pelicans"]
    rosters.add(cast.home_team, name="Aaron Abbot")
    assert [entry.player.name for entry in listings.roster(cast.home_team)] == [*HOME_PLAYERS, "Aaron Abbot"]


def test_tournaments_without_a_day_come_first(cast: Cast, other_cast: Cast) -> None:
    tournaments.update(cast.tournament, starts_on=datetime.date(2026, 8, 1))
    assert [tournament.slug for tournament in listings.tournaments()] == ["island-league", "harbour-cup"]
