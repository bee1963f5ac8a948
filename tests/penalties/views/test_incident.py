"""An incident's page: what stands on it for whom, and what those entitled do about it."""

from __future__ import annotations

from typing import Any

import pytest

from penalties.models import Incident, IncidentState, Ruling, RulingState
from scoring.models import LedgerEvent
from scoring.selectors import tables
from tests.cast import Cast, client_of
from tests.penalties.views.desk import about, at_table, of_tournament, report, send
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of

CHEATED: dict[str, Any] = {"clause": "11.a", "offender": "N", "phase": "playing"}
"""A bullseye to the other pair, and the player is substituted."""
LEFT: dict[str, Any] = {"clause": "11.o", "offender": "N", "phase": "playing", "minutes": "12", "by": "official"}
"""The official may give a bullseye, or not."""


def bullseyes(cast: Cast, number: int = 1) -> tuple[int, int]:
    table = table_of(cast, number)
    state = tables.state_of(table, tables.board_of(table))
    return (state.recorded.NS, state.recorded.EW)


def test_ruling_on_a_claim_starts_with_what_was_reported(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.captain_away, {"clause": "11.o", "offender": "N", "phase": "playing", "minutes": "12"})
    client = client_of(cast.official)
    form = client.get(about(cast, incident, "incident-rule")).context["form"]
    assert (form["offender"].value(), form["phase"].value(), form["minutes"].value()) == ("N", "playing", 12)
    assert form.questions == ["minutes", "decide_bullseyes"]
    asked = {**LEFT, "decide_bullseyes": "1", "reasons": "twelve minutes, no word"}
    answer = send(client, about(cast, incident, "incident-rule"), asked)
    assert (answer.status_code, answer.url) == (302, about(cast, incident))
    incident.refresh_from_db()
    assert (incident.state, bullseyes(cast)) == (IncidentState.RULED, (0, 1))
    page = client_of(None).get(about(cast, incident))
    assert page.context["effects"][0] == "1 bullseye to Scarlets (E/W)"
    assert "twelve minutes, no word" in page.content.decode()


def test_the_preview_of_a_claims_ruling_saves_nothing(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.captain_away, CHEATED)
    url = about(cast, incident, "incident-rule")
    answer = client_of(cast.official).post(url, {**CHEATED, "expected": "1"}, HTTP_HX_REQUEST="true")
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div id="case"')
    assert answer.context["effects"][0] == "1 bullseye to Scarlets (E/W)"
    assert not Ruling.objects.exists()


def test_an_official_may_rule_under_another_clause(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.captain_away, CHEATED)
    answer = send(
        client_of(cast.official),
        about(cast, incident, "incident-rule"),
        {"clause": "9.a", "offender": "N", "phase": "playing"},
    )
    assert answer.status_code == 302
    assert Ruling.objects.get().clause == "9.a"


def test_dismissed_with_a_reason(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.captain_away, CHEATED)
    client = client_of(cast.official)
    without = client.post(about(cast, incident, "incident-dismiss"), {"reason": " "})
    assert without.status_code == 400
    assert "Say why: whoever reported it will read it." in without.content.decode()
    assert client.post(about(cast, incident, "incident-dismiss"), {"reason": "it was his own card"}).status_code == 302
    incident.refresh_from_db()
    assert (incident.state, incident.closed_reason) == (IncidentState.DISMISSED, "it was his own card")
    again = client.post(about(cast, incident, "incident-dismiss"), {"reason": "again"})
    assert again.status_code == 409
    assert "This was dismissed already by Official: it was his own card" in again.content.decode()


def test_taken_back_by_whoever_reported_it(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.captain_away, CHEATED)
    refused = client_of(cast.captain_home).post(about(cast, incident, "incident-withdraw"), {"reason": ""})
    assert refused.status_code == 422
    assert client_of(cast.captain_away).post(about(cast, incident, "incident-withdraw"), {}).status_code == 302
    incident.refresh_from_db()
    assert incident.state == IncidentState.WITHDRAWN


