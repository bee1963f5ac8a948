"""Several phones at one dispute at once: one outcome, the others told what it is."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from penalties.models import Appeal, Dispute, DisputeMove, Fine, FineEntry, Ruling
from penalties.services import appeals, dispute_words, disputes, fines
from penalties.services.refusals import PenaltyConflict
from scoring.models import MatchHold, Result
from scoring.services import results
from scoring.services.refusals import ResultRefused
from tests.cast import Cast
from tests.flush import without_triggers
from tests.penalties.acts import RENEGED, rule_now, sequence
from tests.penalties.disputing import committee, decide, in_state, propose, raised
from tests.scoring.ledgers import game, open_it, record, record_all, table_of
from tests.scoring.test_ledger_concurrency import at_once, whole

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]

ENDINGS = ("agree", "decide", "withdraw")


def endings() -> list[str]:
    """The names of the moves that ended the dispute."""
    return [move.name for move in DisputeMove.objects.order_by("pk") if move.name in ENDINGS]


def codes(done: list[Any]) -> list[str]:
    return sorted(one.code if isinstance(one, PenaltyConflict | ResultRefused) else type(one).__name__ for one in done)


def turn_the_clock(dispute: Dispute, **left: Any) -> None:
    """Leave so much on the captains' clock, by hand: what the triggers refuse."""
    with transaction.atomic(), without_triggers(connection):
        Dispute.objects.filter(pk=dispute.pk).update(clock_ends_at=timezone.now() + timedelta(**left))


def test_of_two_officials_who_decide_one_does_and_the_other_sees_it(cast: Cast) -> None:
    dispute = in_state(cast, "official")  # type: ignore[arg-type]
    done = at_once(
        [
            partial(decide, dispute, cast.official, outcome="For the home pair."),
            partial(decide, dispute, cast.director, outcome="For the away pair."),
            partial(decide, dispute, cast.director, outcome="For nobody."),
        ]
    )
    assert codes(done) == ["Dispute", "dispute-over", "dispute-over"]
    stands = Dispute.objects.get()
    for conflict in (one for one in done if isinstance(one, PenaltyConflict)):
        assert conflict.answer["dispute"]["outcome"] == stands.outcome
        assert conflict.answer["dispute"]["settled_by"] == str(stands.settled_by)
    assert endings() == ["decide"]


def test_two_officials_who_decide_by_a_ruling_leave_one_ruling(cast: Cast) -> None:
    dispute = in_state(cast, "official")  # type: ignore[arg-type]
    place = sequence(table_of(cast))

    def by_ruling(official: Any) -> Dispute:
        return decide(
            dispute,
            official,
            effect="ruled",
            clause="10.a",
            rule=lambda _: rule_now(cast, RENEGED, by=official, expected=place).ruling,
        )

    done = at_once([partial(by_ruling, cast.official), partial(by_ruling, cast.director)])

    assert codes(done) == ["Dispute", "dispute-over"]
    assert Ruling.objects.count() == 1
    assert Dispute.objects.get().ruling == Ruling.objects.get()
    whole(cast)


@pytest.mark.parametrize("_", range(4))
def test_a_captain_agrees_while_the_official_is_called_and_decides(cast: Cast, _: int) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    proposal = dispute.proposal_id or 0

    def official() -> Dispute:
        called = disputes.call(dispute.pk, version=dispute.version, by=cast.captain_home)
        return decide(called, cast.official)

    done = at_once(
        [lambda: disputes.agree(dispute.pk, version=dispute.version, proposal=proposal, by=cast.captain_away), official]
    )

    stands = Dispute.objects.get()
    agreed, decided = done
    if stands.state == "agreed":
        assert isinstance(agreed, Dispute)
        assert codes([decided]) == ["dispute-over"]
    else:
        assert stands.state == "decided"
        assert codes([agreed]) in (["dispute-moved"], ["dispute-over"])
        assert agreed.answer["dispute"]["state"] in ("official", "decided")
    assert len(endings()) == 1
    assert MatchHold.objects.filter(lifted_at=None).count() == 0


