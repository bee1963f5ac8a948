"""Short ways to write at a table, for tests of what comes of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from scoring.models import MatchTally
from scoring.services import ledger, tables
from tests.cast import Cast
from tournaments.models import Table, User

ORDINARY: dict[str, Any] = {
    "format": "all-fours/score@1",
    "kicks": ["4S"],
    "lead": "stand",
    "high": "NS",
    "low": "EW",
    "jack": {"outcome": "out"},
    "gamble": {"pair": "NS"},
}
"""High 1 and gamble 2 to N–S, low 1 to E–W: 3–1, whoever deals."""

SEVEN: dict[str, Any] = {
    **ORDINARY,
    "low": "NS",
    "jack": {"outcome": "hung", "pair": "NS"},
}
"""High 1, low 1, hang jack 3, gamble 2: seven to N–S. Two of them are a game."""


def seven(pair: str) -> dict[str, Any]:
    """Seven points to ``pair``."""
    return {**SEVEN, "high": pair, "low": pair, "jack": {"outcome": "hung", "pair": pair}, "gamble": {"pair": pair}}


def game(winner: str, loser_points: int = 9) -> dict[str, Any]:
    """A game typed without its hands, 14 to ``loser_points``, no jack hung."""
    loser = "EW" if winner == "NS" else "NS"
    return {
        "event": "game",
        "winner": winner,
        "scores": {winner: 14, loser: loser_points},
        "hang_jacks": {"NS": 0, "EW": 0},
    }


def tally(north_south: int, east_west: int, hung: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """A table's tally from paper."""
    return {
        "event": "tally",
        "bullseyes": {"NS": north_south, "EW": east_west},
        "hang_jacks": {"NS": hung[0], "EW": hung[1]},
    }


def table_of(cast: Cast, number: int = 1) -> Table:
    """Table ``number`` of the cast's match."""
    return Table.objects.get(match=cast.match, number=number)


def seats_of(cast: Cast, number: int = 1) -> dict[str, int]:
    """Two a side by roster number: 1 and 2 at table 1, 3 and 4 at table 2; the home team sits N–S."""
    home = list(cast.home_team.roster.order_by("number").values_list("player_id", flat=True))
    away = list(cast.away_team.roster.order_by("number").values_list("player_id", flat=True))
    first = 2 * (number - 1)
    return {"N": home[first], "S": home[first + 1], "E": away[first], "W": away[first + 1]}


def open_it(cast: Cast, number: int = 1, **more: Any) -> ledger.Appended:
    """Open a table of the cast's match: S deals first, the home team won the toss."""
    asked: dict[str, Any] = {
        "seats": seats_of(cast, number),
        "first_dealer": "S",
        "home_pair": "NS",
        "toss": "home",
        "client_id": uuid4(),
        "by": cast.scorer,
        **more,
    }
    return tables.open_table(table_of(cast, number), **asked)


def record(
    table: Table, event: dict[str, Any], expected: int, by: User, client_id: UUID | None = None, **more: Any
) -> ledger.Appended:
    """Append one event."""
    return ledger.append(table.pk, event, expected=expected, client_id=client_id or uuid4(), by=by, **more)


def record_all(table: Table, events: list[dict[str, Any]], by: User, expected: int = 1) -> ledger.Appended:
    """Append events one after another behind ``expected``; the last answer."""
    for number, event in enumerate(events):
        last = record(table, event, expected + number, by)
    return last


def correct(
    table: Table, expected: int, by: User, *, reason: str = "typed at the wrong pair", **more: Any
) -> ledger.Appended:
    """Correct the last event."""
    asked: dict[str, Any] = {"replace": None, "client_id": uuid4(), **more}
    return ledger.correct_last(table.pk, reason=reason, expected=expected, by=by, **asked)


def stands(cast: Cast) -> tuple[str, int, int, str]:
    """The match's state, bullseyes and winner."""
    tally = MatchTally.objects.get(match=cast.match)
    return tally.state, tally.home_bullseyes, tally.away_bullseyes, tally.winner
