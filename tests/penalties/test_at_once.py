"""Several at the same incident, call or bar in the same moment: real transactions, real threads. One outcome."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from penalties.models import Call, Incident, Ruling
from penalties.services import calls, incidents, rulings
from penalties.services.calls import Made
from penalties.services.incidents import Reported
from penalties.services.refusals import PenaltyConflict
from penalties.services.rulings import Ruled
from scoring.models import LedgerEvent, Result
from scoring.services import results
from scoring.services.ledger import Appended, LedgerConflict, LedgerRefused
from tests.cast import Cast
from tests.penalties.acts import PEEPED, RENEGED, board, cancel, change, claim, rule, rule_now, whole
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of, tally
from tests.scoring.test_ledger_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]


@pytest.fixture
def opened(cast: Cast) -> Cast:
    open_it(cast)
    return cast


def test_two_officials_rule_one_and_the_other_is_told(opened: Cast) -> None:
    incident = claim(opened)

    done = at_once(
        [
            partial(rule, incident, opened.official, expected=1),
            partial(rule, incident, opened.director, expected=1, asked=RENEGED),
        ]
    )

    (ruled,) = [one for one in done if isinstance(one, Ruled)]
    (told,) = [one for one in done if isinstance(one, PenaltyConflict)]
    assert (told.code, told.answer["ruling"], told.answer["by"]) == (
        "already-ruled",
        ruled.ruling.pk,
        str(ruled.ruling.official),
    )
    assert (Ruling.objects.count(), LedgerEvent.objects.count()) == (1, 2)
    whole(opened)


def test_one_rules_while_another_dismisses(opened: Cast) -> None:
    incident = claim(opened)
    done = at_once(
        [
            partial(rule, incident, opened.official, expected=1),
            partial(incidents.dismiss, incident, by=opened.director, reason="Nobody saw it."),
            partial(incidents.withdraw, incident, by=opened.captain_away),
        ]
    )
    assert sum(isinstance(one, PenaltyConflict) for one in done) == 2
    incident.refresh_from_db()
    assert (incident.state == "ruled") == (Ruling.objects.count() == 1)
    whole(opened)


def test_the_same_ruling_eight_times_at_once_is_one(opened: Cast) -> None:
    incident, key = claim(opened), uuid4()
    done = at_once([partial(rule, incident, opened.official, expected=1, client_id=key) for _ in range(8)])
    assert [type(one) for one in done] == [Ruled] * 8
    assert sorted(one.repeated for one in done) == [False] + [True] * 7
    assert len({str(one.answer) for one in done}) == 1
    assert LedgerEvent.objects.count() == 2
    whole(opened)


def test_the_same_report_eight_times_at_once_is_one(opened: Cast) -> None:
    key = uuid4()
    act = partial(incidents.report, table_of(opened), PEEPED, by=opened.captain_home, client_id=key)
    done = at_once([act] * 8)
    assert [type(one) for one in done] == [Reported] * 8
    assert Incident.objects.count() == 1


def test_one_client_id_at_two_matches_at_once_stands_for_one(opened: Cast, other_cast: Cast) -> None:
    open_it(other_cast)
    key = uuid4()
    done = at_once([partial(rule_now, each, client_id=key, expected=1) for each in (opened, other_cast)])
    assert sorted(type(one).__name__ for one in done) == ["LedgerRefused", "Ruled"]
    assert (Incident.objects.count(), Ruling.objects.count()) == (1, 1)
    whole(opened)
    whole(other_cast)


def test_a_hand_and_a_ruling_at_one_place(opened: Cast) -> None:
    incident = claim(opened)
    done = at_once(
        [
            partial(record, table_of(opened), ORDINARY, 1, opened.scorer),
            partial(rule, incident, opened.official, expected=1),
        ]
    )
    assert sum(isinstance(one, LedgerConflict) for one in done) == 1
    assert sum(isinstance(one, Appended | Ruled) for one in done) == 1
    assert LedgerEvent.objects.count() == 2
    whole(opened)


def test_a_captain_confirms_while_an_official_rules(opened: Cast) -> None:
    record(table_of(opened), tally(10, 0), 1, opened.scorer)
    record(table_of(opened, 2), tally(1, 0), 0, opened.scorer)
    incident = claim(opened, {"clause": "2.a", "offender": "N", "phase": "match"})

    done = at_once(
        [
            partial(results.confirm, opened.match, by=opened.captain_home),
            partial(rule, incident, opened.official, expected=2),
        ]
    )

    (confirmed,) = [one for one in done if isinstance(one, Result)]
    other = next(one for one in done if one is not confirmed)
    if isinstance(other, LedgerRefused):
        assert other.code == "match-confirmed"
        assert Ruling.objects.count() == 0
    else:
        assert isinstance(other, Ruled)
        assert confirmed.heads["1"] == other.answer["hash"]
    whole(opened)


def test_cancelled_and_changed_at_once(opened: Cast) -> None:
    ruling = rule_now(opened).ruling
    done = at_once(
        [
            partial(cancel, ruling, opened.official, expected=2),
            partial(change, ruling, RENEGED, opened.director, expected=2),
        ]
    )
    assert sum(isinstance(one, Ruled) for one in done) == 1
    assert sum(isinstance(one, PenaltyConflict) for one in done) == 1
    assert LedgerEvent.objects.count() == 3
    assert Ruling.objects.filter(state="standing").count() == (1 if board(opened).bullseyes.EW else 0)
    whole(opened)


def test_both_captains_call_at_once(opened: Cast) -> None:
    done = at_once(
        [
            partial(calls.call_official, table_of(opened), by=user)
            for user in (opened.captain_home, opened.captain_away, opened.scorer)
        ]
    )
    assert [type(one) for one in done] == [Made] * 3
    assert Call.objects.count() == 1


def test_two_officials_answer_at_once(opened: Cast) -> None:
    call = calls.call_official(table_of(opened), by=opened.captain_home).call
    done = at_once([partial(calls.answer, call, by=user) for user in (opened.official, opened.director)])
    assert sorted(type(one).__name__ for one in done) == ["Call", "PenaltyConflict"]
    call.refresh_from_db()
    told = next(one for one in done if isinstance(one, PenaltyConflict))
    assert told.answer["by"] == str(call.answered_by)


def test_a_report_ruled_at_once_stands_whole_or_not_at_all(opened: Cast) -> None:
    with pytest.raises(LedgerConflict):
        rulings.report_and_rule(table_of(opened), PEEPED, expected=7, client_id=uuid4(), by=opened.official)
    assert (Incident.objects.count(), Ruling.objects.count(), LedgerEvent.objects.count()) == (0, 0, 1)
