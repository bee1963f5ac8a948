"""What counts in the standings: level matches, walk-overs, play-offs, byes, averages, stages; the pages about them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import LotDraw, MatchState, MatchTally, Result
from scoring.selectors.standings import standings, tied_at
from scoring.selectors.standings_whatif import Outcome, counted, with_outcome
from scoring.services import lots
from tests.cast import ROLES, Cast, client_of
from tests.factories import MatchFactory, RoundFactory, TeamFactory, TournamentFactory, UserFactory
from tournaments.drawing.lots import lot
from tournaments.models import Match, Stage, Tournament
from tournaments.services import stages

pytestmark = pytest.mark.django_db


class Hall:
    """A tournament of teams A, B, C, …, and results written as ``A 11-5 B``."""

    def __init__(self, teams: str, **settings: Any) -> None:
        self.tournament: Tournament = TournamentFactory.create(slug="hall", name="Hall", **settings)
        self.teams = {name: TeamFactory.create(tournament=self.tournament, name=name) for name in teams}
        self.by = UserFactory.create()
        self.rounds: dict[int, Any] = {}

    def match(self, home: str, away: str, round_: int = 1, **more: Any) -> Match:
        if round_ not in self.rounds:
            self.rounds[round_] = RoundFactory.create(tournament=self.tournament, number=round_)
        made: Match = MatchFactory.create(
            tournament=self.tournament, round=self.rounds[round_], home=self.teams[home], away=self.teams[away], **more
        )
        return made

    def played(self, *lines: str, kind: str = "played", **more: Any) -> None:
        for at, line in enumerate(lines, start=1):
            home, figures, away = line.split()
            self.result(self.match(home, away, more.pop("round_", at), **more), figures, kind)

    def result(self, match: Match, figures: str, kind: str = "played") -> None:
        made, given = map(int, figures.split("-"))
        MatchTally.objects.update_or_create(match=match, defaults={"state": MatchState.CONFIRMED})
        Result.objects.create(
            match=match,
            home_bullseyes=made,
            away_bullseyes=given,
            home_hang_jacks=made % 4,
            winner="home" if made > given else "away" if given > made else "",
            kind=kind,
            imported=True,
            entered_by=self.by,
            confirmed_at=timezone.now(),
        )

    def lines(self, **asked: Any) -> list[str]:
        found = standings(Tournament.objects.get(pk=self.tournament.pk), **asked)
        return [
            f"{row.rank} {row.team} {row.played} {row.won}-{row.level}-{row.lost} {row.points} "
            f"{row.bullseyes_for}:{row.bullseyes_against}"
            for row in found.rows
        ]


def test_a_level_match_is_neither_won_nor_lost_and_has_its_points() -> None:
    hall = Hall("ABC", tie_break=["points", "bullseye-difference"])
    hall.played("A 10-10 B", "B 11-5 C")
    assert hall.lines() == ["1 B 2 1-1-0 3 21:15", "2 A 1 0-1-0 1 10:10", "3 C 1 0-0-1 0 5:11"]
    page = Client().get("/t/hall/standings/").content.decode()
    assert '<span class="long">Level</span>' in page
    assert '<span class="long">Points</span>' in page


def test_no_column_for_level_matches_where_there_are_none() -> None:
    hall = Hall("AB")
    hall.played("A 11-5 B")
    page = Client().get("/t/hall/standings/").content.decode()
    assert "Level</span>" not in page
    assert "Points</span>" not in page


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ("full", ["1 A 2 2-0-0 4 22:5", "2 B 2 1-0-1 2 16:13", "3 C 2 0-0-2 0 2:22"]),
        ("win", ["1 A 2 2-0-0 4 11:5", "2 B 2 1-0-1 2 16:13", "3 C 2 0-0-2 0 2:11"]),
    ],
)
def test_a_walk_over_counts_as_the_tournament_says(counts: str, expected: list[str]) -> None:
    hall = Hall("ABC", walk_over_counts=counts)
    hall.played("A 11-5 B", "B 11-2 C")
    hall.played("A 11-0 C", kind="walk-over", round_=3)
    assert hall.lines() == expected


def test_bullseyes_of_a_walk_over_won_alone_do_not_bring_an_average_down() -> None:
    """A: 11 in the one match that was played; B: 10 a match. By the matches played A would have 5½."""
    hall = Hall("ABC", walk_over_counts="win", unequal="average", tie_break=["bullseyes-for"])
    hall.played("A 11-9 C", "B 10-11 C")
    hall.played("A 11-0 B", kind="walk-over", round_=3)
    assert hall.lines() == ["1 A 2 2-0-0 4 11:9", "2 B 2 0-0-2 0 10:11", "2 C 2 1-0-1 2 20:21"]


def test_a_play_off_counts_in_no_figure_and_decides_the_tie() -> None:
    hall = Hall("AB", tie_break=["wins", "play-off", "bullseye-difference"])
    hall.played("A 11-0 B", "B 11-10 A")
    hall.played("B 11-9 A", play_off=True, round_=3)
    assert hall.lines() == ["1 B 2 1-0-1 2 11:21", "2 A 2 1-0-1 2 21:11"]
    assert standings(hall.tournament).counts[:3] == (2, 2, 0)


def test_head_to_head_asks_one_query_more(django_assert_num_queries: Any) -> None:
    hall = Hall("ABCD", tie_break=["wins", "head-to-head", "lot"])
    hall.played("A 11-10 B", "A 11-10 C", "D 11-0 A", "B 11-0 C", "B 11-0 D", "C 11-10 D")
    with django_assert_num_queries(2):
        found = standings(hall.tournament)
    assert [row.team for row in found.rows] == ["A", "B", "C", "D"]
    assert [row.team for row in standings(hall.tournament, through_round=1).rows] == ["A", "B", "C", "D"]


def test_who_is_level_across_a_cut() -> None:
    hall = Hall("ABCD", tie_break=["wins"])
    hall.played("A 11-5 B", "A 11-5 C")
    found = standings(hall.tournament)
    assert [row.rank for row in found.rows] == [1, 2, 2, 2]
    assert [[row.team for row in tied_at(found, place)] for place in range(6)] == [
        [], [], ["B", "C", "D"], ["B", "C", "D"], [], [],
    ]  # fmt: skip


# Three teams at a round robin: each rests once. Drawn by the circle: whoever rests is read from the draw.
def resting(hall: Hall) -> tuple[Stage, dict[int, str]]:
    """A published round robin, and who rests in each of its rounds."""
    stage = stages.add(hall.tournament, kind="round-robin", name="League")
    stages.publish(stage, hall.by)
    stage = Stage.objects.get(pk=stage.pk)
    names = set(hall.teams)
    rests: dict[int, str] = {}
    for round_ in stage.rounds.all():
        playing = {side for match in round_.matches.all() for side in (match.home.name, match.away.name)}
        (rests[round_.drawn_as or 0],) = names - playing
    return stage, rests


@pytest.mark.parametrize(
    ("rule", "played", "won", "figures"),
    [
        ({}, 2, 1, (20, 18)),
        ({"bye_rule": "fixed", "bye_bullseyes_for": 6, "bye_bullseyes_against": 4}, 3, 1, (26, 22)),
        ({"bye_rule": "fixed", "bye_win": True, "bye_bullseyes_for": 11}, 3, 2, (31, 18)),
        ({"bye_win": True}, 3, 2, (20, 18)),
        # Its own average: 20 in 2 is 10, 18 in 2 is 9.
        ({"bye_rule": "average"}, 3, 1, (30, 27)),
    ],
)
def test_a_bye_counts_by_the_rule(rule: Any, played: int, won: int, figures: tuple[int, int]) -> None:
    hall = Hall("ABC", **rule)
    stage, rests = resting(hall)
    for match in Match.objects.filter(round__stage=stage):
        # A wins one 11–7 and loses the other 9–11; the third ends 11–5.
        pair = {match.home.name, match.away.name}
        if pair == {"A", "B"}:
            hall.result(match, "11-7" if match.home.name == "A" else "7-11")
        elif pair == {"A", "C"}:
            hall.result(match, "9-11" if match.home.name == "A" else "11-9")
        else:
            hall.result(match, "11-5")
    row = next(row for row in standings(Tournament.objects.get(pk=hall.tournament.pk)).rows if row.team == "A")
    assert (row.played, row.won, row.bullseyes_for, row.bullseyes_against) == (played, won, *figures)
    assert row.byes == (1 if rule else 0)
    assert sorted(rests.values()) == ["A", "B", "C"]


def test_an_average_is_rounded_down_and_a_bye_counts_when_its_round_does() -> None:
    hall = Hall("ABC", bye_rule="average")
    stage, rests = resting(hall)
    first, second = rests[1], rests[2]
    by_round = {match.round.drawn_as: match for match in Match.objects.filter(round__stage=stage)}
    found = {row.team: row for row in standings(hall.tournament).rows}
    assert found[first].byes == 0
    hall.result(by_round[1], "11-6")
    found = {row.team: row for row in standings(hall.tournament).rows}
    assert {name: row.byes for name, row in found.items()} == {name: int(name == first) for name in "ABC"}
    assert (found[first].played, found[first].bullseyes_for) == (1, 0)
    hall.result(by_round[2], "11-6" if by_round[2].home.name == first else "6-11")
    row = next(row for row in standings(hall.tournament).rows if row.team == second)
    made = 11 if by_round[1].home.name == second else 6
    assert (row.byes, row.played, row.bullseyes_for) == (1, 2, 2 * made)
    assert all(row.byes == 0 for row in standings(hall.tournament, through_round=0).rows)


def test_a_stage_has_its_own_teams_rounds_and_order() -> None:
    hall = Hall("ABC", tie_break=["wins"])
    stage, _ = resting(hall)
    Stage.objects.filter(pk=stage.pk).update(tie_break=["-bullseyes-against"])
    outsider = TeamFactory.create(tournament=hall.tournament, name="Z")
    hall.teams["Z"] = outsider
    hall.played("Z 11-0 A", round_=50)
    for match in Match.objects.filter(round__stage=stage).order_by("pk")[:1]:
        hall.result(match, "11-6")
    found = standings(hall.tournament, stage=Stage.objects.get(pk=stage.pk))
    assert found.order == "fewer bullseyes against"
    assert sorted(row.team for row in found.rows) == ["A", "B", "C"]
    assert sum(row.played for row in found.rows) == 2
    assert {row.team for row in standings(hall.tournament).rows} == {"A", "B", "C", "Z"}
    page = Client().get(f"/t/hall/standings/?stage={stage.pk}").content.decode()
    assert "fewer bullseyes against" in page
    assert f'<option value="{stage.pk}" selected>League</option>' in page


def test_what_if_goes_by_matches_among_the_tied() -> None:
    """B's win over A turned round: A and B stay level on wins with C's help, and the match between them decides."""
    hall = Hall("ABC", tie_break=["wins", "head-to-head", "bullseyes-for"])
    hall.played("A 11-9 C", "B 11-0 C")
    match = hall.match("B", "A", 3)
    hall.result(match, "11-10")
    found = standings(hall.tournament)
    assert [row.team for row in found.rows] == ["B", "A", "C"]
    other = with_outcome(found, match, Outcome("away", 3, 11, 0, 0), instead_of=counted(match))
    assert [(row.rank, row.team, row.won, row.bullseyes_for) for row in other.rows] == [
        (1, "A", 2, 22), (2, "B", 1, 14), (3, "C", 0, 9),
    ]  # fmt: skip
    level = with_outcome(found, match, Outcome("", 10, 10, 0, 0), instead_of=counted(match))
    assert [(row.rank, row.team, row.level) for row in level.rows] == [(1, "A", 1), (1, "B", 1), (3, "C", 0)]


def test_unequal_matches_are_told() -> None:
    hall = Hall("ABC")
    hall.played("A 11-5 B", "A 11-5 C")
    page = Client().get("/t/hall/standings/").content.decode()
    assert "Not all have played as many: 1 to 2 matches." in page
    assert "Teams are compared by their totals." in page
    Tournament.objects.update(unequal="average")
    assert "Teams are compared by their averages a match." in Client().get("/t/hall/standings/").content.decode()


def test_a_correction_is_seen_at_the_next_request() -> None:
    hall = Hall("AB")
    match = hall.match("A", "B")
    hall.result(match, "11-5")
    first = Client().get("/t/hall/standings/").content
    assert Client().get("/t/hall/standings/").content == first
    result = Result.objects.get(match=match)
    changed = {"state": "withdrawn", "withdrawn_by": hall.by, "withdrawn_at": timezone.now()}
    Result.objects.filter(pk=result.pk).update(**changed)
    result.pk, result.version, result.away_bullseyes = None, 2, 6
    result.save(force_insert=True)
    assert b"Bullseyes <b>11\xe2\x80\x936</b>" in Client().get("/t/hall/standings/").content
    Tournament.objects.update(name="Hall of Fame")
    assert b"Hall of Fame" in Client().get("/t/hall/standings/").content


def test_why_says_it_link_by_link() -> None:
    hall = Hall("ABCD", tie_break=["wins", "head-to-head", "bullseye-difference"])
    hall.played("A 11-10 B", "A 11-10 C", "D 11-0 A", "B 11-0 C", "B 11-0 D", "C 11-10 D")
    a, b = hall.teams["A"].pk, hall.teams["B"].pk
    page = Client().get(f"/t/hall/standings/why/?a={b}").content.decode()
    assert "Why A is above B" in page
    assert "decided by <strong>more points in the matches among the tied</strong>" in page
    answer = Client().get(f"/api/v1/tournaments/hall/standings/why/?a={b}&b={a}").json()
    assert answer["decided_by"] == "more points in the matches among the tied"
    assert [(step["link"], step["upper"], step["lower"], step["decides"]) for step in answer["steps"]] == [
        ("more wins", "2", "2", False),
        ("more points in the matches among the tied", "2", "0", True),
    ]
    assert f'<option value="{b}" selected>2. B' in Client().get("/t/hall/standings/why/").content.decode()
    same = Client().get(f"/t/hall/standings/why/?a={a}&b={a}").content.decode()
    assert "<strong>Nothing to compare</strong> Choose two different teams." in same


@pytest.mark.parametrize(
    "query",
    [
        "?a=x",
        "?a=0",
        "?a=999999",
        "?a=1" + "0" * 30,
        "?round=x",
        "?round=99999999999",
        "?stage=7",
        "?stage=%00",
        "?a=²",
    ],
)
def test_addresses_that_cannot_be_are_404(query: str) -> None:
    Hall("AB")
    for page in ("why/", "reach/"):
        if query.startswith("?a") and page == "reach/":
            continue
        assert Client().get(f"/t/hall/standings/{page}{query}").status_code == 404
    answer = Client().get(f"/api/v1/tournaments/hall/standings/why/{query}")
    assert answer.status_code == 400


def test_reach_on_the_page_and_through_the_api() -> None:
    """A 2 wins of 2, B 1 of 1, C none of 3; left: A–B. By wins alone: A is sure of the second place, C is out of it."""
    hall = Hall("ABC", tie_break=["wins"])
    hall.played("A 11-5 C", "B 11-5 C", "A 11-3 C")
    hall.match("A", "B", 4)
    answer = Client().get("/api/v1/tournaments/hall/standings/reach/?places=1").json()
    shown = [(t["team"], t["left"], t["highest"], t["lowest"], t["verdict"], t["needs"]) for t in answer["teams"]]
    assert shown == [("A", 1, 1, 1, "through", None), ("B", 1, 1, 2, "open", None), ("C", 0, 3, 3, "out", None)]
    assert (answer["exact"], answer["matches_left"], answer["needs_of"]) == (True, 1, "win")
    page = Client().get("/t/hall/standings/reach/?places=1").content.decode()
    assert "Every one of these ranks can really come about." in page
    assert "1 match of the fixture is not counted yet." in page


LOTS = "/t/hall/standings/lots/"


def level_hall() -> Hall:
    hall = Hall("ABC", tie_break=["wins", "lot"])
    hall.played("A 11-5 C", "B 11-5 C")
    return hall


def test_lots_are_drawn_once_and_can_be_worked_out_again(cast: Cast) -> None:
    hall = level_hall()
    a, b = hall.teams["A"].pk, hall.teams["B"].pk
    director = UserFactory.create(is_superuser=True)
    client = client_of(director)
    alone = client.post(LOTS, {"teams": f"{a},{b}", "witnesses": "", "seed": "4711"})
    assert alone.status_code == 422
    assert "Name those who watch: lots are drawn in public." in alone.content.decode()
    answer = client.post(LOTS, {"teams": f"{a},{b}", "witnesses": "Both captains", "seed": "4711"})
    assert answer.status_code == 302
    made = LotDraw.objects.get()
    assert made.order == sorted((a, b), key=lambda team: lot("4711", "standings", team))
    assert (made.witnesses, made.drawn_by, made.seed) == ("Both captains", director, "4711")
    rows = standings(hall.tournament).rows
    assert [row.team_id for row in rows][:2] == made.order
    assert [row.rank for row in rows] == [1, 2, 3]
    again = client.post(LOTS, {"teams": f"{a},{b}", "witnesses": "Nobody", "seed": "1"})
    assert again.status_code == 422
    assert "Lots were drawn between these teams already; they hold." in again.content.decode()
    shown = Client().get("/api/v1/tournaments/hall/standings/lots/").json()["draws"][0]["lots"]
    assert [(one["team_id"], one["text"], one["lot"]) for one in shown] == [
        (team, f"4711|standings|{team}", lot("4711", "standings", team)) for team in made.order
    ]
    assert lot("4711", "standings", made.order[0]) in Client().get(LOTS).content.decode()


def test_lots_drawn_for_a_stage_hold_in_the_whole_tournament_and_in_no_other_stage() -> None:
    hall = level_hall()
    a, b = hall.teams["A"], hall.teams["B"]
    one, other = (
        Stage.objects.create(tournament=hall.tournament, kind="prescribed", name=name, order=at, seed="1")
        for at, name in enumerate(("League", "Cup"), start=1)
    )
    LotDraw.objects.create(
        tournament=hall.tournament, stage=one, teams=[a.pk, b.pk], seed="1", order=[b.pk, a.pk],
        witnesses="All", drawn_by=UserFactory.create(), drawn_at=timezone.now(),
    )  # fmt: skip
    assert [(row.team, row.rank) for row in standings(hall.tournament).rows] == [("B", 1), ("A", 2), ("C", 3)]
    assert [len(lots.drawn(hall.tournament, stage)) for stage in (None, one, other)] == [1, 1, 0]
    page = Client().get(LOTS).content.decode()
    assert "before All, for League" in page
    assert "Level now" not in page


@pytest.mark.parametrize(
    ("teams", "more", "field", "message"),
    [
        ("AC", {}, "teams", "These teams do not share a rank: there is nothing to draw lots for."),
        ("A", {}, "teams", "Lots are drawn between two teams at least."),
        ("AB", {"witnesses": " "}, "witnesses", "This field may not be blank."),
        ("AB", {"seed": "x" * 65}, "seed", "Ensure this field has no more than 64 characters."),
        ("AB", {"stage": 999}, "stage", "This tournament has no stage with the id 999."),
    ],
)
def test_lots_that_cannot_be_drawn(teams: str, more: dict[str, Any], field: str, message: str) -> None:
    hall = level_hall()
    client = client_of(UserFactory.create(is_superuser=True))
    body = {"teams": [hall.teams[name].pk for name in teams], "witnesses": "All", **more}
    answer = client.post("/api/v1/tournaments/hall/standings/lots/", body, content_type="application/json")
    assert answer.status_code == 400
    assert [(error["field"], error["message"]) for error in answer.json()["errors"]] == [(field, message)]
    assert not LotDraw.objects.exists()


def test_lots_come_when_nothing_is_left_and_between_all_that_are_level() -> None:
    hall = Hall("ABC", tie_break=["wins", "lot"])
    client = client_of(UserFactory.create(is_superuser=True))

    def refused(teams: str) -> str:
        ids = ",".join(str(hall.teams[name].pk) for name in teams)
        answer = client.post(LOTS, {"teams": ids, "witnesses": "All"})
        assert answer.status_code == 422
        return " ".join(answer.context["form"].errors["teams"])

    hall.played("A 11-5 B", "B 11-5 C", "C 11-5 A")
    assert refused("AB") == "Level with them too: C. Draw between all of them at once."
    hall.match("A", "B", 9)
    assert refused("ABC") == "They have matches whose results do not count yet. Lots come last."


@pytest.mark.parametrize("role", ROLES)
def test_who_draws_lots(cast: Cast, role: str) -> None:
    client = client_of(cast.user(role))
    path = "/t/harbour-cup/standings/lots/"
    assert client.get(path).status_code == 200
    expected = 422 if role in ("director", "official") else 302 if role == "visitor" else 403
    assert client.post(path, {"teams": "1", "witnesses": "x"}).status_code == expected
    expected = 400 if role in ("director", "official") else 401 if role == "visitor" else 403
    api = "/api/v1/tournaments/harbour-cup/standings/lots/"
    assert client.post(api, {"teams": "x"}, content_type="application/json").status_code == expected


SETTINGS = "/t/harbour-cup/setup/standings/"
TYPED = {
    "act": "save", "points_win": "3", "points_level": "1", "points_loss": "0", "walk_over_counts": "win",
    "bye_rule": "fixed", "bye_win": "on", "bye_bullseyes_for": "11", "bye_bullseyes_against": "0",
    "unequal": "average", "order_1": "points", "order_2": "head-to-head", "order_3": "lot",
}  # fmt: skip


@pytest.mark.parametrize("role", ROLES)
def test_who_sets_what_the_standings_go_by(cast: Cast, role: str) -> None:
    client = client_of(cast.user(role))
    allowed = role == "director"
    assert client.get(SETTINGS).status_code == (200 if allowed else 302 if role == "visitor" else 403)
    api = "/api/v1/tournaments/harbour-cup/standings/settings/"
    assert client.get(api).status_code == 200
    answer = client.patch(api, {"points_win": 5}, content_type="application/json")
    assert answer.status_code == (200 if allowed else 401 if role == "visitor" else 403)


def test_the_settings_are_kept(cast: Cast) -> None:
    client = client_of(cast.director)
    assert client.post(SETTINGS, TYPED).status_code == 302
    kept = client.get("/api/v1/tournaments/harbour-cup/standings/settings/").json()
    assert kept == {
        "tie_break": ["points", "head-to-head", "lot"], "points_win": 3, "points_level": 1, "points_loss": 0,
        "bye_rule": "fixed", "bye_win": True, "bye_bullseyes_for": 11, "bye_bullseyes_against": 0,
        "walk_over_counts": "win", "unequal": "average",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"points_win": "x"}, "points_win"),
        ({"points_win": "0"}, "points_level"),
        ({"points_win": "101"}, "points_win"),
        ({"bye_rule": "half"}, "bye_rule"),
        ({"bye_bullseyes_for": "-1"}, "bye_bullseyes_for"),
        ({"order_1": ""}, "order_1"),
        ({"order_2": "points"}, "order_2"),
        ({"order_2": "-lot"}, "order_2"),
        ({"unequal": "\0"}, "unequal"),
    ],
)
def test_settings_that_cannot_be_are_told_at_their_field(cast: Cast, changed: dict[str, str], field: str) -> None:
    answer = client_of(cast.director).post(SETTINGS, {**TYPED, **changed})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert Tournament.objects.get(pk=cast.tournament.pk).points_win == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"points_win": "3"}, "points_win"),
        ({"points_win": True}, "points_win"),
        ({"points_level": 9}, "points_level"),
        ({"bye_rule": 7}, "bye_rule"),
        ({"bye_win": "yes"}, "bye_win"),
        ({"tie_break": []}, "tie_break"),
        ({"tie_break": ["-head-to-head"]}, "tie_break"),
        ({"colour": 1}, "colour"),
    ],
)
def test_bad_settings_through_the_api(cast: Cast, body: dict[str, Any], field: str) -> None:
    client = client_of(cast.director)
    url = "/api/v1/tournaments/harbour-cup/standings/settings/"
    answer = client.patch(url, body, content_type="application/json")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]
