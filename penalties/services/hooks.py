"""What else follows from a ruling: called in its transaction, so that all of it is saved or nothing.

A module that keeps such things registers here when the app is ready::

    hooks.on_ruled(enter_fines)      # enter_fines(ruling, by)
    hooks.on_ended(cancel_fines)     # cancel_fines(ruling, by), when it is replaced or cancelled
"""

from __future__ import annotations

from collections.abc import Callable

from penalties.models import Ruling
from tournaments.models import User

Hook = Callable[[Ruling, User], None]

_ruled: list[Hook] = []
_ended: list[Hook] = []


def on_ruled(hook: Hook) -> Hook:
    """Have ``hook`` called for each new ruling; asking again changes nothing."""
    if hook not in _ruled:
        _ruled.append(hook)
    return hook


def on_ended(hook: Hook) -> Hook:
    """Have ``hook`` called for each ruling that is replaced or cancelled."""
    if hook not in _ended:
        _ended.append(hook)
    return hook


def ruled(ruling: Ruling, by: User) -> None:
    """Tell of a new ruling."""
    for hook in _ruled:
        hook(ruling, by)


def ended(ruling: Ruling, by: User) -> None:
    """Tell of a ruling that no longer stands."""
    for hook in _ended:
        hook(ruling, by)
