"""What happened against the code, who was called, and what was ruled."""

from penalties.models.call import Call
from penalties.models.incident import Capacity, Incident, IncidentState
from penalties.models.ruling import Ruling, RulingState

__all__ = ["Call", "Capacity", "Incident", "IncidentState", "Ruling", "RulingState"]
