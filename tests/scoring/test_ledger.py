"""Recording at a table: answers, repeats, conflicts and refusals."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from rules_engine.verdicts import RecordError
from scoring.models import Board, LedgerEvent, MatchTally
from scoring.services import ledger
from scoring.services.ledger import LedgerConflict, LedgerRefused
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, SEVEN, correct, game, open_it, record, record_all, seats_of, seven, table_of
from tournaments.models import Seating, Table

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def counts() -> tuple[int, int, int, int]:
    """Rows of every table that a save may touch."""
    return (
        LedgerEvent.objects.count(),
        Board.objects.count(),
        MatchTally.objects.count(),
        Seating.objects.count(),
    )


def test_opening_seats_the_players_and_freezes_the_ruleset(cast: Cast) -> None:
    done = open_it(cast)

    assert done.sequence == 1
    assert done.answer["board"] == {
        "table": table_of(cast).pk,
        "number": 1,
        "kind": "table",
        "sequence": 1,
        "scores": {"NS": 0, "EW": 0},
        "dealer": "S",
        "lead": "E",
        "game": 1,
        "bullseyes": {"NS": 0, "EW": 0},
        "hang_jacks": {"NS": 0, "EW": 0},
        "chalks": [],
        "games": [],
        "closed": False,
        "awaiting": False,
        "home_pair": "NS",
        "tally": None,
    }
    assert done.answer["match"] == {
        "id": cast.match.pk,
        "state": "in-play",
        "home_bullseyes": 0,
        "away_bullseyes": 0,
        "home_hang_jacks": 0,
        "away_hang_jacks": 0,
        "winner": None,
        "needs": {"home": 11, "away": 11},
    }
    assert dict(Seating.objects.values_list("seat", "player_id")) == seats_of(cast)
    cast.tournament.refresh_from_db()
    assert cast.tournament.ruleset_frozen_at is not None
    event = LedgerEvent.objects.get()
    assert event.kind == "opened"
    assert json.loads(event.payload) == {
        "event": {"event": "opened", "games": 10, "first_dealer": "S"},
        "details": {
            "seats": {
                "N": {"player": seats_of(cast)["N"], "name": "Anil Joseph"},
                "S": {"player": seats_of(cast)["S"], "name": "Bernadette Khan"},
                "E": {"player": seats_of(cast)["E"], "name": "Gemma Charles"},
                "W": {"player": seats_of(cast)["W"], "name": "Hollis Noel"},
            },
            "home_pair": "NS",
            "toss": "home",
            "ruleset": {"name": "round-robin", "base": "round-robin", "options": {}},
        },
    }


def test_a_hand_is_chalked_and_the_deal_moves_on(cast: Cast) -> None:
    open_it(cast)

    done = record(table_of(cast), ORDINARY, 1, cast.scorer, device="phone at table 1")

    board = done.answer["board"]
    assert board["scores"] == {"NS": 3, "EW": 1}
    assert (board["dealer"], board["lead"], board["sequence"], board["game"]) == ("E", "N", 2, 1)
    assert [(chalk["pair"], chalk["why"], chalk["points"], chalk["sequence"]) for chalk in board["chalks"]] == [
        ("NS", "high", 1, 2),
        ("EW", "low", 1, 2),
        ("NS", "gamble", 2, 2),
    ]
    assert done.answer["result"]["scores"] == {"NS": 3, "EW": 1}
    stored = LedgerEvent.objects.get(sequence=2)
    assert (stored.answer, stored.hash, stored.device) == (done.text, done.hash, "phone at table 1")
    assert stored.previous_hash == LedgerEvent.objects.get(sequence=1).hash
    row = Board.objects.get()
    assert (row.sequence, row.head_hash, row.home_bullseyes, row.closed) == (2, done.hash, 0, False)


def test_two_sevens_are_a_bullseye_and_four_hung_jacks_count_for_the_home_team(cast: Cast) -> None:
    open_it(cast)

    done = record_all(table_of(cast), [SEVEN, SEVEN, seven("EW")], cast.scorer)

    board = done.answer["board"]
    assert board["bullseyes"] == {"NS": 1, "EW": 0}
    assert board["hang_jacks"] == {"NS": 2, "EW": 1}
    assert board["scores"] == {"NS": 0, "EW": 7}
    assert board["game"] == 2
    assert board["games"] == [
        {
            "number": 1,
            "winner": "NS",
            "won_by": "sung",
            "scores": {"NS": 14, "EW": 0},
            "hands": 2,
            "hang_jacks": {"NS": 2, "EW": 0},
        }
    ]
    assert done.answer["match"]["needs"] == {"home": 10, "away": 11}
    tally = MatchTally.objects.get()
    assert (tally.home_bullseyes, tally.away_bullseyes, tally.home_hang_jacks, tally.away_hang_jacks) == (1, 0, 2, 1)


def test_the_away_team_may_sit_north_south(cast: Cast) -> None:
    seats = seats_of(cast)
    turned = {"N": seats["E"], "S": seats["W"], "E": seats["N"], "W": seats["S"]}
    open_it(cast, home_pair="EW", seats=turned)

    record_all(table_of(cast), [SEVEN, SEVEN], cast.scorer)

    tally = MatchTally.objects.get()
    assert (tally.home_bullseyes, tally.away_bullseyes, tally.away_hang_jacks) == (0, 1, 2)


def test_the_same_request_again_is_given_the_first_answer_to_the_byte(cast: Cast) -> None:
    open_it(cast)
    table, client_id = table_of(cast), uuid4()
    first = record(table, ORDINARY, 1, cast.scorer, client_id)
    record(table, SEVEN, 2, cast.scorer)
    before = counts()

    again = record(table, dict(reversed(ORDINARY.items())), 1, cast.scorer, client_id)

    assert again.repeated
    assert not first.repeated
    assert again.text == first.text
    assert (again.sequence, again.hash, again.answer) == (first.sequence, first.hash, first.answer)
    assert counts() == before


def test_an_opening_and_a_correction_are_repeated_too(cast: Cast) -> None:
    opening, correction = uuid4(), uuid4()
    first = open_it(cast, client_id=opening)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    struck = ledger.correct_last(
        table_of(cast).pk, reason="wrong pair", replace=None, expected=2, client_id=correction, by=cast.scorer
    )
    record(table_of(cast), SEVEN, 3, cast.scorer)

    again = open_it(cast, client_id=opening)
    struck_again = ledger.correct_last(
        table_of(cast).pk, reason=" wrong pair ", replace=None, expected=2, client_id=correction, by=cast.scorer
    )

    assert (again.text, again.repeated) == (first.text, True)
    assert (struck_again.text, struck_again.repeated) == (struck.text, True)
    assert LedgerEvent.objects.count() == 4


@pytest.mark.parametrize("what", ["another hand", "another note", "another table", "another person", "another act"])
def test_a_client_id_stands_for_one_request_alone(cast: Cast, what: str) -> None:
    open_it(cast)
    open_it(cast, 2)
    table, client_id = table_of(cast), uuid4()
    record(table, ORDINARY, 1, cast.scorer, client_id)
    before = counts()

    requests = {
        "another hand": lambda: record(table, SEVEN, 2, cast.scorer, client_id),
        "another note": lambda: record(table, ORDINARY, 2, cast.scorer, client_id, details={"note": "recounted"}),
        "another table": lambda: record(table_of(cast, 2), ORDINARY, 1, cast.scorer, client_id),
        "another person": lambda: record(table, ORDINARY, 1, cast.official, client_id),
        "another act": lambda: correct(table, 2, cast.scorer, client_id=client_id),
    }

    with pytest.raises(LedgerRefused) as refused:
        requests[what]()

    assert refused.value.code == "client-id-used"
    assert counts() == before


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_a_stale_place_is_a_conflict_with_the_board_as_it_is(cast: Cast, expected: int) -> None:
    open_it(cast)
    table = table_of(cast)
    last = record(table, ORDINARY, 1, cast.scorer)
    before = counts()

    with pytest.raises(LedgerConflict) as conflict:
        record(table, SEVEN, expected, cast.scorer)

    assert conflict.value.answer == {
        "sequence": 2,
        "board": last.answer["board"],
        "match": last.answer["match"],
    }
    assert counts() == before


def test_a_conflict_at_a_table_that_is_not_open_shows_an_empty_board(cast: Cast) -> None:
    with pytest.raises(LedgerConflict) as conflict:
        record(table_of(cast), ORDINARY, 1, cast.scorer)

    assert conflict.value.answer["sequence"] == 0
    assert conflict.value.answer["board"]["scores"] == {"NS": 0, "EW": 0}
    assert conflict.value.answer["match"]["state"] == "scheduled"


def test_a_hand_needs_an_open_table(cast: Cast) -> None:
    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast), ORDINARY, 0, cast.scorer)

    assert refused.value.code == "not-opened"
    assert counts() == (0, 0, 0, 0)


def test_a_hand_that_the_rules_refuse_comes_back_with_reason_and_violations(cast: Cast) -> None:
    open_it(cast)
    before = counts()

    with pytest.raises(LedgerRefused) as refused:
        record(table_of(cast), {**ORDINARY, "claimed": {"NS": 4, "EW": 1}}, 1, cast.scorer)

    assert refused.value.code == "bad-event"
    assert [violation["code"] for violation in refused.value.violations] == ["claimed-mismatch"]
    assert counts() == before


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({}, "event"),
        ({"format": "all-fours/score@9"}, "format"),
        ({**ORDINARY, "kicks": []}, "kicks"),
        ({**ORDINARY, "high": "north"}, "high"),
        ({**ORDINARY, "scores": {"NS": 0, "EW": 0}}, "scores"),
        ({**ORDINARY, "colour": "red"}, "colour"),
        ({"event": "opened", "games": 10, "first_dealer": "S"}, "event"),
        ({"event": "correction", "of": 1, "by": "x", "leave": True}, "event"),
        ({"event": "substitution", "seat": "N", "out": "a", "in": "b", "reason": "choice"}, "event"),
        ({**game("NS"), "winner": None}, "winner"),
        ({**ORDINARY, "id": "\0"}, None),
        ({**ORDINARY, "id": "\ud800"}, None),
    ],
)
def test_what_cannot_be_read_names_its_field_and_saves_nothing(
    cast: Cast, event: dict[str, Any], field: str | None
) -> None:
    open_it(cast)
    before = counts()

    with pytest.raises(RecordError) as error:
        record(table_of(cast), event, 1, cast.scorer)

    if field is not None:
        assert error.value.field == field
    assert counts() == before


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"expected": -1}, "expected"),
        ({"expected": True}, "expected"),
        ({"expected": "1"}, "expected"),
        ({"client_id": "5b0c"}, "client_id"),
        ({"device": "x" * 121}, "device"),
        ({"device": "\0"}, "device"),
        ({"details": {"colour": 1}}, "details.colour"),
        ({"details": {"note": "x" * 301}}, "details.note"),
        ({"details": {"note": 5}}, "details.note"),
        ({"details": {"home_pair": "NS"}}, "details.home_pair"),
        ({"details": []}, None),
    ],
)
def test_a_bad_request_names_its_field(cast: Cast, more: dict[str, Any], field: str | None) -> None:
    open_it(cast)
    asked: dict[str, Any] = {"expected": 1, "client_id": uuid4(), "by": cast.scorer, **more}

    if field is None:
        # An empty list of details is no details.
        assert ledger.append(table_of(cast).pk, ORDINARY, **asked).sequence == 2
        return
    with pytest.raises(RecordError) as error:
        ledger.append(table_of(cast).pk, ORDINARY, **asked)

    assert error.value.field == field
    assert LedgerEvent.objects.count() == 1


def test_a_note_is_kept_with_the_event(cast: Cast) -> None:
    open_it(cast)

    record(table_of(cast), ORDINARY, 1, cast.scorer, details={"note": " counted twice "})

    assert LedgerEvent.objects.get(sequence=2).event["details"] == {"note": "counted twice"}


def test_preview_gives_the_answer_and_saves_nothing(cast: Cast) -> None:
    open_it(cast)
    table = table_of(cast)
    before = counts()

    seen = ledger.preview(table.pk, SEVEN)

    assert counts() == before
    done = record(table, SEVEN, 1, cast.scorer).answer
    assert seen["hash"] == ""
    assert {**seen, "hash": done["hash"]} == done


def test_preview_refuses_what_append_refuses(cast: Cast) -> None:
    with pytest.raises(LedgerRefused) as refused:
        ledger.preview(table_of(cast).pk, SEVEN)
    assert refused.value.code == "not-opened"
    open_it(cast)
    with pytest.raises(RecordError):
        ledger.preview(table_of(cast).pk, {})


def test_there_is_no_ledger_without_a_table(cast: Cast) -> None:
    with pytest.raises(Table.DoesNotExist):
        ledger.append(987654, ORDINARY, expected=0, client_id=uuid4(), by=cast.scorer)
