"""Addresses and bodies of this app's API."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.cast import Cast
from tests.penalties.acts import PEEPED
from tests.scoring.api.test_flow import base, table_url

ACT: dict[str, Any] = {"expected": 1, "client_id": "8d0c3b4e-7a51-4f0a-9d3c-2a8a3a7b1f10"}


def incidents_url(cast: Cast, end: str = "", number: int = 1) -> str:
    """Reports of a table."""
    return table_url(cast, number, f"incidents/{end}")


def url(cast: Cast, end: str) -> str:
    """An address of the tournament."""
    return base(cast) + end


def reporting(**more: Any) -> dict[str, Any]:
    """A report's body."""
    return {"incident": PEEPED, "client_id": str(uuid4()), **more}
