"""The ledger and what is computed from it."""

from scoring.models.board import Board, MatchState, MatchTally
from scoring.models.hold import MatchHold
from scoring.models.ledger import EventKind, LedgerEvent
from scoring.models.printing import PrintJob, PrintKind, PrintState
from scoring.models.result import Result, ResultState

__all__ = [
    "Board",
    "EventKind",
    "LedgerEvent",
    "MatchHold",
    "MatchState",
    "MatchTally",
    "PrintJob",
    "PrintKind",
    "PrintState",
    "Result",
    "ResultState",
]
