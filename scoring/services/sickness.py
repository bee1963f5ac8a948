"""Who went home sick for one substitute more is out of the tournament (13.a), as long as that substitution stands."""

from __future__ import annotations

from scoring.services.store import Standing
from tournaments.models import Bar, BarKind, Match, User
from tournaments.services import bars

REASON = "13.a, fell sick after the last substitute that was allowed"


def source_of(standing: Standing, entry: int) -> str:
    """How a bar names the substitution that it comes from: entry ``entry`` of the standing's table."""
    return f"match {standing.match_id}, table {standing.table.number}, entry {entry}"


def send_home(standing: Standing, entry: int, *, player: int, by: User) -> Bar:
    """Keep the sick player from every table of the tournament from now on."""
    return bars.impose_by_ruling(
        Match(pk=standing.match_id, tournament_id=standing.tournament_id),
        player_id=player,
        kind=BarKind.SICK.value,
        whole_tournament=True,
        reason=REASON,
        source=source_of(standing, entry),
        by=by,
    )


def let_back(standing: Standing, entry: int, *, by: User, reason: str) -> None:
    """Lift the bar that came with a substitution since struck; nothing where none did."""
    for bar in Bar.objects.filter(
        tournament_id=standing.tournament_id,
        kind=BarKind.SICK,
        source=source_of(standing, entry),
        lifted_at__isnull=True,
    ):
        bars.lift(bar, by=by, reason=reason)
