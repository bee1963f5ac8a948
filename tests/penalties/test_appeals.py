"""Appeals: in time, by a captain, heard by somebody else than who judged, with what follows for the board."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from penalties.disputes.moves import State
from penalties.models import Appeal, Dispute, Ruling
from penalties.services import appeals
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.models import LedgerEvent
from scoring.services.refusals import LedgerConflict, LedgerRefused
from tests.cast import Cast
from tests.factories import RoleFactory
from tests.penalties.acts import PEEPED, RENEGED, cancel, rule_now, sequence
from tests.penalties.disputing import at, committee, decide, in_state
from tests.scoring.ledgers import open_it, table_of
from tournaments.models import RoleName, User

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]

GROUNDS = "The pack had not been cut."


def ruled(cast: Cast) -> Ruling:
    """A standing ruling against the home pair: one bullseye to the away team."""
    open_it(cast)
    return rule_now(cast, RENEGED).ruling


def lodged(cast: Cast, judged: Any = None, by: User | None = None) -> Appeal:
    return appeals.lodge(judged or ruled(cast), grounds=GROUNDS, by=by or cast.captain_home)


def hear(cast: Cast, appeal: Appeal, outcome: str = "dismissed", **more: Any) -> Appeal:
    asked: dict[str, Any] = {"reasons": "Both pairs agree on what was seen.", "by": committee(cast), **more}
    if outcome != "dismissed":
        asked = {"expected": sequence(table_of(cast)), "client_id": uuid4(), **asked}
    return appeals.hear(appeal.pk, outcome=outcome, **asked)


def refused(act: Any) -> str:
    with pytest.raises((LedgerRefused, PenaltyConflict)) as error:
        act()
    refusal: Any = error.value
    return str(refusal.code)


def test_an_appeal_has_the_tournaments_hours(cast: Cast) -> None:
    ruling = ruled(cast)
    appeal = lodged(cast, ruling)
    assert appeal.deadline == ruling.ruled_at + timedelta(hours=24)
    assert (appeal.side, appeal.state, appeal.lodged_by) == ("home", "lodged", cast.captain_home)


def test_a_late_appeal_is_told_the_deadline(cast: Cast) -> None:
    type(cast.tournament).objects.update(appeal_hours=2)
    open_it(cast)
    with at(datetime(2026, 3, 7, 18, 30, tzinfo=UTC)):
        ruling = rule_now(cast, RENEGED).ruling
    ruling = Ruling.objects.get(pk=ruling.pk)
    with (
        at(datetime(2026, 3, 7, 20, 30, 0, 1, tzinfo=UTC)),
        pytest.raises(LedgerRefused, match=r"until 7 Mar 2026, 16:30\.") as error,
    ):
        lodged(cast, ruling)
    assert error.value.code == "appeal-late"
    with at(datetime(2026, 3, 7, 20, 30, tzinfo=UTC)):
        assert lodged(cast, ruling).state == "lodged"


def test_the_database_keeps_the_deadline_too(cast: Cast) -> None:
    appeal = lodged(cast)
    fresh = Appeal.objects.get(pk=appeal.pk)
    fresh.pk, fresh.side, fresh._state.adding = None, "away", True
    fresh.lodged_at = fresh.deadline + timedelta(seconds=1)
    with pytest.raises(IntegrityError, match="appeal_in_time"), transaction.atomic():
        fresh.save(force_insert=True)


def test_each_side_appeals_once(cast: Cast) -> None:
    ruling = ruled(cast)
    first = lodged(cast, ruling)
    assert refused(lambda: lodged(cast, ruling)) == "already-appealed"
    assert lodged(cast, ruling, cast.captain_away).side == "away"
    appeals.withdraw(first.pk, by=cast.captain_home)
    assert lodged(cast, ruling).state == "lodged"
    assert refused(lambda: appeals.withdraw(first.pk, by=cast.captain_home)) == "appeal-withdrawn"


def test_only_a_captain_of_the_two_teams_appeals(cast: Cast, other_cast: Cast) -> None:
    ruling = ruled(cast)
    for user in (cast.official, cast.director, cast.scorer, cast.viewer, other_cast.captain_home):
        assert refused(lambda user=user: lodged(cast, ruling, user)) == "not-a-captain"


def test_nobody_appeals_against_what_fell_or_was_not_decided(cast: Cast) -> None:
    ruling = ruled(cast)
    cancel(ruling, cast.official)
    assert refused(lambda: lodged(cast, ruling)) == "ruling-ended"
    agreed = in_state(cast, State.AGREED)
    assert refused(lambda: lodged(cast, agreed)) == "no-appeal"


@pytest.mark.parametrize("grounds", ["", " ", "x" * 2001, None, "a\0"])
def test_grounds_are_needed(cast: Cast, grounds: Any) -> None:
    ruling = ruled(cast)
    with pytest.raises(RecordError) as error:
        appeals.lodge(ruling, grounds=grounds, by=cast.captain_home)
    assert error.value.field == "grounds"


# Hearing


def test_a_dismissed_appeal_leaves_all_as_it_is(cast: Cast) -> None:
    ruling = ruled(cast)
    heard = hear(cast, lodged(cast, ruling))
    assert (heard.state, heard.heard_by, heard.reasons) == (
        "dismissed",
        committee(cast),
        "Both pairs agree on what was seen.",
    )
    assert Ruling.objects.get().state == "standing"
    assert LedgerEvent.objects.count() == 2


def test_an_upheld_appeal_cancels_the_ruling_with_itself_as_the_reason(cast: Cast) -> None:
    ruling = ruled(cast)
    assert table_of(cast).board.away_bullseyes == 1
    appeal = hear(cast, lodged(cast, ruling), "upheld")
    assert appeal.state == "upheld"
    ended = Ruling.objects.get()
    assert (ended.state, ended.ended_reason) == (
        "cancelled",
        f"Appeal {appeal.pk} upheld: Both pairs agree on what was seen.",
    )
    assert table_of(cast).board.away_bullseyes == 0


def test_a_varied_appeal_changes_the_ruling(cast: Cast) -> None:
    appeal = hear(cast, lodged(cast), "varied", asked=PEEPED)
    old, new = Ruling.objects.order_by("version")
    assert (old.state, new.state, new.clause, new.official) == ("replaced", "standing", "7.d", committee(cast))
    assert (appeal.new_ruling, old.ended_reason) == (
        new,
        f"Appeal {appeal.pk} varied: Both pairs agree on what was seen.",
    )
    assert table_of(cast).board.away_bullseyes == 0


def test_what_cannot_be_ruled_varies_nothing(cast: Cast) -> None:
    appeal = lodged(cast)
    with pytest.raises(RecordError) as error:
        hear(cast, appeal, "varied", asked={"clause": "99.z"})
    assert error.value.field == "clause"
    with pytest.raises(LedgerConflict):
        hear(cast, appeal, "upheld", expected=1)
    assert Appeal.objects.get().state == "lodged"
    assert Ruling.objects.get().state == "standing"


@pytest.mark.parametrize(
    ("outcome", "asked", "field"),
    [
        ("lost", {}, "outcome"),
        (None, {}, "outcome"),
        ("lodged", {}, "outcome"),
        ("dismissed", {"reasons": ""}, "reasons"),
        ("dismissed", {"asked": PEEPED}, "asked"),
        ("varied", {}, "asked"),
        ("upheld", {"expected": None}, "expected"),
        ("upheld", {"client_id": None}, "client_id"),
        ("upheld", {"asked": PEEPED}, "asked"),
    ],
)
def test_a_hearing_that_cannot_be_read_names_the_field(
    cast: Cast, outcome: Any, asked: dict[str, Any], field: str
) -> None:
    appeal = lodged(cast)
    with pytest.raises(RecordError) as error:
        hear(cast, appeal, outcome, **asked)
    assert error.value.field == field
    assert Appeal.objects.get().state == "lodged"


def on_the_committee(cast: Cast, user: User) -> User:
    RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.COMMITTEE)
    return user


def test_whoever_ruled_in_any_version_does_not_hear_it(cast: Cast) -> None:
    ruling = ruled(cast)
    appeal = lodged(cast, ruling)
    judge = on_the_committee(cast, cast.official)
    assert refused(lambda: hear(cast, appeal, by=judge)) == "own-judgement"
    with pytest.raises(IntegrityError, match="own ruling"), transaction.atomic():
        Appeal.objects.filter(pk=appeal.pk).update(
            state="dismissed", heard_by=judge, heard_at=appeal.lodged_at, reasons="I was right."
        )
    assert Appeal.objects.get().state == "lodged"


def test_whoever_decided_a_dispute_does_not_hear_it(cast: Cast) -> None:
    dispute = decide(in_state(cast, State.OFFICIAL), cast.director)
    appeal = lodged(cast, dispute)
    judge = on_the_committee(cast, cast.director)
    assert refused(lambda: hear(cast, appeal, by=judge)) == "own-judgement"
    with pytest.raises(IntegrityError, match="own ruling"), transaction.atomic():
        Appeal.objects.filter(pk=appeal.pk).update(
            state="upheld", heard_by=judge, heard_at=appeal.lodged_at, reasons="Oh."
        )


def test_a_captain_of_the_two_teams_does_not_hear_it(cast: Cast) -> None:
    appeal = lodged(cast)
    assert refused(lambda: hear(cast, appeal, by=on_the_committee(cast, cast.captain_away))) == "own-match"


def test_an_appeal_against_a_decision_by_a_ruling_moves_that_ruling(cast: Cast) -> None:
    dispute = in_state(cast, State.OFFICIAL)
    ruling = rule_now(cast, RENEGED).ruling
    decided = decide(dispute, cast.director, effect="ruled", ruling=ruling.pk)
    appeal = lodged(cast, decided)
    assert refused(lambda: hear(cast, appeal, by=on_the_committee(cast, cast.official))) == "own-judgement"
    hear(cast, appeal, "upheld")
    assert Ruling.objects.get().state == "cancelled"
    assert Dispute.objects.get().state == "decided"


def test_a_decision_without_an_effect_is_upheld_in_words(cast: Cast) -> None:
    dispute = decide(in_state(cast, State.OFFICIAL), cast.official)
    appeal = appeals.hear(lodged(cast, dispute).pk, outcome="varied", reasons="The jack was hung.", by=committee(cast))
    assert (appeal.state, appeal.new_ruling) == ("varied", None)


@pytest.mark.parametrize("outcome", ["dismissed", "upheld"])
def test_a_heard_appeal_stays_as_it_was_heard(cast: Cast, outcome: str) -> None:
    appeal = hear(cast, lodged(cast), outcome)
    assert refused(lambda: hear(cast, appeal)) == "appeal-heard"
    assert refused(lambda: appeals.withdraw(appeal.pk, by=cast.captain_home)) == "appeal-heard"
    for change in ({"state": "lodged", "heard_by": None}, {"reasons": "x"}, {"grounds": "x"}):
        with pytest.raises(IntegrityError, match="as it was lodged"), transaction.atomic():
            Appeal.objects.update(**change)
    with pytest.raises(IntegrityError, match="as it was lodged"), transaction.atomic():
        Appeal.objects.all().delete()
