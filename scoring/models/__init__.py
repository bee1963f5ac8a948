"""The ledger and what is computed from it."""

from scoring.models.board import Board, MatchState, MatchTally
from scoring.models.change import ChangeState, Flag, ResultChange
from scoring.models.hold import MatchHold
from scoring.models.import_batch import ImportBatch, ImportKind
from scoring.models.ledger import EventKind, LedgerEvent
from scoring.models.lot import LotDraw
from scoring.models.printing import PrintJob, PrintKind, PrintState
from scoring.models.result import Result, ResultKind, ResultState

__all__ = [
    "Board",
    "ChangeState",
    "EventKind",
    "Flag",
    "ImportBatch",
    "ImportKind",
    "LedgerEvent",
    "LotDraw",
    "MatchHold",
    "MatchState",
    "MatchTally",
    "PrintJob",
    "PrintKind",
    "PrintState",
    "Result",
    "ResultChange",
    "ResultKind",
    "ResultState",
]
