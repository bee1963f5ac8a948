"""The fixture's nouns, one module each."""

from tournaments.models.bar import Bar, BarKind
from tournaments.models.fixture import Match, Round, Seating, Table, TableKind
from tournaments.models.people import Role, RoleName, User
from tournaments.models.stage import Stage, StageKind, StageState
from tournaments.models.team import Player, RosterEntry, Team
from tournaments.models.tournament import Division, Tournament

__all__ = [
    "Bar",
    "BarKind",
    "Division",
    "Match",
    "Player",
    "Role",
    "RoleName",
    "RosterEntry",
    "Round",
    "Seating",
    "Stage",
    "StageKind",
    "StageState",
    "Table",
    "TableKind",
    "Team",
    "Tournament",
    "User",
]
