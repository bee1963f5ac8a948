"""The competitions that have to be set up without code, each through the pages, from its name to its next stage.

Pages make the tournament, its teams, stages, draws and single matches; results come through the ledger's own services.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.forms import Select
from django.test import Client
from django.urls import reverse

from scoring.models import Result
from scoring.selectors.standings import standings
from scoring.services import imports, ledger, results
from tests.cast import client_of
from tests.factories import UserFactory
from tests.tournaments.services.test_stages import meetings
from tournaments.models import Match, Stage, Table, TableKind, Team, Tournament, User
from tournaments.selectors import halves, sizes

pytestmark = pytest.mark.django_db

BOSTON = Path(__file__).parents[2] / "fixtures" / "boston-2024-results.csv"


class Office:
    """A director at the set-up pages, a scorer and an official with the sheets."""

    tournament: Tournament

    def __init__(self) -> None:
        self.user: User = UserFactory.create(is_superuser=True)
        self.scorer: User = UserFactory.create()
        self.official: User = UserFactory.create()
        self.client: Client = client_of(self.user)

    def send(self, page: str, /, *args: Any, **data: Any) -> Any:
        """Post to a set-up page; it must be taken."""
        answer = self.client.post(self.at(page, *args), data)
        context = answer.context or {}
        wrong = context.get("problem") or (context["form"].errors if "form" in context else "")
        assert answer.status_code == 302, (page, answer.status_code, wrong, context.get("size_form"))
        return answer

    def at(self, name: str, *args: Any) -> str:
        return reverse(name, args=[self.tournament.slug, *args])

    def start(self, name: str, /, **details: Any) -> None:
        order = details.pop("order", ["wins", "bullseye-difference"])
        usual = {"name": name, "ruleset_name": "round-robin", "tables_per_match": 2, "games_per_table": 10}
        links = {f"order_{at}": link for at, link in enumerate(order, start=1)}
        answer = self.client.post(reverse("tournament-new"), {**usual, **links, **details})
        assert answer.status_code == 302, answer.context["form"].errors
        self.tournament = Tournament.objects.get(name=name)

    def teams(self, *names: str, division: str = "") -> None:
        data = {"act": "add", "names": "\n".join(names)}
        if division:
            self.send("setup-divisions", act="add", name=division)
            data["division"] = str(self.tournament.divisions.get(name=division).pk)
        self.send("setup-teams", **data)

    def stage(self, kind: str, name: str, /, **options: Any) -> Stage:
        self.send("setup-stages", act="add", kind=kind, name=name)
        stage = self.tournament.stages.get(name=name)
        # As the browser sends it: every field as the page shows it, and what was changed.
        form = self.client.get(self.at("setup-stage", stage.pk)).context["form"]
        shown = {field.name: _sent(field) for field in form if _sent(field) not in (None, False, "")}
        return self.change(stage, **{**shown, **options})

    def change(self, stage: Stage, /, **data: Any) -> Stage:
        self.send("setup-stage", stage.pk, act="save", **data)
        stage.refresh_from_db()
        return stage

    def publish(self, stage: Stage) -> Stage:
        self.send("setup-stage", stage.pk, act="publish")
        stage.refresh_from_db()
        return stage

    def refused(self, stage: Stage, act: str = "publish") -> str:
        answer = self.client.post(self.at("setup-stage", stage.pk), {"act": act})
        assert answer.status_code == 422
        return str(answer.context["problem"])

    def sheet(self, match: Match, home: int, away: int) -> Result:
        """The match's sheet, typed and confirmed."""
        games = sizes.of_match(match).rules.total + 1
        table = Table.objects.create(match=match, number=0, kind=TableKind.SHEET, games=games)
        event = {"event": "tally", "bullseyes": {"NS": home, "EW": away}, "hang_jacks": {"NS": 0, "EW": 0}}
        ledger.append(
            table.pk, event, expected=0, client_id=uuid4(), by=self.scorer, details={"home_pair": "NS", "note": "paper"}
        )
        return results.confirm(match, by=self.official)

    def meeting(self, home: str, away: str, **found: Any) -> Match:
        return self.tournament.matches.get(home__name=home, away__name=away, **found)


def _sent(field: Any) -> Any:
    """What a browser sends for a field that nobody touches; a list sends its first choice."""
    value = field.value()
    if value is None and isinstance(field.field.widget, Select):
        return field.field.choices[0][0]
    return value


@pytest.fixture
def office() -> Office:
    return Office()


