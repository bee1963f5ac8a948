"""A two-table match in a real browser, from the toss to the printed sheet.

Table 1 is played hand by hand on a phone, table 2 is typed from paper, the level
match goes to a decider, a second person confirms, and the sheet comes out as a PDF.
Two games a table, so the race is to three.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from scoring.models import LedgerEvent, Result
from tests.cast import Cast, make_cast
from tests.factories import PASSWORD
from tournaments.models import Match, Table, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def short_match(transactional_db: None) -> Cast:
    """The cast's match with two games a table."""
    cast = make_cast()
    type(cast.tournament).objects.update(games_per_table=2)
    Table.objects.update(games=2)
    return cast


def sign_in(page: Any, user: User) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Sign-in name").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "sign-in" not in url)


def sign_out(page: Any) -> None:
    page.goto("/account/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").wait_for()


def at(match: Match, end: str = "") -> str:
    return f"/t/{match.tournament.slug}/matches/{match.pk}/{end}"


def tap(page: Any, **keys: str) -> None:
    for row, value in keys.items():
        page.locator(f'input[name="{row}"][value="{value}"]').check()


def open_table(page: Any, match: Match, end: str) -> None:
    page.goto(at(match, end))
    tap(page, toss="home", home_pair="NS", first_dealer="S")
    page.locator("button.main.full").click()
    page.locator(".board").wait_for()


def chalk(page: Any, sequence: int, **keys: str) -> None:
    """Tap a hand, read the preview, chalk it, and wait for the board that follows."""
    tap(page, **keys)
    page.locator("#preview", has_text="→").wait_for()
    page.get_by_role("button", name="Chalk this hand").click()
    page.locator(f'input[name="expected"][value="{sequence}"]').wait_for(state="attached")


def seven(pair: str) -> dict[str, str]:
    """High, low, a hung jack and gamble: seven points to one pair."""
    return {"high": pair, "low": pair, "jack": f"hung-{pair}", "gamble": pair}


def score(page: Any) -> list[str]:
    return [text.strip() for text in page.locator(".board .score").all_inner_texts()]


def test_from_the_toss_to_the_printed_sheet(short_match: Cast, page: Any, celery_worker: Any, tmp_path: Path) -> None:
    match = short_match.match
    sign_in(page, short_match.scorer)
    open_table(page, match, "tables/1/open/")
    assert score(page) == ["0", "0"]

    # The dealer (South) kicks the jack, 3; gives one; E/W high; N/S low and gamble: N/S 6, E/W 2.
    tap(page, kick_1="J", then="gave", high="EW", low="NS", gamble="NS")
    preview = page.locator("#preview", has_text="→")
    preview.wait_for()
    assert "N/S 6, E/W 2" in " ".join(preview.inner_text().split())
    assert LedgerEvent.objects.count() == 1
    page.get_by_role("button", name="Chalk this hand").click()
    page.locator('input[name="expected"][value="2"]').wait_for(state="attached")
    assert score(page) == ["6", "2"]
    assert page.locator(".board .bar").inner_text().count("East deals") == 1

    # The jack of trumps was kicked: nobody can hang it. The page says so, and nothing is saved.
    tap(page, kick_1="J", high="NS", low="NS", jack="hung-NS", gamble="NS")
    page.get_by_role("button", name="Chalk this hand").click()
    page.locator(".message.error").wait_for()
    assert "jack" in page.locator(".message.error").inner_text().lower()
    assert LedgerEvent.objects.count() == 2

    # Undo the first hand: the struck one stays in the list, the board is as before.
    page.goto(at(match, "tables/1/correct/"))
    page.get_by_label("Why is it wrong?").fill("It was the jack of the other suit.")
    page.get_by_role("button", name="Strike it").click()
    page.locator('input[name="expected"][value="3"]').wait_for(state="attached")
    assert score(page) == ["0", "0"]
    assert page.locator(".hands .gone").count() == 1

    # Seven and seven: at 14 the game closes and the bullseye is tallied. Twice, to the home team.
    for sequence in (4, 5, 6):
        chalk(page, sequence, **seven("NS"))
    tap(page, **seven("NS"))
    page.get_by_role("button", name="Chalk this hand").click()
    page.get_by_text("Every game of this table is played").wait_for()
    assert Match.objects.get(pk=match.pk).tally.home_bullseyes == 2

    # Table 2 from paper: too many bullseyes are refused, then two for the away team.
    page.goto(at(match, "tables/2/tally/"))
    names = ("home_bullseyes", "away_bullseyes", "home_hang_jacks", "away_hang_jacks")
    figures = [page.locator(f'input[name="{name}"]') for name in names]
    for field, value in zip(figures, ("1", "2", "0", "1"), strict=True):
        field.fill(value)
    page.locator("button.main.full").click()
    page.locator(".message.error, .errorlist").first.wait_for()
    for field, value in zip(figures, ("0", "2", "0", "1"), strict=True):
        field.fill(value)
    page.locator("button.main.full").click()
    page.wait_for_url(lambda url: "tally" not in url)
    assert Match.objects.get(pk=match.pk).tally.state == "level"

    # Level at 2–2: the decider, best of three, adds one bullseye to its winner.
    open_table(page, match, "decider/")
    chalk(page, 2, **seven("EW"))
    chalk(page, 3, **seven("EW"))
    chalk(page, 4, **seven("EW"))
    tap(page, **seven("EW"))
    page.get_by_role("button", name="Chalk this hand").click()
    page.get_by_text("The match is over").wait_for()
    tally = Match.objects.get(pk=match.pk).tally
    assert (tally.state, tally.winner, tally.home_bullseyes, tally.away_bullseyes) == ("played", "away", 2, 3)

    # Who recorded may not confirm; a second person does.
    sign_out(page)
    sign_in(page, short_match.official)
    page.goto(at(match, "confirm/"))
    page.get_by_role("button", name="Confirm:").click()
    page.get_by_text("confirmed", exact=False).first.wait_for()
    result = Result.objects.get()
    assert (result.winner, result.confirmed_by, result.entered_by) == ("away", short_match.official, short_match.scorer)

    # The standings count it.
    page.goto(f"/t/{match.tournament.slug}/standings/")
    rows = page.locator("tbody tr")
    assert rows.count() == 2
    assert "Scarlets" in rows.nth(0).inner_text()

    # The sheet: asked for, watched, downloaded.
    page.goto(at(match))
    page.locator('button[value="score-sheet"]').click()
    link = page.get_by_role("link", name="Download the PDF")
    link.wait_for(timeout=60_000)
    with page.expect_download() as waiting:
        link.click()
    sheet = tmp_path / "sheet.pdf"
    waiting.value.save_as(sheet)
    text = subprocess.run(
        ["pdftotext", "-layout", str(sheet), "-"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for word in ("Pelicans", "Scarlets", "Anil Joseph", "Gemma Charles", "It was the jack of the other suit."):
        assert word in text
