"""On a phone: a captain reports, an official is told, sees the ruling before it is given, and the board has it."""

from __future__ import annotations

from typing import Any

import pytest

from penalties.models import Call, Incident, Ruling
from scoring.models import LedgerEvent
from tests.browser.test_a_real_match import sign_in, sign_out, tap
from tests.cast import Cast, make_cast
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table_in_play(transactional_db: None) -> Cast:
    """Table 1 with one hand chalked: N/S 3, E/W 1; East deals the next."""
    cast = make_cast()
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    return cast


def scores(page: Any) -> list[str]:
    return [text.strip() for text in page.locator(".board .score").all_inner_texts()]


def fits_the_phone(page: Any) -> bool:
    """Whether nothing runs out of the screen's side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_incident_preview_ruling_board(table_in_play: Cast, page: Any) -> None:
    cast = table_in_play
    match_page = f"/t/{cast.tournament.slug}/matches/{cast.match.pk}/"

    # The captain: from the match page, who, what, and the report.
    sign_in(page, cast.captain_away)
    page.goto(match_page)
    page.get_by_role("link", name="Penalty").first.click()
    tap(page, offender="N")
    tap(page, phase="playing")
    page.get_by_role("searchbox").fill("palming")
    page.get_by_role("button", name="Find").click()
    assert fits_the_phone(page)
    page.get_by_role("button", name="11.a Cheating").first.click()
    page.locator(".verdict", has_text="1 bullseye to Scarlets").wait_for()
    assert fits_the_phone(page)
    page.get_by_role("button", name="Tell the official").click()
    page.get_by_text("The official is told").wait_for()
    assert Incident.objects.get().state == "claimed"
    assert LedgerEvent.objects.count() == 2
    sign_out(page)

    # The scorer calls with one tap.
    sign_in(page, cast.scorer)
    page.goto(f"{match_page}tables/1/")
    assert scores(page) == ["3", "1"]
    page.get_by_role("button", name="Call an official").click()
    page.get_by_text("An official is called.").wait_for()
    assert Call.objects.filter(closed_at=None).count() == 1
    sign_out(page)

    # The official: the badge, the queue, on the way, the claim; another clause fits better.
    sign_in(page, cast.official)
    page.goto(match_page)
    page.get_by_role("link", name="Queue 1 waiting").click()
    assert fits_the_phone(page)
    page.get_by_role("button", name="I am coming").click()
    page.get_by_text("You are on the way.").wait_for()
    page.get_by_role("link", name="11.a Cheating").click()
    page.get_by_role("link", name="Rule on this").click()
    page.locator(".verdict", has_text="1 bullseye to Scarlets").wait_for()
    # The offender was South after all: the ruling follows the tap.
    tap(page, offender="S")
    page.locator(".verdict", has_text="Bernadette Khan (South) must be substituted").wait_for()
    assert fits_the_phone(page)
    assert not Ruling.objects.exists()
    page.get_by_label("Reasons").fill("A jack in the sleeve, seen by three.")
    page.get_by_role("button", name="Rule this").click()
    page.get_by_text("Ruled. The board has it.").wait_for()
    assert fits_the_phone(page)
    ruling = Ruling.objects.get()
    assert (ruling.clause, ruling.offender_seat, ruling.reasons) == (
        "11.a",
        "S",
        "A jack in the sleeve, seen by three.",
    )

    # The chalk board: the game went to E/W, the next stands at nothing.
    page.goto(f"{match_page}tables/1/")
    assert scores(page) == ["0", "0"]
    assert [text.strip() for text in page.locator(".board .tally").all_inner_texts()] == ["0", "1"]
    page.goto(match_page)
    page.locator(".story", has_text="South (Bernadette Khan)").wait_for()
    assert page.locator(".story a", has_text="11.a").count() == 1


def test_the_questions_grow_with_the_answers(table_in_play: Cast, page: Any) -> None:
    cast = table_in_play
    sign_in(page, cast.official)
    page.goto(
        f"/t/{cast.tournament.slug}/matches/{cast.match.pk}/tables/1/incident/?clause=11.o&offender=N&phase=playing"
    )
    minutes = page.get_by_label("How many minutes have gone?")
    assert page.locator('input[name="decide_bullseyes"]').count() == 0
    minutes.fill("12")
    minutes.blur()
    page.locator('input[name="decide_bullseyes"][value="1"]').check()
    page.locator(".verdict", has_text="1 bullseye to Scarlets").wait_for()
    assert minutes.input_value() == "12"
    page.locator('input[name="decide_bullseyes"][value="0"]').check()
    page.locator(".verdict .effects", has_text="1 bullseye").wait_for(state="detached")
