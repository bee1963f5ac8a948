"""Whom a ruling keeps from the tables, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_engine.records import IncidentRecord
from rules_engine.seats import Seat
from rules_engine.verdicts import EffectName, RulingResult


class BoundKind(StrEnum):
    """Why somebody may not be seated again."""

    SUBSTITUTED = "substituted"
    EJECTED = "ejected"
    DEBARRED = "debarred"
    SICK = "sick"


@dataclass(frozen=True, slots=True)
class PersonBound:
    """The player on ``seat`` may not be seated again: in this match, or (``tournament``) at all.

    ``seat`` is None for somebody who does not sit at the table (14.f).
    """

    kind: BoundKind
    seat: Seat | None
    tournament: bool


_BINDS = {
    EffectName.SUBSTITUTE: (BoundKind.SUBSTITUTED, False),
    EffectName.EJECT: (BoundKind.EJECTED, False),
    EffectName.DEBAR: (BoundKind.DEBARRED, True),
}
_SICK = ("13.a", "seventh-after-sickness")


def bound_people(record: IncidentRecord, ruling: RulingResult) -> tuple[PersonBound, ...]:
    """Who is bound by a complete ruling; what only *may* follow binds nobody until it is decided.

    Substituted and ejected: for the match. Debarred: for the tournament. Whoever went
    home sick for one substitute more (13.a): for the tournament.
    """
    found = [
        PersonBound(kind, effect.seat, tournament)
        for effect in ruling.effects
        if effect.effect in _BINDS and not effect.may
        for kind, tournament in [_BINDS[effect.effect]]
    ]
    option = None if record.choice is None else record.choice.option
    if ruling.complete and (ruling.clause, option) == _SICK:
        found.append(PersonBound(BoundKind.SICK, record.offender, True))
    return tuple(dict.fromkeys(found))
