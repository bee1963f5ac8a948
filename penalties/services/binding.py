"""What a ruling lays on people: bars, and whatever else is registered in ``hooks``."""

from __future__ import annotations

from penalties.models import Ruling
from penalties.services import hooks
from penalties.services.bench import Bench
from rules_engine.rulings import bound_people
from tournaments.models import Bar, User
from tournaments.services import bars
from tournaments.words import tidy


def bind(ruling: Ruling, bench: Bench, by: User) -> list[Bar]:
    """Keep from the tables whoever the ruling sends away, for the scope that the code gives."""
    match = ruling.incident.match
    made: list[Bar] = []
    for bound in bound_people(bench.record, bench.ruling):
        player = bench.player if bound.seat is None else bench.seats.get(bound.seat.value)
        if player is None:
            continue
        made.append(
            bars.impose_by_ruling(
                match,
                player_id=player,
                kind=bound.kind.value,
                whole_tournament=bound.tournament,
                reason=tidy(f"{ruling.clause}, {bench.clause.title}", longest=300),
                source=f"ruling {ruling.pk}",
                by=by,
            )
        )
    ruling.bars.set(made)
    hooks.ruled(ruling, by)
    return made


def release(ruling: Ruling, by: User, reason: str) -> None:
    """Lift what the ruling laid on people: it no longer stands."""
    for bar in ruling.bars.filter(lifted_at__isnull=True):
        bars.lift(bar, by=by, reason=reason)
    hooks.ended(ruling, by)
