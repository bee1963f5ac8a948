"""Who sat at a table at an entry of its ledger: a ruling is about whoever sat there then, not about a substitute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from penalties.selectors.ruling_words import People
from rules_engine.table_state import TableState
from scoring.selectors import tables
from scoring.selectors.substitutes import people_of
from tournaments.models import Player, Table


def sat_behind(
    match_id: int, table_id: int, state: TableState, now: Mapping[str, int], sequence: int, *, last: int
) -> dict[str, int]:
    """Player ids by seat behind entry ``sequence``. ``now``: as they sit behind entry ``last``, with ``state``.

    No query while nobody was substituted since; else two. What was before the table's last opening is not looked up.
    """
    opening = last - state.events
    if not any(one.event + opening > sequence for one in state.substitutions):
        return dict(now)
    seats = dict(now)
    known = next((one for one in people_of(match_id).tables if one.table_id == table_id), None)
    if known is not None and known.opening <= sequence:
        for change in sorted(known.changes, key=lambda one: one.sequence, reverse=True):
            if change.sequence > sequence:
                seats[change.seat] = change.out
    return seats


def people_behind(people: People, table: Table, sequence: int) -> People:
    """The names at a table as they sat behind entry ``sequence``. ``people``: as they sit now."""
    board = tables.board_of(table)
    if board is None:
        return people
    now = {seating.seat: seating.player_id for seating in table.seatings.all()}
    then = sat_behind(table.match_id, table.pk, tables.state_of(table, board), now, sequence, last=board.sequence)
    others = {seat: player for seat, player in then.items() if now.get(seat) != player}
    if not others:
        return people
    known = Player.objects.in_bulk(list(others.values()))
    return replace(people, names={**people.names, **{seat: known[player].name for seat, player in others.items()}})
