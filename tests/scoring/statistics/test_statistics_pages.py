"""The pages and endpoints of statistics, players and clubs, and the statistics on paper."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.urls import reverse
from pypdf import PdfReader

from penalties.disputes.moves import State
from scoring.documents import document
from scoring.documents.rendering import render
from scoring.models import PrintJob
from scoring.services import printing, results
from tests.cast import ROLES, Cast, client_of
from tests.factories import MatchFactory, PlayerFactory, TeamFactory, TournamentFactory, make_team
from tests.penalties.disputing import in_state
from tests.scoring.ledgers import open_it, record, table_of, tally
from tests.scoring.statistics.played import match_one, match_two, sits
from tournaments.models import Alias, Club, EntryState, Match, Player, RosterEntry, Round, Team
from tournaments.services import identity

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(cast: Cast) -> Cast:
    match_one(cast)
    match_two(cast)
    return cast


def words(answer: Any) -> str:
    """What the page says, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def page_of(cast: Cast, more: str = "", user: Any = None) -> Any:
    return client_of(user).get(reverse("statistics", args=[cast.tournament.slug]) + more)


def test_the_page_says_from_how_much_record_its_figures_come(played: Cast) -> None:
    answer = page_of(played)
    text = words(answer)
    assert "2 confirmed matches, 4 tables: 1 recorded game by game, 3 from a tally." in text
    assert "from the 2 tables that say who sat there" in text
    assert "18 bullseyes cannot be given to anybody." in text
    assert "Of 5 deals at 1 table recorded hand by hand." in text
    assert "worth 6/13 of a point: 2.3 were to be expected here" in text
    assert "and 19 times in 20 between 0 and 6; 4 were kicked" in text
    assert "2 games played to the song at 1 table recorded hand by hand: 2.5 hands a game." in text
    assert "11 Most bullseyes in a match, team Pelicans in Pelicans v Scarlets, round 1 ; Herons in Herons v" in text
    assert "5 Longest run of bullseyes at one table, one after another Bernadette Khan and Errol Baptiste" in text
    assert "Print the statistics" not in text


def test_of_many_who_share_a_record_two_are_named(played: Cast) -> None:
    """Ibises and Egrets win eleven each as well: four teams hold the record."""
    for name in ("Ibises", "Egrets"):
        team = make_team(played.tournament, name, [f"{name} {n}" for n in range(1, 5)])
        two = Round.objects.get(tournament=played.tournament, number=2)
        match: Match = MatchFactory.create(tournament=played.tournament, round=two, home=team, away=played.away_team)
        record(match.tables.get(number=1), tally(6, 4), 0, played.scorer)
        record(match.tables.get(number=2), tally(5, 3), 0, played.scorer)
        results.confirm(match, by=played.official)
    first = page_of(played).context["records"][0]
    assert (first.title, len(first.holders), first.more) == ("Most bullseyes in a match, team", 2, 2)
    assert "; and 2 more · from all 4 matches played" in words(page_of(played))


def test_everybody_reads_those_of_the_tournament_print(played: Cast) -> None:
    slug, player = played.tournament.slug, sits(played.home_team, 1)
    may_print = set()
    for role in ROLES:
        user = played.user(role)
        answer = page_of(played, user=user)
        assert answer.status_code == 200
        may_print |= {role} if "Print the statistics" in answer.text else set()
        for address in (f"/players/{player}/", f"/api/v1/players/{player}/", f"/api/v1/tournaments/{slug}/statistics/"):
            assert client_of(user).get(address).status_code == 200
        refused = client_of(user).post(f"/api/v1/tournaments/{slug}/statistics/")
        assert refused.status_code in (401, 403, 405)
    assert may_print == {"director", "official", "captain_home", "captain_away", "scorer", "viewer"}


def test_the_charts_stand_in_the_page_with_their_tables(played: Cast) -> None:
    text = page_of(played, f"?team={played.home_team.pk}").text
    drawn = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    charts = [ElementTree.fromstring(svg) for svg in drawn]  # noqa: S314 - our own
    assert [chart.get("class") for chart in charts] == [
        "chart bump",
        "chart margins",
        "chart columns",
        "chart columns",
    ]
    assert text.count("<summary>") == 4
    assert " style=" not in text.partition("<main")[2].partition("</main>")[0]
    assert 'Herons v Pelicans, round 2</a></td><td class="n">7–11</td><td class="n">−4' in text
    assert "place-2 first marked" in text


def test_a_team_that_is_none_of_theirs_marks_nothing(played: Cast, other_cast: Cast) -> None:
    for team in ("0", "x", "99999999999999", "-1", "²", other_cast.home_team.pk):
        answer = page_of(played, f"?team={team}")
        assert (answer.status_code, answer.context["marked"]) == (200, None)


