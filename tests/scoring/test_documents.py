"""What stands on the paper, read back from the PDF."""

from __future__ import annotations

import io
import re
from typing import Any
from uuid import uuid4

import pytest
from pypdf import PdfReader

from scoring.documents import document
from scoring.documents.rendering import render
from scoring.documents.sheets import score_sheet
from scoring.models import PrintJob, PrintKind, Result
from scoring.services import ledger, results, tables
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, record_all, seven, table_of, tally
from tournaments.models import Match, Player, RosterEntry, Team, Tournament
from tournaments.services import matches

pytestmark = pytest.mark.django_db


def pages(cast: Cast, kind: PrintKind) -> list[str]:
    """The text of each page, spaces made single."""
    match = None if kind is PrintKind.STANDINGS else Match.objects.get(pk=cast.match.pk)
    job = PrintJob(tournament=cast.tournament, match=match, kind=kind, requested_by=cast.scorer)
    pdf = render(document(job), lambda per_cent, step: None)
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def sheet_of(cast: Cast) -> Any:
    return score_sheet(Match.objects.get(pk=cast.match.pk))


def marks(hands: Any) -> str:
    """A side's hands of a game as on the sheet: hands parted by |, struck marks in ~, late ones in brackets."""
    return " | ".join(
        " ".join(f"~{mark.text}~" if mark.struck else mark.text if mark.counted else f"({mark.text})" for mark in hand)
        for hand in hands
    )


def test_a_game_chalk_by_chalk(cast: Cast) -> None:
    """Kicked ace by S's side, then 3–1 with a given point, one hand struck, and a game ended by a hung jack.

    Hand 1 (S deals, kicks the ace: N–S 1; high 1, gamble 2 N–S; low E–W): 4–1. Hand 2 (E deals; E kicks a jack, 3;
    high, low, gamble to E–W, 4): 4–8, struck for the same hand with the low to N–S: 5–7. Then sevens to N–S:
    12–7, then high makes 13 and low 14; the hang jack and the gamble come after the target.
    """
    open_it(cast)
    table = table_of(cast)
    record(table, {**ORDINARY, "kicks": ["AS"]}, 1, cast.scorer)
    second = {**ORDINARY, "kicks": ["JH"], "high": "EW", "low": "EW", "gamble": {"pair": "EW"}}
    record(table, second, 2, cast.scorer)
    correct(table, 3, cast.scorer, reason="the low was ours", replace={**second, "low": "NS"})
    record_all(table, [seven("NS"), seven("NS")], cast.scorer, expected=4)
    first = sheet_of(cast).tables[0].games[0]
    assert (first.label, first.scores, first.bullseyes, first.hang_jacks) == ("1", ("14", "7"), ("1", ""), ("1", ""))
    assert marks(first.hands[0]) == "K1 H G2 | L | H L HJ3 G2 | H L (HJ3) (G2)"
    assert marks(first.hands[1]) == "L | ~K3~ ~H~ ~L~ ~G2~ K3 H G2"
    text = pages(cast, PrintKind.SCORE_SHEET)[0]
    assert "1 K1 H G2 L H L HJ3 G2 H L (HJ3) (G2) 14 L K3 H L G2 K3 H G2 7 1 1" in text
    assert "Entry 3 in game 1 (E/W K3 E/W H E/W L E/W G2) corrected by Scorer: the low was ours" in text


@pytest.fixture
def played(cast: Cast) -> Cast:
    """Table 1 from hands and games, with a substitution; table 2 from a tally; won 11–6 and confirmed."""
    open_it(cast)
    table = table_of(cast)
    record_all(table, [seven("NS"), seven("NS"), game("EW", 13)], cast.scorer)
    substitute = RosterEntry.objects.get(team=cast.home_team, number=5).player_id
    tables.substitute(
        table, seat="N", player=substitute, reason="choice", expected=4, client_id=uuid4(), by=cast.scorer
    )
    record_all(table, [game("NS") for _ in range(7)], cast.scorer, expected=5)
    record(table_of(cast, 2), tally(3, 5, (2, 1)), 0, cast.scorer)
    results.confirm(Match.objects.get(pk=cast.match.pk), by=cast.official)
    return cast


