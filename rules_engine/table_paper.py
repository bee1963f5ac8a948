"""What is typed from paper at a table: games, the whole tally."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.rulesets import Ruleset
from rules_engine.table_events import GameRecorded, Tally
from rules_engine.table_game import check_claim, closed_words, plus, refuse, won
from rules_engine.table_state import Claim, ErrorCode, TableState, WonBy
from rules_engine.verdicts import Points


def record_game(ruleset: Ruleset, state: TableState, event: GameRecorded) -> TableState:
    """The table after a game of which only the end is recorded.

    It takes the place of the rest of a game in progress. Afterwards nobody knows
    whose deal it is. Raises ``Refused``.
    """
    _check_game(ruleset, state, event)
    hung = Points(
        event.hang_jacks.NS - state.game_hang_jacks.NS,
        event.hang_jacks.EW - state.game_hang_jacks.EW,
    )
    after = won(
        replace(
            state,
            game_hang_jacks=event.hang_jacks,
            recorded_hang_jacks=plus(state.recorded_hang_jacks, hung),
            events=state.events + 1,
        ),
        event.winner,
        WonBy.RECORDED,
        dealer=None,
        scores=event.scores,
    )
    check_claim(state, after)
    return after


def _check_game(ruleset: Ruleset, state: TableState, event: GameRecorded) -> None:
    if state.closed_by is not None:
        raise refuse(state, ErrorCode.TABLE_CLOSED, closed_words(state))
    if state.full:
        raise refuse(state, ErrorCode.GAMES_EXCEEDED, closed_words(state))
    most, least = event.scores.of(event.winner), event.scores.of(event.winner.opponents)
    if most < ruleset.target:
        raise refuse(
            state,
            ErrorCode.GAME_SHORT,
            f"{event.winner} cannot have won with {most}: a game is won at {ruleset.target}.",
            "12.j",
        )
    if least > most:
        raise refuse(
            state,
            ErrorCode.GAME_OVER,
            f"{event.winner.opponents} stood at {least}, ahead of {event.winner}'s {most}: the game was theirs.",
            "12.j",
        )
    board, hung = state.scores, state.game_hang_jacks
    if event.scores.NS < board.NS or event.scores.EW < board.EW:
        raise refuse(
            state,
            ErrorCode.TALLY_MISMATCH,
            f"This game stands at {board.NS}–{board.EW} (N–S first) on the board already; "
            f"it cannot end {event.scores.NS}–{event.scores.EW}.",
        )
    if event.hang_jacks.NS < hung.NS or event.hang_jacks.EW < hung.EW:
        raise refuse(
            state,
            ErrorCode.TALLY_MISMATCH,
            f"{hung.NS} and {hung.EW} jacks (N–S first) were hung in this game already; "
            f"it cannot end with {event.hang_jacks.NS} and {event.hang_jacks.EW}.",
        )


def record_tally(state: TableState, event: Tally) -> TableState:
    """The table with its tally from paper; a later tally takes an earlier one's place.

    It may claim more than is recorded, never less, and no more bullseyes than the
    table has games. Raises ``Refused``.
    """
    if sum(event.bullseyes) > state.allowed:
        raise refuse(
            state,
            ErrorCode.GAMES_EXCEEDED,
            f"{event.bullseyes.NS} and {event.bullseyes.EW} make {sum(event.bullseyes)} bullseyes: "
            f"this table plays {state.allowed} games.",
            "13.c",
        )
    after = replace(state, claimed=Claim(event.bullseyes, event.hang_jacks), events=state.events + 1)
    check_claim(state, after)
    return after
