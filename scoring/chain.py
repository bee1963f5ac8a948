"""The hash chain of a table's ledger: canonical text, and the link from one event to the next.

The hash of an event is the SHA-256, in hexadecimal, of the canonical JSON of

    {"actor": 7, "client_id": "…", "device": "…", "kind": "score", "payload": "…", "previous": "…",
     "sequence": 3, "table": 12, "time": "2024-08-10T18:32:05.123456+00:00"}

``payload`` is the stored text itself, ``previous`` the hash before it (64 zeros before the first). Whoever changes,
removes or slips in an event has to rewrite every hash behind it, and the heads that confirmed results hold.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from uuid import UUID

START = "0" * 64
"""What stands before the first event of a table."""

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
"""JSON text in one spelling only: keys sorted, no spaces, letters as they are."""


def link(
    *,
    table: int,
    sequence: int,
    kind: str,
    payload: str,
    actor: int,
    device: str,
    client_id: UUID,
    time: datetime,
    previous: str,
) -> str:
    """The hash of one event; ``time`` must know its time zone."""
    text = canonical(
        {
            "actor": actor,
            "client_id": str(client_id),
            "device": device,
            "kind": kind,
            "payload": payload,
            "previous": previous,
            "sequence": sequence,
            "table": table,
            "time": time.astimezone(UTC).isoformat(timespec="microseconds"),
        }
    )
    return hashlib.sha256(text.encode()).hexdigest()
