"""A stage's own size, order and source of teams; a match's own size; what follows the tournament and what does not."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from scoring.services import ledger
from scoring.services.refusals import LedgerRefused
from scoring.services.results import confirm, withdraw
from tests.cast import Cast
from tests.scoring.ledgers import record, table_of, tally
from tests.tournaments.services.test_stages import meetings, refused, win
from tournaments.drawing import by_lot
from tournaments.models import Match, Stage, Tournament
from tournaments.selectors import draws, places, sizes
from tournaments.services import divisions, matches, stages, teams, tournaments


@pytest.fixture
def field(cast: Cast) -> Tournament:
    """Pelicans and Scarlets of the cast, then Third and Fourth."""
    for name in ("Third", "Fourth"):
        teams.add(cast.tournament, name=name)
    return cast.tournament


def words(match: Match) -> str:
    return sizes.of_match(Match.objects.get(pk=match.pk)).words


def drawn(stage: Stage) -> list[Match]:
    return list(Match.objects.filter(round__stage=stage).select_related("home", "away").order_by("pk"))


# --- Sizes -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("details", "said"),
    [
        ({}, "2 tables of 10 games, first to 11 bullseyes"),
        ({"race_target_set": 6}, "2 tables of 10 games, first to 6 bullseyes"),
        ({"tables_per_match": 1, "games_per_table": 7}, "best of 7 games"),
        ({"tables_per_match": 1, "games_per_table": 1}, "best of 1 game"),
        ({"tables_per_match": 24, "games_per_table": 40}, "24 tables of 40 games, first to 481 bullseyes"),
        ({"play_all": True}, "2 tables of 10 games, every game is played"),
        ({"level_stands": True}, "2 tables of 10 games, first to 11 bullseyes, a level match stands"),
        (
            {"tables_per_match": 12, "play_all": True, "level_stands": True},
            "12 tables of 10 games, every game is played, a level match stands",
        ),
    ],
)
def test_a_stage_says_how_long_its_matches_are(cast: Cast, details: Any, said: str) -> None:
    stage = stages.publish(stages.add(cast.tournament, kind="round-robin", **details), cast.director)
    [match] = drawn(stage)
    assert words(match) == said
    assert words(cast.match) == "2 tables of 10 games, first to 11 bullseyes"


@pytest.mark.parametrize(
    ("kind", "details", "at"),
    [
        ("round-robin", {"tables_per_match": 0}, "tables_per_match"),
        ("round-robin", {"tables_per_match": 25}, "tables_per_match"),
        ("round-robin", {"games_per_table": 41}, "games_per_table"),
        ("round-robin", {"games_per_table": True}, "games_per_table"),
        ("round-robin", {"race_target_set": 12}, "race_target_set"),
        ("round-robin", {"race_target_set": 0}, "race_target_set"),
        ("round-robin", {"games_per_table": 5, "race_target_set": 7}, "race_target_set"),
        ("round-robin", {"play_all": 1}, "play_all"),
        ("knock-out", {"level_stands": True}, "level_stands"),
        ("round-robin", {"tie_break": ["luck"]}, "tie_break"),
        ("round-robin", {"places_from": 1}, "places_from"),
    ],
)
def test_a_format_refused_at_its_field(cast: Cast, kind: str, details: Any, at: str) -> None:
    assert set(refused(stages.add, cast.tournament, kind=kind, **details)) == {at}
    assert not cast.tournament.stages.exists()


def test_two_halves_are_played_in_full_unless_said(cast: Cast) -> None:
    assert stages.add(cast.tournament, kind="two-halves").level_stands
    assert not stages.add(cast.tournament, kind="two-halves", play_all=False, level_stands=False).play_all


def test_the_size_of_a_published_stage_stays(cast: Cast) -> None:
    stage = stages.publish(stages.add(cast.tournament, kind="round-robin"), cast.director)
    said = refused(stages.update, stage, games_per_table=9, play_all=True)
    assert set(said) == {"games_per_table", "play_all"}
    assert stages.update(stage, tie_break=["bullseyes-for"]).tie_break == ["bullseyes-for"]


def test_matches_follow_the_tournament_unless_given_another_size(cast: Cast) -> None:
    own = stages.publish(stages.add(cast.tournament, kind="round-robin", games_per_table=6), cast.director)
    usual = stages.publish(stages.add(cast.tournament, kind="round-robin"), cast.director)
    single = stages.publish(stages.add(cast.tournament, kind="round-robin"), cast.director)
    matches.update(drawn(single)[0], size={"tables": 1, "games": 5})
    tournaments.update(cast.tournament, tables_per_match=3)
    assert [words(some[0]) for some in map(drawn, (own, usual, single))] == [
        "3 tables of 6 games, first to 10 bullseyes",
        "3 tables of 10 games, first to 16 bullseyes",
        "best of 5 games",
    ]
    assert words(cast.match) == "3 tables of 10 games, first to 16 bullseyes"
    tournaments.update(cast.tournament, race_target_set=9)
    assert words(cast.match) == "3 tables of 10 games, first to 9 bullseyes"
    # A target of the whole tournament says nothing about matches of another size.
    assert words(drawn(own)[0]) == "3 tables of 6 games, first to 10 bullseyes"


def test_a_stages_own_target_must_still_be_possible(cast: Cast) -> None:
    stages.add(cast.tournament, kind="round-robin", name="Long", race_target_set=11)
    said = refused(tournaments.update, cast.tournament, games_per_table=5)
    assert said["race_target_set"][0].startswith("Long: The race target of a match of 10 games is 1 to 6, not 11")


@pytest.mark.parametrize(
    ("size", "at"),
    [
        ({"tables": 0}, "tables"),
        ({"games": 41}, "games"),
        ({"race_target_set": 12}, "race_target_set"),
        ({"level_stands": "yes"}, "level_stands"),
    ],
)
def test_a_matchs_size_refused(cast: Cast, size: Any, at: str) -> None:
    assert set(refused(matches.update, cast.match, size=size)) == {at}
    assert words(cast.match) == "2 tables of 10 games, first to 11 bullseyes"


def test_a_match_that_has_begun_stays_as_long_as_it_is(cast: Cast) -> None:
    record(table_of(cast, 1), tally(6, 2), 0, cast.scorer)
    assert refused(matches.update, cast.match, size={"games": 9}) == {
        "games": ["Play has begun: the match stays as long as it is."]
    }
    # What changes nothing is no change.
    matches.update(cast.match, size={"games": 10}, place="Hall")


# --- The ledger goes by the match ------------------------------------------------


def test_a_race_to_a_lower_target(cast: Cast) -> None:
    matches.update(cast.match, size={"race_target_set": 6})
    record(table_of(cast, 1), tally(5, 0), 0, cast.scorer)
    with pytest.raises(LedgerRefused) as caught:
        record(table_of(cast, 2), tally(2, 6), 0, cast.scorer)
    assert caught.value.code == "both-at-target"
    done = record(table_of(cast, 2), tally(1, 4), 0, cast.scorer)
    assert (done.answer["match"]["state"], done.answer["match"]["winner"]) == ("played", "home")


def test_a_level_match_that_stands_is_confirmed_without_a_winner(cast: Cast) -> None:
    matches.update(cast.match, size={"level_stands": True})
    record(table_of(cast, 1), tally(6, 4), 0, cast.scorer)
    done = record(table_of(cast, 2), tally(4, 6), 0, cast.scorer)
    assert (done.answer["match"]["state"], done.answer["match"]["winner"]) == ("played", None)
    event = {"event": "game", "winner": "NS", "scores": {"NS": 14, "EW": 3}, "hang_jacks": {"NS": 0, "EW": 0}}
    with pytest.raises(LedgerRefused) as caught:
        ledger.append(table_of(cast, 1).pk, event, expected=2, client_id=uuid4(), by=cast.scorer)
    assert caught.value.code == "match-over"
    assert str(caught.value.message).startswith("This match is over")
    result = confirm(cast.match, by=cast.official)
    assert (result.home_bullseyes, result.away_bullseyes, result.winner) == (10, 10, "")


def test_with_every_game_played_the_race_goes_on(cast: Cast) -> None:
    matches.update(cast.match, size={"play_all": True})
    record(table_of(cast, 1), tally(10, 0), 0, cast.scorer)
    done = record(table_of(cast, 2), tally(6, 3), 0, cast.scorer)
    assert done.answer["match"]["state"] == "in-play"


# --- Teams from another stage ------------------------------------------------------


def test_sources_that_cannot_be(cast: Cast, other_cast: Cast) -> None:
    pools = stages.add(cast.tournament, kind="round-robin", name="Pools")
    finals = stages.add(cast.tournament, kind="knock-out", name="Finals", source=pools, places_from=1, places_to=2)
    written = stages.add(cast.tournament, kind="prescribed", name="Written")
    elsewhere = stages.add(other_cast.tournament, kind="round-robin")

    def said(stage: Stage, **more: Any) -> set[str]:
        return set(refused(stages.update, stage, **{"places_from": 1, "places_to": 2, **more}))

    assert said(finals, source=elsewhere) == {"source"}
    assert said(written, source=pools) == {"source"}
    assert said(pools, source=finals) == {"source"}
    assert said(finals, source=finals) == {"source"}
    assert said(finals, source=pools, options={"teams": [cast.home_team.pk, cast.away_team.pk]}) == {"source"}
    assert said(finals, source=pools, places_from=3) == {"places_to"}
    assert said(finals, source=pools, places_to=None) == {"places_to"}
    assert said(finals, source=pools, places_from=0) == {"places_from"}
    assert said(finals, source=pools, places_by="luck") == {"places_by"}
    third = stages.add(cast.tournament, kind="round-robin", name="Third")
    assert said(third, source=finals, places_by="division") == {"places_by"}
    assert set(refused(stages.remove, pools)) == {"stage"}
    assert stages.update(finals, source=None).places_from is None
    stages.remove(pools)


def test_a_tie_inside_the_places_is_put_in_order_by_the_stages_own_lot(cast: Cast, field: Tournament) -> None:
    """Home always wins: two teams win twice and two once, and the order knows nothing but wins."""
    tournaments.update(field, tie_break=["wins"])
    pools = stages.publish(stages.add(field, kind="round-robin", name="Pools"), cast.director)
    final = stages.add(field, kind="knock-out", name="Cup", seed="open", source=pools, places_from=1, places_to=4)
    for match in drawn(pools):
        win(cast, match)
    found = places.of(final)
    assert found.problems == ()
    order = [team for _, team in found.placed]
    # The Berger table of four: 1 and 2 are at home twice, 3 and 4 once.
    first, second, third, fourth = field.teams.order_by("pk").values_list("pk", flat=True)
    assert order == [*by_lot([first, second], "open", "level"), *by_lot([third, fourth], "open", "level")]
    assert len(found.notes) == 2
    assert "by lot from the seed “open”" in found.notes[0]
    stages.update(final, places_to=3)
    final.refresh_from_db()
    assert "are level at places 3 to 4 of Pools, and only place 3 goes to Cup." in places.of(final).problems[0]
    assert set(refused(stages.publish, final, cast.director)) == {"source"}


def test_places_of_each_division_and_what_changes_afterwards(cast: Cast, field: Tournament) -> None:
    north, south = divisions.add(field, name="North"), divisions.add(field, name="South")
    for at, team in enumerate(field.teams.order_by("pk")):
        teams.update(team, division=north if at % 2 == 0 else south)
    pools = stages.add(field, kind="round-robin", name="Pools", options={"pools": "divisions"})
    final = stages.add(
        field, kind="knock-out", name="Cup", source=pools, places_from=1, places_to=1, places_by="division"
    )
    shown = draws.shown(final)
    assert [(line.home, line.away) for line in shown.rounds[0].pairings] == [("1st of North", "1st of South")]
    stages.publish(pools, cast.director)
    for match in drawn(pools):
        win(cast, match)
    final = stages.publish(final, cast.director)
    winners = [match.home.name for match in drawn(pools)]
    assert meetings(final) == [[f"{winners[0]} v {winners[1]}"]]
    assert draws.shown(final).moved == ()
    assert set(refused(stages.take_back, pools)) == {"stage"}

    # A correction turns the match in the north round: the draw stays, and says so.
    match = drawn(pools)[0]
    withdraw(match, by=cast.director, reason="The sheet was misread.")
    assert draws.shown(final).moved[0].startswith("Pools is not over: no confirmed result yet of ")
    assert meetings(final) == [[f"{winners[0]} v {winners[1]}"]]


def test_more_places_than_teams(cast: Cast, field: Tournament) -> None:
    pools = stages.publish(stages.add(field, kind="round-robin", name="Pools"), cast.director)
    final = stages.add(field, kind="knock-out", name="Cup", source=pools, places_from=1, places_to=5)
    for match in drawn(pools):
        win(cast, match, "home" if match.home_id < match.away_id else "away")
    assert refused(stages.publish, final, cast.director) == {"source": ["Pools has 4 teams: there is no 5th place."]}
