"""Opening a table: who sits where, who deals first."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import LedgerEvent
from tests.cast import AWAY_PLAYERS, HOME_PLAYERS, Cast, client_of
from tests.factories import RosterEntryFactory
from tests.scoring.ledgers import game, open_it, record, table_of, tally
from tests.scoring.views.pages import events, hidden, match_url, play_level, send, table_url
from tests.scoring.views.test_public_pages import words
from tournaments.models import RosterEntry, Seating, Table, TableKind, Tournament


def players(cast: Cast, names: list[str]) -> list[str]:
    ids = dict(
        RosterEntry.objects.filter(team__in=[cast.home_team, cast.away_team]).values_list("player__name", "player_id")
    )
    return [str(ids[name]) for name in names]


def filled(cast: Cast, **more: str) -> dict[str, str]:
    home, away = players(cast, HOME_PLAYERS[:2]), players(cast, AWAY_PLAYERS[:2])
    return {
        "toss": "home",
        "home_pair": "NS",
        "home_1": home[0],
        "home_2": home[1],
        "away_1": away[0],
        "away_2": away[1],
        "first_dealer": "S",
        **more,
    }


def seated(cast: Cast, number: int = 1) -> dict[str, str]:
    return dict(Seating.objects.filter(table=table_of(cast, number)).values_list("seat", "player__name"))


def test_the_page_offers_both_rosters_and_chooses_the_first_two(cast: Cast) -> None:
    form = client_of(cast.official).get(table_url(cast, "table-open")).context["form"]
    assert [name for _, name in form.fields["home_1"].choices] == ["Choose a player", *HOME_PLAYERS]
    assert [name for _, name in form.fields["away_1"].choices] == ["Choose a player", *AWAY_PLAYERS]
    chosen = [dict(form.fields[name].choices)[form[name].value()] for name in ("home_1", "home_2", "away_1", "away_2")]
    assert chosen == [*HOME_PLAYERS[:2], *AWAY_PLAYERS[:2]]
    assert (form["home_pair"].value(), form["toss"].value(), form["first_dealer"].value()) == ("NS", "", None)


def test_opening_needs_one_tap_where_the_defaults_are_right(cast: Cast) -> None:
    client = client_of(cast.official)
    form = client.get(table_url(cast, "table-open")).context["form"]
    untouched = {name: form[name].value() for name in form.fields if name != "first_dealer"}
    answer = client.post(table_url(cast, "table-open"), {**untouched, "first_dealer": "N"})
    assert (answer.status_code, answer.headers["Location"]) == (302, table_url(cast))
    assert seated(cast) == {
        "N": HOME_PLAYERS[0],
        "S": HOME_PLAYERS[1],
        "E": AWAY_PLAYERS[0],
        "W": AWAY_PLAYERS[1],
    }


def test_a_home_team_that_sits_east_west(cast: Cast) -> None:
    answer = send(client_of(cast.official), table_url(cast, "table-open"), filled(cast, home_pair="EW", toss="away"))
    assert answer.status_code == 302
    assert seated(cast) == {
        "N": AWAY_PLAYERS[0],
        "S": AWAY_PLAYERS[1],
        "E": HOME_PLAYERS[0],
        "W": HOME_PLAYERS[1],
    }
    details = LedgerEvent.objects.get().event["details"]
    assert (details["home_pair"], details["toss"]) == ("EW", "away")


def test_the_first_opening_freezes_the_ruleset(cast: Cast) -> None:
    send(client_of(cast.official), table_url(cast, "table-open"), filled(cast))
    assert Tournament.objects.get(pk=cast.tournament.pk).ruleset_frozen_at is not None


def test_who_sits_at_the_other_table_is_not_offered(cast: Cast) -> None:
    open_it(cast)
    form = client_of(cast.official).get(table_url(cast, "table-open", 2)).context["form"]
    assert [name for _, name in form.fields["home_1"].choices][1:] == HOME_PLAYERS[2:]
    assert [name for _, name in form.fields["away_2"].choices][1:] == AWAY_PLAYERS[2:]


def test_a_double_tap_opens_once(cast: Cast) -> None:
    client = client_of(cast.official)
    form = {**hidden(client, table_url(cast, "table-open")), **filled(cast)}
    assert [client.post(table_url(cast, "table-open"), form).status_code for _ in range(2)] == [302, 302]
    assert events(cast) == 1


def test_an_open_table_is_not_opened_again(cast: Cast) -> None:
    client = client_of(cast.official)
    form = {**hidden(client, table_url(cast, "table-open")), **filled(cast)}
    open_it(cast)
    answer = client.post(table_url(cast, "table-open"), form)
    assert answer.status_code == 409
    assert events(cast) == 1
    assert answer.context["form"]["home_1"].value() == form["home_1"]


def test_once_something_is_recorded_the_seats_stand(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), game("NS"), 1, cast.scorer)
    client = client_of(cast.official)
    assert client.get(table_url(cast, "table-open")).headers["Location"] == table_url(cast)


def test_a_wrong_opening_is_put_right_with_a_reason(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.official)
    page = client.get(table_url(cast, "table-open"))
    assert "Seat Table 1 again" in words(page)
    form = page.context["form"]
    assert form["home_1"].value() == players(cast, HOME_PLAYERS[:1])[0]
    right = filled(cast, home_1=players(cast, [HOME_PLAYERS[4]])[0], home_pair="EW")
    assert send(client, table_url(cast, "table-open"), {**right, "reason": ""}).context["form"].errors["reason"] == [
        "Say why the table is opened again."
    ]
    assert send(client, table_url(cast, "table-open"), {**right, "reason": "the wrong sheet"}).status_code == 302
    assert seated(cast) == {"N": AWAY_PLAYERS[0], "S": AWAY_PLAYERS[1], "E": HOME_PLAYERS[4], "W": HOME_PLAYERS[1]}
    assert events(cast) == 2


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"home_1": ""}, "home_1", "Choose a player for this seat."),
        ({"home_1": "x"}, "home_1", "That player may not sit here. Choose one from the list."),
        ({"home_1": "-1"}, "home_1", "That player may not sit here. Choose one from the list."),
        ({"home_1": "9" * 30}, "home_1", "That player may not sit here. Choose one from the list."),
        ({"away_2": "Jörg 🂡"}, "away_2", "That player may not sit here. Choose one from the list."),
        ({"first_dealer": ""}, "first_dealer", "Say who deals first."),
        ({"first_dealer": "Q"}, "first_dealer", "“Q” is not one of the keys of this row."),
        ({"home_pair": "NE"}, "home_pair", "“NE” is not one of the keys of this row."),
        ({"toss": "both"}, "toss", "“both” is not one of the keys of this row."),
        ({"expected": "-1"}, "expected", "Ensure this value is greater than or equal to 0."),
        ({"client_id": "seven"}, "client_id", "Enter a valid UUID."),
    ],
)
def test_what_cannot_be_read_is_named(cast: Cast, change: dict[str, str], field: str, text: str) -> None:
    answer = send(client_of(cast.official), table_url(cast, "table-open"), {**filled(cast), **change})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == {field: [text]}
    assert text in words(answer)
    assert (events(cast), Seating.objects.count()) == (0, 0)


def test_nobody_sits_twice(cast: Cast) -> None:
    form = filled(cast)
    answer = send(client_of(cast.official), table_url(cast, "table-open"), {**form, "home_2": form["home_1"]})
    assert answer.status_code == 400
    assert answer.context["form"].errors["home_2"] == ["This player has the other seat already."]


def test_a_player_of_the_other_team_may_not_sit_here(cast: Cast) -> None:
    form = filled(cast)
    answer = send(client_of(cast.official), table_url(cast, "table-open"), {**form, "home_1": form["away_2"]})
    assert answer.status_code == 400
    assert "That player may not sit here." in words(answer)


def test_a_team_without_players_is_told_what_to_do(cast: Cast) -> None:
    cast.home_team.roster.all().delete()
    text = words(client_of(cast.official).get(table_url(cast, "table-open")))
    assert "Pelicans has 0, Scarlets has 6." in text


# --- The decider ---------------------------------------------------------------


def decider(cast: Cast) -> Table:
    return Table.objects.get(match=cast.match, kind=TableKind.DECIDER)


def test_a_decider_is_not_offered_before_the_match_is_level(cast: Cast) -> None:
    open_it(cast)
    text = words(client_of(cast.official).get(match_url(cast, "decider-open")))
    assert "A decider is played only when the tables end level. Level." in text


def test_a_decider_cannot_be_forced(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    answer = send(client_of(cast.official), match_url(cast, "decider-open"), filled(cast))
    assert answer.status_code == 422
    assert "The tables are not level: no decider is due. clause 13.c" in words(answer)
    assert not Table.objects.filter(kind=TableKind.DECIDER).exists()


def test_any_two_of_the_four_play_the_decider(cast: Cast) -> None:
    play_level(cast)
    client = client_of(cast.official)
    form = client.get(match_url(cast, "decider-open")).context["form"]
    brought = [f"{name} (substitute)" for name in HOME_PLAYERS[4:]]
    assert [name for _, name in form.fields["home_1"].choices][1:] == HOME_PLAYERS[:4] + brought
    mixed = players(cast, [HOME_PLAYERS[3], HOME_PLAYERS[0], AWAY_PLAYERS[2], AWAY_PLAYERS[1]])
    taps = dict(zip(("home_1", "home_2", "away_1", "away_2"), mixed, strict=True))
    answer = send(client, match_url(cast, "decider-open"), filled(cast, **taps))
    assert (answer.status_code, answer.headers["Location"]) == (302, table_url(cast, number=3))
    assert seated(cast, 3) == {"N": HOME_PLAYERS[3], "S": HOME_PLAYERS[0], "E": AWAY_PLAYERS[2], "W": AWAY_PLAYERS[1]}
    assert "Decider: Pelicans 0, Scarlets 0" in words(client.get(match_url(cast)))


def test_who_played_at_no_table_comes_into_the_decider_as_a_substitute(cast: Cast) -> None:
    play_level(cast)
    sixth = players(cast, [HOME_PLAYERS[5]])[0]
    answer = send(client_of(cast.official), match_url(cast, "decider-open"), filled(cast, home_1=sixth))
    assert answer.status_code == 302
    assert [event.kind for event in decider(cast).events.all()] == ["opened", "substitution"]
    assert seated(cast, 3)["N"] == HOME_PLAYERS[5]


def test_no_substitute_is_offered_for_the_decider_when_none_is_left(cast: Cast) -> None:
    type(cast.tournament).objects.update(ruleset_options={"substitute_limit": 0})
    cast.tournament.refresh_from_db()
    play_level(cast)
    sixth = players(cast, [HOME_PLAYERS[5]])[0]
    answer = send(client_of(cast.official), match_url(cast, "decider-open"), filled(cast, home_1=sixth))
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, ["home_1"])


def test_the_decider_adds_one_bullseye(cast: Cast) -> None:
    play_level(cast)
    client = client_of(cast.official)
    send(client, match_url(cast, "decider-open"), filled(cast))
    record(decider(cast), game("EW"), 1, cast.official)
    assert "Decider: Pelicans 0, Scarlets 1" in words(client.get(match_url(cast)))
    record(decider(cast), game("EW"), 2, cast.official)
    text = words(client.get(match_url(cast)))
    assert "Pelicans 10 – Scarlets 11 Scarlets won 11–10 Played, to be confirmed" in text


def test_a_decider_from_paper(cast: Cast) -> None:
    for number, figures in ((1, (7, 3)), (2, (3, 7))):
        record(table_of(cast, number), tally(*figures), 0, cast.scorer)
    client = client_of(cast.official)
    form = client.get(match_url(cast, "decider-open")).context["form"]
    assert [name for _, name in form.fields["home_1"].choices][1:] == HOME_PLAYERS
    answer = client.post(match_url(cast, "decider-open"), {"act": "paper"})
    assert (answer.status_code, answer.headers["Location"]) == (302, table_url(cast, "table-tally", 3))
    typed = {"home_bullseyes": "2", "away_bullseyes": "1", "home_hang_jacks": "0", "away_hang_jacks": "0"}
    assert send(client, table_url(cast, "table-tally", 3), typed).status_code == 302
    assert "Pelicans won 11–10" in words(client.get(match_url(cast)))


def test_a_decider_from_paper_only_where_one_is_due(cast: Cast) -> None:
    open_it(cast)
    answer = client_of(cast.official).post(match_url(cast, "decider-open"), {"act": "paper"})
    assert answer.status_code == 422
    assert "The tables are not level: no decider is due." in words(answer)


def test_an_open_decider_leads_to_its_table(cast: Cast) -> None:
    play_level(cast)
    client = client_of(cast.official)
    send(client, match_url(cast, "decider-open"), filled(cast))
    assert client.get(match_url(cast, "decider-open")).headers["Location"] == table_url(cast, number=3)


def test_a_new_player_on_the_roster_is_offered(cast: Cast) -> None:
    RosterEntryFactory(team=cast.home_team, player__name="Zed Late")
    form: Any = client_of(cast.official).get(table_url(cast, "table-open")).context["form"]
    assert [name for _, name in form.fields["home_2"].choices][-1] == "Zed Late"
