"""What an incident's page says beside the ruling: whether it matters, on which board it acts, what moved since."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from penalties.models import Incident, Ruling
from penalties.selectors.warnings import basis
from tests.cast import Cast, client_of
from tests.factories import MatchFactory, RoundFactory
from tests.penalties.acts import PEEPED, RENEGED, SIGNED, cancel, change, claim, rule_now
from tests.penalties.views.desk import about, at_table, report, send
from tests.scoring.ledgers import ORDINARY, open_it, record, seats_of, table_of
from tests.scoring.views.pages import match_url
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def text_of(cast: Cast, incident: Incident, by: Any = None) -> str:
    page = client_of(by).get(about(cast, incident))
    assert page.status_code == 200
    return " ".join(page.content.decode().split())


def test_whether_it_matters_stands_on_the_page(cast: Cast) -> None:
    open_it(cast)
    ruled = report(cast, cast.official, RENEGED)
    page = client_of(None).get(about(cast, ruled))
    assert page.context["matters"].widest == "table"
    assert "It changes this table’s score; how the match goes is the same so far." in page.content.decode()


def test_a_match_that_goes_the_same_way_is_shown_with_both_its_scores(cast: Cast) -> None:
    open_it(cast)
    ruled = report(cast, cast.official, RENEGED)
    assert '<td class="quiet">open at 0–1</td><td class="quiet">open at 0–0</td>' in text_of(cast, ruled)


def test_a_changed_ruling_is_headed_by_whom_it_is_on_now(cast: Cast) -> None:
    open_it(cast)
    done = rule_now(cast, RENEGED)
    incident = done.ruling.incident
    first, second = (Player.objects.get(pk=seats_of(cast)[seat]).name for seat in (RENEGED["offender"], "S"))
    assert f"<p>{first} " in text_of(cast, incident)
    change(done.ruling, {**RENEGED, "offender": "S", "clause": "10.b"}, cast.official)
    text = text_of(cast, incident)
    assert '<h1><span class="quiet">10.b</span> Under-trumping</h1>' in text
    assert f'<p>{second} <span class="quiet">(S)</span>' in text
    assert f"reported as 10.a, {first}" in text


def test_of_a_claim_only_who_sees_it_is_told_whether_it_would_matter(cast: Cast) -> None:
    open_it(cast)
    incident = claim(cast, RENEGED)
    assert "Does it matter?" in text_of(cast, incident, cast.official)
    assert client_of(cast.outsider).get(about(cast, incident)).status_code == 403


def test_of_a_cancelled_ruling_nothing_is_asked_any_more(cast: Cast) -> None:
    open_it(cast)
    done = rule_now(cast, RENEGED)
    cancel(done.ruling, cast.official)
    text = text_of(cast, done.ruling.incident)
    assert "Does it matter?" not in text
    assert "Ruling cancelled" in text
    assert "Dismissed" not in text


def test_the_preview_says_on_which_board_it_acts(cast: Cast) -> None:
    open_it(cast)
    claimed = claim(cast, RENEGED)
    client = client_of(cast.official)
    assert client.get(at_table(cast), RENEGED).context["acts_on"] == (
        "It acts on the board as it is now, behind entry 1: game 1."
    )
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    record(table_of(cast), ORDINARY, 2, cast.scorer)
    page = client.get(about(cast, claimed, "incident-rule"))
    said = (
        "It acts on the board as it is now, behind entry 3: game 1. When this was reported the table stood at entry 1; "
        "2 entries have been recorded since."
    )
    assert page.context["acts_on"] == said
    assert said in page.content.decode()
    # And so it does: the game that is being played ends with the bullseye.
    assert send(client, about(cast, claimed, "incident-rule"), RENEGED).status_code == 302
    change_page = client.get(about(cast, claimed, "incident-change"))
    assert change_page.context["acts_on"].startswith("It takes the place of entry 4: it acts on the board as it stood")


def test_a_captain_is_not_told_of_entries(cast: Cast) -> None:
    open_it(cast)
    assert "It acts on the board" not in client_of(cast.captain_home).get(at_table(cast), RENEGED).content.decode()


def test_what_later_corrections_made_of_it_is_said_on_its_page_and_in_the_story(cast: Cast) -> None:
    """The second offence cost a point; with the first one cancelled it is the warning."""
    open_it(cast)
    first, second = rule_now(cast, SIGNED), rule_now(cast, SIGNED)
    assert "Later corrections changed" not in text_of(cast, second.ruling.incident)
    cancel(first.ruling, cast.official)
    page = client_of(None).get(about(cast, second.ruling.incident))
    assert page.context["now"] == ["A warning to Anil Joseph (North)", "The captains must be told"]
    assert "Later corrections changed what it comes to" in page.content.decode()

    lines = [line for line in client_of(None).get(match_url(cast)).context["story"] if line.ruling]
    told = {line.ruling: line.text for line in lines}
    assert "N/S are warned" in told[second.ruling.pk]
    assert "point" not in told[second.ruling.pk]
    assert "(cancelled later)" in told[first.ruling.pk]
    assert "N/S are warned" in told[first.ruling.pk]


def test_a_story_line_leads_to_the_page_of_its_ruling(cast: Cast) -> None:
    open_it(cast)
    incident = report(cast, cast.official, RENEGED)
    page = client_of(None).get(match_url(cast))
    assert [line.page for line in page.context["story"] if line.ruling] == [about(cast, incident)]
    assert f'<a href="{about(cast, incident)}">The ruling</a>' in page.content.decode()


# Warnings given elsewhere


@pytest.fixture
def warned_twice(cast: Cast) -> tuple[Cast, Ruling, Ruling]:
    """North is warned in one match and loses the point in the next, the tournament counting both."""
    cast.tournament.ruleset_options = {"warnings_scope": "tournament"}
    cast.tournament.save()
    open_it(cast)
    first = rule_now(cast, SIGNED).ruling
    later = RoundFactory.create(tournament=cast.tournament, number=2)
    match = MatchFactory.create(tournament=cast.tournament, round=later, home=cast.home_team, away=cast.away_team)
    again = replace(cast, match=match)
    open_it(again)
    second = rule_now(again, SIGNED).ruling
    assert second.record["warned_elsewhere"] is True
    assert basis(second) == ""
    return cast, first, second


def test_a_penalty_that_stands_on_a_cancelled_warning_is_flagged(warned_twice: tuple[Cast, Ruling, Ruling]) -> None:
    cast, first, second = warned_twice
    done = cancel(first, cast.director)
    assert done.shifted == (second.pk,)
    assert basis(second) == "gone"
    text = text_of(cast, second.incident, cast.official)
    assert "It stands on a warning since cancelled." in text

    # Changed, it is judged again: a first offence.
    new = change(second, SIGNED, cast.official).ruling
    assert [effect["effect"] for effect in new.result["effects"]] == ["warn", "inform"]
    assert basis(new) == ""


def test_who_cancels_on_the_page_is_told_what_to_look_at_again(warned_twice: tuple[Cast, Ruling, Ruling]) -> None:
    cast, first, second = warned_twice
    client = client_of(cast.director)
    form = client.get(about(cast, first.incident)).context["cancel_form"]
    told = {name: form[name].value() for name in ("expected", "client_id")}
    page = client.post(about(cast, first.incident, "incident-cancel"), {**told, "reason": "wrong man"}, follow=True)
    said = [str(message) for message in page.context["messages"]]
    assert said[1] == (
        f"Look at the ruling under 2.a at Table 1 of {second.incident.match} again: what it rested on has changed "
        "with this."
    )


def test_a_warning_put_in_the_place_of_another_ruling_is_flagged_too(cast: Cast) -> None:
    cast.tournament.ruleset_options = {"warnings_scope": "tournament"}
    cast.tournament.save()
    open_it(cast)
    first = rule_now(cast, PEEPED | {"clause": "10.a", "offender": "N", "phase": "playing"}).ruling
    later = RoundFactory.create(tournament=cast.tournament, number=2)
    match = MatchFactory.create(tournament=cast.tournament, round=later, home=cast.home_team, away=cast.away_team)
    again = replace(cast, match=match)
    open_it(again)
    second = rule_now(again, SIGNED).ruling
    done = change(first, SIGNED, cast.director)
    assert done.shifted == (second.pk,)
    assert basis(second) == "new"
    assert "It was judged as a first offence." in text_of(cast, second.incident)
