"""Stages: drafts, draws published and taken back, frozen by play, knock-outs filled in as results come."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from scoring.services import ledger, results
from tests.cast import Cast
from tests.factories import TeamFactory
from tests.tournaments.snapshot import snapshot
from tournaments.models import Match, Round, Stage, Table, Team, Tournament
from tournaments.selectors import draws
from tournaments.services import divisions, matches, rounds, stages, teams


@pytest.fixture
def field(cast: Cast) -> Tournament:
    """Six teams: Pelicans and Scarlets of the cast, then Third to Sixth."""
    for name in ("Third", "Fourth", "Fifth", "Sixth"):
        teams.add(cast.tournament, name=name)
    return cast.tournament


def refused(call: Any, *args: Any, **details: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as error:
        call(*args, **details)
    return dict(error.value.message_dict)


def meetings(stage: Stage) -> list[list[str]]:
    """The stage's matches as the fixture has them, round by round."""
    return [
        [f"{match.home} v {match.away}" for match in round.matches.order_by("pk").select_related("home", "away")]
        for round in stage.rounds.order_by("drawn_as")
    ]


def win(cast: Cast, match: Match, side: str = "home") -> None:
    """Type both tables (11–9) as the scorer, and confirm as the official."""
    for number, (home, away) in ((1, (10, 0)), (2, (1, 9))):
        if side == "away":
            home, away = away, home
        event = {
            "event": "tally",
            "bullseyes": {"NS": home, "EW": away},
            "hang_jacks": {"NS": 0, "EW": 0},
        }
        table = Table.objects.get(match=match, number=number)
        ledger.append(table.pk, event, expected=0, client_id=uuid4(), by=cast.scorer)
    results.confirm(match, by=cast.official)


# --- Drafts ------------------------------------------------------------------


def test_a_stage_is_called_by_its_kind_and_has_a_seed(cast: Cast) -> None:
    first, second = (stages.add(cast.tournament, kind="knock-out") for _ in range(2))
    assert [(s.name, s.order, s.state, s.options) for s in (first, second)] == [
        ("Knock-out", 1, "draft", {}),
        ("Knock-out 2", 2, "draft", {}),
    ]
    assert len(first.seed) == 12
    assert first.seed != second.seed


@pytest.mark.parametrize(
    ("details", "at"),
    [
        ({"kind": "whist"}, "kind"),
        ({"kind": "knock-out", "name": "CUP"}, "name"),
        ({"kind": "knock-out", "name": "x" * 61}, "name"),
        ({"kind": "knock-out", "name": "a\x00"}, "name"),
        ({"kind": "knock-out", "seed": "x" * 65}, "seed"),
        ({"kind": "knock-out", "seed": "a\x00"}, "seed"),
        ({"kind": "knock-out", "order": 0}, "order"),
        ({"kind": "knock-out", "order": 1000}, "order"),
        ({"kind": "knock-out", "order": True}, "order"),
        ({"kind": "knock-out", "options": {"rounds": 3}}, "rounds"),
        ({"kind": "knock-out", "options": {"teams": [2**31]}}, "teams"),
        ({"kind": "prescribed", "options": {"fixtures": [[[2**31, 1]]]}}, "fixtures"),
    ],
)
def test_a_stage_refused_at_the_field(cast: Cast, details: dict[str, Any], at: str) -> None:
    stages.add(cast.tournament, kind="knock-out", name="Cup")
    before = snapshot()
    assert set(refused(stages.add, cast.tournament, **details)) == {at}
    assert snapshot() == before


def test_teams_of_another_tournament_are_refused(cast: Cast, other_cast: Cast) -> None:
    options = {"teams": [other_cast.home_team.pk]}
    said = {"teams": ["A team of the list is not of this tournament."]}
    assert refused(stages.add, cast.tournament, kind="knock-out", options=options) == said


