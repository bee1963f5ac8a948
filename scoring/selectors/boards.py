"""A board, and a match with all its boards, as the API shows them. One statement each, whatever the history."""

from __future__ import annotations

from typing import Any

from scoring.services import boards, store
from scoring.services.store import Standing, TableRow
from tournaments.models import Match, Table


def board_json(table: Table) -> dict[str, Any]:
    """``{"sequence", "hash", "event": null, "result": null, "board", "match"}``: an answer without an event."""
    standing = store.read(table.pk)
    row = standing.table
    return {
        "sequence": row.sequence,
        "hash": row.head,
        "event": None,
        "result": None,
        "board": _board(row),
        "match": _match(standing),
    }


def match_json(match: Match) -> dict[str, Any]:
    """The match as in every answer of the ledger, and the ``boards`` of its tables in their order."""
    standing = store.read_match(match.pk)
    if standing is None:
        return {"match": None, "boards": []}
    return {"match": _match(standing), "boards": [_board(table) for table in standing.tables]}


def _board(table: TableRow) -> dict[str, Any]:
    return boards.board_answer(table, boards.read_state(table.state) if table.sequence else None)


def _match(standing: Standing) -> dict[str, Any]:
    judged = boards.judge(standing)
    return boards.match_answer(standing, judged, standing.tally or boards.tally_of(standing, judged))