def test_cancelled_with_a_reason_the_board_follows(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.official, CHEATED)
    assert bullseyes(cast) == (0, 1)
    client = client_of(cast.official)
    form = client.get(about(cast, incident)).context["cancel_form"]
    told = {name: form[name].value() for name in ("expected", "client_id")}
    without = client.post(about(cast, incident, "incident-cancel"), {**told, "reason": ""})
    assert (without.status_code, bullseyes(cast)) == (400, (0, 1))
    assert client.post(about(cast, incident, "incident-cancel"), {**told, "reason": "wrong man"}).status_code == 302
    assert bullseyes(cast) == (0, 0)
    assert LedgerEvent.objects.filter(table=table_of(cast)).count() == 3  # nothing is deleted
    page = client_of(None).get(about(cast, incident)).content.decode()
    assert "Cancelled by Official" in page
    assert "wrong man" in page
    # The second tap of the same form is answered as the first.
    assert client.post(about(cast, incident, "incident-cancel"), {**told, "reason": "wrong man"}).status_code == 302


def test_a_stale_cancellation_keeps_the_reason(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.official, {"clause": "9.a", "offender": "N", "phase": "playing"})
    client = client_of(cast.official)
    form = client.get(about(cast, incident)).context["cancel_form"]
    told = {name: form[name].value() for name in ("expected", "client_id")}
    record(table_of(cast), ORDINARY, 2, cast.scorer)
    page = client.post(about(cast, incident, "incident-cancel"), {**told, "reason": "wrong man"})
    assert page.status_code == 409
    assert page.context["cancel_form"]["reason"].value() == "wrong man"
    assert page.context["cancel_form"]["expected"].value() == "3"


def test_changed_with_a_reason_in_the_same_place(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.official, {**LEFT, "decide_bullseyes": "1", "reasons": "long"})
    record(table_of(cast), ORDINARY, 2, cast.scorer)
    client = client_of(cast.official)
    url = about(cast, incident, "incident-change")
    form = client.get(url).context["form"]
    assert (form["decide_bullseyes"].value(), form["minutes"].value()) == ("1", 12)
    without = send(client, url, {**LEFT, "decide_bullseyes": "0", "reasons": "sick child"})
    assert without.status_code == 400
    assert "Say why: the reason stays with the ruling." in without.content.decode()
    done = send(client, url, {**LEFT, "decide_bullseyes": "0", "reasons": "sick child", "reason": "told too late"})
    assert done.status_code == 302
    assert bullseyes(cast) == (0, 0)
    versions = [(ruling.version, ruling.state) for ruling in Ruling.objects.order_by("version")]
    assert versions == [(1, RulingState.REPLACED), (2, RulingState.STANDING)]
    page = client_of(None).get(about(cast, incident)).content.decode()
    assert "told too late" in page
    assert "sick child" in page


