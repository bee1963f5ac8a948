"""What a stranger reads: home, tournament, match, team."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import MatchState, MatchTally
from scoring.selectors import tournaments
from scoring.services import results
from tests.cast import AWAY_PLAYERS, HOME_PLAYERS, Cast, client_of
from tests.factories import MatchFactory, RoundFactory, TeamFactory, TournamentFactory
from tests.scoring.ledgers import correct, open_it, record, record_all, seats_of, seven, table_of, tally
from tests.scoring.views.pages import match_url, play_level, play_out
from tournaments.models import Match, Team


def words(answer: Any) -> str:
    """What the page says, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_an_empty_home_says_what_will_be_here(db: None) -> None:
    text = words(client_of(None).get("/"))
    assert "No tournament yet. Here will stand every tournament with its matches, scores and standings" in text


def test_home_lists_tournaments_in_progress_first_then_coming_then_past(db: None) -> None:
    today = timezone.localdate()
    day = timedelta(days=1)
    TournamentFactory(name="Past B", starts_on=today - 9 * day, ends_on=today - 8 * day)
    TournamentFactory(name="Past A", starts_on=today - 3 * day)
    TournamentFactory(name="Coming B", starts_on=today + 9 * day)
    TournamentFactory(name="Coming A", starts_on=today + 2 * day)
    TournamentFactory(name="Without days")
    TournamentFactory(name="Now", starts_on=today - day, ends_on=today + day)
    page = client_of(None).get("/").context["home"]
    assert [card.tournament.name for card in page.now] == ["Now"]
    assert [card.tournament.name for card in page.coming] == ["Coming A", "Coming B", "Without days"]
    assert [card.tournament.name for card in page.past] == ["Past A", "Past B"]


@pytest.mark.parametrize(
    ("states", "list_name"),
    [
        ([], "coming"),
        ([MatchState.SCHEDULED], "coming"),
        ([MatchState.IN_PLAY], "now"),
        ([MatchState.CONFIRMED, MatchState.SCHEDULED], "now"),
        ([MatchState.CONFIRMED, MatchState.PLAYED], "past"),
    ],
)
def test_a_tournament_without_days_goes_by_its_matches(db: None, states: list[str], list_name: str) -> None:
    tournament = TournamentFactory()
    for state in states:
        match: Match = MatchFactory.create(tournament=tournament)
        MatchTally.objects.update_or_create(match=match, defaults={"state": state})
    lists = tournaments.home(date(2026, 8, 1))
    assert [name for name in ("now", "coming", "past") if getattr(lists, name)] == [list_name]


def test_a_match_in_play_brings_its_tournament_to_the_top_whatever_its_days(cast: Cast) -> None:
    cast.tournament.starts_on = timezone.localdate() + timedelta(days=30)
    cast.tournament.save()
    open_it(cast)
    text = words(client_of(None).get("/"))
    assert "In progress Harbour Cup" in text
    assert "1 in play" in text


def test_long_lists_of_past_tournaments_are_folded(db: None) -> None:
    for number in range(12):
        TournamentFactory(starts_on=date(2020, 1, 1 + number))
    text = words(client_of(None).get("/"))
    assert "12 past tournaments: show the older ones" in text


def test_a_tournament_shows_its_rounds_matches_and_teams(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("NS")], cast.scorer)
    text = words(client_of(None).get(reverse("tournament", args=["harbour-cup"])))
    assert "2 tables a match, 10 games a table, first to 11" in text
    assert "Round 1 0 of 1 played Pelicans 1 – 0 Scarlets In play" in text
    assert "The leading teams will stand here once a result is confirmed." in text
    assert text.endswith("Teams Pelicans Scarlets Bullseye: tournaments of Trinidad and Tobago All Fours API")