def test_a_boston_day(office: Office) -> None:
    """Three rounds in divisions, ranked on bullseyes; eight go to the play-offs, 1 v 8 and so on."""
    order = ["bullseyes-for", "-bullseyes-against", "wins", "hang-jacks-for", "-hang-jacks-against"]
    office.start("Boston", games_per_table=16, order=order)
    lines = [line.split(",") for line in BOSTON.read_text(encoding="utf-8").splitlines()[1:]]
    divisions: dict[str, dict[str, None]] = {}
    fixtures: dict[str, list[str]] = {}
    known: set[str] = set()
    for round_, division, home, away, *_ in lines:
        fixtures.setdefault(f"Round {round_}", []).append(f"{home} v {away}")
        divisions.setdefault(division, {})[home] = None
        known.add(home)
    for _, division, _, away, *_ in lines:
        if away not in known:
            divisions[division][away] = None
            known.add(away)
    for division, names in divisions.items():
        office.teams(*names, division=division)
    pasted = "\n".join("\n".join([heading, *pairs]) for heading, pairs in fixtures.items())
    day = office.publish(office.stage("prescribed", "The day", fixtures=pasted))
    assert sizes.of_match(Match.objects.first()).words == "2 tables of 16 games, first to 17 bullseyes"  # type: ignore[arg-type]
    finals = office.stage("knock-out", "Play-offs", source=str(day.pk), places_from="1", places_to="8")
    page = office.client.get(office.at("setup-stage", finals.pk)).content.decode()
    assert "1st of The day v 8th of The day" in page
    assert "Publish these" not in page
    assert office.refused(finals).startswith("The day is not over: no confirmed result yet of ")

    imports.import_into(BOSTON.read_bytes(), office.tournament)
    top = [row.team for row in standings(office.tournament).rows[:8]]
    assert top[4] == "UNTOUCHABLES"
    office.publish(finals)
    quarters = meetings(finals)[0]
    assert quarters == [f"{top[a]} v {top[b]}" for a, b in ((0, 7), (3, 4), (1, 6), (2, 5))]

    # The same day ranked as the league did not: wins, then bullseye difference.
    office.change(day, name=day.name, order=str(day.order), order_1="wins", order_2="bullseye-difference")
    assert [row.rank for row in standings(office.tournament, stage=day).rows if row.team == "UNTOUCHABLES"] == [10]
    draw = office.client.get(office.at("setup-stage", finals.pk)).context["draw"]
    assert draw.moved
    assert meetings(finals)[0] == quarters


def test_a_days_draw_in_divisions_of_three_to_five(office: Office) -> None:
    office.start("Divisions", games_per_table=16)
    for number in (3, 4, 5):
        office.teams(*(f"{number}-{at}" for at in range(1, number + 1)), division=f"Of {number}")
    day = office.publish(office.stage("round-robin", "The day", pools="divisions", rounds="3"))
    counted = [len(pairs) for pairs in meetings(day)]
    assert counted == [1 + 2 + 2] * 3
    assert meetings(day)[0] == ["3-2 v 3-3", "4-1 v 4-4", "4-2 v 4-3", "5-2 v 5-5", "5-3 v 5-4"]


def test_a_gold_cup(office: Office) -> None:
    """Four-table teams in two pools, cross-over, third place; on Friday a pairs knock-out among other names."""
    office.start("Gold Cup", tables_per_match=4)
    squads, pairs = [f"Squad {letter}" for letter in "ABCDEF"], [f"Pair {n}" for n in range(1, 6)]
    office.teams(*squads)
    office.teams(*pairs)
    friday = office.stage("knock-out", "Friday pairs", teams="\n".join(pairs), length="best-of", best_of="5")
    assert (friday.tables_per_match, friday.games_per_table) == (1, 5)
    office.publish(friday)
    assert meetings(friday) == [["Pair 4 v Pair 5"], ["Pair 2 v Pair 3"], []]
    opener = office.meeting("Pair 4", "Pair 5")
    assert sizes.of_match(opener).words == "best of 5 games"
    office.sheet(opener, 3, 1)
    office.send("setup-stage", friday.pk, act="complete")
    assert meetings(friday)[1] == ["Pair 2 v Pair 3", "Pair 1 v Pair 4"]

    pools = office.stage("round-robin", "Pools", teams="\n".join(squads), pools="snake", pools_count="2")
    # By the snake: A, D and E in pool A; B, C and F in pool B. Whoever comes first in the alphabet wins.
    cup = office.stage(
        "knock-out", "Cup", source=str(pools.pk), places_from="1", places_to="2", places_by="division", third_place="on"
    )
    page = office.client.get(office.at("setup-stage", cup.pk)).content.decode()
    assert "1st of Pool A v 2nd of Pool B" in page
    assert office.refused(cup) == "Pools is not published yet."
    office.publish(pools)
    for match in Match.objects.filter(round__stage=pools).select_related("home", "away"):
        first = match.home.name < match.away.name
        office.sheet(match, *((21, 4) if first else (9, 21)))
    office.publish(cup)
    assert meetings(cup)[0] == ["Squad A v Squad C", "Squad B v Squad D"]
    assert [len(table.tables.all()) for table in Match.objects.filter(round__stage=cup)] == [4, 4]
    for match in Match.objects.filter(round__stage=cup):
        office.sheet(match, 21, 20)
    office.send("setup-stage", cup.pk, act="complete")
    assert meetings(cup)[1] == ["Squad C v Squad D", "Squad A v Squad B"]


