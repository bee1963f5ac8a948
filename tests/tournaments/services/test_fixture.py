"""Divisions, rounds and matches."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.cast import Cast
from tests.factories import RoundFactory, TeamFactory
from tests.tournaments.ledger import record_something
from tournaments.models import Division, Match, Round, TableKind
from tournaments.services import divisions, matches, rounds, teams


def refused(call: Any, *args: Any, **details: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as error:
        call(*args, **details)
    return dict(error.value.message_dict)


# --- Divisions ---------------------------------------------------------------


def test_divisions_stand_in_the_order_in_which_they_come(cast: Cast) -> None:
    for name in ("South", "North", "Tobago"):
        divisions.add(cast.tournament, name=name)
    assert list(cast.tournament.divisions.values_list("name", "order")) == [("South", 1), ("North", 2), ("Tobago", 3)]
    divisions.update(cast.tournament.divisions.get(name="Tobago"), order=0)
    assert list(cast.tournament.divisions.values_list("name", flat=True)) == ["Tobago", "South", "North"]


@pytest.mark.parametrize(
    ("details", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "n" * 61}, "name"),
        ({"name": "a\x00"}, "name"),
        ({"name": "NORTH"}, "name"),
        ({"name": "South", "order": -1}, "order"),
        ({"name": "South", "order": 32768}, "order"),
        ({"name": "South", "order": True}, "order"),
    ],
)
def test_a_division_refused_at_the_field(cast: Cast, details: dict[str, Any], field: str) -> None:
    divisions.add(cast.tournament, name="North")
    assert set(refused(divisions.add, cast.tournament, **details)) == {field}
    assert Division.objects.count() == 1


def test_a_division_with_teams_stays(cast: Cast) -> None:
    division = divisions.add(cast.tournament, name="North")
    teams.update(cast.home_team, division=division)
    said = {"division": ["North has teams. Move them to another division first."]}
    assert refused(divisions.remove, division) == said
    teams.update(cast.home_team, division=None)
    divisions.remove(division)
    assert not Division.objects.exists()


# --- Rounds ------------------------------------------------------------------


def test_the_next_round_has_the_next_number(cast: Cast) -> None:
    assert rounds.add(cast.tournament).number == 2
    assert rounds.add(cast.tournament, number=7, name="Final").number == 7
    assert rounds.add(cast.tournament).number == 8


def test_a_time_without_a_zone_is_the_hall_s(cast: Cast, settings: Any) -> None:
    made = rounds.add(cast.tournament, starts_at=datetime.datetime(2026, 8, 1, 18, 30))  # noqa: DTZ001
    assert timezone.localtime(made.starts_at).strftime("%Y-%m-%d %H:%M") == "2026-08-01 18:30"
    assert rounds.update(made, starts_at=None).starts_at is None


@pytest.mark.parametrize(
    ("details", "field"),
    [
        ({"number": 1}, "number"),
        ({"number": 0}, "number"),
        ({"number": 1000}, "number"),
        ({"number": "2"}, "number"),
        ({"number": True}, "number"),
        ({"name": "n" * 61}, "name"),
        ({"name": "\x00"}, "name"),
        ({"starts_at": "tomorrow"}, "starts_at"),
        ({"starts_at": datetime.datetime(1, 1, 1)}, "starts_at"),  # noqa: DTZ001
        ({"starts_at": datetime.datetime(9999, 12, 31)}, "starts_at"),  # noqa: DTZ001
    ],
)
def test_a_round_refused_at_the_field(cast: Cast, details: dict[str, Any], field: str) -> None:
    assert set(refused(rounds.add, cast.tournament, **details)) == {field}
    assert Round.objects.count() == 1


def test_a_round_with_matches_stays(cast: Cast) -> None:
    assert refused(rounds.remove, cast.round_one) == {"round": ["Round 1 has matches. Delete those first."]}
    rounds.remove(rounds.add(cast.tournament))
    assert list(cast.tournament.rounds.all()) == [cast.round_one]


# --- Matches -----------------------------------------------------------------


def new_match(cast: Cast, **changes: Any) -> Match:
    details = {"round": cast.round_one, "home": cast.home_team, "away": TeamFactory.create(tournament=cast.tournament)}
    return matches.create(cast.tournament, **{**details, **changes})


def test_a_match_has_its_tables(cast: Cast) -> None:
    match = new_match(cast, official=cast.official, place="  Table row 3 ")
    match.refresh_from_db()
    assert (match.tournament, match.official, match.place) == (cast.tournament, cast.official, "Table row 3")
    assert list(match.tables.values_list("number", "kind", "games")) == [
        (1, TableKind.TABLE, 10),
        (2, TableKind.TABLE, 10),
    ]


def test_a_match_refused_at_the_field(cast: Cast, other_cast: Cast) -> None:
    twice = ["These two teams meet in this round already."]
    foreign = ["This belongs to another tournament."]
    assert refused(new_match, cast, away=cast.home_team) == {
        "away": ["Pelicans cannot meet itself. Choose another team."]
    }
    assert refused(new_match, cast, away=cast.away_team) == {"away": twice}
    assert refused(new_match, cast, home=cast.away_team, away=cast.home_team) == {"away": twice}
    assert refused(new_match, cast, home=other_cast.home_team) == {"home": foreign}
    assert refused(new_match, cast, away=other_cast.home_team) == {"away": foreign}
    assert refused(new_match, cast, round=other_cast.round_one) == {"round": foreign}
    assert refused(new_match, cast, place="p" * 61) == {"place": ["Too long: 61 characters, at most 60."]}
    for who in (cast.scorer, cast.captain_home, cast.outsider, other_cast.official):
        assert refused(new_match, cast, official=who) == {
            "official": [f"{who} is not an official here. Give that role first."]
        }
    assert Match.objects.count() == 2


def test_the_same_teams_meet_again_in_another_round(cast: Cast) -> None:
    again = new_match(cast, away=cast.away_team, round=RoundFactory.create(tournament=cast.tournament, number=2))
    assert again.tables.count() == 2


def test_a_match_s_duty_changes(cast: Cast) -> None:
    assert matches.update(cast.match, official=None).official is None
    assert matches.update(cast.match, official=cast.director, place="Hall B").place == "Hall B"
    cast.match.refresh_from_db()
    assert (cast.match.official, cast.match.place) == (cast.director, "Hall B")
    assert set(refused(matches.update, cast.match, official=cast.scorer, place="\x00")) == {"official", "place"}
    cast.match.refresh_from_db()
    assert (cast.match.official, cast.match.place) == (cast.director, "Hall B")


def test_an_unplayed_match_is_deleted_with_its_tables(cast: Cast) -> None:
    matches.remove(cast.match)
    assert not Match.objects.exists()


def test_a_match_that_has_begun_stays(cast: Cast) -> None:
    record_something(cast)
    assert refused(matches.remove, cast.match) == {
        "match": ["Pelicans v Scarlets has begun: what was recorded stays, and so does the match."]
    }
    assert cast.match.tables.count() == 2
