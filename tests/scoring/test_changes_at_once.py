"""Several people at one change: real transactions, real threads."""

from __future__ import annotations

import pytest

from scoring.models import LedgerEvent, Result, ResultChange
from scoring.selectors import proof
from scoring.services import changes, results
from scoring.services.rebuild import recompute
from scoring.services.refusals import ResultRefused
from tests.cast import Cast
from tests.factories import RoleFactory, UserFactory
from tests.scoring.ledgers import record, table_of, tally
from tests.scoring.test_changes import tallied
from tests.scoring.test_ledger_concurrency import at_once
from tournaments.models import RoleName

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.ledger]


def test_of_two_who_make_it_at_once_one_does_and_of_four_proposals_one_stands(cast: Cast) -> None:
    record(table_of(cast, 1), tally(6, 4), 0, cast.scorer)
    record(table_of(cast, 2), tally(5, 3), 0, cast.scorer)
    results.confirm(cast.match, by=cast.captain_home)
    others = [UserFactory.create() for _ in range(2)]
    for user in others:
        RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.OFFICIAL)
    swap = [tallied(1, 3, 7), tallied(2, 4, 4)]

    proposed = at_once(
        [lambda: changes.propose(cast.match, swap, reason="misread", by=cast.official) for _ in range(4)]
    )

    assert sum(isinstance(one, ResultChange) for one in proposed) == 1
    assert [one.code for one in proposed if isinstance(one, ResultRefused)] == ["change-open"] * 3
    change = ResultChange.objects.get()

    made = at_once(
        [
            lambda: changes.make(change, by=others[0]),
            lambda: changes.make(change, by=others[1]),
            lambda: changes.turn_down(change, by=cast.director, reason="no"),
        ]
    )

    assert sum(isinstance(one, ResultChange) for one in made) == 1
    assert [one.code for one in made if isinstance(one, ResultRefused)] == ["decided"] * 2
    change.refresh_from_db()
    versions = 2 if change.state == "made" else 1
    assert Result.objects.count() == versions
    assert Result.objects.filter(state="confirmed").count() == 1
    assert LedgerEvent.objects.count() == (8 if versions == 2 else 4)
    assert proof.faults_of(cast.match.pk) == []
    assert recompute(cast.match.pk, check=True) == []