def test_a_world_cup(office: Office) -> None:
    """Of 42 teams ten go on, and the other 32 play a minor cup."""
    office.start("World Cup", order=["wins", "bullseyes-for", "-bullseyes-against"])
    names = [f"Nation {n:02}" for n in range(1, 43)]
    office.teams(*names)
    # One round of the table of 42: numbers whose sum is 43 meet; so 1 meets 42, 2 meets 41, …
    pools = office.publish(office.stage("round-robin", "Pools", rounds="1"))
    cup = office.stage("knock-out", "World Cup", source=str(pools.pk), places_from="1", places_to="10")
    minor = office.stage("knock-out", "Minor Cup", source=str(pools.pk), places_from="11", places_to="42")
    for match in Match.objects.filter(round__stage=pools).select_related("home", "away"):
        numbers = sorted((match.home.name, match.away.name))
        loser = int(numbers[0].split()[1]) - 1  # 0 for the match of Nation 01, 20 for that of Nation 21
        better_home = match.home.name == numbers[0]
        figures = (11, loser // 2) if better_home else (loser // 2, 11)
        office.sheet(match, *figures)
    # Nation 09 and 10 both let their opponents make 4: nobody can say who is ninth, but both go on.
    # Nation 11 and 12 gave 5 each: eleventh and twelfth, on the same side of the cut.
    office.publish(cup)
    last = [(rank, Team.objects.get(pk=team).name) for _, rank, team in (cup.drawn or {})["places"][8:]]
    assert [rank for rank, _ in last] == [9, 10]
    assert {name for _, name in last} == {"Nation 09", "Nation 10"}
    assert len(meetings(cup)[0]) == 2
    office.publish(minor)
    assert [len(pairs) for pairs in meetings(minor)] == [16, 0, 0, 0, 0]


def test_a_staff_tournament(office: Office) -> None:
    """Best of seven, a knock-out of pairs."""
    office.start("Staff")
    office.teams(*(f"Pair {n}" for n in range(1, 7)))
    cup = office.publish(office.stage("knock-out", "Cup", length="best-of", best_of="7", minor_cup="on"))
    assert meetings(cup)[0] == ["Pair 4 v Pair 5", "Pair 3 v Pair 6"]
    first, second = Match.objects.filter(round__stage=cup).order_by("pk")
    assert [(table.number, table.games) for table in first.tables.all()] == [(1, 7)]
    office.sheet(first, 4, 3)
    office.sheet(second, 1, 4)
    office.send("setup-stage", cup.pk, act="complete")
    assert meetings(cup)[1] == ["Pair 1 v Pair 4", "Pair 2 v Pair 6", "Pair 5 v Pair 3"]
    for match in cup.rounds.get(drawn_as=2).matches.all():
        office.sheet(match, 4, 0)
    # The final may be longer, until it begins.
    office.send("setup-stage", cup.pk, act="complete")
    final = cup.rounds.get(drawn_as=3).matches.get()
    office.send("setup-match", final.pk, act="size", length="best-of", best_of="9")
    final = Match.objects.get(pk=final.pk)
    assert sizes.of_match(final).words == "best of 9 games"
    office.sheet(final, 5, 4)
    late = office.client.post(office.at("setup-match", final.pk), {"act": "size", "length": "best-of", "best_of": "7"})
    assert late.status_code == 422
    assert "Play has begun" in str(late.context["size_form"].errors)


def test_two_clubs_over_twelve_tables_in_two_halves(office: Office) -> None:
    """Total bullseyes of a match and its return decide; a level total goes to a play-off."""
    office.start("Derby", tables_per_match=12)
    office.teams("Harbour", "Hill")
    derby = office.publish(office.stage("two-halves", "Derby"))
    assert meetings(derby) == [["Harbour v Hill"], ["Hill v Harbour"]]
    first, second = Match.objects.filter(round__stage=derby).order_by("pk")
    assert sizes.of_match(first).words == "12 tables of 10 games, every game is played, a level match stands"
    assert office.sheet(first, 60, 60).winner == ""
    [tie] = halves.of_stage(derby)
    assert (tie.total, tie.winner) == (None, None)
    page = office.client.get(office.at("match", first.pk)).content.decode()
    assert "Level at 60–60, and so it stands" in page
    assert "The bullseyes of both halves count together." in page
    office.sheet(second, 60, 60)
    [tie] = halves.of_stage(derby)
    assert tie.level
    assert tie.words == "Harbour 120, Hill 120 over both halves: level. A play-off match between the two settles it."

    trophy = office.stage("knock-out", "Trophy", source=str(derby.pk), places_from="1", places_to="2")
    said = "Harbour and Hill are level in total: a play-off match between them settles it."
    assert office.refused(trophy) == said

    office.send("setup-rounds", act="add", number="", name="Play-off", starts_at="")
    harbour, hill = (office.tournament.teams.get(name=name).pk for name in ("Harbour", "Hill"))
    extra = office.tournament.rounds.get(name="Play-off")
    office.send(
        "setup-matches", act="add", round=extra.pk, home=harbour, away=hill, official="", place="", play_off="on"
    )
    game = extra.matches.get()
    office.send("setup-match", game.pk, act="size", length="own", tables_per_match="1", games_per_table="1")
    office.sheet(Match.objects.get(pk=game.pk), 0, 1)
    [tie] = halves.of_stage(derby)
    assert (tie.winner, tie.words) == (hill, "Harbour 120, Hill 120 over both halves: Hill won the play-off.")
    for match in (first, second):
        assert tie.words in office.client.get(office.at("match", match.pk)).content.decode()
    assert tie.words in office.client.get(office.at("draw", derby.pk)).content.decode()
    office.publish(trophy)
    assert meetings(trophy) == [["Hill v Harbour"]]


def test_a_total_is_won_though_each_won_a_half(office: Office) -> None:
    office.start("Return", tables_per_match=2)
    office.teams("Harbour", "Hill")
    derby = office.publish(office.stage("two-halves", "Derby"))
    first, second = Match.objects.filter(round__stage=derby).order_by("pk")
    office.sheet(first, 11, 9)
    office.sheet(second, 14, 6)
    [tie] = halves.of_stage(derby)
    # Harbour 11 + 6, Hill 9 + 14.
    assert tie.words == "Harbour 17, Hill 23 over both halves: Hill won."


def test_a_league_goes_on_all_season(office: Office) -> None:
    """A double round robin; a tie at the cut is settled by a play-off game before the final is drawn."""
    office.start("League", order=["wins"])
    office.teams("Anchor", "Bay", "Cove", "Dock")
    season = office.publish(office.stage("double", "Season"))
    assert len(meetings(season)) == 6
    final = office.stage("knock-out", "Final", source=str(season.pk), places_from="1", places_to="2")
    # Anchor wins everything; Bay and Cove each win at home against the other, and twice against Dock: three wins each.
    for match in Match.objects.filter(round__stage=season).select_related("home", "away"):
        home, away = match.home.name, match.away.name
        home_wins = home < away if {home, away} != {"Bay", "Cove"} else True
        office.sheet(match, *((11, 5) if home_wins else (5, 11)))
    tie = (
        "Bay and Cove are level at places 2 to 3 of Season, and only place 2 goes to Final. "
        "A play-off between them, or a lot drawn in public, has to decide first."
    )
    assert office.refused(final) == tie
    page = office.client.get(office.at("setup-stage", final.pk)).content.decode()
    assert tie in page
    assert "1st of Season v 2nd of Season" in page

    office.send("setup-rounds", act="add", number="", name="Play-off", starts_at="")
    bay, cove = (office.tournament.teams.get(name=name).pk for name in ("Bay", "Cove"))
    extra = office.tournament.rounds.get(name="Play-off")
    office.send("setup-matches", act="add", round=extra.pk, home=bay, away=cove, official="", place="", play_off="on")
    game = extra.matches.get()
    office.send("setup-match", game.pk, act="size", length="own", tables_per_match="1", games_per_table="1")
    office.sheet(Match.objects.get(pk=game.pk), 0, 1)
    office.publish(final)
    assert meetings(final) == [["Anchor v Cove"]]
    assert [row.wins for row in standings(office.tournament, stage=season).raw if row.key in (bay, cove)] == [3, 3]