def test_an_unknown_division_is_not_found(cast: Cast, played: Cast) -> None:
    assert page_of(played, "?division=Nowhere").status_code == 404
    answer = client_of(None).get(f"/api/v1/tournaments/{cast.tournament.slug}/statistics/?division=Nowhere")
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, ["division"])
    assert client_of(None).get("/t/nowhere/statistics/").status_code == 404
    assert client_of(None).get("/api/v1/tournaments/nowhere/statistics/").status_code == 404


def test_before_anything_is_confirmed(cast: Cast) -> None:
    record(table_of(cast, 1), tally(6, 4), 0, cast.scorer)
    record(table_of(cast, 2), tally(5, 3), 0, cast.scorer)
    text = words(page_of(cast))
    assert "will stand here once the first result is confirmed. 1 played match awaits confirmation." in text


def test_disputes_a_match(cast: Cast) -> None:
    """One dispute, withdrawn, at one of two matches."""
    open_it(cast)
    in_state(cast, State.WITHDRAWN)
    record(table_of(cast, 1), tally(8, 2), 1, cast.scorer)
    record(table_of(cast, 2), tally(3, 2), 0, cast.scorer)
    results.confirm(Match.objects.get(pk=cast.match.pk), by=cast.official)
    match_two(cast)
    assert "Disputes 0.50 a match: 1 in 2 Withdrawn: 1." in words(page_of(cast))
    answer = client_of(None).get(f"/api/v1/tournaments/{cast.tournament.slug}/statistics/").json()
    assert answer["more"] == [{"name": "disputes", "label": "Disputes", "number": 1, "matches": 2}]


def test_the_endpoint_has_every_line(played: Cast) -> None:
    found = client_of(None).get(f"/api/v1/tournaments/{played.tournament.slug}/statistics/").json()
    assert found["sources"]["tables"] == {"hands": 0, "games": 1, "tally": 3}
    assert found["kicks"]["odds"] == {"chance": "3/13", "points": "6/13", "variance": "146/169"}
    assert found["kicks"]["total"] == {
        "deals": 5,
        "scoring": 2,
        "points": 4,
        "expected": 2.308,
        "deviation": 2.078,
        "run_kicks": 2,
        "run_points": 2,
    }
    assert found["lengths"]["by_hands"] == [{"hands": 2, "games": 1}, {"hands": 3, "games": 1}]
    assert [line["number"] for line in found["players"]["bullseyes"]] == [8, 6, 3, 3, 2, 2, 2, 2, 2]
    assert found["ranks"]["teams"][0]["ranks"] == [2, 1]


def test_on_paper(played: Cast) -> None:
    job = printing.request("statistics", played.tournament, None, by=played.scorer)
    assert job.kind == "statistics"
    job = PrintJob(tournament=played.tournament, kind="statistics", requested_by=played.scorer)
    made = document(job)
    assert made.file_name == "harbour-cup-statistics.pdf"
    pdf = render(made, lambda per_cent, step: None)
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())
    assert "Rank by round" in text
    assert "Bernadette Khan and Errol Baptiste" in text
    assert "19 times in 20 everybody's points lie between 0 and 6" in text


def player_page(pk: int) -> Any:
    return client_of(None).get(reverse("player", args=[pk]))


def test_a_player(played: Cast) -> None:
    """Bernadette: 8–2 at table 1, three jacks hung against one; with Errol after number 1 went out."""
    text = words(player_page(sits(played.home_team, 2)))
    assert "Matches 1 Won 1 Lost 0 Bullseyes 8–2 Hang jacks 3–1" in text
    assert "1 more match of this team does not say who sat where." in text
    assert "Errol Baptiste 1 6 0 Anil Joseph 1 2 3" in text
    assert "Matches 1 Won 1 Lost 0 Bullseyes 6–2 Hang jacks 0–0" in words(player_page(sits(played.home_team, 5)))
    assert "Came in as a substitute 1 time, was substituted 0 times." in words(player_page(sits(played.home_team, 5)))
    assert "Came in as a substitute 0 times, was substituted 1 time." in words(player_page(sits(played.home_team, 1)))
    assert "No confirmed match yet" in words(player_page(sits(played.home_team, 6)))


def test_a_player_across_tournaments_under_another_name(played: Cast) -> None:
    """E. Baptiste of another tournament turns out to be Errol; his page holds both, and the old address leads there."""
    other = TournamentFactory.create(name="Other Cup", slug="other-cup")
    gone = Player.objects.get(teams=make_team(other, "Pelicans B", ["E. Baptiste"]))
    kept = Player.objects.get(pk=sits(played.home_team, 5))
    before = player_page(gone.pk)
    assert before.status_code == 200
    identity.merge(kept, gone, reason="one person", by=played.director)
    Alias.objects.create(player=kept, name="Rollo", folded="rollo", added_by=played.director)
    assert player_page(gone.pk).headers["Location"] == reverse("player", args=[kept.pk])
    text = words(player_page(kept.pk))
    assert "Also entered as E. Baptiste, Rollo." in text
    assert "Pelicans B captain Other Cup" in text
    found = client_of(None).get(f"/api/v1/players/{gone.pk}/").json()
    assert (found["id"], found["other_names"]) == (kept.pk, ["E. Baptiste", "Rollo"])
    assert {place["tournament"]: place["bullseyes_for"] for place in found["teams"]} == {
        "harbour-cup": 6,
        "other-cup": 0,
    }


