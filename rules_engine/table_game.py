"""A game at a table: chalks go on, it ends, the deal moves on.

Small steps from one :class:`TableState` to the next, shared by hands, rulings and
games recorded without their hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_engine.readings import DealAcrossGames
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table_state import ZERO, ErrorCode, Game, TableChalk, TableError, TableState, WonBy, marks_of
from rules_engine.verdicts import Points


class Refused(Exception):
    """An event that cannot follow; carries the :class:`TableError` to hand back."""

    def __init__(self, error: TableError) -> None:
        self.error = error
        super().__init__(error.message)


def refuse(state: TableState, code: ErrorCode, message: str, clause: str | None = None) -> Refused:
    """The refusal of the event that would follow ``state``."""
    return Refused(TableError(state.events + 1, code, message, clause))


def with_chalks(state: TableState, chalks: Sequence[TableChalk]) -> str:
    """The marks of the game in progress with ``chalks`` behind them."""
    added = marks_of(chalks)
    return f"{state.marks} {added}" if state.marks and added else state.marks or added


def plus(one: Points, other: Points) -> Points:
    """Both added up, pair by pair."""
    return Points(one.NS + other.NS, one.EW + other.EW)


def won(
    state: TableState,
    winner: Pair,
    won_by: WonBy,
    *,
    dealer: Seat | None,
    scores: Points | None = None,
    whole: bool = True,
) -> TableState:
    """The state after the game in progress went to ``winner``.

    ``scores``: its last ones, the state's when absent. With ``whole`` False the
    game had not begun: it is an entry of its own without scores. ``dealer`` deals
    the next game's first hand.
    """
    game = Game(
        number=state.number,
        winner=winner,
        won_by=won_by,
        scores=(state.scores if scores is None else scores) if whole else None,
        hands=state.hands,
        marks=state.marks,
        hang_jacks=state.game_hang_jacks,
        first_dealer=state.game_dealer,
    )
    return replace(
        state,
        games=(*state.games, game),
        scores=ZERO,
        marks="",
        hands=0,
        game_hang_jacks=ZERO,
        game_dealer=None,
        dealer=dealer,
        recorded=state.recorded.plus(winner, 1),
        bound=(),
        awaiting=False,
        ordered=(),
    )


def next_game_dealer(ruleset: Ruleset, last_dealer: Seat | None, dealer: Seat | None, winner: Pair) -> Seat | None:
    """Who deals the first hand of the next game.

    ``last_dealer`` dealt the hand that ended the game, ``dealer`` is whose deal it
    would be by the run of the deal. By the option ``deal_across_games`` the deal
    goes to the winner or the loser instead: the first of that pair on the right.
    """
    across = ruleset.deal_across_games
    if across is DealAcrossGames.RIGHT or last_dealer is None:
        return dealer
    pair = winner if across is DealAcrossGames.WINNER else winner.opponents
    first = last_dealer.next
    return first if first.pair is pair else first.next


def check_claim(state: TableState, after: TableState) -> None:
    """Refuse what is recorded beyond the tally that was typed from paper.

    Games may be recorded after a tally while they agree with it.
    """
    claimed = after.claimed
    if claimed is None:
        return
    for word, said, recorded in (
        ("bullseyes", claimed.bullseyes, after.recorded),
        ("hang jacks", claimed.hang_jacks, after.recorded_hang_jacks),
    ):
        if said.NS < recorded.NS or said.EW < recorded.EW:
            raise refuse(
                state,
                ErrorCode.TALLY_MISMATCH,
                f"The tally from paper has {said.NS}–{said.EW} {word} (N–S first), what is recorded makes "
                f"{recorded.NS}–{recorded.EW}. Correct the one that is wrong.",
            )


def closed_words(state: TableState) -> str:
    """Why nothing more can be recorded here."""
    if state.closed_by is not None:
        return f"The table was closed by event {state.closed_by}: nothing more is played here."
    return f"All {state.allowed} games of this table are played."
