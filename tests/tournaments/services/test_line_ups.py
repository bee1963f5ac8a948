"""Line-ups: who sees what when, one test a cell; what cannot be put in; what changes when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.cast import ROLES, Cast, client_of
from tests.factories import RoleFactory
from tests.scoring.ledgers import open_it
from tests.tournaments.api.client import ROOT, api_of, fields
from tournaments.models import AuditAct, BarKind, LineUp, Player, Team
from tournaments.selectors import entries, line_ups
from tournaments.services import bars, identity, rosters
from tournaments.services import line_ups as service


def ids(team: Team, *numbers: int) -> list[int]:
    """Player ids of a team by their roster numbers."""
    found = dict(team.roster.values_list("number", "player_id"))
    return [found[number] for number in numbers]


def seats_of(team: Team, *numbers: int) -> dict[int, list[int | None]]:
    """Two tables, two players each, by roster numbers: 1 to 4 unless others are named."""
    chosen: list[Any] = ids(team, *(numbers or (1, 2, 3, 4)))
    return {1: chosen[:2], 2: chosen[2:]}


def put(cast: Cast, side: str, *numbers: int, **more: Any) -> LineUp:
    team = getattr(cast, f"{side}_team")
    return service.put_in(
        cast.match, team, seats_of(team, *numbers), **{"by": getattr(cast, f"captain_{side}"), **more}
    )


def wrong(act: Callable[[], Any]) -> dict[str, str]:
    with pytest.raises(ValidationError) as error:
        act()
    return {field: messages[0] for field, messages in error.value.message_dict.items()}


SEES_HOME_ALONE = {"director", "official", "captain_home"}
"""Who sees the home team's line-up while the away team's is not in."""
SEES_AWAY_ALONE = {"director", "official", "captain_away"}

CELLS = [
    (put_in, side, role, both or role in alone)
    for put_in, side, alone, both in [
        ("home", "home", SEES_HOME_ALONE, False),
        ("away", "away", SEES_AWAY_ALONE, False),
        ("home away", "home", set(), True),
        ("home away", "away", set(), True),
        ("home", "away", set(), False),
    ]
    for role in ROLES
]


@pytest.mark.parametrize(("put_in", "side", "role", "sees"), CELLS)
def test_who_sees_what(cast: Cast, put_in: str, side: str, role: str, sees: bool) -> None:
    """The same on the page, through the API and at the table: names of the line-up, or not a trace of them."""
    for one in put_in.split():
        put(cast, one, 1, 2, 5, 6)
    team: Team = getattr(cast, f"{side}_team")
    user = cast.user(role)
    shown = {s.team.pk: s for s in line_ups.shown(cast.match, user or AnonymousUser()).sides}[team.pk]
    wanted = ((1, tuple(ids(team, 1, 2))), (2, tuple(ids(team, 5, 6)))) if sees else None
    got = None if shown.seats is None else tuple((n, tuple(p.pk for p in players)) for n, players in shown.seats)
    assert got == wanted
    assert (shown.put_in is not None) is (side in put_in)

    answer = api_of(user).get(f"{ROOT}tournaments/{cast.tournament.slug}/matches/{cast.match.pk}/line-ups/")
    assert answer.status_code == 200
    told = {line["team"]: line for line in answer.json()}[team.pk]
    assert told["put_in"] is (side in put_in)
    assert (told["seats"] is not None) is sees

    page = client_of(user).get(reverse("line-ups", args=[cast.tournament.slug, cast.match.pk]))
    assert page.status_code == 200
    text = page.content.decode()
    fifth = team.roster.get(number=5).player
    if sees and not (role in ("director", "official") or (put_in == side and role == f"captain_{side}")):
        assert fifth.name in text
    if not sees and role not in ("director", "official", f"captain_{side}"):
        assert fifth.name not in text
        assert "Table 2" not in text or role == ("captain_away" if side == "home" else "captain_home")


def test_an_official_who_captains_a_side_is_a_captain_here(cast: Cast) -> None:
    RoleFactory.create(tournament=cast.tournament, user=cast.captain_away, name="official")
    put(cast, "home")
    shown = line_ups.shown(cast.match, cast.captain_away)
    assert (shown.home.put_in is not None, shown.home.seats) == (True, None)
    assert line_ups.own_teams(cast.captain_away, cast.match) == {cast.away_team.pk}
    assert not line_ups.officiates(cast.captain_away, cast.match)


def test_it_may_be_put_in_anew_until_both_are_in(cast: Cast) -> None:
    put(cast, "home")
    put(cast, "home", 5, 6, 1, 2)
    assert [seat.player_id for seat in LineUp.objects.get().seats.all()] == ids(cast.home_team, 5, 6, 1, 2)
    put(cast, "away")
    assert wrong(lambda: put(cast, "home")) == {
        "team": "Both line-ups are in: only an official changes one now, with a reason."
    }
    assert wrong(lambda: put(cast, "home", by=cast.official, official=True)) == {"reason": "This is needed."}
    assert not entries.audit(cast.tournament).exists()
    put(cast, "home", 1, 2, 3, 6, by=cast.official, official=True, reason="number 4 went home sick")
    line = entries.audit(cast.tournament).get()
    assert (line.act, line.text, line.reason, line.match, line.team) == (
        AuditAct.LINE_UP, "Pelicans in Pelicans v Scarlets", "number 4 went home sick", cast.match, cast.home_team,
    )  # fmt: skip
    assert line_ups.seats_at(cast.match, 2) == (tuple(ids(cast.home_team, 3, 6)), tuple(ids(cast.away_team, 3, 4)))


def test_what_cannot_be_put_in(cast: Cast, other_cast: Cast) -> None:
    home = cast.home_team

    def tried(seats: Any, team: Team = home) -> dict[str, str]:
        return wrong(lambda: service.put_in(cast.match, team, seats, by=cast.captain_home))

    one, two, three, four = ids(home, 1, 2, 3, 4)
    stranger = ids(cast.away_team, 1)[0]
    assert tried({}) == dict.fromkeys(["table_1_1", "table_1_2", "table_2_1", "table_2_2"], "Choose a player.")
    assert tried({1: [one, None], 2: [three, four]}) == {"table_1_2": "Choose a player."}
    assert tried({1: [one, two], 2: [one, four]}) == {"table_2_1": "Anil Joseph plays at table 1 already."}
    assert tried({1: [one, one], 2: [three, four]}) == {"table_1_2": "Anil Joseph plays at table 1 already."}
    assert tried({1: [one, stranger], 2: [three, 10**15]}) == {
        "table_1_2": "This player is not on the roster of Pelicans.",
        "table_2_2": "This player is not on the roster of Pelicans.",
    }
    assert tried({1: [one, two], 2: [three, four], 3: [1, 2]}) == {"seats": "This match has no table 3."}
    assert tried({1: [one, two, three], 2: [three, four]})["seats"] == "Two players sit at a table."
    assert tried({}, other_cast.home_team) == {"team": "This team does not play in this match."}
    identity.merge(Player.objects.get(pk=one), Player.objects.get(pk=four), reason="one man", by=cast.director)
    assert tried({1: [one, two], 2: [three, four]}) == {"table_2_2": "Dolly Ramdeen plays at table 1 already."}
    assert not LineUp.objects.exists()


@pytest.mark.parametrize(
    ("kind", "here", "words"),
    [
        (BarKind.SUSPENDED, False, "may not be seated in this tournament: suspended (late twice)"),
        (BarKind.DEBARRED, False, "may not be seated in this tournament: barred from the tournament (late twice)"),
        (BarKind.SICK, True, "may not be seated in this match: gone home sick (late twice)"),
        (BarKind.SUBSTITUTED, True, "may not be seated in this match: had to be substituted (late twice)"),
    ],
)
def test_the_barred_are_refused_with_the_reason(cast: Cast, kind: str, here: bool, words: str) -> None:
    player = cast.home_team.roster.get(number=3).player
    match = cast.match if here else None
    bar = bars.impose(cast.tournament, player=player, kind=kind, reason="late twice", by=cast.director, match=match)
    assert wrong(lambda: put(cast, "home")) == {"table_2_1": f"Cyril Mohammed {words}."}
    bars.lift(bar, by=cast.director, reason="appeal upheld")
    put(cast, "home")


@pytest.mark.ledger
def test_once_play_has_begun_it_is_settled_at_the_tables(cast: Cast) -> None:
    put(cast, "home")
    open_it(cast)
    assert wrong(lambda: put(cast, "away")) == {"match": "Play has begun: who sits where is settled at the tables now."}
    page = client_of(cast.captain_away).get(reverse("line-ups", args=[cast.tournament.slug, cast.match.pk]))
    assert "Play has begun." in page.content.decode()


@pytest.mark.ledger
def test_a_table_is_opened_with_the_line_ups_once_both_are_in(cast: Cast) -> None:
    url = reverse("table-open", args=[cast.tournament.slug, cast.match.pk, 2])

    def offered() -> list[str]:
        form = client_of(cast.scorer).get(url).context["form"]
        return [form[place].value() for place in ("home_1", "home_2", "away_1", "away_2")]

    by_roster = [str(pk) for pk in [*ids(cast.home_team, 1, 2), *ids(cast.away_team, 1, 2)]]
    put(cast, "home", 1, 2, 6, 5)
    assert offered() == by_roster
    put(cast, "away", 1, 2, 4, 6)
    assert offered() == [str(pk) for pk in [*ids(cast.home_team, 6, 5), *ids(cast.away_team, 4, 6)]]


def test_who_is_in_a_line_up_stays_on_the_roster(cast: Cast) -> None:
    put(cast, "home")
    assert wrong(lambda: rosters.remove(cast.home_team.roster.get(number=4))) == {
        "player": "Dolly Ramdeen is in a line-up: put in another first."
    }
    rosters.remove(cast.home_team.roster.get(number=6))


MAY = {"director": (302, 200), "official": (302, 200), "captain_home": (302, 200), "visitor": (302, 401)}


@pytest.mark.parametrize("role", ROLES)
def test_who_puts_the_home_team_s_in(cast: Cast, role: str) -> None:
    chosen = ids(cast.home_team, 1, 2, 3, 4)
    form = {"team": cast.home_team.pk}
    form |= {f"table_{n}_{p}": chosen[2 * (n - 1) + p - 1] for n in (1, 2) for p in (1, 2)}
    wanted = MAY.get(role, (403, 403))
    page = client_of(cast.user(role)).post(reverse("line-ups", args=[cast.tournament.slug, cast.match.pk]), form)
    assert page.status_code == wanted[0]
    assert LineUp.objects.count() == (1 if role in MAY and role != "visitor" else 0)
    body = {"team": cast.home_team.pk, "seats": [{"table": n, "players": chosen[2 * n - 2 : 2 * n]} for n in (1, 2)]}
    path = f"{ROOT}tournaments/{cast.tournament.slug}/matches/{cast.match.pk}/line-ups/"
    assert api_of(cast.user(role)).post(path, body, format="json").status_code == wanted[1]


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, {"team", "seats"}),
        ({"team": 10**15, "seats": []}, {"team"}),
        ({"team": "HOME", "seats": []}, {"table_1_1", "table_1_2", "table_2_1", "table_2_2"}),
        ({"team": "HOME", "seats": [{"table": 1, "players": [1, 2, 3]}]}, {"seats"}),
        ({"team": "HOME", "seats": [{"table": 1, "players": []}, {"table": 1, "players": []}]}, {"seats"}),
        ({"team": "HOME", "seats": [{"table": "1", "players": "x"}]}, {"seats"}),
        ({"team": "HOME", "seats": {"table": 1}}, {"seats"}),
        ({"team": True, "seats": 5, "more": 1}, {"more"}),
    ],
)
def test_bad_input(cast: Cast, body: dict[str, Any], named: set[str]) -> None:
    path = f"{ROOT}tournaments/{cast.tournament.slug}/matches/{cast.match.pk}/line-ups/"
    body = {key: cast.home_team.pk if value == "HOME" else value for key, value in body.items()}
    answer = api_of(cast.captain_home).post(path, body, format="json")
    assert answer.status_code == 400
    assert {field.split(".")[0].split("[")[0] for field in fields(answer)} == named
    page = reverse("line-ups", args=[cast.tournament.slug, cast.match.pk])
    for value in ("x", "\x00", str(10**30), "0"):
        form = {"team": cast.home_team.pk, "table_1_1": value}
        assert client_of(cast.captain_home).post(page, form).status_code == 422
    assert client_of(cast.captain_home).post(page, {"team": "x"}).status_code == 403
    assert not LineUp.objects.exists()
