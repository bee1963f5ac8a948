"""Where somebody wants to record, and by which roles: all that a phone's request needs, in one statement."""

from __future__ import annotations

from typing import Any

from django.db import connection

from tournaments.models import Match
from tournaments.selectors import roles

_PLACE = """SELECT t.id, m.id, m.tournament_id, m.round_id, m.home_id, m.away_id, o.name, o.team_id
FROM tournaments_table t
JOIN tournaments_match m ON m.id = t.match_id
JOIN tournaments_tournament r ON r.id = m.tournament_id
LEFT JOIN tournaments_role o ON o.tournament_id = r.id AND o.user_id = %s
WHERE r.slug = %s AND m.id = %s AND t.number = %s"""


def place(user: Any, slug: str, match_id: int, number: int) -> tuple[int, Match] | None:
    """The table's id and its match (ids alone), or None where the address names nothing.

    The roles that ``user`` holds in the tournament come with it and are kept for the predicates that ask next.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PLACE, (user.pk, slug, match_id, number))
        rows = cursor.fetchall()
    if not rows:
        return None
    table_id, match, tournament, round_id, home, away = rows[0][:6]
    held = [(name, team) for *_, name, team in rows if name is not None]
    if user.is_authenticated:
        roles.keep(user, tournament, held)
    return table_id, Match(id=match, tournament_id=tournament, round_id=round_id, home_id=home, away_id=away)
