"""Everything that a refused request must leave as it was."""

from __future__ import annotations

from typing import Any

from tournaments.models import Division, Match, Player, Role, RosterEntry, Round, Stage, Table, Team, Tournament, User

MODELS = (Tournament, Division, Team, Player, RosterEntry, Stage, Round, Match, Table, Role)


def snapshot() -> dict[str, Any]:
    """All rows of the set-up, with every value."""
    rows: dict[str, Any] = {model.__name__: list(model.objects.order_by("pk").values()) for model in MODELS}
    rows["User"] = list(User.objects.order_by("pk").values("pk", "username", "display_name", "must_change_password"))
    return rows
