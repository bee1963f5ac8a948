"""Short ways through a dispute, for tests of what comes of it."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from penalties.disputes.moves import State
from penalties.models import Dispute
from penalties.services import disputes
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.services.refusals import LedgerRefused, ResultRefused
from tests.cast import Cast
from tests.factories import RoleFactory, UserFactory
from tests.scoring.ledgers import game, open_it, record, record_all, table_of
from tournaments.models import RoleName, User

QUESTION = "Was the jack hung before the last lift was packed?"


@contextmanager
def at(moment: datetime) -> Any:
    """The server's clock stands at ``moment``."""
    with patch.object(timezone, "now", lambda: moment):
        yield


def later(dispute: Dispute, **more: Any) -> datetime:
    """So long after the clock of a dispute ran out."""
    return dispute.clock_ends_at + timedelta(**more)


def committee(cast: Cast, name: str = "committee") -> User:
    """Somebody who sits on the tournament's committee."""
    prefix = cast.tournament.slug.split("-")[0]
    user: User | None = User.objects.filter(username=f"{prefix}-{name}").first()
    if user is None:
        user = UserFactory.create(username=f"{prefix}-{name}", display_name=name.title())
        RoleFactory.create(tournament=cast.tournament, user=user, name=RoleName.COMMITTEE)
    return user


def raised(cast: Cast, *, number: int = 1, by: User | None = None, side: str = "home", **more: Any) -> Dispute:
    """A dispute that the home captain has just raised at an open table."""
    table = table_of(cast, number)
    if not hasattr(table, "board"):
        open_it(cast, number)
        table = table_of(cast, number)
    asked: dict[str, Any] = {"question": QUESTION, "side": side, "client_id": uuid4(), **more}
    return disputes.raise_dispute(table, by=by or cast.captain_home, **asked).dispute


def in_state(cast: Cast, state: State, *, number: int = 1) -> Dispute:
    """A dispute brought to ``state`` by the services."""
    dispute = raised(cast, number=number)
    if state == State.TALKING:
        return dispute
    if state == State.AGREED:
        proposed = propose(dispute, cast.captain_home)
        return disputes.agree(
            dispute.pk, version=proposed.version, proposal=proposed.proposal_id or 0, by=cast.captain_away
        )
    if state == State.WITHDRAWN:
        return disputes.withdraw(dispute.pk, version=1, reasons="We looked again.", by=cast.captain_home)
    dispute = disputes.call(dispute.pk, version=1, by=cast.captain_home)
    if state == State.OFFICIAL:
        return dispute
    if state == State.DECIDED:
        return decide(dispute, cast.official)
    dispute = disputes.refer(dispute.pk, version=dispute.version, reasons="The code is silent.", by=cast.official)
    if state == State.COMMITTEE:
        return dispute
    return disputes.settle(
        dispute.pk,
        version=dispute.version,
        outcome="The hand is played again.",
        reasons="Neither pair could have known.",
        by=committee(cast),
    )


def propose(dispute: Dispute, by: User, **more: Any) -> Dispute:
    """Write down a settlement."""
    asked: dict[str, Any] = {
        "version": dispute.version,
        "clause": "12.a",
        "outcome": "The jack was hung: three points stand.",
        **more,
    }
    return disputes.propose(dispute.pk, by=by, **asked)


def decide(dispute: Dispute, by: User, **more: Any) -> Dispute:
    """Decide without an effect."""
    asked: dict[str, Any] = {
        "version": dispute.version,
        "effect": "none",
        "clause": "12.a",
        "outcome": "The jack stays as it was chalked.",
        "reasons": "The lift was still on the table.",
        **more,
    }
    return disputes.decide(dispute.pk, by=by, **asked)


def photo(kind: str = "JPEG", size: tuple[int, int] = (60, 40), *, name: str = "table.jpg", **more: Any) -> Any:
    """A picture as a phone sends it."""
    file = BytesIO()
    Image.new("RGB", size, (31, 64, 55)).save(file, kind, **more)
    return SimpleUploadedFile(name, file.getvalue(), content_type="image/jpeg")


def refused(act: Any) -> str:
    """The code with which ``act`` is refused."""
    with pytest.raises((LedgerRefused, PenaltyConflict, ResultRefused)) as error:
        act()
    refusal: Any = error.value
    return str(refusal.code)


def field(act: Any) -> str:
    """The field that ``act`` cannot read."""
    with pytest.raises(RecordError) as error:
        act()
    return error.value.field


def play_out(cast: Cast) -> None:
    """The match won at table 2, table 1 played to its end."""
    open_it(cast)
    open_it(cast, 2)
    record_all(table_of(cast), [game("NS")] * 10, cast.scorer)
    record(table_of(cast, 2), game("NS"), 1, cast.scorer)
