"""Disputes as section 14 has them: raised, holding the result, agreed upon, under the clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from penalties.disputes.moves import State
from penalties.models import Call, Dispute, DisputeMove
from penalties.services import disputes
from scoring.models import MatchHold, Result
from scoring.services import results
from tests.cast import Cast
from tests.penalties.acts import PEEPED, rule_now
from tests.penalties.disputing import (
    QUESTION,
    at,
    decide,
    field,
    in_state,
    later,
    play_out,
    propose,
    raised,
    refused,
)
from tests.scoring.ledgers import open_it, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


# Raising


def test_a_raised_dispute_winds_the_clock_and_holds_the_result(cast: Cast) -> None:
    open_it(cast)
    now = timezone.now()
    with at(now):
        dispute = raised(cast, about_sequence=1)

    assert dispute.clock_ends_at == now + timedelta(seconds=300)
    assert (dispute.state, dispute.version, dispute.about_sequence) == ("talking", 1, 1)
    assert [(move.name, move.source, move.target, move.by) for move in DisputeMove.objects.all()] == [
        ("raise", "", "talking", cast.captain_home)
    ]
    hold = MatchHold.objects.get()
    assert (hold.match, hold.source, hold.code, hold.lifted_at) == (
        cast.match,
        f"dispute {dispute.pk}",
        "dispute-open",
        None,
    )


def test_the_same_request_raises_once(cast: Cast) -> None:
    first = raised(cast, client_id=(key := uuid4()))
    again = disputes.raise_dispute(table_of(cast), question=QUESTION, side="home", client_id=key, by=cast.captain_home)
    assert (again.dispute.pk, again.repeated) == (first.pk, True)
    assert refused(lambda: raised(cast, client_id=key, question="Another one")) == "client-id-used"
    assert Dispute.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "at_fault"),
    [
        ({"question": " "}, "question"),
        ({"question": "x" * 501}, "question"),
        ({"question": "a\0b"}, "question"),
        ({"question": 7}, "question"),
        ({"side": "north"}, "side"),
        ({"side": None}, "side"),
        ({"about_sequence": 2}, "about_sequence"),
        ({"about_sequence": 0}, "about_sequence"),
        ({"about_sequence": True}, "about_sequence"),
        ({"incident": 10**30}, "incident"),
        ({"incident": "x"}, "incident"),
        ({"client_id": "x"}, "client_id"),
    ],
)
def test_what_cannot_be_read_is_named(cast: Cast, asked: dict[str, Any], at_fault: str) -> None:
    assert field(lambda: raised(cast, **asked)) == at_fault
    assert Dispute.objects.count() == 0
    assert MatchHold.objects.count() == 0


def test_an_incident_of_another_table_is_not_this_tables(cast: Cast) -> None:
    open_it(cast)
    open_it(cast, 2)
    elsewhere = rule_now(cast, PEEPED, number=2).ruling.incident
    assert field(lambda: raised(cast, incident=elsewhere.pk)) == "incident"


def test_nothing_is_disputed_at_a_table_that_is_not_open(cast: Cast) -> None:
    table = table_of(cast)
    act = lambda: disputes.raise_dispute(table, question="Why?", side="home", client_id=uuid4(), by=cast.captain_home)  # noqa: E731
    assert refused(act) == "not-opened"


def test_nothing_is_disputed_after_the_confirmation(cast: Cast) -> None:
    play_out(cast)
    results.confirm(cast.match, by=cast.official)
    assert refused(lambda: raised(cast)) == "match-confirmed"


# The hold


@pytest.mark.parametrize("state", list(State))
def test_a_result_is_confirmed_only_when_no_dispute_is_open(cast: Cast, state: State) -> None:
    play_out(cast)
    in_state(cast, state)
    figures = {"home_bullseyes": 11, "away_bullseyes": 0, "winner": "home"}
    if state in ("talking", "official", "committee"):
        assert refused(lambda: results.confirm(cast.match, by=cast.captain_away)) == "dispute-open"
        with pytest.raises(IntegrityError, match="held"), transaction.atomic():
            Result.objects.create(
                match=cast.match,
                entered_by=cast.scorer,
                confirmed_by=cast.captain_away,
                confirmed_at=timezone.now(),
                **figures,
            )
        assert Result.objects.count() == 0
        return
    assert results.confirm(cast.match, by=cast.captain_away).home_bullseyes == 11


def test_a_hold_is_lifted_once_and_never_removed(cast: Cast) -> None:
    in_state(cast, State.AGREED)
    for act in (
        lambda: MatchHold.objects.update(lifted_at=None),
        lambda: MatchHold.objects.update(source="x"),
        lambda: MatchHold.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError, match="hold"), transaction.atomic():
            act()


# Agreeing


def test_both_captains_agree_on_clause_and_outcome(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_away)
    agreed = disputes.agree(
        dispute.pk, version=dispute.version, proposal=dispute.proposal_id or 0, by=cast.captain_home
    )
    assert (agreed.state, agreed.clause, agreed.outcome, agreed.settled_by) == (
        "agreed",
        "12.a",
        "The jack was hung: three points stand.",
        cast.captain_home,
    )
    assert MatchHold.objects.get().lifted_at == agreed.settled_at


def test_nobody_agrees_with_oneself_or_to_what_is_not_there(cast: Cast) -> None:
    dispute = raised(cast)
    agree = disputes.agree
    assert refused(lambda: agree(dispute.pk, version=1, proposal=1, by=cast.captain_home)) == "no-proposal"
    first = propose(dispute, cast.captain_home)
    old = first.proposal_id or 0
    assert refused(lambda: agree(dispute.pk, version=2, proposal=old, by=cast.captain_home)) == "own-proposal"
    second = propose(first, cast.captain_home, outcome="It was not.")
    assert refused(lambda: agree(dispute.pk, version=2, proposal=old, by=cast.captain_away)) == "dispute-moved"
    assert field(lambda: agree(dispute.pk, version=second.version, proposal=old, by=cast.captain_away)) == "proposal"
    assert Dispute.objects.get().state == "talking"


@pytest.mark.parametrize("role", ["director", "official", "scorer", "viewer", "outsider"])
def test_only_the_two_captains_agree(cast: Cast, role: str) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    user = cast.user(role)
    assert user is not None
    act = lambda: disputes.agree(  # noqa: E731
        dispute.pk, version=dispute.version, proposal=dispute.proposal_id or 0, by=user
    )
    assert refused(act) == "not-a-captain"


def test_a_captain_of_another_match_has_no_part(cast: Cast, other_cast: Cast) -> None:
    dispute = raised(cast)
    assert refused(lambda: propose(dispute, other_cast.captain_home)) == "not-a-captain"
    assert refused(lambda: disputes.call(dispute.pk, version=1, by=other_cast.captain_away)) == "not-a-captain"


# The clock


def test_the_last_moment_is_in_time_and_the_next_is_not(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    proposal = dispute.proposal_id or 0
    act = lambda: disputes.agree(dispute.pk, version=2, proposal=proposal, by=cast.captain_away)  # noqa: E731
    with at(later(dispute)):
        assert refused(act) == "time-up"
    after = Dispute.objects.get()
    assert (after.state, after.version) == ("official", 3)
    move = DisputeMove.objects.latest("pk")
    assert (move.name, move.source, move.target, move.by) == ("clock", "talking", "official", None)


def test_just_in_time(cast: Cast) -> None:
    dispute = propose(raised(cast), cast.captain_home)
    with at(later(dispute, microseconds=-1)):
        agreed = disputes.agree(dispute.pk, version=2, proposal=dispute.proposal_id or 0, by=cast.captain_away)
    assert agreed.state == "agreed"


def test_the_clock_calls_the_official_by_itself(cast: Cast) -> None:
    dispute = raised(cast)
    with at(later(dispute, seconds=-1)):
        assert disputes.run_clock(dispute.pk) is False
    with at(later(dispute, seconds=1)):
        assert disputes.run_clock(dispute.pk) is True
        assert disputes.run_clock(dispute.pk) is False
    assert Dispute.objects.get().state == "official"
    call = Call.objects.get()
    assert (call.table, call.closed_at) == (table_of(cast), None)
    decided = decide(Dispute.objects.get(), cast.official)
    call.refresh_from_db()
    assert (call.closed_by, call.closed_at) == (cast.official, decided.settled_at)


def test_an_official_decides_at_once_when_the_clock_has_just_run_out(cast: Cast) -> None:
    """Nobody moved it on yet: the version that the official saw is the one before the clock's move."""
    dispute = raised(cast)
    with at(later(dispute, seconds=2)):
        assert decide(dispute, cast.official).state == "decided"
    assert [move.name for move in DisputeMove.objects.order_by("pk")] == ["raise", "clock", "decide"]


def test_the_official_does_not_decide_while_the_captains_talk(cast: Cast) -> None:
    dispute = raised(cast)
    assert refused(lambda: decide(dispute, cast.official)) == "dispute-moved"
