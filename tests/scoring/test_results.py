"""Confirming as a second person, withdrawing with a reason."""

from __future__ import annotations

import pytest

from rules_engine.verdicts import RecordError
from scoring.models import Board, MatchTally, Result, ResultState
from scoring.services import results
from scoring.services.ledger import LedgerRefused
from scoring.services.refusals import ResultRefused
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, record_all, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def play_out(cast: Cast) -> None:
    """The home team wins 11–1. The scorer recorded all of it but the last game, which was the captain's."""
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("EW"), 1, cast.scorer)
    record(table_of(cast, 2), game("NS"), 2, cast.captain_away)


def test_a_second_person_confirms_the_figures_and_the_heads(cast: Cast) -> None:
    play_out(cast)

    result = results.confirm(cast.match, by=cast.official)

    result.refresh_from_db()
    assert (result.home_bullseyes, result.away_bullseyes, result.winner, result.version) == (11, 1, "home", 1)
    assert (result.entered_by, result.confirmed_by, result.state) == (
        cast.captain_away,
        cast.official,
        ResultState.CONFIRMED,
    )
    assert result.heads == {
        "1": Board.objects.get(table=table_of(cast, 1)).head_hash,
        "2": Board.objects.get(table=table_of(cast, 2)).head_hash,
    }
    assert MatchTally.objects.get().state == "confirmed"


@pytest.mark.parametrize("role", ["scorer", "captain_away"])
def test_who_recorded_any_of_it_may_not_confirm(cast: Cast, role: str) -> None:
    play_out(cast)

    with pytest.raises(ResultRefused) as refused:
        results.confirm(cast.match, by=cast.user(role))  # type: ignore[arg-type]

    assert refused.value.code == "recorded-it"
    assert Result.objects.count() == 0
    assert MatchTally.objects.get().state == "played"


def test_nothing_is_confirmed_before_it_is_played_or_twice(cast: Cast) -> None:
    with pytest.raises(ResultRefused) as refused:
        results.confirm(cast.match, by=cast.official)
    assert refused.value.code == "not-played"
    open_it(cast)
    with pytest.raises(ResultRefused) as refused:
        results.confirm(cast.match, by=cast.official)
    assert refused.value.code == "not-played"
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    open_it(cast, 2)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)
    results.confirm(cast.match, by=cast.official)

    with pytest.raises(ResultRefused) as refused:
        results.confirm(cast.match, by=cast.captain_home)

    assert refused.value.code == "already-confirmed"
    assert Result.objects.count() == 1


def test_a_confirmed_match_takes_neither_events_nor_corrections(cast: Cast) -> None:
    play_out(cast)
    results.confirm(cast.match, by=cast.official)

    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast, 2), {**ORDINARY, "dealer": "S"}, 3, cast.scorer)
    assert refused.value.code == "match-confirmed"
    with pytest.raises(LedgerRefused) as refused:
        correct(table_of(cast, 2), 3, cast.scorer)
    assert refused.value.code == "match-confirmed"


def test_a_withdrawn_result_stays_and_the_match_can_be_corrected_and_confirmed_again(cast: Cast) -> None:
    play_out(cast)
    first = results.confirm(cast.match, by=cast.official)

    withdrawn = results.withdraw(cast.match, by=cast.director, reason=" the last game was theirs ")

    assert withdrawn.pk == first.pk
    assert (withdrawn.state, withdrawn.withdrawn_by, withdrawn.withdrawn_reason) == (
        ResultState.WITHDRAWN,
        cast.director,
        "the last game was theirs",
    )
    assert MatchTally.objects.get().state == "played"
    correct(table_of(cast, 2), 3, cast.scorer, replace=game("EW"))
    assert MatchTally.objects.get().state == "in-play"
    record(table_of(cast, 2), game("NS"), 4, cast.scorer)
    second = results.confirm(cast.match, by=cast.official)
    assert (second.version, second.home_bullseyes, second.away_bullseyes) == (2, 11, 2)
    assert [result.state for result in Result.objects.order_by("version")] == ["withdrawn", "confirmed"]


def test_only_a_confirmed_result_is_withdrawn_and_only_with_a_reason(cast: Cast) -> None:
    play_out(cast)
    with pytest.raises(ResultRefused) as refused:
        results.withdraw(cast.match, by=cast.director, reason="x")
    assert refused.value.code == "not-confirmed"
    results.confirm(cast.match, by=cast.official)

    with pytest.raises(RecordError) as error:
        results.withdraw(cast.match, by=cast.director, reason=" ")

    assert error.value.field == "reason"
    assert MatchTally.objects.get().state == "confirmed"
