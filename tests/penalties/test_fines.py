"""The ledger of fines: entries in, figures out."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from penalties.models import EntryKind, Fine, FineEntry, FineState
from penalties.services import fines
from penalties.services.fines import Standing, standing
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.services.refusals import LedgerRefused
from tests.cast import Cast
from tests.penalties.acts import cancel, rule_now
from tests.penalties.disputing import committee
from tests.scoring.ledgers import open_it

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def entered(cast: Cast, **more: Any) -> Fine:
    asked: dict[str, Any] = {
        "team": cast.home_team.pk,
        "reason": "Marked cards",
        "client_id": uuid4(),
        "by": committee(cast),
        **more,
    }
    return fines.enter(cast.tournament, **asked)


def set_to(cast: Cast, amount: Any = "150") -> Fine:
    fine = entered(cast)
    return fines.set_amount(fine.pk, version=0, amount=amount, by=committee(cast))


def figures(fine: Fine) -> tuple[str, Decimal | None, Decimal]:
    fine.refresh_from_db()
    return fine.state, fine.amount, fine.paid


def test_a_fine_from_its_entry_to_its_last_dollar(cast: Cast) -> None:
    fine = entered(cast)
    assert figures(fine) == ("open", None, Decimal(0))
    fines.set_amount(fine.pk, version=0, amount="150.50", by=committee(cast))
    assert figures(fine) == ("due", Decimal("150.50"), Decimal(0))
    fines.pay(fine.pk, version=1, amount="50", by=cast.director)
    assert figures(fine) == ("due", Decimal("150.50"), Decimal("50.00"))
    fines.pay(fine.pk, version=2, amount="100.50", by=cast.director, note="in cash")
    assert figures(fine) == ("paid", Decimal("150.50"), Decimal("150.50"))
    assert [(line.number, line.kind, line.amount, line.note) for line in FineEntry.objects.all()] == [
        (1, "set", Decimal("150.50"), ""),
        (2, "paid", Decimal("50.00"), ""),
        (3, "paid", Decimal("100.50"), "in cash"),
    ]
    assert fines.check(cast.tournament) == []


def test_what_is_left_can_be_waived(cast: Cast) -> None:
    fine = set_to(cast)
    fines.pay(fine.pk, version=1, amount="20", by=committee(cast))
    fines.waive(fine.pk, version=2, note="First offence", by=committee(cast))
    assert figures(fine) == ("waived", Decimal("150.00"), Decimal("20.00"))
    assert FineEntry.objects.latest("number").amount == Decimal("130.00")
    with pytest.raises(LedgerRefused) as error:
        fines.pay(fine.pk, version=3, amount="1", by=committee(cast))
    assert error.value.code == "not-due"
    fines.set_amount(fine.pk, version=3, amount="60", by=committee(cast))
    assert figures(fine) == ("due", Decimal("60.00"), Decimal("20.00"))
    assert fines.check(cast.tournament) == []


def test_a_stale_page_is_told(cast: Cast) -> None:
    fine = set_to(cast)
    for act in (
        lambda: fines.pay(fine.pk, version=0, amount="1", by=committee(cast)),
        lambda: fines.set_amount(fine.pk, version=0, amount="1", by=committee(cast)),
        lambda: fines.waive(fine.pk, version=0, note="x", by=committee(cast)),
    ):
        with pytest.raises(PenaltyConflict) as error:
            act()
        assert error.value.code == "fine-moved"
        assert error.value.answer["fine"]["version"] == 1


@pytest.mark.parametrize(
    "amount", ["", "x", "-1", "1.234", "NaN", "Infinity", "1e20", "10000000", True, None, 1.5, "٣x", [1]]
)
def test_what_is_no_amount_is_refused(cast: Cast, amount: Any) -> None:
    fine = entered(cast)
    with pytest.raises(RecordError) as error:
        fines.set_amount(fine.pk, version=0, amount=amount, by=committee(cast))
    assert error.value.field == "amount"
    assert FineEntry.objects.count() == 0


@pytest.mark.parametrize("amount", ["0", "150.01", "-5"])
def test_nobody_pays_nothing_or_too_much(cast: Cast, amount: str) -> None:
    fine = set_to(cast)
    with pytest.raises(RecordError) as error:
        fines.pay(fine.pk, version=1, amount=amount, by=committee(cast))
    assert error.value.field == "amount"


def test_a_fine_is_not_set_below_what_is_paid(cast: Cast) -> None:
    fine = set_to(cast)
    fines.pay(fine.pk, version=1, amount="100", by=committee(cast))
    with pytest.raises(RecordError):
        fines.set_amount(fine.pk, version=2, amount="99.99", by=committee(cast))
    fines.set_amount(fine.pk, version=2, amount="100", by=committee(cast))
    assert figures(fine) == ("paid", Decimal("100.00"), Decimal("100.00"))


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"team": 0}, "team"),
        ({"team": 10**30}, "team"),
        ({"player": 10**30}, "player"),
        ({"clause": "99.z"}, "clause"),
        ({"currency": "dollars"}, "currency"),
        ({"client_id": None}, "client_id"),
    ],
)
def test_a_fine_that_cannot_be_read_names_the_field(cast: Cast, asked: dict[str, Any], field: str) -> None:
    with pytest.raises(RecordError) as error:
        entered(cast, **asked)
    assert error.value.field == field
    assert Fine.objects.count() == 0


def test_teams_and_players_of_elsewhere_are_not_fined_here(cast: Cast, other_cast: Cast) -> None:
    for asked, field in (
        ({"team": other_cast.home_team.pk}, "team"),
        ({"player": cast.away_team.roster.get(number=1).player_id}, "player"),
    ):
        with pytest.raises(RecordError) as error:
            entered(cast, **asked)
        assert error.value.field == field


def test_the_same_request_enters_once(cast: Cast) -> None:
    key = uuid4()
    assert entered(cast, client_id=key).pk == entered(cast, client_id=key).pk
    with pytest.raises(LedgerRefused) as error:
        entered(cast, client_id=key, reason="Another")
    assert error.value.code == "client-id-used"


def test_entries_only_grow(cast: Cast) -> None:
    set_to(cast)
    for act in (
        lambda: FineEntry.objects.update(amount=1),
        lambda: FineEntry.objects.all().delete(),
        lambda: Fine.objects.update(reason="x"),
        lambda: Fine.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            act()


def test_figures_that_do_not_follow_are_found(cast: Cast) -> None:
    fine = set_to(cast)
    Fine.objects.update(paid=5)
    assert fines.check(cast.tournament) == [fine.pk]


MARKED: dict[str, Any] = {
    "clause": "11.e",
    "offender": "E",
    "phase": "playing",
    "choice": {"option": "proved", "fine": True, "debar": False, "by": "committee"},
}


def test_a_ruling_that_fines_enters_the_fine_and_its_fall_waives_it(cast: Cast) -> None:
    open_it(cast)
    ruling = rule_now(cast, MARKED, reasons="The committee saw the marks.").ruling
    fine = Fine.objects.get()
    east = cast.away_team.roster.get(number=1).player
    assert (fine.state, fine.ruling, fine.team, fine.player, fine.clause) == (
        "open",
        ruling,
        cast.away_team,
        east,
        "11.e",
    )
    cancel(ruling, cast.official)
    assert figures(fine) == ("waived", None, Decimal(0))
    assert fines.check(cast.tournament) == []


def line(kind: str, amount: int) -> FineEntry:
    return FineEntry(kind=kind, amount=Decimal(amount))


@given(st.lists(st.tuples(st.sampled_from(list(EntryKind)), st.integers(0, 500)), max_size=12))
def test_the_last_word_on_the_amount_counts_and_payments_add_up(told: list[tuple[EntryKind, int]]) -> None:
    come_to = standing([line(kind, amount) for kind, amount in told])
    sets = [(place, amount) for place, (kind, amount) in enumerate(told) if kind == EntryKind.SET]
    waived = [place for place, (kind, _) in enumerate(told) if kind == EntryKind.WAIVED]
    paid = sum(amount for kind, amount in told if kind == EntryKind.PAID)
    last = sets[-1] if sets else None
    if waived and (last is None or waived[-1] > last[0]):
        state = FineState.WAIVED
    elif last is None:
        state = FineState.OPEN
    else:
        state = FineState.PAID if paid >= last[1] else FineState.DUE
    assert come_to == Standing(state, None if last is None else Decimal(last[1]), Decimal(paid))