def test_a_tournament_with_a_result_shows_who_leads(cast: Cast) -> None:
    play_out(cast)
    results.confirm(cast.match, by=cast.official)
    page = client_of(None).get(reverse("tournament", args=["harbour-cup"]))
    leaders = page.context["leaders"]
    assert [(row.rank, row.team, row.won, row.bullseyes_for, row.bullseyes_against) for row in leaders] == [
        (1, "Pelicans", 1, 11, 7),
        (2, "Scarlets", 0, 7, 11),
    ]
    assert "1 Pelicans 1 1 11–7 2 Scarlets 1 0 7–11" in words(page)


def test_a_tournament_without_rounds_says_what_will_be_here(db: None) -> None:
    TournamentFactory(slug="bare")
    text = words(client_of(None).get("/t/bare/"))
    assert "No rounds yet. Here will stand every round with its matches" in text
    assert "No teams yet: they will stand here by division." in text


def test_with_many_matches_only_the_current_round_is_open(cast: Cast) -> None:
    for number in range(2, 28):
        MatchFactory(tournament=cast.tournament, round=RoundFactory(tournament=cast.tournament, number=number))
    play_out(cast)
    rounds = tournaments.rounds(cast.tournament)
    assert [shown.round.number for shown in rounds if shown.open] == [2]


def test_a_match_before_its_start(cast: Cast) -> None:
    text = words(client_of(None).get(match_url(cast)))
    assert "Pelicans 0 – Scarlets 0 To be played 2 tables of 10 games, first to 11 bullseyes" in text
    assert "Table 1 0–0 Not opened yet. Its 10 games will fill from the left." in text


def test_a_match_in_play_says_who_leads_by_how_much_and_what_is_left(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS")] * 4 + [seven("EW")] * 2 + [seven("NS")], cast.scorer)
    page = client_of(None).get(match_url(cast))
    text = words(page)
    assert "Pelicans 2 – Scarlets 1 Pelicans lead by 1 In play" in text
    assert "Pelicans need 9, Scarlets need 10 to reach 11 · 17 games still to play Hang jacks 5–2" in text
    assert "Game 4: Pelicans 7, Scarlets 0." in text
    boxes = page.context["page"].tables[0].boxes
    assert [(box.state, box.side, box.scores) for box in boxes[:5]] == [
        ("won", "home", {"NS": 14, "EW": 0}),
        ("won", "home", {"NS": 14, "EW": 0}),
        ("won", "away", {"NS": 0, "EW": 14}),
        ("now", "", {"NS": 7, "EW": 0}),
        ("open", "", None),
    ]
    assert len(boxes) == 10


def test_a_box_opens_to_the_hands_of_its_game(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("NS")], cast.scorer)
    page = client_of(None).get(match_url(cast))
    hands = page.context["page"].tables[0].boxes[0].hands
    assert [[mark.text for mark in hand.marks["NS"]] for hand in hands] == [["H", "L", "HJ3", "G2"]] * 2
    assert [hand.scores for hand in hands] == [{"NS": 7, "EW": 0}, {"NS": 14, "EW": 0}]
    assert "Game 1 · sung · Pelicans hung 2 jacks Hand Pelicans Scarlets Score 1 H L HJ3 G2 7–0 2 H L HJ3 G2 14–0" in (
        words(page)
    )


def test_where_the_home_team_sits_east_west_its_figures_still_come_first(cast: Cast) -> None:
    seats = seats_of(cast)
    turned = {"E": seats["N"], "W": seats["S"], "N": seats["E"], "S": seats["W"]}
    open_it(cast, seats=turned, home_pair="EW")
    record_all(table_of(cast), [seven("EW"), seven("EW"), seven("NS")], cast.scorer)
    text = words(client_of(None).get(match_url(cast)))
    assert "Pelicans 1 – Scarlets 0 Pelicans lead by 1" in text
    assert "Game 2: Pelicans 0, Scarlets 7." in text
    assert "Game 1: PEL 14–0" in text.replace("PEL  14", "PEL 14")