def test_the_filled_sheet(played: Cast) -> None:
    text = " ".join(pages(played, PrintKind.SCORE_SHEET))
    for part in (
        "Harbour Cup Score sheet Round: 1 Match:",
        "Pelicans won 11–6.",
        "Hang jacks 4–1. First to 11 bullseyes.",
        "Pelicans, N/S North Anil Joseph South Bernadette Khan",
        "Scarlets, E/W East Gemma Charles West Hollis Noel",
        "Toss won by Pelicans First dealer South",
        "1 H L HJ3 G2 H L HJ3 G2 14",
        "2 recorded without hands S 13 X 14 1",
        "Table 1 8 1 2 0",
        "North, after game 2: Errol Baptiste for Anil Joseph (own choice)",
        "+ typed as a tally from paper 3 5 2 1",
        "Table 2 3 5 2 1",
        "Entered by Scorer, confirmed by Official on",
        "Captain, Pelicans Captain, Scarlets Official, Official",
        "Ruleset: round-robin, as published.",
    ):
        assert part in text, part
    heads = Result.objects.get().heads
    assert f"Ledger: Table 1 {heads['1'][:16]} · Table 2 {heads['2'][:16]}" in text
    assert "moved on" not in text


def test_two_substitutes_at_once_are_marked_on_both_sides(cast: Cast) -> None:
    open_it(cast)
    table = table_of(cast)
    ids = dict(RosterEntry.objects.filter(team=cast.away_team).values_list("number", "player_id"))
    record_all(table, [game("NS", 3), game("NS", 5)], cast.scorer)
    for expected, (seat, number) in enumerate((("E", 5), ("W", 6)), start=3):
        asked: dict[str, Any] = {"seat": seat, "player": ids[number], "reason": "sick", "by": cast.scorer}
        tables.substitute(table, **asked, expected=expected, client_id=uuid4())
    rows = sheet_of(cast).tables[0].games
    assert [row.subs for row in rows] == [("", ""), ("XX", "SS")]
    text = pages(cast, PrintKind.SCORE_SHEET)[0]
    assert "2 recorded without hands XX 14 SS 5 1" in text
    assert "East, after game 2: Kamla Singh for Gemma Charles (sick)" in text
    assert "After a game: S one substitute, SS two at once, X and XX the opponents' mark." in text


def test_readings_that_differ_are_printed(cast: Cast) -> None:
    Tournament.objects.filter(pk=cast.tournament.pk).update(
        ruleset_options={"gamble_points": 1, "kicked_third_card": "six"}
    )
    cast.tournament.refresh_from_db()
    for kind in (PrintKind.SCORE_SHEET, PrintKind.BLANK_SHEET):
        text = " ".join(pages(cast, kind))
        assert "Ruleset: round-robin, with kicked_third_card = six; gamble_points = 1." in text


def test_a_level_match_prints_its_decider(cast: Cast) -> None:
    record(table_of(cast, 1), tally(6, 4), 0, cast.scorer)
    record(table_of(cast, 2), tally(4, 6), 0, cast.scorer)
    tables.open_decider(
        Match.objects.get(pk=cast.match.pk),
        seats=None,
        first_dealer=None,
        home_pair="NS",
        client_id=uuid4(),
        by=cast.scorer,
    )
    decider = cast.match.tables.get(kind="decider")
    ledger.append(decider.pk, tally(1, 2), expected=1, client_id=uuid4(), by=cast.scorer)
    text = " ".join(pages(cast, PrintKind.SCORE_SHEET))
    assert "Scarlets won 11–10" in text
    assert "Decider 1 2 0 0" in text


def test_the_blank_sheet_has_the_same_fields_in_the_same_order(cast: Cast) -> None:
    text = " ".join(pages(cast, PrintKind.BLANK_SHEET))
    fields = [
        "Round: 1",
        "Home Pelicans",
        "Away Scarlets",
        "Table 1",
        "Toss won by",
        "First dealer",
        "Game",
        "Chalks in the order made",
        "Substitutions",
        "Table 2",
        "Decider",
        "Result",
        "Captain, Pelicans",
        "Captain, Scarlets",
        "Ruleset:",
    ]
    places = [text.index(field) for field in fields]
    assert places == sorted(places)
    assert [text.count(f" {n} ") >= 2 for n in range(1, 11)] == [True] * 10
    assert not re.search(r"Table 1 \d+ \d+ \d+ \d+", text)


def test_the_boxes_of_the_blank_sheet_are_seven_millimetres_high(cast: Cast) -> None:
    from django.template.loader import render_to_string
    from weasyprint import HTML

    job = PrintJob(tournament=cast.tournament, match=cast.match, kind=PrintKind.BLANK_SHEET, requested_by=cast.scorer)
    wanted = document(job)
    drawn = HTML(string=render_to_string(wanted.template, wanted.context)).render()
    millimetre = 96 / 25.4
    heights = []
    boxes = [page._page_box for page in drawn.pages]
    while boxes:
        box = boxes.pop()
        boxes += getattr(box, "children", [])
        element = getattr(box, "element", None)
        if element is not None and getattr(element, "tag", "") == "td" and type(box).__name__ == "TableCellBox":
            empty = not "".join(element.itertext()).strip() and not len(element)
            if empty and element.get("class") is None:
                heights.append(box.border_height() / millimetre)
    assert len(heights) >= 2 * 11 * 4
    assert min(heights) >= 7


