"""Rulings in the public story of a match and on its printed sheet, from the ledger itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from scoring.documents import sheets
from tests.cast import Cast, client_of
from tests.penalties.views.desk import about, report, send
from tests.scoring.ledgers import open_it
from tests.scoring.views.pages import match_url
from tournaments.models import Match

SIGNED: dict[str, Any] = {"clause": "2.a", "offender": "N", "phase": "playing"}
CHEATED: dict[str, Any] = {"clause": "11.a", "offender": "E", "phase": "playing"}
LEFT: dict[str, Any] = {"clause": "11.o", "offender": "N", "phase": "playing", "minutes": "12", "by": "official"}

pytestmark = pytest.mark.django_db


def story(cast: Cast) -> list[tuple[str, str]]:
    """Clause and text of every line that a ruling or a correction made, newest first."""
    lines = client_of(None).get(match_url(cast)).context["story"]
    return [(line.clause, line.text) for line in lines if line.text.startswith(("Ruling", "Correction"))]


def sheet(cast: Cast) -> Any:
    """Table 1 of the printed sheet."""
    return sheets.score_sheet(Match.objects.select_related("tally").get(pk=cast.match.pk)).tables[0]


def test_a_ruling_is_told_with_its_clause_and_the_name(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.official, CHEATED)
    reason = incident.rulings.get().result["reason"]
    assert reason.startswith("East ")
    named = f"East (Gemma Charles){reason[4:]}"
    assert story(cast) == [("11.a", f"Ruling. {named.replace(' (11.a)', '')}")]
    table = sheet(cast)
    assert table.rulings == (f"Entry 2. {named}",)
    assert table.sanctioned == ("Gemma Charles (11.a)",)
    assert table.warnings == ()


def test_warnings_stand_on_the_sheet(cast: Cast) -> None:
    open_it(cast)
    report(cast, cast.official, SIGNED)
    assert sheet(cast).warnings == ("North (Anil Joseph), 2.a",)
    assert sheet(cast).sanctioned == ()


def test_a_cancelled_ruling_is_told_with_the_reason_and_sanctions_nobody(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.official, CHEATED)
    form = client_of(cast.official).get(about(cast, incident)).context["cancel_form"]
    told = {name: form[name].value() for name in ("expected", "client_id")}
    client_of(cast.official).post(about(cast, incident, "incident-cancel"), {**told, "reason": "wrong man"})
    lines = story(cast)
    assert lines[0] == ("", "Ruling #2 cancelled: wrong man")
    assert lines[1][1].endswith(" (cancelled later)")
    table = sheet(cast)
    assert table.sanctioned == ()
    assert table.rulings[0].endswith("This ruling was cancelled later.")
    assert table.corrections[0].startswith("Entry 2")
    assert table.corrections[0].endswith("struck by Official: wrong man")


def test_a_changed_ruling_is_told_with_what_it_replaced(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.official, {**LEFT, "decide_bullseyes": "1", "reasons": "long"})
    url = about(cast, incident, "incident-change")
    send(client_of(cast.official), url, {**LEFT, "decide_bullseyes": "0", "reasons": "ill", "reason": "told too late"})
    lines = story(cast)
    assert lines[0][0] == "11.o"
    assert lines[0][1].startswith("Ruling changed (told too late). North (Anil Joseph) ")
    assert lines[1][1].endswith(" (changed later)")
    first, second = sheet(cast).rulings
    assert first.endswith("This ruling was changed later.")
    assert second.startswith("Entry 3. North (Anil Joseph) ")
    assert second.endswith("It took the place of entry 2: told too late.")
    assert sheet(cast).corrections == ()


def test_the_printed_page_names_them(cast: Cast) -> None:
    open_it(cast)
    report(cast, cast.official, CHEATED)
    report(cast, cast.official, SIGNED)
    whole = sheets.score_sheet(Match.objects.select_related("tally").get(pk=cast.match.pk))
    page = render_to_string(
        "documents/score_sheet.html", {"sheet": whole, "match": cast.match, "tournament": cast.tournament}
    )
    assert "<h3>Sanctioned by name</h3>" in page
    assert "<strong>Gemma Charles (11.a)</strong>" in page
    assert "Warnings that stand: North (Anil Joseph), 2.a." in page
