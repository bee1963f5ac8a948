"""Rulings: what the code of penalties gives for an incident.

    >>> from rules_engine.records import IncidentRecord
    >>> from rules_engine.rulings import rule
    >>> from rules_engine.seats import Seat
    >>> from rules_engine.verdicts import Phase, Points
    >>> record = IncidentRecord(clause="7.d", offender=Seat.S, phase=Phase.DEALING, scores=Points(3, 4))
    >>> rule(record).scores
    Points(NS=3, EW=5)

The clauses are data (:mod:`rules_engine.penalty_code`); the few whose answer
depends on the board, the packet or the clock are functions here.
"""

from __future__ import annotations

from rules_engine.rulings.binding import BoundKind, PersonBound, bound_people
from rules_engine.rulings.judge import rule
from rules_engine.rulings.rows import COMPUTED
from rules_engine.rulings.to_json import effect_to_json, ruling_to_json

__all__ = ["COMPUTED", "BoundKind", "PersonBound", "bound_people", "effect_to_json", "rule", "ruling_to_json"]
