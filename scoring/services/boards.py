"""Projections: from a table's state to its board, from the boards to the match's tally, and both as answers.

Nothing here decides anything about All Fours; ``rules_engine`` does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rules_engine.match import MatchRules, MatchState, MatchStatus, Side, TableTally, judge_match, race_target
from rules_engine.readings import Race
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair
from rules_engine.table_json import state_from_json, state_to_json
from rules_engine.table_state import TableChalk, TableState
from rules_engine.verdicts import Points
from scoring import models
from scoring.chain import canonical
from scoring.services.refusals import LedgerRefused
from scoring.services.store import Standing, TableRow, TallyRow, is_decider, is_sheet
from tournaments.models import TableKind

_STATES = {
    MatchStatus.SCHEDULED: models.MatchState.SCHEDULED,
    MatchStatus.IN_PLAY: models.MatchState.IN_PLAY,
    MatchStatus.LEVEL: models.MatchState.LEVEL,
    MatchStatus.DECIDER: models.MatchState.DECIDER,
    MatchStatus.WON: models.MatchState.PLAYED,
    MatchStatus.DRAWN: models.MatchState.PLAYED,
    MatchStatus.UNDECIDED: models.MatchState.UNDECIDED,
}


@lru_cache(maxsize=64)
def ruleset_of(name: str, options: str) -> Ruleset:
    """The ruleset ``name`` with ``options``, a JSON object as text."""
    return Ruleset.named(name).with_options(json.loads(options))


def read_state(text: str) -> TableState:
    """The state that a board holds."""
    return state_from_json(json.loads(text))


def write_state(state: TableState) -> str:
    """A state as a board holds it."""
    return canonical(state_to_json(state))


def board_of(
    table: TableRow, state: TableState, *, sequence: int, head: str, home_pair: Pair, settled: str = ""
) -> TableRow:
    """The table's row after its event ``sequence``; ``settled``: whether that settled the match without play."""
    tally = TableTally.of(state, home_pair)
    return table._replace(
        sequence=sequence,
        head=head,
        home_pair=home_pair.value,
        state=write_state(state),
        home=tally.home,
        away=tally.away,
        hang_jacks_home=tally.hang_jacks_home,
        hang_jacks_away=tally.hang_jacks_away,
        closed=tally.closed,
        match_given=given_to(tally.given),
        settled=settled,
    )


def given_to(sides: Iterable[Side]) -> str:
    """To whom the match was given, as a board keeps it: nobody, a side, or both."""
    found = {side.value for side in sides}
    return "both" if len(found) > 1 else "".join(found)


def given_by(text: str) -> tuple[Side, ...]:
    """The same, read."""
    return tuple(Side) if text == "both" else (Side(text),) if text else ()


def match_rules(standing: Standing) -> MatchRules:
    """How this match is played: by its own tables, and by the target as set or worked out."""
    tables = [table for table in standing.tables if table.kind == TableKind.TABLE]
    number, games = len(tables) or 1, tables[0].games if tables else 1
    target = standing.race_target_set or race_target(number, games)
    race = ruleset_of(standing.ruleset_name, standing.ruleset_options).race
    try:
        return MatchRules(number, games, target, standing.play_all or race is Race.PLAY_ALL, standing.level_stands)
    except ValueError as error:
        raise LedgerRefused(
            "race-target", f"The match is set up wrongly: {error}. A director has to change it first."
        ) from error


def judge(standing: Standing) -> MatchState:
    """The match as its boards make it. Tables that were recorded go before a sheet."""
    rules = match_rules(standing)
    opened = [table for table in standing.tables if table.sequence]
    sheet = next((table for table in opened if is_sheet(table)), None)
    if sheet is not None and sheet.settled:
        return _settled(rules, sheet)
    if sheet is not None and len(opened) == 1 and sheet.home + sheet.away:
        # The sheet has everything, the decider's bullseye too: nothing is left at any other table.
        empty = TableTally(0, 0, 0, 0, rules.games, closed=True)
        return judge_match(rules, [replace(_tally(sheet), closed=True), *[empty] * (rules.tables - 1)])
    decider = next((_tally(table) for table in opened if is_decider(table)), None)
    return judge_match(rules, [_tally(table) for table in opened if table.kind == TableKind.TABLE], decider)


def _settled(rules: MatchRules, sheet: TableRow) -> MatchState:
    """A match walked over or awarded: the sheet's figures stand as they are, whatever was played; level: nobody won."""
    winner = Side.HOME if sheet.home > sheet.away else Side.AWAY if sheet.away > sheet.home else None
    needs = (max(0, rules.target - sheet.home), max(0, rules.target - sheet.away))
    figures = (sheet.home, sheet.away, sheet.hang_jacks_home, sheet.hang_jacks_away)
    return MatchState(MatchStatus.WON, winner, *figures, 0, *needs)