def test_a_draft_is_changed_and_deleted(cast: Cast) -> None:
    stage = stages.add(cast.tournament, kind="round-robin", name="Pools", seed="one")
    stage = stages.update(stage, name="Groups", order=7, options={"numbers": "lot"})
    stage.refresh_from_db()
    assert (stage.name, stage.order, stage.seed, stage.options) == ("Groups", 7, "one", {"numbers": "lot"})
    assert stages.update(stage, seed="").seed not in ("", "one")
    stages.remove(stage)
    assert not Stage.objects.exists()


# --- Publishing --------------------------------------------------------------


def test_a_round_robin_becomes_rounds_and_matches_with_tables(cast: Cast, field: Tournament) -> None:
    stage = stages.add(field, kind="round-robin", seed="open")
    shown = draws.shown(stage)
    stage = stages.publish(stage, cast.director)
    assert (stage.state, stage.published_by) == ("published", cast.director)
    assert meetings(stage) == [
        ["Pelicans v Sixth", "Scarlets v Fifth", "Third v Fourth"],
        ["Sixth v Fourth", "Pelicans v Scarlets", "Fifth v Third"],
        ["Scarlets v Sixth", "Third v Pelicans", "Fourth v Fifth"],
        ["Sixth v Fifth", "Pelicans v Fourth", "Scarlets v Third"],
        ["Third v Sixth", "Fifth v Pelicans", "Fourth v Scarlets"],
    ]
    assert list(stage.rounds.values_list("number", "drawn_as")) == [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)]
    drawn = Match.objects.filter(round__stage=stage)
    assert {tuple(m.tables.values_list("number", "games")) for m in drawn} == {((1, 10), (2, 10))}
    again = draws.shown(stage)
    assert [[(p.home, p.away, p.pairing.why) for p in r.pairings] for r in again.rounds] == [
        [(p.home, p.away, p.pairing.why) for p in r.pairings] for r in shown.rounds
    ]
    assert all(p.match for r in again.rounds for p in r.pairings)
    assert (again.missing, again.strays, again.fault) == ((), (), None)


def test_a_published_draw_is_shown_again_whatever_became_of_the_teams(cast: Cast, field: Tournament) -> None:
    north, south = (divisions.add(field, name=name) for name in ("North", "South"))
    for at, team in enumerate(field.teams.order_by("pk")):
        teams.update(team, division=(north, south)[at % 2])
    options = {"pools": "divisions", "numbers": "lot"}
    stage = stages.publish(stages.add(field, kind="double", seed="carnival", options=options), cast.director)

    def pairs() -> list[tuple[str, int, int]]:
        return [
            (p.pairing.group, p.match.home_id, p.match.away_id)  # type: ignore[union-attr]
            for r in draws.shown(stage).rounds
            for p in r.pairings
        ]

    before = pairs()
    assert len(before) == 12
    teams.add(field, name="Late")
    teams.update(cast.home_team, name="Renamed", division=south)
    assert pairs() == before


def test_the_draw_of_a_published_stage_stays(cast: Cast, field: Tournament) -> None:
    stage = stages.publish(stages.add(field, kind="knock-out", seed="one"), cast.director)
    before = snapshot()
    assert set(refused(stages.update, stage, seed="two")) == {"seed"}
    assert set(refused(stages.update, stage, options={"numbers": "lot"})) == {"options"}
    assert set(refused(stages.publish, stage, cast.director)) == {"stage"}
    assert set(refused(stages.remove, stage)) == {"stage"}
    assert set(refused(rounds.remove, stage.rounds.get(drawn_as=3))) == {"round"}
    assert snapshot() == before
    assert stages.update(stage, name="The Cup", seed="one", options={}).name == "The Cup"


def test_a_draw_that_cannot_be_made_publishes_nothing(cast: Cast) -> None:
    stage = stages.add(cast.tournament, kind="knock-out", options={"third_place": True})
    before = snapshot()
    said = {"third_place": ["A match for third place needs two semi-finals: four teams at least."]}
    assert refused(stages.publish, stage, cast.director) == said
    assert snapshot() == before
    assert draws.shown(stage).fault == ("third_place", said["third_place"][0])


