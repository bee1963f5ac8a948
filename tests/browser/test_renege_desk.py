"""The renege desk in a real browser, on a phone: 24 packed cards, "proved" with its cards, and the ruling prefilled."""

from __future__ import annotations

from typing import Any

import pytest

from penalties.models import Ruling
from scoring.models import Board
from tests.browser.test_a_real_match import at, sign_in
from tests.cast import Cast, make_cast
from tests.scoring.ledgers import open_it, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# South deals and kicks 4♠; East throws 9♥ on the diamonds of lift 2 and shows 8♦ in lift 6.
LIFTS = ["8C TC 3C AC", "7D 9H 6D AD", "JS KS AS 3S", "KC 9D 2C 2S", "4H 2H QH TH", "5H QC TD 8D"]
LEADERS = ["E", "S", "W", "E", "S", "N"]
PROOF = "E played 9♥ on lift 2 holding 8♦, shown on lift 6."


@pytest.fixture
def opened(transactional_db: None) -> Cast:
    cast = make_cast()
    open_it(cast)
    return cast


def pick(page: Any, card: str) -> None:
    page.locator(f'.picker button[value="{card}"]').click()


def test_from_24_cards_to_the_ruling(opened: Cast, page: Any) -> None:
    sign_in(page, opened.official)
    page.goto(at(opened.match, "tables/1/renege/"))
    page.locator('input[name="dealer"][value="S"]').check()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "add=" in request.url else None)
    pick(page, "4S")
    for number, (lift, leader) in enumerate(zip(LIFTS, LEADERS, strict=True), 1):
        page.get_by_text(f"Lift {number} of 6").wait_for()
        page.get_by_text(f"led by {leader}").wait_for()
        for card in lift.split():
            pick(page, card)
            assert not page.locator(f'.picker button[value="{card}"]').is_visible()
    page.get_by_text("All 6 lifts are entered.").wait_for()
    assert len(requests) == 7
    assert page.locator("li.proved strong").inner_text() == "East · Gemma Charles"
    assert page.locator("li.proved .proof").inner_text() == PROOF
    assert page.locator("li.cleared").count() == 3

    page.reload()
    assert page.locator("li.proved .proof").inner_text() == PROOF

    page.get_by_role("link", name="Rule on 10.a, reneging").click()
    page.wait_for_url("**/incident/?*")
    assert page.locator('input[name="offender"]:checked').input_value() == "E"
    assert page.locator('input[name="phase"]:checked').input_value() == "playing"
    assert page.locator('[name="note"]').input_value() == PROOF
    page.locator("button.main.full").click()
    page.wait_for_url("**/incidents/**")
    ruling = Ruling.objects.get()
    assert (ruling.clause, ruling.offender_seat, ruling.incident.note) == ("10.a", "E", PROOF)
    assert Board.objects.get(table=table_of(opened)).home_bullseyes == 1


def test_a_slip_of_the_thumb_is_taken_back(opened: Cast, page: Any) -> None:
    """Cards of the lift that is begun are taken back without the network, those of a whole lift with it."""
    sign_in(page, opened.scorer)
    page.goto(at(opened.match, "tables/1/renege/"))
    pick(page, "4S")
    page.get_by_text("Lift 1 of 6").wait_for()
    pick(page, "8C")
    pick(page, "9C")
    undo = page.get_by_role("button", name="Take back the last card")
    undo.click()
    assert page.locator('.picker button[value="9C"]').is_visible()
    assert page.locator(".slots b").all_inner_texts() == ["8♣", "", "", ""]
    for card in ("TC", "3C", "AC"):
        pick(page, card)
    page.get_by_text("Lift 2 of 6").wait_for()
    undo.click()
    page.get_by_text("Lift 1 of 6").wait_for()
    assert page.locator(".slots b").all_inner_texts() == ["8♣", "10♣", "3♣", ""]
    pick(page, "AC")
    page.get_by_text("Lift 2 of 6").wait_for()


def test_without_the_network_nothing_is_lost(opened: Cast, page: Any) -> None:
    sign_in(page, opened.scorer)
    page.goto(at(opened.match, "tables/1/renege/"))
    pick(page, "4S")
    page.get_by_text("Lift 1 of 6").wait_for()
    page.context.set_offline(True)
    for card in ("8C", "TC", "3C", "AC"):
        pick(page, card)
    page.get_by_text("The network did not answer.").wait_for()
    assert page.locator(".slots b").all_inner_texts() == ["8♣", "10♣", "3♣", "A♣"]
    page.context.set_offline(False)
    page.get_by_role("button", name="Send again").click()
    page.get_by_text("Lift 2 of 6").wait_for()
    page.get_by_text("led by S").wait_for()


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_runs_over_the_edge(opened: Cast, page: Any, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 740})
    sign_in(page, opened.official)
    whole = "?dealer=S&kicks=4S&cards=E8CTC3CAC+S7D9H6DAD+WJSKSAS3S+EKC9D2C2S+S4H2HQHTH+N5HQCTD8D"
    for address in (
        at(opened.match, "tables/1/renege/"),
        at(opened.match, "tables/1/renege/") + whole,
        "/code/",
        "/code/6.a/",
    ):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 360:
        page.goto(at(opened.match, "tables/1/renege/"))
        smallest = page.locator(".picker button").evaluate_all(
            "buttons => Math.min(...buttons.map(b => Math.min(b.offsetWidth, b.offsetHeight)))"
        )
        assert smallest >= 42
