"""A knock-out beside pools: what counts in the standings, how far the teams came, who won; rounds made a stage."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from scoring.selectors.standings import standings
from scoring.selectors.standings_reach import prospects
from tests.cast import client_of
from tests.factories import RoleFactory, UserFactory
from tests.scoring.test_standings_settings import Hall
from tournaments.models import Match, RoleName, Stage, StageKind, Tournament
from tournaments.selectors import draws, finals, setup
from tournaments.services import gathering, stages

pytestmark = pytest.mark.django_db

# A beat everybody, D lost to everybody: A 33:9, B 27:16, C 19:25, D 6:35.
POOL = ("A 11-3 B", "A 11-4 C", "A 11-2 D", "B 13-5 C", "B 11-0 D", "C 10-4 D")


def pool(hall: Hall) -> None:
    for at, line in enumerate(POOL, start=1):
        hall.played(line, round_=at)


def knock_out(hall: Hall, through: int = 4) -> Stage:
    """The pool's rounds as a stage, and a knock-out of its first four with a match for third place."""
    source = gathering.gather(hall.tournament, hall.by, name="Pool")
    made = stages.add(
        hall.tournament,
        kind="knock-out",
        name="Cup",
        source=source,
        places_from=1,
        places_to=through,
        options={"third_place": True} if through == 4 else {},
    )
    return stages.publish(made, hall.by)


def play(hall: Hall, stage: Stage, **figures: str) -> None:
    """Results by the home team of the match."""
    for match in Match.objects.filter(round__stage=stage, tally__isnull=True).select_related("home"):
        hall.result(match, figures[match.home.name])


def order(hall: Hall, **asked: object) -> list[tuple[str, int, int]]:
    found = standings(Tournament.objects.get(pk=hall.tournament.pk), **asked)  # type: ignore[arg-type]
    return [(row.team, row.played, row.bullseyes_for) for row in found.rows]


BEFORE = [("A", 3, 33), ("B", 3, 27), ("C", 3, 19), ("D", 3, 6)]


def test_the_matches_of_a_knock_out_do_not_move_the_standings_of_the_pool() -> None:
    hall = Hall("ABCD", tie_break=["wins", "bullseyes-for"])
    pool(hall)
    cup = knock_out(hall)
    assert order(hall) == BEFORE
    play(hall, cup, A="5-11", B="11-9")  # A v D, B v C
    assert order(hall) == BEFORE
    assert standings(hall.tournament).counts[:3] == (6, 6, 0)
    # Asked for by itself it has its figures.
    assert sorted(order(hall, stage=cup)) == [("A", 1, 5), ("B", 1, 11), ("C", 1, 9), ("D", 1, 11)]


def test_matches_among_the_tied_are_those_that_count() -> None:
    """A and B are level on wins; A won in the pool, B in the knock-out."""
    hall = Hall("AB", tie_break=["wins", "head-to-head"])
    for at, line in enumerate(("A 11-3 B", "B 11-9 A", "A 11-9 B", "B 11-9 A"), start=1):
        hall.played(line, round_=at)
    cup = knock_out(hall, 2)
    assert [row.rank for row in standings(hall.tournament).rows] == [1, 1]
    [final] = Match.objects.filter(round__stage=cup).select_related("home")
    hall.result(final, "11-0")
    assert [row.rank for row in standings(hall.tournament).rows] == [1, 1]


def test_a_knock_out_alone_counts() -> None:
    hall = Hall("AB", tie_break=["wins"])
    cup = stages.publish(stages.add(hall.tournament, kind="knock-out"), hall.by)
    play(hall, cup, A="11-3")
    assert order(hall) == [("A", 1, 11), ("B", 1, 3)]


def test_what_can_still_be_reached_leaves_the_knock_out_aside() -> None:
    hall = Hall("ABCD", tie_break=["wins", "bullseyes-for"])
    pool(hall)
    knock_out(hall)
    found = prospects(standings(hall.tournament), 2)
    assert found.matches_left == 0
    assert [(line.row.team, line.verdict) for line in found.lines] == [
        ("A", "through"),
        ("B", "through"),
        ("C", "out"),
        ("D", "out"),
    ]


