"""A dispute in a real browser: raised on a captain's phone, its clock on everybody's page, settled by the official.

Two phones are open at once: the captains'. The clock is turned by hand, since nobody waits five minutes.
"""

from __future__ import annotations

import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from penalties.models import Dispute, Ruling
from scoring.models import Board
from tests.browser.test_a_real_match import at, sign_in
from tests.cast import Cast, make_cast
from tests.flush import without_triggers
from tests.penalties.acts import RENEGED, rule_now
from tests.scoring.ledgers import open_it, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def turn_the_clock(**left: Any) -> None:
    """Leave so much on the captains' clock, by hand: what the triggers refuse."""
    with transaction.atomic(), without_triggers(connection):
        Dispute.objects.update(clock_ends_at=timezone.now() + timedelta(**left))


def raise_it(page: Any, cast: Cast) -> Dispute:
    sign_in(page, cast.captain_home)
    page.goto(at(cast.match))
    page.get_by_role("link", name="Dispute", exact=True).first.click()
    page.get_by_label("What is disputed?").fill("Did North follow suit in the third lift?")
    page.get_by_role("button", name="Raise it: the five minutes begin").click()
    page.get_by_text("The captains talk", exact=True).wait_for()
    return Dispute.objects.get()


def seconds(page: Any) -> int:
    """What the clock on a page says."""
    minutes, _, rest = page.locator(".clock .left").inner_text().partition(":")
    return int(minutes) * 60 + int(rest)


def said(seconds: int) -> str:
    """So many seconds as the clock says them."""
    return f"{seconds // 60}:{seconds % 60:02}"


def keeps_time(page: Any) -> None:
    """The clock on a page says what the server's says, however slow the machine: between before and after the look."""

    def left() -> float:
        return (Dispute.objects.get().clock_ends_at - timezone.now()).total_seconds()

    before, shown, after = left(), seconds(page), left()
    assert after - SLACK <= shown <= before + SLACK


SLACK = 3
"""Seconds by which a busy browser draws late."""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    cast = make_cast()
    open_it(cast)
    return cast


def test_from_the_dispute_over_the_clock_to_the_officials_ruling_and_the_sheet(
    cast: Cast, page: Any, browser: Any, celery_worker: Any, tmp_path: Path
) -> None:
    dispute = raise_it(page, cast)
    here = page.url

    # The clock runs on its own, by the server's time, whatever the phone believes.
    first = seconds(page)
    assert first <= 300
    page.wait_for_function("said => document.querySelector('.clock .left').innerText !== said", arg=said(first))
    assert seconds(page) < first
    keeps_time(page)
    wrong = browser.new_context(base_url=page.url.split("/t/")[0], locale="en-GB")
    wrong.add_init_script("const real = Date.now; Date.now = () => real() + 7200000;")
    other = wrong.new_page()
    other.goto(here)
    other.locator(".clock .left").wait_for()
    keeps_time(other)

    # The other captain's phone sees the settlement that is offered, and does not take it.
    page.get_by_label("Clause").fill("10.a")
    page.get_by_label("What follows").fill("No renege: the hand stands.")
    page.get_by_role("button", name="Offer this settlement").click()
    page.get_by_text("Written down. The other captain confirms it.").wait_for()
    sign_in(other, cast.captain_away)
    other.goto(here)
    other.get_by_text("No renege: the hand stands.").wait_for()
    assert other.get_by_role("button", name="Agree: settle it by 10.a").is_visible()

    # The time is over: both pages say so by themselves.
    turn_the_clock(seconds=3)
    for phone in (page, other):
        phone.goto(here)
        phone.locator("#live strong", has_text="With the official").first.wait_for(timeout=20_000)
        assert phone.locator(".clock").count() == 0
    assert Dispute.objects.get().state == "official"
    wrong.close()

    # The official rules on the incident, and decides the dispute by that ruling.
    ruling = rule_now(cast, RENEGED).ruling
    sign_out_here(page)
    sign_in(page, cast.official)
    page.goto(here)
    page.get_by_label("A ruling").check()
    page.get_by_label("Which ruling").select_option(str(ruling.pk))
    page.get_by_label("Clause").fill("10.a")
    page.get_by_label("What is decided").fill("North reneged in the third lift.")
    page.locator("section[aria-labelledby=decide]").get_by_label("Reasons").fill("The packed lifts prove it.")
    page.get_by_role("button", name="Decide, finally").click()
    page.get_by_text("Decided by the official").first.wait_for()

    dispute = Dispute.objects.get(pk=dispute.pk)
    assert (dispute.state, dispute.ruling) == ("decided", Ruling.objects.get())
    assert Board.objects.get(table=table_of(cast)).away_bullseyes == 1
    page.goto(at(cast.match))
    assert page.locator(".versus .away .bullseyes").inner_text() == "1"

    # And the printed sheet has it.
    page.locator('button[value="score-sheet"]').click()
    link = page.get_by_role("link", name="Download the PDF")
    link.wait_for(timeout=60_000)
    with page.expect_download() as waiting:
        link.click()
    sheet = tmp_path / "sheet.pdf"
    waiting.value.save_as(sheet)
    text = subprocess.run(["pdftotext", "-layout", str(sheet), "-"], check=True, capture_output=True, text=True).stdout
    assert "North (Anil Joseph) reneged (10.a)" in " ".join(text.split())


def test_the_captains_agree_on_two_phones(cast: Cast, page: Any, browser: Any) -> None:
    raise_it(page, cast)
    here = page.url
    other = browser.new_context(base_url=here.split("/t/")[0], locale="en-GB").new_page()
    sign_in(other, cast.captain_away)
    other.goto(here)

    page.get_by_label("Clause").fill("10.a")
    page.get_by_label("What follows").fill("No renege: the hand stands.")
    page.get_by_role("button", name="Offer this settlement").click()

    # Nothing is typed there: the page loads itself anew, with what can be confirmed.
    agree = other.get_by_role("button", name="Agree: settle it by 10.a")
    agree.wait_for(timeout=20_000)
    agree.click()
    other.get_by_text("Agreed by the captains").first.wait_for()
    page.get_by_text("Agreed by the captains").first.wait_for(timeout=20_000)
    assert Dispute.objects.get().state == "agreed"
    other.context.close()


def sign_out_here(page: Any) -> None:
    """On a phone signing out stands on the account's page."""
    page.context.clear_cookies()