def test_the_story_tells_games_hung_jacks_and_corrections_with_their_clause(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("NS"), seven("EW")], cast.scorer)
    correct(table_of(cast), 4, cast.scorer, reason="the wrong pair")
    story = client_of(None).get(match_url(cast)).context["story"]
    assert [(line.where, line.text, line.clause) for line in story] == [
        ("Table 1", "Correction: #4 struck: the wrong pair", "12.d"),
        ("Table 1", "Game 1 to Pelicans 14–0, sung", ""),
        ("Table 1", "Pelicans hung the jack", ""),
        ("Table 1", "Pelicans hung the jack", ""),
        ("Table 1", "Table opened", ""),
    ]


def test_a_tally_from_paper_fills_boxes_without_order(cast: Cast) -> None:
    record(table_of(cast), tally(2, 1, (1, 0)), 0, cast.scorer)
    page = client_of(None).get(match_url(cast))
    boxes = page.context["page"].tables[0].boxes
    assert [(box.state, box.side) for box in boxes[:4]] == [
        ("paper", "home"),
        ("paper", "home"),
        ("paper", "away"),
        ("open", ""),
    ]


def test_a_level_match_and_its_decider(cast: Cast) -> None:
    play_level(cast)
    text = words(client_of(cast.scorer).get(match_url(cast)))
    assert "Level at 10–10: a best of 3 decides" in text
    assert "Open the decider" in text


def test_a_won_match_and_a_confirmed_one(cast: Cast) -> None:
    play_out(cast)
    assert "Pelicans won 11–7 Played, to be confirmed" in words(client_of(None).get(match_url(cast)))
    results.confirm(cast.match, by=cast.official)
    text = words(client_of(None).get(match_url(cast)))
    assert "Pelicans won 11–7 Confirmed Hang jacks 2–1 · confirmed by Official," in text


def test_a_withdrawn_result_stays_in_the_story(cast: Cast) -> None:
    play_out(cast)
    results.confirm(cast.match, by=cast.official)
    results.withdraw(cast.match, by=cast.director, reason="The sheet of table 2 was misread")
    text = words(client_of(None).get(match_url(cast)))
    assert "Result: Withdrawn by Director: The sheet of table 2 was misread" in text


def test_a_team_shows_its_roster_matches_and_figures(cast: Cast) -> None:
    play_out(cast)
    results.confirm(cast.match, by=cast.official)
    url = reverse("team", args=["harbour-cup", cast.away_team.pk])
    page = client_of(None).get(url)
    text = words(page)
    assert "Place 2 of 2 Played 1 Won 0 Lost 1 Bullseyes 7–11 Hang jacks 1–2" in text
    assert "Pelicans 11 – 7 Scarlets Confirmed" in text
    assert [entry.player.name for entry in page.context["page"].roster] == AWAY_PLAYERS
    assert f"1 {AWAY_PLAYERS[0]} captain" in text


def test_a_team_without_anything_says_what_will_be_here(cast: Cast) -> None:
    bare: Team = TeamFactory.create(tournament=cast.tournament, name="Bare")
    text = words(client_of(None).get(reverse("team", args=["harbour-cup", bare.pk])))
    assert "No confirmed result yet." in text
    assert "No matches yet. They will stand here round by round, with scores." in text
    assert "No players yet. The roster will stand here, the captain first." in text
    assert HOME_PLAYERS[0] not in text


def test_names_are_escaped(cast: Cast) -> None:
    cast.home_team.name = "<script>alert(1)</script> & Söhne"
    cast.home_team.save()
    open_it(cast)
    for url in (match_url(cast), "/t/harbour-cup/", reverse("team", args=["harbour-cup", cast.home_team.pk])):
        text = client_of(None).get(url).text
        assert "<script>alert(1)" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne" in text


def test_games_that_a_won_match_did_not_need_are_not_called_left(cast: Cast) -> None:
    play_out(cast)
    text = words(client_of(None).get(match_url(cast)))
    assert "2 games not played. Hang jacks 0–0 . From paper." in text
    assert "games left" not in text


def test_a_tally_beyond_the_games_recorded_is_pointed_out(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("NS"), tally(3, 1, (2, 0))], cast.scorer)
    text = words(client_of(None).get(match_url(cast)))
    assert "6 games left. Hang jacks 2–0 . The tally from paper goes beyond the games recorded." in text