def test_how_far_they_came_stands_on_the_draw_and_the_winner_on_the_tournaments_page() -> None:
    hall = Hall("ABCD", tie_break=["wins", "bullseyes-for"])
    pool(hall)
    cup = knock_out(hall)
    play(hall, cup, A="5-11", B="11-9")
    assert draws.shown(cup).places == ()
    assert len(stages.complete(cup)) == 2
    play(hall, cup, B="3-11", D="3-11", A="11-1", C="1-11")
    final = {match.home.name: match for match in Match.objects.filter(round__stage=cup, round__drawn_as=2)}
    assert sorted(final) == ["A", "D"]
    shown = draws.shown(Stage.objects.get(pk=cup.pk))
    assert [(place.words, place.teams) for place in shown.places] == [
        ("1st", ("B",)),
        ("2nd", ("D",)),
        ("3rd", ("A",)),
        ("4th", ("C",)),
    ]
    assert [line.score for line in shown.rounds[0].pairings] == ["5–11", "11–9"]
    page = Client().get("/t/hall/").content.decode()
    assert f'<strong>B</strong> won the <a href="/t/hall/draws/{cup.pk}/">Cup</a>.' in page
    asked = Client().get(f"/t/hall/standings/?stage={cup.pk}")
    assert (asked.status_code, asked["Location"]) == (302, f"/t/hall/draws/{cup.pk}/")
    whole = Client().get("/t/hall/standings/").content.decode()
    assert "A knock-out’s matches do not count" in whole


def test_the_winner_of_two_halves_stands_on_the_tournaments_page() -> None:
    hall = Hall("AB")
    tie = stages.publish(stages.add(hall.tournament, kind="two-halves", name="Return tie"), hall.by)
    first, second = Match.objects.filter(round__stage=tie).order_by("round__number")
    hall.result(first, "12-8")
    assert finals.winners([tie]) == []
    hall.result(second, "11-9")  # B at home: A has 12 and 9, B 8 and 11
    assert [(one.stage, one.team) for one in finals.winners([tie])] == [(tie, "A")]


def test_the_set_up_says_when_matches_of_a_knock_out_can_be_made() -> None:
    hall = Hall("ABCD", tie_break=["wins", "bullseyes-for"])
    pool(hall)
    cup = knock_out(hall)

    def step() -> tuple[str, str]:
        found = setup.progress(hall.tournament)
        return next((one.state, one.says) for one in found.steps if one.key == "stages")

    assert step() == ("done", "2 stages.")
    play(hall, cup, A="5-11", B="11-9")
    assert step() == ("todo", "2 stages. Cup: 2 matches are settled and can be made.")
    stages.complete(cup)
    assert step() == ("done", "2 stages.")
    stages.add(hall.tournament, kind="knock-out", name="Shield")
    assert step() == ("todo", "3 stages. Shield: the draw is not published yet.")


# --- Rounds of no stage ------------------------------------------------------


def test_rounds_entered_by_hand_become_a_stage() -> None:
    hall = Hall("ABCD")
    pool(hall)
    hall.match("A", "B", 7, play_off=True)
    stage = gathering.gather(hall.tournament, hall.by, name="League")
    assert (stage.kind, stage.state, stage.published_by) == (StageKind.PRESCRIBED, "published", hall.by)
    assert list(stage.rounds.order_by("drawn_as").values_list("number", "drawn_as")) == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6),
    ]  # fmt: skip
    shown = draws.shown(stage)
    assert (shown.strays, shown.missing, shown.fault, shown.matches_count) == ((), (), None, 6)
    assert draws.states([stage]) == {stage.pk: "published"}


def test_nothing_to_gather_and_a_team_twice_in_a_round() -> None:
    hall = Hall("ABC")
    with pytest.raises(ValidationError) as none:
        gathering.gather(hall.tournament, hall.by)
    assert none.value.message_dict == {"rounds": ["Every round with matches belongs to a stage already."]}
    hall.match("A", "B", 1)
    hall.match("A", "C", 1)
    with pytest.raises(ValidationError) as twice:
        gathering.gather(hall.tournament, hall.by)
    assert list(twice.value.message_dict) == ["rounds"]
    assert Stage.objects.count() == 0


def test_gathering_by_the_page() -> None:
    hall = Hall("ABCD")
    pool(hall)
    director = UserFactory.create(username="boss")
    RoleFactory.create(tournament=hall.tournament, user=director, name=RoleName.DIRECTOR)
    client = client_of(director)
    page = client.get("/t/hall/setup/stages/").content.decode()
    assert "Rounds of no stage" in page
    answer = client.post("/t/hall/setup/stages/", {"act": "gather", "name": "League"})
    stage = Stage.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/t/hall/setup/stages/{stage.pk}/")
    assert "Rounds of no stage" not in client.get("/t/hall/setup/stages/").content.decode()
    again = client.post("/t/hall/setup/stages/", {"act": "gather", "name": "Again"})
    assert again.status_code == 422
    assert "Every round with matches belongs to a stage already." in again.content.decode()
