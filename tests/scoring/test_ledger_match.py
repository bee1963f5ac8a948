"""From tables to the match: the race, the level score, the decider, paper."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from scoring.models import Board, LedgerEvent, MatchTally
from scoring.services import ledger, tables
from scoring.services.ledger import LedgerRefused
from tests.cast import Cast
from tests.scoring.ledgers import (
    ORDINARY,
    correct,
    game,
    open_it,
    record,
    record_all,
    seats_of,
    seven,
    stands,
    table_of,
    tally,
)
from tournaments.models import Seating, Table, TableKind

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def level(cast: Cast) -> None:
    """Both tables opened and played out, 5–5 each."""
    for number in (1, 2):
        open_it(cast, number)
        record_all(table_of(cast, number), [game("NS"), game("EW")] * 5, cast.scorer)


def decider(cast: Cast, **more: Any) -> ledger.Appended:
    asked: dict[str, Any] = {
        "seats": {**seats_of(cast, 1), "S": seats_of(cast, 2)["N"]},
        "first_dealer": "S",
        "home_pair": "NS",
        "client_id": uuid4(),
        "by": cast.scorer,
        **more,
    }
    return tables.open_decider(cast.match, **asked)


def test_the_match_is_won_at_the_race_target_and_takes_nothing_more(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    assert stands(cast) == ("in-play", 10, 0, "")
    assert Board.objects.get(table=table_of(cast)).closed

    done = record(table_of(cast, 2), game("NS"), 1, cast.scorer)

    assert stands(cast) == ("played", 11, 0, "home")
    assert done.answer["match"]["winner"] == "home"
    assert done.answer["match"]["needs"] == {"home": 0, "away": 11}
    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast, 2), {**ORDINARY, "dealer": "S"}, 2, cast.scorer)
    assert (refused.value.code, refused.value.clause) == ("match-over", "13.c")
    with pytest.raises(LedgerRefused) as refused:
        ledger.preview(table_of(cast, 2).pk, game("NS"))
    assert refused.value.code == "match-over"

    struck = correct(table_of(cast, 2), 2, cast.scorer)

    assert struck.answer["match"]["state"] == "in-play"
    assert stands(cast) == ("in-play", 10, 0, "")


def test_a_full_table_takes_no_more_games(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [game("NS"), game("EW")] * 5, cast.scorer)

    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast), game("NS"), 11, cast.scorer)

    assert refused.value.code == "games-exceeded"
    assert stands(cast) == ("in-play", 5, 5, "")


def test_a_level_match_is_decided_by_the_best_of_three(cast: Cast) -> None:
    level(cast)
    assert stands(cast) == ("level", 10, 10, "")

    opened = decider(cast)

    assert opened.answer["board"]["number"] == 3
    assert opened.answer["board"]["kind"] == "decider"
    assert stands(cast) == ("decider", 10, 10, "")
    table = table_of(cast, 3)
    assert (table.kind, table.games) == (TableKind.DECIDER, 3)
    record(table, game("EW"), 1, cast.scorer)
    assert stands(cast) == ("decider", 10, 10, "")
    record(table, game("NS"), 2, cast.scorer)
    done = record(table, seven("EW") | {"dealer": "S"}, 3, cast.scorer)
    assert stands(cast) == ("decider", 10, 10, "")
    done = record(table, seven("EW"), 4, cast.scorer)
    assert stands(cast) == ("played", 10, 11, "away")
    assert done.answer["board"]["bullseyes"] == {"NS": 1, "EW": 2}
    # Jacks hung in the decider stay with the decider.
    assert done.answer["match"]["away_hang_jacks"] == 0


def test_the_decider_ends_at_two_bullseyes(cast: Cast) -> None:
    level(cast)
    decider(cast)
    record_all(table_of(cast, 3), [game("NS"), game("NS")], cast.scorer)

    assert stands(cast) == ("played", 11, 10, "home")
    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast, 3), game("EW"), 3, cast.scorer)
    assert refused.value.code == "match-over"


def test_no_decider_before_the_tables_are_level(cast: Cast) -> None:
    with pytest.raises(LedgerRefused) as refused:
        decider(cast)
    assert refused.value.code == "no-decider"
    open_it(cast)
    with pytest.raises(LedgerRefused) as refused:
        decider(cast)
    assert refused.value.code == "no-decider"
    assert Table.objects.filter(match=cast.match).count() == 2


def test_a_correction_that_unties_the_tables_ends_the_decider(cast: Cast) -> None:
    level(cast)
    decider(cast)
    correct(table_of(cast, 1), 11, cast.scorer, replace=game("NS"))

    assert stands(cast) == ("played", 11, 9, "home")
    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast, 3), game("EW"), 1, cast.scorer)
    assert refused.value.code == "match-over"


def test_a_decider_typed_from_paper(cast: Cast) -> None:
    record(table_of(cast, 1), tally(5, 5), 0, cast.scorer)
    record(table_of(cast, 2), tally(4, 6), 0, cast.scorer)
    # 9–11: the away team is there.
    assert stands(cast) == ("played", 9, 11, "away")
    correct(table_of(cast, 2), 2, cast.scorer, replace=tally(5, 5))
    assert stands(cast) == ("level", 10, 10, "")

    table = tables.ensure_decider(cast.match)
    record(table, tally(2, 1), 0, cast.scorer)

    assert stands(cast) == ("played", 11, 10, "home")
    assert tables.ensure_decider(cast.match) == table


def test_a_tally_opens_a_table_that_nobody_opened(cast: Cast) -> None:
    done = record(table_of(cast), tally(6, 4, (5, 3)), 0, cast.scorer, details={"home_pair": "EW"})

    assert done.sequence == 2
    assert done.answer["board"]["tally"] == {
        "bullseyes": {"NS": 6, "EW": 4},
        "hang_jacks": {"NS": 5, "EW": 3},
        "mismatch": True,
    }
    assert done.answer["board"]["dealer"] is None
    assert stands(cast) == ("in-play", 4, 6, "")
    opened, typed = LedgerEvent.objects.order_by("sequence")
    assert (opened.kind, typed.kind) == ("opened", "tally")
    assert opened.event["details"]["seats"] == {}
    assert typed.event["details"] == {}
    assert Seating.objects.count() == 0
    again = record(table_of(cast), tally(6, 4, (5, 3)), 0, cast.scorer, typed.client_id, details={"home_pair": "EW"})
    assert again.text == done.text


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([tally(6, 5)], "games-exceeded"),
        ([tally(1, 0, (51, 0))], "too-many-hang-jacks"),
        ([game("NS"), tally(0, 1)], "tally-mismatch"),
        ([tally(1, 0), game("EW")], "tally-mismatch"),
        ([{**game("NS"), "scores": {"NS": 13, "EW": 9}}], "game-short"),
        ([{**game("NS"), "scores": {"NS": 14, "EW": 15}}], "game-over"),
    ],
)
def test_paper_that_cannot_be_is_refused(cast: Cast, events: list[dict[str, Any]], code: str) -> None:
    table = table_of(cast)
    for number, event in enumerate(events[:-1]):
        record(table, event, number + (1 if number else 0), cast.scorer)
    expected = LedgerEvent.objects.count()

    with pytest.raises(LedgerRefused) as refused:
        record(table, events[-1], expected, cast.scorer)

    assert refused.value.code == code
    assert LedgerEvent.objects.count() == expected


def test_a_tally_that_runs_past_the_race_target_is_refused(cast: Cast) -> None:
    record(table_of(cast), tally(8, 2), 0, cast.scorer)

    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast, 2), tally(4, 3), 0, cast.scorer)

    assert refused.value.code == "past-target"
    assert record(table_of(cast, 2), tally(3, 3), 0, cast.scorer).answer["match"]["winner"] == "home"


def test_a_whole_match_from_paper(cast: Cast) -> None:
    sheet = Table.objects.create(match=cast.match, number=0, kind=TableKind.SHEET, games=21)
    for wrong, code in [
        (tally(11, 11), "games-exceeded"),
        (tally(10, 10), "level"),
        (tally(10, 9), "short-of-target"),
        (tally(12, 8), "past-target"),
    ]:
        with pytest.raises(LedgerRefused) as refused:
            record(sheet, wrong, 0, cast.scorer)
        assert refused.value.code == code
    with pytest.raises(LedgerRefused) as refused:
        record(sheet, game("NS"), 0, cast.scorer)
    assert refused.value.code == "sheet-tally-only"

    record(sheet, tally(10, 11, (7, 9)), 0, cast.scorer)

    assert stands(cast) == ("played", 10, 11, "away")
    assert MatchTally.objects.get().away_hang_jacks == 9
    with pytest.raises(LedgerRefused) as refused:
        open_it(cast)
    assert refused.value.code == "match-over"


def test_a_sheet_does_not_overrule_tables_that_are_recorded(cast: Cast) -> None:
    open_it(cast)
    sheet = Table.objects.create(match=cast.match, number=0, kind=TableKind.SHEET, games=21)

    with pytest.raises(LedgerRefused) as refused:
        record(sheet, tally(11, 2), 0, cast.scorer)

    assert refused.value.code == "tables-recorded"
