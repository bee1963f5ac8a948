"""The guards that apps above this one keep in the database: ``manage.py verify_ledger`` asks for them all.

They cannot be imported here: each app offers, when it starts, a function that says which of its own are missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring import guards

Missing = Callable[[Any], list[str]]
"""From a connection to the names of the triggers that its database lacks or has switched off, in order."""

_OFFERED: list[Missing] = []


def offer(missing: Missing) -> None:
    """Have ``missing`` asked as well. Twice the same is once."""
    if missing not in _OFFERED:
        _OFFERED.append(missing)


def missing(connection: Any) -> list[str]:
    """Every guard that the database lacks: the ledger's own first, then those of the apps above."""
    return [name for ask in (guards.missing, *_OFFERED) for name in ask(connection)]
