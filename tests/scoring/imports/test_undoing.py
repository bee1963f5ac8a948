"""Taking an import back: whole, or refused with what stands on it; a result is withdrawn and never deleted."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.verdicts import RecordError
from scoring.models import ImportBatch, LedgerEvent, MatchTally, Result
from scoring.services import results
from scoring.services.imports.taking import take
from scoring.services.imports.undoing import UndoRefused, undo
from scoring.services.refusals import LedgerRefused
from tests.factories import MatchFactory, TournamentFactory, UserFactory
from tests.scoring.commands import run
from tests.scoring.imports.files import RESULTS, lines
from tournaments.models import Round, Tournament, User
from tournaments.services import rosters, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> Tournament:
    tournament: Tournament = TournamentFactory.create(slug="league", name="League")
    return tournament


@pytest.fixture
def by() -> User:
    user: User = UserFactory.create(username="ann", display_name="Ann")
    return user


TEAMS = lines("team,division", "CARIB,Gibbs", "GUYANA,Gibbs", "SOCOSA,Gibbs", "UNITY,Gibbs")


def took(league: Tournament, by: User, kind: str, data: bytes) -> ImportBatch:
    return take(league, kind, data, file_name=f"{kind}.csv", by=by, ticked=["*"])


def counts(league: Tournament) -> tuple[int, ...]:
    things: tuple[Any, ...] = (league.divisions, league.teams, league.rounds, league.matches)
    return tuple(thing.count() for thing in things)


def refused(batch: ImportBatch, by: User) -> list[str]:
    with pytest.raises(UndoRefused) as error:
        undo(batch, reason="the wrong file", by=by)
    batch.refresh_from_db()
    assert batch.undone_at is None
    return error.value.reasons


def test_teams_rosters_and_fixtures_go_again_the_last_first(league: Tournament, by: User) -> None:
    teams = took(league, by, "teams", TEAMS)
    roster = took(league, by, "rosters", lines("team,player", "CARIB,Anil Joseph", "UNITY,Dolly Ramdeen"))
    fixtures = took(league, by, "fixtures", lines("round,home,away", "1,CARIB,GUYANA", "2,CARIB,UNITY"))
    assert counts(league) == (1, 4, 2, 2)
    assert refused(teams, by) == ["fixtures.csv was taken in after it and stands on it: undo that first."]
    undo(fixtures, reason="the wrong file", by=by)
    assert counts(league) == (1, 4, 0, 0)
    assert refused(teams, by) == ["rosters.csv was taken in after it and stands on it: undo that first."]
    undo(roster, reason="the wrong file", by=by)
    done = undo(teams, reason="the wrong file", by=by)
    assert (counts(league), done.undone_by) == ((0, 0, 0, 0), by)
    assert refused_again(done, by) == ["This import was undone already."]


def refused_again(batch: ImportBatch, by: User) -> list[str]:
    with pytest.raises(UndoRefused) as error:
        undo(batch, reason="once more", by=by)
    return error.value.reasons


def test_what_was_built_on_teams_by_hand_keeps_them_all(league: Tournament, by: User) -> None:
    teams = took(league, by, "teams", TEAMS)
    rosters.add(league.teams.get(name="UNITY"), name="Anil Joseph")
    assert refused(teams, by) == ["UNITY has 1 player on its roster."]
    assert counts(league) == (1, 4, 0, 0)
    with pytest.raises(RecordError):
        undo(teams, reason="  ", by=by)


def test_results_are_withdrawn_and_the_mended_file_is_taken_in(league: Tournament, by: User) -> None:
    took(league, by, "teams", TEAMS)
    took(league, by, "fixtures", lines("round,home,away", "1,CARIB,GUYANA"))
    wrong = lines(
        RESULTS, "1,Gibbs,CARIB,GUYANA,11,9,4,3", "1,Gibbs,SOCOSA,UNITY,11,2,0,0", "2,Gibbs,SOCOSA,CARIB,2,11,0,0"
    )
    batch = took(league, by, "results", wrong)
    undo(batch, reason="the wrong file", by=by)
    assert [(result.state, result.withdrawn_by, result.withdrawn_reason) for result in Result.objects.all()] == [
        ("withdrawn", by, "Import of results.csv undone by Ann: the wrong file")
    ] * 3
    assert list(LedgerEvent.objects.filter(table__match__home__name="CARIB").values_list("kind", flat=True)) == [
        "opened",
        "tally",
        "correction",
    ]
    # What the file itself added is waited for no longer; what was drawn before waits again.
    states = {str(match): match.day_state for match in league.matches.all()}
    assert states == {"CARIB v GUYANA": "", "SOCOSA v UNITY": "abandoned", "SOCOSA v CARIB": "abandoned"}
    assert run("verify_ledger")[2] == ""
    table = [line.split(",")[3] for line in run("standings", "league", "--format", "csv")[0].splitlines()[1:]]
    assert table == ["0"] * 4

    right = lines(RESULTS, "1,Gibbs,CARIB,GUYANA,9,11,4,3", "1,Gibbs,SOCOSA,UNITY,11,3,0,0")
    again = took(league, by, "results", right)
    assert [(result.version, result.home_bullseyes) for result in Result.objects.filter(state="confirmed")] == [
        (2, 9),
        (2, 11),
    ]
    assert again.made.keys() == {"result"}
    assert {str(match): match.day_state for match in league.matches.all()} == {
        "CARIB v GUYANA": "",
        "SOCOSA v UNITY": "",
        "SOCOSA v CARIB": "abandoned",
    }
    assert set(MatchTally.objects.filter(match__results__state="confirmed").values_list("state", flat=True)) == {
        "confirmed"
    }
    assert run("verify_ledger")[2] == run("recompute", "--check")[2] == ""


def test_results_on_which_a_draw_stands_stay(league: Tournament, by: User) -> None:
    took(league, by, "teams", TEAMS)
    cup = stages.add(league, name="Cup", kind="knock-out")
    stages.publish(cup, by)
    first = Round.objects.get(stage=cup, drawn_as=1)
    rows = [f"{first.number},,{match.home},{match.away},11,9,0,0" for match in first.matches.order_by("pk")]
    batch = took(league, by, "results", lines(RESULTS, *rows))
    stages.complete(cup)
    final = league.matches.exclude(round=first).get()
    home, away = first.matches.order_by("pk")
    assert refused(batch, by) == [
        f"{final} in {final.round} was drawn from the result of {home}.",
        f"{final} in {final.round} was drawn from the result of {away}.",
    ]
    assert Result.objects.filter(state="confirmed").count() == 2


def test_results_from_whose_standings_a_stage_was_drawn_stay(league: Tournament, by: User) -> None:
    took(league, by, "teams", TEAMS)
    pool = stages.add(league, name="Pool", kind="round-robin")
    stages.publish(pool, by)
    matches = league.matches.select_related("round", "home", "away").order_by("pk")
    # Everybody's bullseyes against differ, so that no two are level.
    rows = [f"{one.round.number},,{one.home},{one.away},11,{at},0,0" for at, one in enumerate(matches)]
    batch = took(league, by, "results", lines(RESULTS, *rows))
    cup = stages.add(league, name="Cup", kind="knock-out", source=pool, places_from=1, places_to=2)
    stages.publish(cup, by)
    assert refused(batch, by) == ["Cup was drawn from the standings of Pool: take that draw back first."]
    stages.take_back(cup)
    undo(batch, reason="the wrong file", by=by)
    assert Result.objects.filter(state="confirmed").count() == 0
    # They were drawn before the file came: they wait for their results again.
    assert set(league.matches.values_list("day_state", flat=True)) == {""}


def test_what_a_service_refuses_is_a_reason(league: Tournament, by: User, monkeypatch: pytest.MonkeyPatch) -> None:
    took(league, by, "teams", TEAMS)
    batch = took(league, by, "results", lines(RESULTS, "1,,CARIB,GUYANA,11,9,4,3"))

    def refuses(*args: Any, **kwargs: Any) -> None:
        raise LedgerRefused("match-held", "Somebody holds this match.")

    monkeypatch.setattr("scoring.services.imports.undoing.ledger.correct_last", refuses)
    assert refused(batch, by) == ["Somebody holds this match."]
    assert Result.objects.get().state == "confirmed"


def test_a_result_withdrawn_since_is_named(league: Tournament, by: User) -> None:
    took(league, by, "teams", TEAMS)
    batch = took(league, by, "results", lines(RESULTS, "1,,CARIB,GUYANA,11,9,4,3"))
    match = league.matches.get()
    results.withdraw(match, by=by, reason="a slip")
    assert refused(batch, by) == ["CARIB v GUYANA: its result was changed or withdrawn since."]


def test_a_round_that_others_use_stays(league: Tournament, by: User) -> None:
    took(league, by, "teams", TEAMS)
    batch = took(league, by, "fixtures", lines("round,home,away", "1,CARIB,GUYANA"))
    socosa, unity = (league.teams.get(name=name) for name in ("SOCOSA", "UNITY"))
    MatchFactory.create(tournament=league, round=league.rounds.get(), home=socosa, away=unity)
    undo(batch, reason="the wrong file", by=by)
    assert counts(league) == (1, 4, 1, 1)
