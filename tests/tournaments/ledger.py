"""One row of the ledger, for tests of what it protects. The ledger's own tests make real ones."""

from __future__ import annotations

import uuid

from django.utils import timezone

from scoring.models import EventKind, LedgerEvent
from tests.cast import Cast


def record_something(cast: Cast) -> LedgerEvent:
    """Put an ``opened`` event at table 1 of the cast's match."""
    return LedgerEvent.objects.create(
        table=cast.match.tables.get(number=1),
        sequence=1,
        kind=EventKind.OPENED,
        payload="{}",
        answer="{}",
        actor=cast.scorer,
        client_id=uuid.uuid4(),
        recorded_at=timezone.now(),
        previous_hash="",
        hash="0" * 64,
    )