@pytest.mark.parametrize("milliseconds", [0, 10, 25, 60])
def test_the_clock_runs_out_during_a_request(cast: Cast, milliseconds: int) -> None:
    """Agreed just in time or over to the official, never both; whoever was late is told which."""
    dispute = propose(raised(cast), cast.captain_home)
    proposal = dispute.proposal_id or 0
    turn_the_clock(dispute, milliseconds=milliseconds)

    done = at_once(
        [
            lambda: disputes.agree(dispute.pk, version=dispute.version, proposal=proposal, by=cast.captain_away),
            partial(disputes.run_clock, dispute.pk),
            partial(disputes.run_clock, dispute.pk),
        ]
    )

    stands = Dispute.objects.get()
    names = [move.name for move in DisputeMove.objects.order_by("pk")]
    if isinstance(done[0], Dispute):
        assert (stands.state, names) == ("agreed", ["raise", "agree"])
        assert stands.settled_at is not None
        assert stands.settled_at < stands.clock_ends_at
    else:
        assert (stands.state, names) == ("official", ["raise", "clock"])
        assert done[0].code in ("time-up", "dispute-moved")
        assert done[0].answer["dispute"]["state"] == "official"


def test_the_clock_and_the_officials_decision(cast: Cast) -> None:
    dispute = raised(cast)
    turn_the_clock(dispute, seconds=-1)
    done = at_once([partial(decide, dispute, cast.official), partial(disputes.run_clock, dispute.pk)])
    names = [move.name for move in DisputeMove.objects.order_by("pk")]
    assert names[:2] == ["raise", "clock"]
    # The clock's move makes the version that the official saw an old one, when the worker is first.
    if isinstance(done[0], Dispute):
        assert names == ["raise", "clock", "decide"]
    else:
        assert (codes(done[:1]), done[1], names) == (["dispute-moved"], True, ["raise", "clock"])


def test_of_two_who_raise_at_one_table_one_does(cast: Cast) -> None:
    open_it(cast)
    done = at_once(
        [
            partial(raised, cast),
            partial(raised, cast, by=cast.captain_away, side="away"),
            partial(raised, cast, by=cast.official, side="away"),
        ]
    )
    assert codes(done) == ["Dispute", "dispute-open", "dispute-open"]
    assert MatchHold.objects.count() == 1


def test_the_same_request_at_once_raises_once(cast: Cast) -> None:
    open_it(cast)
    key = uuid4()
    done = at_once([partial(raised, cast, client_id=key) for _ in range(4)])
    assert {one.pk for one in done} == {Dispute.objects.get().pk}


def test_a_dispute_and_a_confirmation_at_once(cast: Cast) -> None:
    """Either the dispute holds the result, or it finds the result confirmed."""
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)

    done = at_once([lambda: results.confirm(cast.match, by=cast.official), partial(raised, cast)])

    if Result.objects.exists():
        assert [type(one).__name__ for one in done] == ["Result", "LedgerRefused"]
        assert (done[1].code, MatchHold.objects.count()) == ("match-confirmed", 0)
    else:
        assert codes(done) == ["Dispute", "dispute-open"]
        assert MatchHold.objects.filter(lifted_at=None).count() == 1


def test_the_same_line_of_the_checklist_at_once_stands_once(cast: Cast) -> None:
    dispute = raised(cast)
    who = cast.away_team.roster.get(number=2).player_id
    tick = partial(dispute_words.tick, dispute.pk, kind="walked-away", player=who)
    done = at_once([partial(tick, by=cast.official), partial(tick, by=cast.director)])
    assert codes(done) == ["DisputeFact", "already-ticked"]


def test_of_two_who_hear_an_appeal_one_does(cast: Cast) -> None:
    open_it(cast)
    ruling = rule_now(cast, RENEGED).ruling
    appeal = appeals.lodge(ruling, grounds="Not so.", by=cast.captain_home)
    people = [committee(cast), committee(cast, "chair")]
    asked: dict[str, Any] = {"reasons": "As heard.", "expected": sequence(table_of(cast))}

    done = at_once(
        [
            lambda: appeals.hear(appeal.pk, outcome="upheld", by=people[0], client_id=uuid4(), **asked),
            lambda: appeals.hear(appeal.pk, outcome="dismissed", by=people[1], **asked),
        ]
    )

    assert codes(done) == ["Appeal", "appeal-heard"]
    stands = Appeal.objects.get()
    assert Ruling.objects.get().state == ("cancelled" if stands.state == "upheld" else "standing")
    whole(cast)


def test_a_fine_is_paid_once(cast: Cast) -> None:
    who = committee(cast)
    fine = fines.enter(cast.tournament, team=cast.home_team.pk, reason="x", client_id=uuid4(), by=who)
    fines.set_amount(fine.pk, version=0, amount="100", by=who)
    done = at_once([partial(fines.pay, fine.pk, version=1, amount="100", by=who) for _ in range(4)])
    assert codes(done) == ["Fine", "fine-moved", "fine-moved", "fine-moved"]
    assert FineEntry.objects.count() == 2
    assert Fine.objects.get().state == "paid"
    assert fines.check(cast.tournament) == []
