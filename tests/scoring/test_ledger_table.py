"""At a table: what is struck or put right, who is seated, whose seat a substitute takes."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from rules_engine.verdicts import RecordError
from scoring.models import Board, LedgerEvent
from scoring.selectors.boards import board_json, match_json
from scoring.services import tables
from scoring.services.ledger import LedgerConflict, LedgerRefused
from tests.cast import Cast
from tests.scoring.ledgers import (
    ORDINARY,
    SEVEN,
    correct,
    open_it,
    record,
    record_all,
    seats_of,
    seven,
    stands,
    table_of,
)
from tournaments.models import RosterEntry, Seating

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def test_a_struck_hand_stays_on_the_board_marked(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY, SEVEN], cast.scorer)

    done = correct(table_of(cast), 3, cast.scorer, reason="seven went to the wrong pair", replace=seven("EW"))

    board = done.answer["board"]
    assert board["scores"] == {"NS": 3, "EW": 8}
    assert [(chalk["pair"], chalk["points"], chalk["sequence"], chalk["struck"]) for chalk in board["chalks"]] == [
        ("NS", 1, 2, False),
        ("EW", 1, 2, False),
        ("NS", 2, 2, False),
        ("NS", 1, 3, True),
        ("NS", 1, 3, True),
        ("NS", 3, 3, True),
        ("NS", 2, 3, True),
        ("EW", 1, 3, False),
        ("EW", 1, 3, False),
        ("EW", 3, 3, False),
        ("EW", 2, 3, False),
    ]
    event = LedgerEvent.objects.get(sequence=4)
    assert event.kind == "correction"
    assert event.event == {
        "event": {
            "event": "correction",
            "of": 2,
            "by": "Scorer",
            "leave": True,
            "replace": seven("EW"),
        },
        "details": {"reason": "seven went to the wrong pair"},
    }
    assert board_json(table_of(cast))["board"] == board


def test_one_undo_after_another_takes_back_one_hand_each(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY, SEVEN], cast.scorer)

    first = correct(table_of(cast), 3, cast.scorer)
    assert first.answer["event"]["of"] == 2
    assert first.answer["board"]["scores"] == {"NS": 3, "EW": 1}
    second = correct(table_of(cast), 4, cast.scorer)
    assert second.answer["event"]["of"] == 1
    assert second.answer["board"]["scores"] == {"NS": 0, "EW": 0}
    assert second.answer["board"]["dealer"] == "S"
    with pytest.raises(LedgerRefused) as refused:
        correct(table_of(cast), 5, cast.scorer)
    assert refused.value.code == "nothing-to-correct"


def test_a_correction_can_take_a_bullseye_back(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [SEVEN, SEVEN], cast.scorer)
    assert stands(cast)[1:3] == (1, 0)

    done = correct(table_of(cast), 3, cast.scorer)

    assert stands(cast)[1:3] == (0, 0)
    assert done.answer["board"]["game"] == 1
    assert done.answer["board"]["scores"] == {"NS": 7, "EW": 0}
    assert [chalk["sequence"] for chalk in done.answer["board"]["chalks"] if chalk["struck"]] == [3, 3, 3, 3]


def test_a_correction_needs_a_reason_and_a_hand_that_can_be(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)

    for reason in ("", "  ", "x" * 301, "\0"):
        with pytest.raises(RecordError) as error:
            correct(table_of(cast), 2, cast.scorer, reason=reason)
        assert error.value.field == "reason"
    with pytest.raises(RecordError) as error:
        correct(table_of(cast), 2, cast.scorer, replace={**ORDINARY, "high": "X"})
    assert error.value.field == "high"
    with pytest.raises(LedgerRefused) as refused:
        correct(table_of(cast), 2, cast.scorer, replace={**ORDINARY, "dealer": "W"})
    assert refused.value.code == "wrong-dealer"
    with pytest.raises(LedgerConflict):
        correct(table_of(cast), 1, cast.scorer)
    assert LedgerEvent.objects.count() == 2


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"seats": {}}, "seats.N"),
        ({"seats": []}, "seats"),
        ({"seats": {"N": 1, "E": 1, "S": 2, "W": 3}}, "seats.E"),
        ({"seats": {"N": "1", "E": 2, "S": 3, "W": 4}}, "seats.N"),
        ({"seats": {"N": 2**70, "E": 2, "S": 3, "W": 4}}, "seats.N"),
        ({"seats": {"N": 1, "E": 2, "S": 3, "W": 4, "X": 5}}, "seats.X"),
        ({"first_dealer": "Q"}, "first_dealer"),
        ({"first_dealer": None}, "first_dealer"),
        ({"home_pair": "N"}, "home_pair"),
        ({"toss": "heads"}, "toss"),
    ],
)
def test_a_table_is_not_opened_by_halves(cast: Cast, more: dict[str, Any], field: str) -> None:
    with pytest.raises(RecordError) as error:
        open_it(cast, **more)

    assert error.value.field == field
    assert (LedgerEvent.objects.count(), Seating.objects.count(), Board.objects.count()) == (0, 0, 0)
    cast.tournament.refresh_from_db()
    assert cast.tournament.ruleset_frozen_at is None


def test_players_sit_with_their_own_team_and_at_one_table(cast: Cast) -> None:
    seats = seats_of(cast)
    with pytest.raises(RecordError) as error:
        open_it(cast, seats={**seats, "N": seats["E"], "E": seats["N"]})
    assert error.value.field == "seats.N"

    open_it(cast)
    with pytest.raises(LedgerRefused) as refused:
        open_it(cast, 2, seats={**seats_of(cast, 2), "N": seats["N"]})
    assert refused.value.code == "seated-elsewhere"
    with pytest.raises(LedgerRefused) as refused:
        open_it(cast, expected=1)
    assert refused.value.code == "already-open"
    with pytest.raises(LedgerConflict):
        open_it(cast)


def test_a_wrong_opening_is_put_right_before_the_first_hand(cast: Cast) -> None:
    open_it(cast)
    again: dict[str, Any] = {
        "seats": seats_of(cast, 2),
        "first_dealer": "W",
        "home_pair": "NS",
        "toss": "away",
        "client_id": uuid4(),
        "by": cast.scorer,
    }

    done = tables.reopen_table(table_of(cast), reason="wrong players", expected=1, **again)

    assert done.answer["board"]["dealer"] == "W"
    assert dict(Seating.objects.values_list("seat", "player_id")) == seats_of(cast, 2)
    chalked = record(table_of(cast), ORDINARY, 2, cast.scorer)
    assert [chalk["sequence"] for chalk in chalked.answer["board"]["chalks"]] == [3, 3, 3]
    with pytest.raises(LedgerRefused) as refused:
        tables.reopen_table(table_of(cast), reason="again", expected=3, **{**again, "client_id": uuid4()})
    assert refused.value.code == "hands-follow"
    assert correct(table_of(cast), 3, cast.scorer).answer["event"]["of"] == 1


def test_a_substitute_takes_the_seat_and_leaves_it_when_struck(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [SEVEN, SEVEN], cast.scorer)
    fifth = RosterEntry.objects.get(team=cast.away_team, number=5).player_id
    stranger = RosterEntry.objects.get(team=cast.home_team, number=5).player_id
    asked: dict[str, Any] = {"seat": "E", "reason": "sick", "by": cast.scorer, "expected": 3}
    with pytest.raises(RecordError) as error:
        tables.substitute(table_of(cast), player=stranger, client_id=uuid4(), **asked)
    assert error.value.field == "player"

    client_id = uuid4()
    done = tables.substitute(table_of(cast), player=fifth, client_id=client_id, **asked)

    assert done.answer["event"] == {
        "event": "substitution",
        "seat": "E",
        "out": "Gemma Charles",
        "in": "Kamla Singh",
        "reason": "sick",
        "left": False,
    }
    assert dict(Seating.objects.values_list("seat", "player_id")) == {**seats_of(cast), "E": fifth}
    assert tables.substitute(table_of(cast), player=fifth, client_id=client_id, **asked).text == done.text
    correct(table_of(cast), 4, cast.scorer, reason="he plays on")
    assert dict(Seating.objects.values_list("seat", "player_id")) == seats_of(cast)


def test_the_match_shows_all_its_boards(cast: Cast) -> None:
    open_it(cast)
    done = record(table_of(cast), SEVEN, 1, cast.scorer)

    shown = match_json(cast.match)

    assert shown["match"] == done.answer["match"]
    assert [board["number"] for board in shown["boards"]] == [1, 2]
    assert shown["boards"][0] == done.answer["board"]
    assert shown["boards"][1]["sequence"] == 0


def test_a_race_target_that_cannot_be_is_said_to_the_recorder(cast: Cast) -> None:
    type(cast.match).objects.update(race_target_set=12)

    with pytest.raises(LedgerRefused) as refused:
        open_it(cast)

    assert refused.value.code == "race-target"
