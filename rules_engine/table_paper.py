"""What is typed from paper at a table: games, the whole tally, substitutions."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.rulesets import Ruleset
from rules_engine.table_events import GameRecorded, Substitution, Tally
from rules_engine.table_game import check_claim, closed_words, plus, refuse, won
from rules_engine.table_state import Claim, ErrorCode, Reason, Substituted, TableState, WonBy
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


def substitute(ruleset: Ruleset, state: TableState, event: Substitution) -> TableState:
    """The table with another player on a seat (13.a, 13.b). Raises ``Refused``."""
    if state.over:
        raise refuse(state, ErrorCode.TABLE_CLOSED, closed_words(state))
    if state.begun and not (event.reason is Reason.DISCIPLINE and event.seat in state.ordered):
        raise refuse(
            state,
            ErrorCode.SUBSTITUTION_IN_GAME,
            "A player is substituted between games: finish this one first.",
            "13.b",
        )
    _check_people(ruleset, state, event)
    _check_limit(ruleset, state, event)
    after = Substituted(state.events + 1, event.seat, event.out, event.in_, event.reason, len(state.games))
    return replace(
        state,
        substitutions=(*state.substitutions, after),
        # Whoever comes in was not warned: what the seat was warned for stays with the pair.
        warnings=tuple(
            warned._replace(seat=None) if warned.seat is event.seat else warned for warned in state.warnings
        ),
        ordered=tuple(seat for seat in state.ordered if seat is not event.seat),
        events=state.events + 1,
    )


def _check_people(ruleset: Ruleset, state: TableState, event: Substitution) -> None:
    sitting = {substituted.seat: substituted.in_ for substituted in state.substitutions}
    here = sitting.get(event.seat)
    if here is not None and here != event.out:
        raise refuse(
            state,
            ErrorCode.SEAT_MISMATCH,
            f"{event.out} is not on seat {event.seat}: {here} took it.",
        )
    elsewhere = [seat for seat, name in sitting.items() if name == event.in_]
    if event.in_ == event.out or elsewhere:
        seat = elsewhere[0] if elsewhere else event.seat
        raise refuse(state, ErrorCode.SEAT_MISMATCH, f"{event.in_} already sits at this table, on seat {seat}.")
    if not ruleset.substitute_return and any(event.in_ == substituted.out for substituted in state.substitutions):
        raise refuse(
            state,
            ErrorCode.SUBSTITUTION_LIMIT,
            f"{event.in_} was substituted in this match and may not come back (reading substitute_return).",
            "13.a",
        )


def _check_limit(ruleset: Ruleset, state: TableState, event: Substitution) -> None:
    """So many a team; one more for a player who fell sick after the last (13.a)."""
    used = sum(substituted.seat.pair is event.seat.pair for substituted in state.substitutions)
    limit = ruleset.substitute_limit
    if used < limit or (used == limit and event.reason is Reason.SICK):
        return
    raise refuse(
        state,
        ErrorCode.SUBSTITUTION_LIMIT,
        f"{event.seat.pair} has used its {limit} substitutes"
        + ("" if used == limit else " and the one more for sickness")
        + ".",
        "13.a",
    )
