"""Which roles a user holds: read once a request and tournament."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.models import Role, RoleName

Held = frozenset[tuple[str, int | None]]
"""(role name, team id or None) pairs."""

NONE: Held = frozenset()


def held(user: Any, tournament_id: int) -> Held:
    """Roles of ``user`` in one tournament; empty for visitors. One query, kept on the user object."""
    if not user.is_authenticated:
        return NONE
    cache: dict[int, Held] = user.__dict__.setdefault("_held_roles", {})
    if tournament_id not in cache:
        rows = Role.objects.filter(user_id=user.pk, tournament_id=tournament_id).values_list("name", "team_id")
        cache[tournament_id] = frozenset(rows)
    return cache[tournament_id]


def keep(user: Any, tournament_id: int, rows: Iterable[tuple[str, int | None]]) -> None:
    """Roles of ``user`` in one tournament that another statement brought along; :func:`held` need not ask for them."""
    user.__dict__.setdefault("_held_roles", {})[tournament_id] = frozenset(rows)


def has_any(user: Any, tournament_id: int, names: Iterable[RoleName]) -> bool:
    """Whether ``user`` holds one of these roles in the tournament."""
    wanted = {str(name) for name in names}
    return any(name in wanted for name, _ in held(user, tournament_id))


def captains_teams(user: Any, tournament_id: int) -> frozenset[int]:
    """Ids of the teams that ``user`` captains in the tournament."""
    return frozenset(team for name, team in held(user, tournament_id) if name == RoleName.CAPTAIN and team is not None)