def test_a_team_of_the_list_that_was_withdrawn(cast: Cast, field: Tournament) -> None:
    gone = field.teams.get(name="Sixth")
    stage = stages.add(field, kind="round-robin", options={"teams": [cast.home_team.pk, gone.pk]})
    teams.remove(gone)
    assert refused(stages.publish, stage, cast.director) == {"teams": ["A team of the list is no longer entered."]}
    assert draws.shown(stage).fault == ("teams", "A team of the list is no longer entered.")


def test_more_rounds_than_a_tournament_has(cast: Cast, field: Tournament) -> None:
    rounds.add(field, number=996)
    stage = stages.add(field, kind="round-robin")
    before = snapshot()
    assert set(refused(stages.publish, stage, cast.director)) == {"rounds"}
    assert snapshot() == before


def test_sixty_four_teams_in_few_statements(cast: Cast, django_assert_max_num_queries: Any) -> None:
    for _ in range(62):
        TeamFactory.create(tournament=cast.tournament)
    stage = stages.add(cast.tournament, kind="round-robin")
    with django_assert_max_num_queries(20):
        stages.publish(stage, cast.director)
    assert Match.objects.filter(round__stage=stage).count() == 64 * 63 // 2
    assert Table.objects.filter(match__round__stage=stage).count() == 64 * 63
    with django_assert_max_num_queries(7):
        assert draws.shown(stage).matches_count == 2016


# --- Taking back, freezing ---------------------------------------------------


def test_taken_back_and_drawn_again(cast: Cast, field: Tournament) -> None:
    before = (Round.objects.count(), Match.objects.count(), Table.objects.count())
    stage = stages.publish(stages.add(field, kind="double"), cast.director)
    stage = stages.take_back(stage)
    assert (stage.state, stage.drawn, stage.published_by) == ("draft", None, None)
    assert (Round.objects.count(), Match.objects.count(), Table.objects.count()) == before
    assert set(refused(stages.take_back, stage)) == {"stage"}
    assert set(refused(stages.complete, stage)) == {"stage"}
    assert stages.publish(stage, cast.director).rounds.count() == 10


def test_play_freezes_the_draw(cast: Cast, field: Tournament) -> None:
    stage = stages.publish(stages.add(field, kind="round-robin"), cast.director)
    other = stages.publish(stages.add(field, kind="double"), cast.director)
    assert draws.states([stage, other]) == {stage.pk: "published", other.pk: "published"}
    match = Match.objects.filter(round__stage=stage).first()
    assert match is not None
    event = {"event": "tally", "bullseyes": {"NS": 6, "EW": 4}, "hang_jacks": {"NS": 0, "EW": 0}}
    ledger.append(match.tables.get(number=1).pk, event, expected=0, client_id=uuid4(), by=cast.scorer)
    assert draws.states([stage, other]) == {stage.pk: "frozen", other.pk: "published"}
    assert draws.shown(stage).state == "frozen"
    before = snapshot()
    said = {"stage": ["Play has begun: the draw of Round robin is frozen, and so are its matches."]}
    assert refused(stages.take_back, stage) == said
    assert snapshot() == before
    stages.take_back(other)


def test_a_match_added_by_hand_is_not_swept_away(cast: Cast, field: Tournament) -> None:
    stage = stages.publish(stages.add(field, kind="knock-out"), cast.director)
    extra = matches.create(field, round=stage.rounds.get(drawn_as=2), home=cast.home_team, away=cast.away_team)
    assert draws.shown(stage).strays == (extra,)
    said = {"stage": ["Pelicans v Scarlets does not come from this draw. Delete that match first."]}
    assert refused(stages.take_back, stage) == said
    matches.remove(extra)
    stages.take_back(stage)


# --- Knock-outs --------------------------------------------------------------