@pytest.mark.parametrize("name", ["W" * 80, "Society of Hang Jack Artists of Ж " * 2], ids=["one word", "words"])
@pytest.mark.parametrize("kind", list(PrintKind))
def test_names_of_any_length_stay_on_the_paper(cast: Cast, kind: PrintKind, name: str) -> None:
    from django.template.loader import render_to_string
    from weasyprint import HTML

    Team.objects.filter(pk=cast.home_team.pk).update(name=name)
    Team.objects.filter(pk=cast.away_team.pk).update(name=name[:-1])
    Player.objects.update(name="M" * 80)
    cast.tournament.name = "T" * 120
    cast.tournament.save()
    open_it(cast)
    match = None if kind is PrintKind.STANDINGS else Match.objects.get(pk=cast.match.pk)
    job = PrintJob(tournament=cast.tournament, match=match, kind=kind, requested_by=cast.scorer)
    wanted = document(job)
    assert len(wanted.file_name) <= 120
    drawn = HTML(string=render_to_string(wanted.template, wanted.context)).render()
    for page in drawn.pages:
        boxes = list(page._page_box.children)
        while boxes:
            box = boxes.pop()
            element = getattr(box, "element", None)
            if element is not None and element.get("class") == "foot":
                continue  # one line, cut off with an ellipsis
            boxes += getattr(box, "children", [])
            if type(box).__name__ == "TextBox":
                assert box.position_x >= 0
                assert box.position_x + box.width <= page.width + 0.5, box.text


def test_names_are_text_and_fetch_nothing(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    evil = '<img src="file:///etc/passwd"><link rel=attachment href="http://127.0.0.1:9/">'
    Team.objects.filter(pk=cast.home_team.pk).update(name=evil[:80])
    assert evil[:60] in " ".join(pages(cast, PrintKind.SCORE_SHEET))


@pytest.mark.parametrize(
    "address", ["file:///etc/hostname", "http://127.0.0.1:9/x.png", "https://example.org/", "data:image/png;base64,AA"]
)
def test_a_document_fetches_nothing(
    cast: Cast, address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Even a template that asked for an address would get nothing."""
    from scoring.documents import Document, rendering

    html = f'<img src="{address}"><style>@import "{address}"; p {{ background: url({address}) }}</style><p>x'
    monkeypatch.setattr(rendering, "render_to_string", lambda template, context: html)
    asked: list[str] = []
    made = rendering.Unfetchable.__init__

    def noted(self: Any, url: str) -> None:
        asked.append(url)
        made(self, url)

    monkeypatch.setattr(rendering.Unfetchable, "__init__", noted)
    assert render(Document("", {}, ""), lambda per_cent, step: None).startswith(b"%PDF-")
    assert address in asked


def test_a_big_match_runs_over_pages_with_heads_and_numbers(cast: Cast) -> None:
    matches.update(cast.match, size={"tables": 3, "games": 40})
    table = table_of(cast)
    record(table, game("NS"), 0, cast.scorer)
    record_all(table, [game("NS" if n % 2 else "EW") for n in range(39)], cast.scorer, expected=2)
    text = pages(cast, PrintKind.BLANK_SHEET)
    assert len(text) >= 5
    for number, page in enumerate(text, 1):
        assert f"Page {number} of {len(text)}" in page
    filled = pages(cast, PrintKind.SCORE_SHEET)
    assert sum("Chalks in the order made" in page for page in filled) >= 2
    assert "Table 1 20 20 0 0" in " ".join(filled)


def test_the_standings_say_what_is_not_counted_yet(cast: Cast) -> None:
    record(table_of(cast, 1), tally(9, 1), 0, cast.scorer)
    record(table_of(cast, 2), tally(2, 1), 0, cast.scorer)
    text = " ".join(pages(cast, PrintKind.STANDINGS))
    assert "Matches counted: 0 of 1; 1 awaits confirmation" in text
    assert (
        "Order: more wins, then greater bullseye difference, then more bullseyes for, then more hang jacks for." in text
    )
    assert "1 Pelicans 0 0 0 0 0 0 0 1 Scarlets 0 0 0 0 0 0 0" in text