def _tally(table: TableRow) -> TableTally:
    figures = (table.home, table.away, table.hang_jacks_home, table.hang_jacks_away)
    return TableTally(*figures, table.games, table.closed, given_by(table.match_given))


def tally_of(standing: Standing, judged: MatchState) -> TallyRow:
    """The match's tally; a table that was opened is in play, though nothing is chalked yet."""
    state = _STATES[judged.status]
    if state is models.MatchState.SCHEDULED and any(table.sequence for table in standing.tables):
        state = models.MatchState.IN_PLAY
    return TallyRow(
        state.value,
        judged.home,
        judged.away,
        judged.hang_jacks_home,
        judged.hang_jacks_away,
        "" if judged.winner is None else judged.winner.value,
    )


def with_table(standing: Standing, table: TableRow) -> Standing:
    """The same match with ``table`` in the place of its former self."""
    tables = tuple(table if table.id == other.id else other for other in standing.tables)
    return replace(standing, table=table, tables=tables)


def match_answer(standing: Standing, judged: MatchState, tally: TallyRow) -> dict[str, Any]:
    """The match as every answer of the ledger shows it. ``needs``: bullseyes to the target."""
    return {
        "id": standing.match_id,
        "state": tally.state,
        "home_bullseyes": tally.home,
        "away_bullseyes": tally.away,
        "home_hang_jacks": tally.hang_jacks_home,
        "away_hang_jacks": tally.hang_jacks_away,
        "winner": tally.winner or None,
        "needs": {Side.HOME.value: judged.needs_home, Side.AWAY.value: judged.needs_away},
    }


def board_answer(table: TableRow, state: TableState | None) -> dict[str, Any]:
    """A board as every answer of the ledger shows it; ``state`` is None before the table is opened.

    ``chalks`` are those of the game in progress in the order made, struck ones among them; ``sequence`` of a chalk is
    the ledger event that made it.
    """
    if state is None:
        return {
            "table": table.id,
            "number": table.number,
            "kind": table.kind,
            "sequence": table.sequence,
            "scores": {"NS": 0, "EW": 0},
            "dealer": None,
            "lead": None,
            "game": 1,
            "bullseyes": {"NS": 0, "EW": 0},
            "hang_jacks": {"NS": 0, "EW": 0},
            "chalks": [],
            "games": [],
            "closed": False,
            "awaiting": False,
            "home_pair": None,
            "tally": None,
        }
    dealer, claimed = state.dealer, state.claimed
    return {
        "table": table.id,
        "number": table.number,
        "kind": table.kind,
        "sequence": table.sequence,
        "scores": points(state.scores),
        "dealer": None if dealer is None else dealer.value,
        "lead": None if dealer is None else dealer.next.value,
        "game": state.number,
        "bullseyes": points(state.bullseyes),
        "hang_jacks": points(state.hang_jacks),
        "chalks": chalks_answer(state, table.sequence - state.events),
        "games": [
            {
                "number": game.number,
                "winner": game.winner.value,
                "won_by": game.won_by.value,
                "scores": None if game.scores is None else points(game.scores),
                "hands": game.hands,
                "hang_jacks": points(game.hang_jacks),
            }
            for game in state.games
        ],
        "closed": state.closed,
        "awaiting": state.awaiting,
        "home_pair": table.home_pair,
        "tally": None
        if claimed is None
        else {
            "bullseyes": points(claimed.bullseyes),
            "hang_jacks": points(claimed.hang_jacks),
            "mismatch": state.mismatch,
        },
    }


def points(value: Points) -> dict[str, int]:
    """Both pairs' figures as a JSON object."""
    return {"NS": value.NS, "EW": value.EW}


def chalks_answer(state: TableState, opening: int) -> list[dict[str, Any]]:
    """The chalks of the game in progress, struck ones marked; ``opening``: the ledger's sequence of the opening."""
    chalks = [chalk_answer(chalk, opening, struck=False) for chalk in state.chalks]
    if state.struck:
        for struck in state.struck:
            if struck.game == state.number:
                chalks += [chalk_answer(chalk, opening, struck=True) for chalk in struck.chalks]
        # A struck hand stood where it was made: before what replaced it.
        chalks.sort(key=lambda chalk: (chalk["sequence"], not chalk["struck"]))
    return chalks


def chalk_answer(chalk: TableChalk, opening: int, *, struck: bool) -> dict[str, Any]:
    """One chalk as a JSON object."""
    return {
        "pair": chalk.pair.value,
        "why": chalk.why.value,
        "points": chalk.points,
        "counted": chalk.counted,
        "sequence": chalk.event + opening,
        "struck": struck,
    }


def open_tables(tables: Iterable[TableRow]) -> list[TableRow]:
    """Tables at which play goes on."""
    return [table for table in tables if table.sequence and not table.closed]
