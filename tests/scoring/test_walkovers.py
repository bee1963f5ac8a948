"""Late teams, walk-overs, postponed, abandoned, awarded and replayed matches, in the ledger and out of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from rules_engine.verdicts import RecordError
from scoring.models import LedgerEvent, MatchState, MatchTally, Result, ResultKind
from scoring.selectors import matches as shown
from scoring.selectors import outcomes
from scoring.selectors.proof import faults_of
from scoring.selectors.standings import standings
from scoring.selectors.standings_whatif import counted, with_outcome
from scoring.services import ledger, results, tables, walkovers
from scoring.services.rebuild import recompute
from scoring.services.refusals import LedgerRefused, ResultRefused
from tests.cast import Cast
from tests.scoring.halls import begun, late_for_good
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, seats_of, table_of, tally
from tests.scoring.views.pages import play_out
from tournaments.models import DayState, Match, Occurrence, Table
from tournaments.selectors import occurrences as noted
from tournaments.services import occurrences

pytestmark = pytest.mark.django_db


def code(act: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(LedgerRefused) as caught:
        act(*args, **more)
    return caught.value.code


def walk_over(cast: Cast, side: str = "home", **more: Any) -> ledger.Appended:
    asked = {"reason": "Nobody came", "by": cast.official, **more}
    return walkovers.walk_over(cast.match, winner_side=side, **asked)


def whole(cast: Cast) -> None:
    """The projections are what the ledger makes them, and the chain holds."""
    assert recompute(cast.match.pk, check=True) == []
    assert faults_of(cast.match.pk) == []


def fresh(cast: Cast) -> Match:
    return Match.objects.get(pk=cast.match.pk)


def kinds(cast: Cast) -> list[str]:
    return list(Occurrence.objects.filter(match=cast.match).order_by("pk").values_list("kind", flat=True))


# --- late -------------------------------------------------------------------


def test_grace_counts_from_the_slot_or_from_the_later_opening_of_the_round(cast: Cast) -> None:
    begun(cast, 10)
    slot = cast.round_one.starts_at
    assert slot is not None
    occurrences.late(cast.match, cast.away_team, cast.official)
    [late] = noted.late(fresh(cast))
    assert late.until == slot + timedelta(minutes=15)
    assert late.seconds_left(late.until - timedelta(seconds=90)) == 90
    assert late.seconds_left(late.until) == 0
    cast.round_one.opened_at = slot + timedelta(minutes=30)
    cast.round_one.save()
    [late] = noted.late(fresh(cast))
    assert late.until == slot + timedelta(minutes=45)


def test_without_any_time_grace_counts_from_the_mark(cast: Cast) -> None:
    made = occurrences.late(cast.match, cast.away_team, cast.official)
    [late] = noted.late(cast.match)
    assert (late.team, late.until) == (cast.away_team, made.at + timedelta(minutes=15))
    occurrences.arrived(cast.match, cast.away_team, cast.official)
    assert noted.late(cast.match) == []


def test_marks_that_make_no_sense_are_refused(cast: Cast, other_cast: Cast) -> None:
    with pytest.raises(ValidationError):
        occurrences.arrived(cast.match, cast.away_team, cast.official)
    with pytest.raises(ValidationError):
        occurrences.late(cast.match, other_cast.home_team, cast.official)
    occurrences.late(cast.match, cast.away_team, cast.official)
    with pytest.raises(ValidationError):
        occurrences.late(cast.match, cast.away_team, cast.official)
    open_it(cast)
    with pytest.raises(ValidationError):
        occurrences.late(cast.match, cast.home_team, cast.official)
    assert kinds(cast) == ["late"]


# --- walk-over --------------------------------------------------------------


def test_a_walk_over_is_in_the_ledger_and_a_second_person_confirms_it(cast: Cast) -> None:
    late_for_good(cast)
    answer = walk_over(cast).answer["match"]
    assert (answer["state"], answer["home_bullseyes"], answer["away_bullseyes"], answer["winner"]) == (
        "played",
        11,
        0,
        "home",
    )
    assert fresh(cast).day_state == DayState.WALK_OVER
    last = LedgerEvent.objects.filter(table__match=cast.match).latest("id")
    assert last.event["details"] == {"walk_over": "home", "reason": "Nobody came"}
    with pytest.raises(ResultRefused) as caught:
        results.confirm(cast.match, by=cast.official)
    assert caught.value.code == "recorded-it"
    result = results.confirm(cast.match, by=cast.director)
    assert (result.kind, result.home_bullseyes, result.away_bullseyes, result.winner) == (
        ResultKind.WALK_OVER,
        11,
        0,
        "home",
    )
    assert shown.shown(fresh(cast)).score.headline == "Pelicans won 11–0 by walk-over"
    assert outcomes.winners([cast.match.pk]) == {cast.match.pk: cast.home_team.pk}
    whole(cast)


def test_a_played_result_is_played(cast: Cast) -> None:
    play_out(cast)
    assert results.confirm(cast.match, by=cast.official).kind == ResultKind.PLAYED


def test_the_tournament_says_what_it_is_worth(cast: Cast) -> None:
    """More than a race can hold, and less: the figures stand as they are."""
    for worth in (40, 3):
        cast.tournament.walk_over_bullseyes = worth
        cast.tournament.save()
        if worth == 40:
            late_for_good(cast)
        assert walk_over(cast).answer["match"]["home_bullseyes"] == worth
        whole(cast)
        walkovers.take_back(cast.match, reason="They were in the car park", by=cast.official)
        assert fresh(cast).day_state == ""
        assert MatchTally.objects.get(match=cast.match).home_bullseyes == 0
        whole(cast)
        occurrences.late(cast.match, cast.away_team, cast.official)


def test_neither_came(cast: Cast) -> None:
    late_for_good(cast)
    assert code(walk_over, cast, "") == "not-late"
    occurrences.late(cast.match, cast.home_team, cast.official)
    assert code(walk_over, cast, "home") == "both-late"
    answer = walk_over(cast, "").answer["match"]
    assert (answer["state"], answer["home_bullseyes"], answer["away_bullseyes"], answer["winner"]) == (
        "played",
        0,
        0,
        None,
    )
    result = results.confirm(cast.match, by=cast.director)
    assert (result.kind, result.winner) == (ResultKind.WALK_OVER, "")
    assert outcomes.winners([cast.match.pk]) == {}
    assert shown.shown(fresh(cast)).score.headline == "Neither team came"
    whole(cast)
    table = standings(cast.tournament)
    assert {(row.team, row.played, row.won, row.level, row.lost) for row in table.rows} == {
        ("Pelicans", 1, 0, 0, 1),
        ("Scarlets", 1, 0, 0, 1),
    }
    without = with_outcome(table, cast.match, None, instead_of=counted(cast.match))
    assert {(row.team, row.played, row.lost) for row in without.rows} == {("Pelicans", 0, 0), ("Scarlets", 0, 0)}


def test_before_the_grace_is_over_it_is_refused_with_what_is_left(cast: Cast) -> None:
    assert code(walk_over, cast) == "not-late"
    begun(cast, 5)
    occurrences.late(cast.match, cast.away_team, cast.official)
    with pytest.raises(LedgerRefused) as caught:
        walk_over(cast)
    assert caught.value.code == "grace-runs"
    assert caught.value.message.startswith("The grace of Scarlets runs for another ")
    assert LedgerEvent.objects.count() == 0
    assert Table.objects.filter(match=cast.match, number=0).count() == 0
    assert code(walk_over, cast, "away") == "not-late"
    for wrong in ("both", "x"):
        with pytest.raises(RecordError):
            walk_over(cast, wrong)
    with pytest.raises(RecordError):
        walk_over(cast, reason=" ")


@pytest.mark.parametrize(("seconds", "words"), [(45, "45 s"), (60, "1 min"), (61, "1 min 1 s"), (600, "10 min")])
def test_what_is_left_in_words(seconds: int, words: str) -> None:
    assert walkovers.in_words(seconds) == words


def test_a_match_that_has_begun_is_not_walked_over_and_one_walked_over_takes_nothing(
    cast: Cast, other_cast: Cast
) -> None:
    late_for_good(cast)
    open_it(cast)
    assert code(walk_over, cast) == "begun"
    late_for_good(other_cast)
    walk_over(other_cast)
    assert code(open_it, other_cast) == "match-walk-over"
    sheet = Table.objects.get(match=other_cast.match, number=0)
    assert code(correct, sheet, 2, other_cast.scorer) == "match-walk-over"
    with pytest.raises(ValidationError):
        occurrences.postpone(other_cast.match, until=None, reason="Rain", by=other_cast.official)


def test_the_same_request_again_is_answered_as_before(cast: Cast) -> None:
    late_for_good(cast)
    client_id = uuid4()
    first, again = (walk_over(cast, client_id=client_id) for _ in range(2))
    assert (first.repeated, again.repeated) == (False, True)
    assert first.text == again.text
    assert kinds(cast) == ["late", "walk-over"]
    assert code(walk_over, cast) == "match-walk-over"


def test_a_confirmed_walk_over_is_withdrawn_before_it_is_taken_back(cast: Cast) -> None:
    late_for_good(cast)
    walk_over(cast)
    results.confirm(cast.match, by=cast.director)
    assert code(walkovers.take_back, cast.match, reason="A mistake", by=cast.official) == "match-confirmed"
    results.withdraw(cast.match, by=cast.director, reason="A mistake")
    walkovers.take_back(cast.match, reason="A mistake", by=cast.official)
    open_it(cast)
    play_level = record(table_of(cast), game("NS"), 1, cast.scorer)
    assert play_level.answer["match"]["state"] == "in-play"
    assert Result.objects.get().kind == ResultKind.WALK_OVER
    whole(cast)


# --- postponed, abandoned ---------------------------------------------------


@pytest.mark.parametrize("how", ["postponed", "abandoned"])
def test_nothing_is_recorded_until_it_is_resumed(cast: Cast, how: str) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    if how == "postponed":
        occurrences.postpone(cast.match, until=None, reason="The lights went out", by=cast.official)
    else:
        occurrences.abandon(cast.match, reason="The lights went out", by=cast.official)
    wanted = f"match-{how}"
    assert code(record, table_of(cast), ORDINARY, 2, cast.scorer) == wanted
    assert code(correct, table_of(cast), 2, cast.scorer) == wanted
    assert code(ledger.preview, table_of(cast).pk, ORDINARY) == wanted
    assert code(open_it, cast, 2) == wanted
    assert MatchTally.objects.get(match=cast.match).state == MatchState.IN_PLAY
    occurrences.resume(cast.match, cast.official, reason="Light again")
    assert record(table_of(cast), ORDINARY, 2, cast.scorer).sequence == 3
    assert kinds(cast) == [how, "resumed"]
    whole(cast)


def test_what_cannot_be_put_off_is_refused(cast: Cast) -> None:
    by = cast.official
    with pytest.raises(ValidationError) as caught:
        occurrences.postpone(cast.match, until=timezone.now() - timedelta(days=1), reason="", by=by)
    assert set(caught.value.message_dict) == {"until", "reason"}
    with pytest.raises(ValidationError):
        occurrences.resume(cast.match, by)
    with pytest.raises(ValidationError):
        occurrences.abandon(cast.match, reason="", by=by)
    later = timezone.now() + timedelta(days=7)
    occurrences.postpone(cast.match, until=later, reason="A wedding", by=by)
    assert fresh(cast).starts_at == later
    with pytest.raises(ValidationError):
        occurrences.postpone(cast.match, until=None, reason="Again", by=by)
    occurrences.abandon(cast.match, reason="They have left", by=by)
    with pytest.raises(ValidationError):
        occurrences.abandon(cast.match, reason="Again", by=by)
    play_out_of = code(record, table_of(cast), tally(6, 4), 0, cast.scorer)
    assert play_out_of == "match-abandoned"


def test_a_played_match_is_not_put_off(cast: Cast) -> None:
    play_out(cast)
    for act in (
        lambda: occurrences.abandon(cast.match, reason="Why not", by=cast.official),
        lambda: occurrences.postpone(cast.match, until=None, reason="Why not", by=cast.official),
    ):
        with pytest.raises(ValidationError):
            act()
    assert kinds(cast) == []


def abandoned(cast: Cast) -> None:
    """Table 1 is played 6–4, table 2 stands at 1–0 when the match is broken off: 7–4."""
    record(table_of(cast, 1), tally(6, 4), 0, cast.scorer)
    open_it(cast, 2)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)
    occurrences.abandon(cast.match, reason="A fight", by=cast.official)


def test_an_abandoned_match_is_awarded_with_the_figures_given(cast: Cast) -> None:
    abandoned(cast)
    walkovers.award(cast.match, bullseyes=(7, 9), hang_jacks=(0, 1), reason="The home team left", by=cast.director)
    tally_row = MatchTally.objects.get(match=cast.match)
    assert (tally_row.state, tally_row.home_bullseyes, tally_row.away_bullseyes, tally_row.winner) == (
        MatchState.PLAYED,
        7,
        9,
        "away",
    )
    whole(cast)
    result = results.confirm(cast.match, by=cast.official)
    assert (result.kind, result.home_bullseyes, result.away_bullseyes, result.away_hang_jacks, result.winner) == (
        ResultKind.AWARDED,
        7,
        9,
        1,
        "away",
    )
    assert shown.shown(fresh(cast)).score.headline == "Scarlets won 9–7 by decision"


def test_an_award_is_taken_back_to_abandoned_and_given_otherwise(cast: Cast) -> None:
    abandoned(cast)
    walkovers.award(cast.match, bullseyes=(7, 9), reason="Left", by=cast.director)
    walkovers.take_back(cast.match, reason="Wrong way round", by=cast.director)
    assert fresh(cast).day_state == DayState.ABANDONED
    tally_row = MatchTally.objects.get(match=cast.match)
    assert (tally_row.state, tally_row.home_bullseyes, tally_row.away_bullseyes) == (MatchState.IN_PLAY, 7, 4)
    walkovers.award(cast.match, bullseyes=(11, 4), reason="Left", by=cast.director)
    assert MatchTally.objects.get(match=cast.match).winner == "home"
    whole(cast)


def test_awards_that_cannot_be_are_refused(cast: Cast) -> None:
    assert code(walkovers.award, cast.match, bullseyes=(1, 0), reason="x", by=cast.director) == "not-abandoned"
    abandoned(cast)
    wrong: list[dict[str, Any]] = [
        {"bullseyes": (5, 5)},
        {"bullseyes": (-1, 5)},
        {"bullseyes": (True, 5)},
        {"bullseyes": (962, 5)},
        {"bullseyes": (5, 4), "hang_jacks": (0, 5000)},
        {"bullseyes": (5, 4), "reason": ""},
    ]
    for asked in wrong:
        with pytest.raises(RecordError):
            walkovers.award(cast.match, **{"reason": "x", "by": cast.director, **asked})
    Match.objects.update(level_stands=True)
    walkovers.award(cast.match, bullseyes=(5, 5), reason="Level it is", by=cast.director)
    assert results.confirm(cast.match, by=cast.official).winner == ""
    whole(cast)


def test_an_abandoned_match_is_played_again_from_nothing(cast: Cast) -> None:
    abandoned(cast)
    before = LedgerEvent.objects.count()
    walkovers.play_again(cast.match, reason="The committee says so", by=cast.director)
    tally_row = MatchTally.objects.get(match=cast.match)
    assert (tally_row.state, tally_row.home_bullseyes, tally_row.away_bullseyes) == (MatchState.IN_PLAY, 0, 0)
    assert LedgerEvent.objects.count() == before + 2  # nothing is taken away, each table is opened anew
    assert fresh(cast).day_state == ""
    tables.reopen_table(
        table_of(cast, 2),
        reason="Seated for the replay",
        seats=seats_of(cast, 2),
        first_dealer="N",
        home_pair="NS",
        toss=None,
        expected=3,
        client_id=uuid4(),
        by=cast.scorer,
    )
    record(table_of(cast, 2), ORDINARY, 4, cast.scorer)
    whole(cast)
    assert code(walkovers.play_again, cast.match, reason="Again", by=cast.director) == "not-abandoned"


def test_the_story_tells_what_came_in_between(cast: Cast) -> None:
    late_for_good(cast)
    walk_over(cast)
    page = shown.shown(fresh(cast))
    assert [line.text for line in shown.story(page)][:2] == [
        "Walk-over: Scarlets did not come: Nobody came (Official)",
        "Scarlets are not there: late (Official)",
    ]