def test_a_knock_out_from_its_draw_to_the_final(cast: Cast, field: Tournament) -> None:
    """Seeds in order of entry: Pelicans and Scarlets rest, Fourth v Fifth, Third v Sixth."""
    options = {"third_place": True, "minor_cup": True}
    stage = stages.publish(stages.add(field, kind="knock-out", options=options), cast.director)
    assert list(stage.rounds.order_by("drawn_as").values_list("name", flat=True)) == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]
    assert meetings(stage) == [["Fourth v Fifth", "Third v Sixth"], [], []]
    assert set(refused(stages.complete, stage)) == {"stage"}
    first, second = Match.objects.filter(round__stage=stage).order_by("pk")

    win(cast, first, "away")
    assert [(p.home, p.away, p.known) for p in draws.shown(stage).rounds[1].pairings] == [
        ("Pelicans", "Fifth", True),
        ("Scarlets", "Winner of QF2", False),
        ("Fourth", "Loser of QF2", False),
    ]
    assert [str(match) for match in stages.complete(stage)] == ["Pelicans v Fifth"]
    win(cast, second, "home")
    assert [str(match) for match in stages.complete(stage)] == ["Scarlets v Third", "Fourth v Sixth"]
    for match in Match.objects.filter(round__stage=stage, round__drawn_as=2):
        win(cast, match, "home")
    stages.complete(stage)
    assert meetings(stage) == [
        ["Fourth v Fifth", "Third v Sixth"],
        ["Pelicans v Fifth", "Scarlets v Third", "Fourth v Sixth"],
        ["Fifth v Third", "Pelicans v Scarlets"],
    ]
    assert Table.objects.filter(match__round__stage=stage).count() == 14
    shown = draws.shown(stage)
    assert (shown.missing, shown.strays, shown.state) == ((), (), "frozen")


def test_a_result_changed_afterwards_is_flagged_and_nothing_drawn_again(cast: Cast) -> None:
    for name in ("Third", "Fourth"):
        teams.add(cast.tournament, name=name)
    stage = stages.publish(stages.add(cast.tournament, kind="knock-out"), cast.director)
    first, second = Match.objects.filter(round__stage=stage).order_by("pk")
    win(cast, first)
    win(cast, second)
    (final,) = stages.complete(stage)
    assert str(final) == "Pelicans v Scarlets"

    results.withdraw(first, by=cast.director, reason="the sheet was read wrongly")
    shown = draws.shown(stage)
    assert (shown.strays, shown.missing) == ((final,), ())
    assert set(refused(stages.complete, stage)) == {"stage"}
    assert Match.objects.filter(pk=final.pk).exists()


def test_a_cross_over_from_divisions(cast: Cast, field: Tournament) -> None:
    north, south = (divisions.add(field, name=name) for name in ("North", "South"))
    by_name: dict[str, Team] = {team.name: team for team in field.teams.all()}
    for division, names in ((north, ("Pelicans", "Third")), (south, ("Scarlets", "Fourth"))):
        for name in names:
            teams.update(by_name[name], division=division)
    listed = [by_name[name].pk for name in ("Third", "Pelicans", "Fourth", "Scarlets")]
    options = {"teams": listed, "cross_over": True, "third_place": True}
    stage = stages.publish(stages.add(field, kind="knock-out", options=options), cast.director)
    assert meetings(stage) == [["Third v Scarlets", "Fourth v Pelicans"], []]
    assert draws.shown(stage).rounds[0].pairings[0].pairing.why.endswith("1st of North. 2nd of South.")


def test_fixtures_as_written_and_two_halves(cast: Cast, field: Tournament) -> None:
    home, away = cast.home_team.pk, cast.away_team.pk
    third = field.teams.get(name="Third").pk
    written = stages.add(field, kind="prescribed", options={"fixtures": [[[away, home]], [[third, away]]]})
    assert meetings(stages.publish(written, cast.director)) == [["Scarlets v Pelicans"], ["Third v Scarlets"]]
    halves = stages.add(field, kind="two-halves", options={"teams": [home, away]})
    assert meetings(stages.publish(halves, cast.director)) == [["Pelicans v Scarlets"], ["Scarlets v Pelicans"]]
    assert list(halves.rounds.values_list("name", flat=True)) == ["First half", "Second half"]