def test_earlier_rulings_stand_beside_it_and_a_departure_is_flagged(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    first = report(cast, cast.official, {**LEFT, "decide_bullseyes": "1", "reasons": "long"})
    other = {**LEFT, "decide_bullseyes": "0", "reasons": "a bus"}
    assert send(client_of(cast.director), at_table(cast, number=2), other).status_code == 302
    second = Incident.objects.latest("pk")
    page = client_of(None).get(about(cast, second))
    assert [case.ruling.incident_id for case in page.context["beside"].cases] == [first.pk]
    assert "This departs from earlier rulings." in page.content.decode()
    assert "This departs from" not in client_of(None).get(about(cast, first)).content.decode()


def test_what_the_code_gives_by_itself_departs_from_nothing(cast: Cast) -> None:
    open_it(cast)
    first = {"clause": "6.a", "offender": "S", "phase": "first-round", "kicked": "0", "called_by": "S"}
    report(cast, cast.official, first)
    second = report(cast, cast.official, {**first, "kicked": "3"})
    page = client_of(None).get(about(cast, second))
    assert len(page.context["beside"].cases) == 1
    assert not page.context["beside"].departs


def test_warned_before_is_shown(cast: Cast) -> None:
    open_it(cast)
    signed = {"clause": "2.a", "offender": "N", "phase": "playing"}
    report(cast, cast.official, signed)
    page = client_of(cast.official).get(at_table(cast), signed)
    assert [(one.player, one.counts) for one in page.context["ruling"].warnings] == [("Anil Joseph", True)]
    assert page.context["effects"] == ["1 point to Scarlets (E/W)"]
    assert "Warned before" in page.content.decode()


def test_the_case_book_is_searched(cast: Cast) -> None:
    open_it(cast)
    report(cast, cast.official, {**LEFT, "decide_bullseyes": "0", "reasons": "the bridge was closed"})
    report(cast, cast.official, {"clause": "2.a", "offender": "E", "phase": "playing"})
    client = client_of(None)
    book = of_tournament(cast, "rulings")

    def clauses(**asked: str) -> list[str]:
        return [case.ruling.clause for case in client.get(book, asked).context["cases"]]

    assert clauses() == ["2.a", "11.o"]
    assert clauses(q="bridge") == ["11.o"]
    assert clauses(q="Gemma") == ["2.a"]
    assert clauses(q="11.o") == ["11.o"]
    assert clauses(clause="2.a") == ["2.a"]
    assert clauses(q="\0nothing of the kind") == []
    assert client.get(book, {"page": "x"}).status_code == 200


def test_figures_count_what_stands(cast: Cast) -> None:
    open_it(cast)
    signed = {"clause": "2.a", "offender": "N", "phase": "playing"}
    report(cast, cast.official, signed)
    report(cast, cast.official, signed)
    cheated = report(cast, cast.official, {"clause": "11.a", "offender": "E", "phase": "playing"})
    found = client_of(None).get(of_tournament(cast, "penalties")).context["found"]
    rows = [(row.key, row.rulings, row.warnings, row.points, row.bullseyes, row.sent_away) for row in found.clauses]
    assert rows == [("2.a", 2, 1, 1, 0, 0), ("11.a", 1, 0, 0, 1, 1)]
    assert [(row.name, row.rulings) for row in found.teams] == [("Pelicans", 2), ("Scarlets", 1)]
    assert [(row.name, row.rulings) for row in found.players] == [("Anil Joseph", 2), ("Gemma Charles", 1)]
    form = client_of(cast.official).get(about(cast, cheated)).context["cancel_form"]
    told = {name: form[name].value() for name in ("expected", "client_id")}
    client_of(cast.official).post(about(cast, cheated, "incident-cancel"), {**told, "reason": "wrong"})
    found = client_of(None).get(of_tournament(cast, "penalties")).context["found"]
    assert (found.total.rulings, found.total.bullseyes) == (2, 0)


@pytest.mark.parametrize("name", ["rulings", "penalties"])
def test_before_anything_is_ruled_the_page_says_what_will_be_here(cast: Cast, name: str) -> None:
    page = client_of(None).get(of_tournament(cast, name)).content.decode()
    assert "Nothing was ruled yet." in page


def test_a_clauses_page_shows_what_was_ruled_under_it_in_every_tournament(cast: Cast, other_cast: Cast) -> None:
    open_it(cast)
    open_it(other_cast)
    here = report(cast, cast.official, CHEATED)
    there = report(other_cast, other_cast.official, CHEATED)
    page = client_of(None).get("/code/11.a/", {"t": cast.tournament.slug})
    assert [case.ruling.incident_id for case in page.context["cases"]] == [there.pk, here.pk]
    text = page.content.decode()
    assert "Island League, Pelicans v Scarlets" in text
    assert "Nothing was ruled under this clause yet." in client_of(None).get("/code/11.b/").content.decode()
