"""The ledger's own part in rulings: an incident needs one, any entry can be corrected, a match can be given away."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from rules_engine.verdicts import RecordError
from scoring.models import Board, LedgerEvent, MatchTally
from scoring.services import ledger, tables
from scoring.services.ledger import Appended, LedgerConflict, LedgerRefused
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, record_all, seats_of, table_of
from tests.scoring.test_ledger_concurrency import whole
from tournaments.models import Seating

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]

RAN_WRONGLY: dict[str, Any] = {
    "format": "all-fours/incident@1",
    "clause": "7.d",
    "offender": "S",
    "phase": "dealing",
}
OTHER = {**ORDINARY, "high": "EW", "low": "NS", "gamble": {"pair": "EW"}}
GIVEN_AWAY: dict[str, Any] = {
    "format": "all-fours/incident@1",
    "clause": "13.a",
    "offender": "N",
    "phase": "match",
    "choice": "cannot-continue",
}


def correct_at(cast: Cast, of: int, expected: int, replace: dict[str, Any] | None = None, **more: Any) -> Appended:
    asked: dict[str, Any] = {"client_id": uuid4(), "by": cast.official, "reason": "A slip.", **more}
    return ledger.correct(table_of(cast).pk, of=of, expected=expected, replace=replace, **asked)


def test_an_incident_is_recorded_with_its_ruling_alone(cast: Cast) -> None:
    open_it(cast)
    with pytest.raises(RecordError) as refused:
        record(table_of(cast), RAN_WRONGLY, 1, cast.scorer)
    assert refused.value.field == "format"
    with pytest.raises(RecordError) as refused:
        record(table_of(cast), ORDINARY, 1, cast.scorer, details={"ruling": 1})
    assert refused.value.field == "details.ruling"
    for wrong in ("1", True, 1.5):
        with pytest.raises(RecordError) as refused:
            record(table_of(cast), RAN_WRONGLY, 1, cast.scorer, details={"ruling": wrong})
        assert refused.value.field == "details.ruling"
    assert LedgerEvent.objects.count() == 1

    done = record(table_of(cast), RAN_WRONGLY, 1, cast.official, details={"ruling": 7})
    assert done.answer["board"]["scores"] == {"NS": 0, "EW": 1}
    assert LedgerEvent.objects.get(sequence=2).event["details"] == {"ruling": 7}
    whole(cast)


def test_a_hand_is_not_replaced_by_an_incident_without_a_ruling(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    with pytest.raises(RecordError) as refused:
        correct(table_of(cast), 2, cast.scorer, replace=RAN_WRONGLY)
    assert refused.value.field == "format"


def test_any_earlier_entry_is_struck_or_replaced(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY, OTHER, ORDINARY], cast.scorer)

    replaced = correct_at(cast, 2, 4, OTHER)
    assert replaced.answer["board"]["scores"] == {"NS": 5, "EW": 7}
    struck = correct_at(cast, 3, 5)
    assert struck.answer["board"]["scores"] == {"NS": 4, "EW": 4}
    assert LedgerEvent.objects.get(sequence=6).event["details"] == {"reason": "A slip."}
    whole(cast)


def test_what_cannot_be_corrected(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    correct_at(cast, 2, 2, OTHER)
    for of in (0, -1, 1, 3, 4, 10**9):
        with pytest.raises(LedgerRefused) as refused:
            correct_at(cast, of, 3)
        assert refused.value.code == "correction-target", of
    with pytest.raises(RecordError) as unreadable:
        correct_at(cast, 2, 3, reason=" ")
    assert unreadable.value.field == "reason"
    with pytest.raises(LedgerConflict):
        correct_at(cast, 2, 2)
    assert LedgerEvent.objects.count() == 3


def test_a_correction_sent_twice_is_one(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    key = uuid4()
    first = correct_at(cast, 2, 2, client_id=key)
    again = correct_at(cast, 2, 2, client_id=key)
    assert (first.text, first.repeated, again.repeated) == (again.text, False, True)
    with pytest.raises(LedgerRefused) as refused:
        correct_at(cast, 2, 2, OTHER, client_id=key)
    assert refused.value.code == "client-id-used"


def test_a_table_opened_again_counts_its_entries_from_there(cast: Cast) -> None:
    open_it(cast)
    tables.reopen_table(
        table_of(cast),
        reason="S and N changed seats.",
        seats=seats_of(cast),
        first_dealer="S",
        home_pair="NS",
        toss=None,
        expected=1,
        client_id=uuid4(),
        by=cast.scorer,
    )
    record(table_of(cast), ORDINARY, 2, cast.scorer)
    with pytest.raises(LedgerRefused):
        correct_at(cast, 1, 3)
    assert correct_at(cast, 3, 3).answer["board"]["scores"] == {"NS": 0, "EW": 0}
    whole(cast)


def test_a_substitution_struck_later_seats_the_first_player_again(cast: Cast) -> None:
    open_it(cast)
    comes = cast.home_team.roster.get(number=5).player_id
    tables.substitute(
        table_of(cast), seat="N", player=comes, reason="choice", expected=1, client_id=uuid4(), by=cast.scorer
    )
    record(table_of(cast), ORDINARY, 2, cast.scorer)
    assert Seating.objects.get(table=table_of(cast), seat="N").player_id == comes
    correct_at(cast, 2, 3)
    assert Seating.objects.get(table=table_of(cast), seat="N").player_id == seats_of(cast)["N"]
    whole(cast)


def test_a_preview_of_a_correction_saves_nothing(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY, OTHER], cast.scorer)
    shown = ledger.preview_correction(table_of(cast).pk, of=2, replace=OTHER, by=cast.official)
    assert (shown["board"]["scores"], shown["hash"]) == ({"NS": 2, "EW": 6}, "")
    assert LedgerEvent.objects.count() == 3


def test_a_match_given_away_is_played_and_comes_back(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), game("NS"), 1, cast.scorer)
    done = record(table_of(cast), GIVEN_AWAY, 2, cast.official, details={"ruling": 1})

    assert (done.answer["match"]["state"], done.answer["match"]["winner"]) == ("played", "away")
    assert Board.objects.get(table=table_of(cast)).match_given == "away"
    tally = MatchTally.objects.get(match=cast.match)
    assert (tally.state, tally.home_bullseyes, tally.away_bullseyes, tally.winner) == ("played", 1, 11, "away")
    whole(cast)

    correct_at(cast, 3, 3)
    tally.refresh_from_db()
    assert (tally.state, tally.home_bullseyes, tally.away_bullseyes, tally.winner) == ("in-play", 1, 0, "")
    whole(cast)
