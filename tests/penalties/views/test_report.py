"""Reporting from a phone: what is offered, what is asked, what is shown before anybody commits, what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from penalties.models import Incident, IncidentState, Ruling
from rules_engine.seats import Seat
from scoring.models import LedgerEvent
from scoring.selectors import tables
from scoring.services import results
from tests.cast import Cast, client_of
from tests.penalties.views.desk import at_table, hidden, report, send
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of, tally
from tests.scoring.views.pages import play_out

# South deals first. 7.d: a dealer who drops a card while dealing; see rules/round-robin-code.md.


def board(cast: Cast) -> tuple[int, int]:
    """The scores of table 1, N/S first."""
    state = tables.state_of(table_of(cast), tables.board_of(table_of(cast)))
    return (state.scores.NS, state.scores.EW)


def test_clauses_that_fit_seat_and_moment_come_first(cast: Cast) -> None:
    open_it(cast)
    page = client_of(cast.scorer).get(at_table(cast), {"phase": "dealing", "offender": "E"})
    numbers = [clause.number for clause, _ in page.context["fitting"]]
    assert "5.a" not in numbers  # only the dealer can
    south = client_of(cast.scorer).get(at_table(cast), {"phase": "dealing", "offender": "S"})
    assert "5.a" in [clause.number for clause, _ in south.context["fitting"]]
    assert "10.a" not in numbers  # nobody reneges while the cards are dealt
    assert [seat.name for seat in page.context["sitting"]] == [
        "Anil Joseph",
        "Gemma Charles",
        "Bernadette Khan",
        "Hollis Noel",
    ]


def test_search_finds_what_people_say(cast: Cast) -> None:
    open_it(cast)
    page = client_of(cast.captain_home).get(at_table(cast), {"q": "palming"})
    assert page.context["found"][0][0].number == "11.a"


def test_the_moment_is_guessed_from_the_board(cast: Cast) -> None:
    open_it(cast)
    assert client_of(cast.scorer).get(at_table(cast)).context["phase"] == "before-deal"
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    assert client_of(cast.scorer).get(at_table(cast)).context["phase"] == "playing"


def test_htmx_is_given_the_list_alone(cast: Cast) -> None:
    open_it(cast)
    page = client_of(cast.scorer).get(at_table(cast), {"q": "renege"}, HTTP_HX_REQUEST="true")
    assert page.content.decode().lstrip().startswith('<div id="clauses"')


def test_a_captains_report_is_a_claim_and_touches_nothing(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.captain_away, {"clause": "11.a", "offender": "S", "phase": "playing"}, note="saw it")
    assert (incident.state, incident.capacity, incident.note) == (IncidentState.CLAIMED, "captain", "saw it")
    assert str(incident.offender) == "Bernadette Khan"
    assert LedgerEvent.objects.filter(table=table_of(cast)).count() == 1
    assert not Ruling.objects.exists()


def test_an_officials_report_is_a_ruling_on_the_board(cast: Cast) -> None:
    open_it(cast)
    report(
        cast, cast.official, {"clause": "6.a", "offender": "S", "phase": "first-round", "kicked": "2", "called_by": "S"}
    )
    # 6.a below ten: a point to the pair that does not deal, the kick is lost, the same dealer deals again.
    assert board(cast) == (0, 1)
    state = tables.state_of(table_of(cast), tables.board_of(table_of(cast)))
    assert state.dealer is Seat.S


def test_the_ruling_is_shown_before_it_is_given(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)  # N/S 3, E/W 1; East deals
    page = client_of(cast.official).get(at_table(cast), {"clause": "11.a", "offender": "N", "phase": "playing"})
    assert page.context["effects"] == [
        "1 bullseye to Scarlets (E/W)",
        "Anil Joseph (North) must be substituted",
        "Anil Joseph (North) may be barred from the tournament",
        "The captains and an official must be told",
        "The name goes on the score sheet: Anil Joseph (North)",
    ]
    lines = page.context["lines"]
    assert [(line.short, line.scores, line.bullseyes) for line in lines] == [
        ("N/S", (3, 0), (0, 0)),
        ("E/W", (1, 0), (0, 1)),
    ]
    assert LedgerEvent.objects.count() == 2


def test_only_what_the_clause_needs_is_asked(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.official)
    asked = {"offender": "S", "phase": "match", "clause": "11.o"}
    page = client.get(at_table(cast), asked)
    assert page.context["form"].questions == ["minutes"]
    told = {**hidden(client, at_table(cast), asked), **asked, "minutes": "12"}
    preview = client.post(at_table(cast, "incident-preview"), told)
    assert preview.context["form"].questions == ["minutes", "decide_bullseyes"]
    told |= {"by": "official", "decide_bullseyes": "1"}
    preview = client.post(at_table(cast, "incident-preview"), told)
    assert preview.context["ruling"].complete
    assert preview.context["effects"][0] == "1 bullseye to Scarlets (E/W)"


def test_a_captain_is_not_asked_what_the_official_decides(cast: Cast) -> None:
    open_it(cast)
    asked = {"offender": "S", "phase": "match", "clause": "11.o", "minutes": "12"}
    page = client_of(cast.captain_away).post(
        at_table(cast, "incident-preview"), {**hidden(client_of(cast.captain_away), at_table(cast), asked), **asked}
    )
    assert page.context["form"].questions == ["minutes"]
    assert len(page.context["form"].case.for_the_official) == 1
    assert page.context["form"].case.for_the_official[0].startswith("The official decides.")


def test_where_the_code_is_silent_the_official_says_what_follows_and_why(cast: Cast) -> None:
    open_it(cast)
    asked = {
        "clause": "14.g",
        "offender": "N",
        "phase": "playing",
        "by": "official",
        "text": "phone on the table",
        "effect_1": "points",
        "to_1": "EW",
        "n_1": "1",
    }
    report(cast, cast.official, asked)
    assert board(cast) == (0, 1)
    ruling = Ruling.objects.get()
    assert ruling.record["choice"] == {
        "by": "official",
        "text": "phone on the table",
        "effects": [{"effect": "points", "pair": "EW", "n": 1}],
    }
    assert ruling.reasons == "phone on the table"


def test_without_script_the_preview_is_a_button(cast: Cast) -> None:
    open_it(cast)
    asked = {"clause": "11.a", "offender": "N", "phase": "playing"}
    client = client_of(cast.captain_away)
    page = client.post(at_table(cast), {**hidden(client, at_table(cast), asked), **asked, "act": "preview"})
    assert page.status_code == 200
    assert page.context["effects"][0] == "1 bullseye to Scarlets (E/W)"
    assert not Incident.objects.exists()


def test_a_second_tap_reports_once(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.official)
    asked: dict[str, Any] = {"clause": "11.a", "offender": "N", "phase": "playing", "act": "send"}
    told = {**hidden(client, at_table(cast), asked), **asked}
    first: Any = client.post(at_table(cast), told)
    second: Any = client.post(at_table(cast), told)
    assert (first.status_code, second.status_code, first.url) == (302, 302, second.url)
    assert (Incident.objects.count(), Ruling.objects.count()) == (1, 1)


def test_a_board_that_moved_is_shown_and_what_was_entered_kept(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.official)
    asked: dict[str, Any] = {"clause": "11.a", "offender": "N", "phase": "playing", "act": "send"}
    told = {**hidden(client, at_table(cast), asked), **asked, "reasons": "a card in the sleeve"}
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    page = client.post(at_table(cast), told)
    assert page.status_code == 409
    form = page.context["form"]
    assert (form["expected"].value(), form["reasons"].value()) == ("2", "a card in the sleeve")
    assert page.context["lines"][0].scores == (3, 0)
    again = client.post(at_table(cast), {**told, **{name: form[name].value() for name in ("expected", "client_id")}})
    assert again.status_code == 302


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        ({"offender": ""}, 400, "Say who did it."),
        ({"offender": "X"}, 400, "“X” is not one of the keys of this row."),
        ({"phase": "dealing"}, 400, "“dealing” is not one of the keys of this row."),
        ({"phase": "after-lunch"}, 400, "is not one of the keys of this row."),
        ({"expected": "many"}, 400, "Enter a whole number."),
        ({"client_id": "me"}, 400, "Enter a valid UUID."),
        ({"note": "x" * 501}, 400, "at most 500 characters"),
        ({"note": "a\0b"}, 400, "Null characters are not allowed."),
    ],
)
def test_bad_input_is_refused_at_its_row(cast: Cast, more: dict[str, Any], status: int, said: str) -> None:
    open_it(cast)
    page = send(
        client_of(cast.official), at_table(cast), {"clause": "9.b", "offender": "S", "phase": "playing"}, **more
    )
    assert page.status_code == status
    assert said in page.content.decode()
    assert not Incident.objects.exists()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"clause": "11.o", "phase": "match", "minutes": "many"}, "Enter a whole number."),
        ({"clause": "11.o", "phase": "match", "minutes": "-1"}, "greater than or equal to 0"),
        ({"clause": "11.o", "phase": "match", "minutes": ""}, "This field is required."),
        (
            {"clause": "11.o", "phase": "match", "minutes": "12", "by": "official", "decide_bullseyes": "11"},
            "“11” is not one of the keys of this row.",
        ),
        ({"clause": "11.b", "phase": "playing", "option": "theirs"}, "“theirs” is not one of the keys of this row."),
        ({"clause": "6.a", "phase": "first-round", "kicked": "10"}, "“10” is not one of the keys of this row."),
        ({"clause": "14.g", "phase": "playing", "by": "official", "effect_1": "none", "text": ""}, "Say why"),
        (
            {"clause": "14.g", "phase": "playing", "by": "official", "effect_1": "points", "text": "so"},
            "Points needs the pair whom it concerns",
        ),
    ],
)
def test_facts_that_cannot_be_are_refused_at_their_row(cast: Cast, asked: dict[str, Any], said: str) -> None:
    open_it(cast)
    page = send(client_of(cast.official), at_table(cast), {"offender": "S", **asked})
    assert page.status_code == 400
    assert said in page.content.decode()
    assert not Incident.objects.exists()


def test_an_unknown_clause_is_not_found(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.official)
    assert client.get(at_table(cast), {"clause": "99.z"}).status_code == 404
    assert client.post(at_table(cast), {"clause": "99.z"}).status_code == 404
    assert client.post(at_table(cast, "incident-preview"), {}).status_code == 404


def test_at_a_table_that_is_not_open_an_official_can_be_called(cast: Cast) -> None:
    page = client_of(cast.captain_home).get(at_table(cast))
    assert page.status_code == 200
    assert "Nobody sits at this table yet" in page.content.decode()
    assert "Call an official" in page.content.decode()


def test_a_confirmed_match_takes_no_report(cast: Cast) -> None:
    play_out(cast)
    asked = {"clause": "11.a", "offender": "N", "phase": "match"}
    results.confirm(cast.match, by=cast.official)
    page = send(client_of(cast.director), at_table(cast), asked)
    assert page.status_code == 422
    assert "The result of this match is confirmed." in page.content.decode()
    assert not Incident.objects.exists()


def test_a_ruling_that_decides_the_match_says_so(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    record(table_of(cast), tally(10, 0), 1, cast.scorer)  # the home team needs one more of table 2

    def decides(offender: str) -> bool:
        asked = {"clause": "11.a", "offender": offender, "phase": "playing"}
        page = client_of(cast.official).get(at_table(cast, number=2), asked)
        return bool(page.context["decides_match"])

    assert (decides("E"), decides("N")) == (True, False)


IMPOSSIBLE = ({"offender": "p99999999999999999999"}, {"offender": "p²"}, {"q": "a\0b"}, {"phase": "\0"})


@pytest.mark.parametrize("asked", IMPOSSIBLE)
def test_addresses_that_cannot_be_are_borne(cast: Cast, asked: dict[str, str]) -> None:
    open_it(cast)
    client = client_of(cast.official)
    assert client.get(at_table(cast), asked).status_code == 200
    assert client.get(at_table(cast), {"clause": "14.g", **asked}).status_code == 200
