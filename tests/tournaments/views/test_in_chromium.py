"""The set-up pages in a real browser: what is worked out as one types, and that nothing is wider than a phone.

The ``page`` fixture fails on any script error and on anything that the content security policy refused.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.cast import Cast, make_cast
from tests.factories import PASSWORD, RoundFactory
from tournaments.services import divisions, teams

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_in(page: Any, username: str) -> None:
    page.goto("/sign-in/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", PASSWORD)
    page.click("button.main")
    page.wait_for_url("**/")


@pytest.fixture
def hall() -> Cast:
    """A cast with long names, so that a page that can overflow does."""
    cast = make_cast()
    division = divisions.add(cast.tournament, name="South-western peninsula and the islands off it")
    for team in (cast.home_team, cast.away_team):
        teams.update(team, division=division)
    teams.add(cast.tournament, name="Upper Santa Cruz Valley Agouti Sporting and Cultural Club", division=division)
    RoundFactory.create(tournament=cast.tournament, number=2, name="Semi-finals")
    return cast


def test_the_race_and_the_options_follow_what_is_chosen(hall: Cast, page: Any) -> None:
    from playwright.sync_api import expect

    sign_in(page, "harbour-director")
    page.goto("/new/")
    expect(page.locator("#race")).to_have_text("Race to 11: half of all games plus one.")
    page.fill("[name=games_per_table]", "16")
    expect(page.locator("#race")).to_have_text("Race to 17: half of all games plus one.")
    page.click("summary")
    page.select_option("[name=option_low_owner]", label="whoever took the lift with it")
    page.select_option("[name=ruleset_name]", "trinidad")
    expect(page.locator("#id_option_kicked_third_card")).to_contain_text("As the ruleset: the six")
    expect(page.locator("#id_option_low_owner")).to_have_value('"taker"')
    page.fill("[name=name]", "Bay League")
    page.click("text=Start this tournament")
    expect(page.locator("h1")).to_have_text("Set-up")
    assert page.url.endswith("/t/bay-league/setup/")


def test_match_after_match_without_a_reload(hall: Cast, page: Any) -> None:
    from playwright.sync_api import expect

    sign_in(page, "harbour-director")
    page.goto(reverse("setup-matches", args=[hall.tournament.slug]))
    page.evaluate("window.sameDocument = true")
    page.select_option("[name=home]", label="Pelicans")
    page.select_option("[name=away]", label="Pelicans")
    page.click("text=Add this match")
    expect(page.locator(".errorlist")).to_have_text("Pelicans cannot meet itself. Choose another team.")
    expect(page.locator("[name=home]")).to_have_value(str(hall.home_team.pk))
    page.select_option("[name=away]", label="Scarlets")
    page.click("text=Add this match")
    expect(page.locator(".message.success")).to_have_text("Added: Pelicans v Scarlets, Semi-finals.")
    expect(page.locator("[name=round] option:checked")).to_have_text("Semi-finals")
    expect(page.locator("[name=home]")).to_be_focused()
    assert page.evaluate("window.sameDocument") is True


def test_every_page_fits_a_phone(hall: Cast, page: Any) -> None:
    sign_in(page, "harbour-director")
    slug = hall.tournament.slug
    names = ["details", "divisions", "teams", "rounds", "matches", "people"]
    paths = [
        "/new/",
        "/account/",
        "/account/password/",
        "/help/",
        "/help/directors/",
        reverse("setup", args=[slug]),
        *(reverse(f"setup-{name}", args=[slug]) for name in names),
        reverse("setup-team", args=[slug, hall.home_team.pk]),
        reverse("setup-match", args=[slug, hall.match.pk]),
    ]
    wide = {}
    for path in paths:
        page.goto(path)
        for summary in page.locator("main summary").all():
            summary.click()
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over:
            wide[path] = over
    assert wide == {}


def test_all_of_it_without_scripts(hall: Cast, browser: Any, live_server: Any) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, "harbour-director")
    page.goto(reverse("setup-matches", args=[hall.tournament.slug]))
    page.select_option("[name=home]", label="Pelicans")
    page.select_option("[name=away]", label="Scarlets")
    page.click("text=Add this match")
    assert page.inner_text(".message.success") == "Added: Pelicans v Scarlets, Semi-finals."
    page.goto(reverse("setup-divisions", args=[hall.tournament.slug]))
    page.fill("#id_name", "Tobago")
    page.click("text=Add the division")
    assert page.inner_text(".message.success") == "Tobago added."
    context.close()