def test_a_player_says_nothing_that_is_not_public(played: Cast) -> None:
    player = Player.objects.get(pk=sits(played.home_team, 1))
    player.user = played.captain_home
    player.save()
    Team.objects.filter(pk=played.home_team.pk).update(email="captain@example.org")
    page, found = player_page(player.pk).text, client_of(None).get(f"/api/v1/players/{player.pk}/").content.decode()
    for text in (page, found):
        assert "@example.org" not in text
        assert played.captain_home.username not in text


@pytest.mark.parametrize("state", [EntryState.PENDING, EntryState.REFUSED])
def test_who_waits_to_be_accepted_is_nobodys_business(cast: Cast, state: EntryState) -> None:
    club = Club.objects.create(name="Hopefuls")
    team = TeamFactory.create(tournament=cast.tournament, name="Hopefuls", state=state, club=club)
    entry = RosterEntry.objects.create(team=team, player=PlayerFactory.create(name="Hope Ful"))
    assert player_page(entry.player_id).status_code == 404
    assert client_of(None).get(f"/api/v1/players/{entry.player_id}/").status_code == 404
    assert client_of(None).get(reverse("club", args=[club.pk])).status_code == 404
    assert client_of(None).get(f"/api/v1/clubs/{club.pk}/").status_code == 404


@pytest.mark.parametrize("address", ["/players/{}/", "/clubs/{}/", "/api/v1/players/{}/", "/api/v1/clubs/{}/"])
def test_nobody_of_that_number(db: None, address: str) -> None:
    for pk in (0, 987654321, 10**30):
        assert client_of(None).get(address.format(pk)).status_code == 404


def test_a_club(played: Cast) -> None:
    """Pelicans of this tournament, 11–4 and 7–11; a team that was entered as Pelicans B elsewhere."""
    club = Club.objects.create(name="Pelicans")
    gone = Club.objects.create(name="The Pelicans")
    other = TournamentFactory.create(name="Other Cup", slug="other-cup")
    make_team(other, "Pelicans B", ["Somebody Else"], club=gone)
    Team.objects.filter(pk=played.home_team.pk).update(club=club)
    identity.merge(club, gone, reason="one club", by=played.director)
    assert client_of(None).get(f"/clubs/{gone.pk}/").headers["Location"] == f"/clubs/{club.pk}/"
    answer = client_of(None).get(f"/clubs/{club.pk}/")
    text = words(answer)
    assert "Also entered as Pelicans B, The Pelicans." in text
    assert "Matches 2 Won 1 Lost 1 Bullseyes 18–15 Hang jacks 4–4" in text
    assert "1 substitution." in text
    assert "Most bullseyes for the club 1 Bernadette Khan 8 2 Errol Baptiste 6" in text
    assert "chart margins" in answer.text
    found = client_of(None).get(f"/api/v1/clubs/{club.pk}/").json()
    assert found["total"] == {
        "matches": 2,
        "won": 1,
        "lost": 1,
        "level": 0,
        "bullseyes_for": 18,
        "bullseyes_against": 15,
        "hang_jacks_for": 4,
        "hang_jacks_against": 4,
    }
    assert [place["tournament"] for place in found["teams"]] == ["other-cup", "harbour-cup"]


@pytest.mark.parametrize("both", [False, True])
def test_the_pages_ask_the_same_whatever_the_size(cast: Cast, both: bool, django_assert_num_queries: Any) -> None:
    match_one(cast)
    if both:
        match_two(cast)
    club = Club.objects.create(name="Pelicans")
    Team.objects.filter(pk=cast.home_team.pk).update(club=club)
    cache.clear()
    client = client_of(None)
    with django_assert_num_queries(9 + 1 + both):
        client.get(reverse("statistics", args=[cast.tournament.slug]))
    second = sits(cast.home_team, 2)
    with django_assert_num_queries(8):
        player_page(second)
    with django_assert_num_queries(8):
        client.get(reverse("club", args=[club.pk]))


def test_the_ways_to_these_pages(played: Cast) -> None:
    client, slug = client_of(None), played.tournament.slug
    assert reverse("statistics", args=[slug]) in client.get(reverse("tournament", args=[slug])).text
    team = client.get(reverse("team", args=[slug, played.home_team.pk])).text
    assert f"{reverse('statistics', args=[slug])}?team={played.home_team.pk}" in team
    assert reverse("player", args=[sits(played.home_team, 1)]) in team
