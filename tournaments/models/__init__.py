"""The fixture's nouns, one module each."""

from tournaments.models.audit import AuditAct, AuditEntry
from tournaments.models.bar import Bar, BarKind
from tournaments.models.day import (
    CheckIn,
    Clock,
    ClockKind,
    LineUp,
    LineUpSeat,
    Occurrence,
    OccurrenceKind,
    OfficialAway,
    Room,
    RoundAct,
    RoundActKind,
    Spot,
)
from tournaments.models.fixture import DayState, Match, Round, Seating, Table, TableKind
from tournaments.models.identity import Alias, Club, Merge
from tournaments.models.people import Role, RoleName, User
from tournaments.models.stage import PlacesBy, Stage, StageKind, StageState
from tournaments.models.team import EntryState, Player, RosterEntry, Team
from tournaments.models.tournament import ByeRule, Division, Tournament, Unequal, WalkOverCounts

__all__ = [
    "Alias",
    "AuditAct",
    "AuditEntry",
    "Bar",
    "BarKind",
    "ByeRule",
    "CheckIn",
    "Clock",
    "ClockKind",
    "Club",
    "DayState",
    "Division",
    "EntryState",
    "LineUp",
    "LineUpSeat",
    "Match",
    "Merge",
    "Occurrence",
    "OccurrenceKind",
    "OfficialAway",
    "PlacesBy",
    "Player",
    "Role",
    "RoleName",
    "Room",
    "RosterEntry",
    "Round",
    "RoundAct",
    "RoundActKind",
    "Seating",
    "Spot",
    "Stage",
    "StageKind",
    "StageState",
    "Table",
    "TableKind",
    "Team",
    "Tournament",
    "Unequal",
    "User",
    "WalkOverCounts",
]
