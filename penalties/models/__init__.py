"""What happened against the code, who was called, and what was ruled."""

from penalties.models.appeal import Appeal, AppealState
from penalties.models.call import Call
from penalties.models.dispute import (
    Dispute,
    DisputeAttachment,
    DisputeFact,
    DisputeMove,
    DisputeProposal,
    DisputeStatement,
    Effect,
    FactKind,
)
from penalties.models.fine import EntryKind, Fine, FineEntry, FineState
from penalties.models.incident import Capacity, Incident, IncidentState
from penalties.models.ruling import Ruling, RulingState

__all__ = [
    "Appeal",
    "AppealState",
    "Call",
    "Capacity",
    "Dispute",
    "DisputeAttachment",
    "DisputeFact",
    "DisputeMove",
    "DisputeProposal",
    "DisputeStatement",
    "Effect",
    "EntryKind",
    "FactKind",
    "Fine",
    "FineEntry",
    "FineState",
    "Incident",
    "IncidentState",
    "Ruling",
    "RulingState",
]
