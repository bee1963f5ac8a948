"""A hand at a table: whose deal, judged on the table's scores, chalked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_engine.hand import HandResult, judge_hand
from rules_engine.rulesets import PackRunsOut, Ruleset
from rules_engine.score import ScoreResult, judge_score
from rules_engine.seats import Pair, Seat
from rules_engine.table_events import Played, Scored
from rules_engine.table_game import Refused, check_claim, next_game_dealer, plus, refuse, with_chalks, won
from rules_engine.table_state import ErrorCode, TableChalk, TableError, TableState, WonBy
from rules_engine.verdicts import Chalk, Code, Points, Violation, Why

OFFENCES = frozenset(
    {
        Code.RENEGE,
        Code.UNDER_TRUMP,
        Code.STOOD_WITHOUT_TRUMP,
        Code.GAVE_WITHOUT_TRUMP,
        Code.WRONG_LEADER,
        Code.TRUMP_AND_FOLLOW,
    }
)
"""What a player can do wrong in a hand that was played all the same; the rest cannot have been."""


def score_hand(ruleset: Ruleset, state: TableState, event: Scored) -> tuple[TableState, ScoreResult]:
    """The table after a hand as chalked. Raises :class:`Refused`."""
    dealer = hand_dealer(state, event.dealer)
    result = judge_score(replace(event.record, ruleset=ruleset, dealer=dealer, scores=state.scores))
    _check(state, result.violations)
    after = chalked(ruleset, state, dealer, result.chalks, result.scores, result.bullseye, result.needs)
    if event.record.ran_out and result.bullseye is None:
        after = replace(after, dealer=dealer)
    elif event.record.ran_out and ruleset.pack_runs_out is PackRunsOut.SAME_DEALER:
        after = replace(after, dealer=next_game_dealer(ruleset, dealer, dealer, _winner(after)))
    check_claim(state, after)
    return after, result


def play_hand(ruleset: Ruleset, state: TableState, event: Played) -> tuple[TableState, HandResult]:
    """The table after a hand card by card. Raises :class:`Refused`."""
    dealer = hand_dealer(state, event.dealer)
    record = replace(event.record, ruleset=ruleset, dealer=dealer, scores=state.scores)
    result = judge_hand(record, bullseyes=state.recorded, games=state.allowed)
    _check(state, [violation for violation in result.violations if violation.code not in OFFENCES])
    after = chalked(ruleset, state, dealer, result.chalks, result.scores, result.bullseye, result.needs)
    check_claim(state, after)
    return after, result


def hand_dealer(state: TableState, given: Seat | None) -> Seat:
    """Who deals this hand; refused when no hand can follow or the dealer is wrong or unknown."""
    if state.closed_by is not None or state.full:
        raise refuse(state, ErrorCode.TABLE_CLOSED, closed_words(state))
    if state.awaiting:
        raise refuse(
            state,
            ErrorCode.GAME_OVER,
            f"The game is over at {state.scores.NS}–{state.scores.EW}: level, and nobody made high. "
            "The official says who has the bullseye before another hand is dealt.",
            "12.j",
        )
    if given is None and state.dealer is None:
        raise refuse(
            state,
            ErrorCode.DEALER_UNKNOWN,
            "Nobody knows whose deal it is: say who dealt this hand.",
        )
    if given is not None and state.dealer is not None and given is not state.dealer:
        raise refuse(
            state,
            ErrorCode.WRONG_DEALER,
            f"{given} cannot have dealt this hand: the deal is {state.dealer}'s.",
            "5.a",
        )
    dealer = given or state.dealer
    assert dealer is not None  # noqa: S101 (one of the two is given, as was just checked)
    return dealer


def closed_words(state: TableState) -> str:
    """Why nothing more can be recorded here."""
    if state.closed_by is not None:
        return f"The table was closed by event {state.closed_by}: nothing more is played here."
    return f"All {state.allowed} games of this table are played."


def chalked(
    ruleset: Ruleset,
    state: TableState,
    dealer: Seat,
    chalks: Sequence[Chalk],
    scores: Points,
    bullseye: Pair | None,
    needs: Sequence[str],
) -> TableState:
    """The table with a hand's chalks on it, the game ended when ``bullseye`` has it."""
    event = state.events + 1
    hung = hung_jacks(chalks)
    after = replace(
        state,
        scores=scores,
        marks=with_chalks(state, [TableChalk(c.pair, c.why, c.points, c.counted, event) for c in chalks]),
        hands=state.hands + 1,
        game_hang_jacks=plus(state.game_hang_jacks, hung),
        recorded_hang_jacks=plus(state.recorded_hang_jacks, hung),
        game_dealer=state.game_dealer or (dealer if state.hands == 0 else None),
        dealer=dealer.next,
        bound=(),
        awaiting=bool(needs),
        events=event,
    )
    if bullseye is None:
        return after
    return won(
        after, bullseye, WonBy.SUNG, dealer=next_game_dealer(ruleset, dealer, dealer.next, bullseye), scores=scores
    )


def hung_jacks(chalks: Sequence[Chalk]) -> Points:
    """How many jacks each pair hung by these chalks."""
    hung = [chalk.pair for chalk in chalks if chalk.why is Why.HANG_JACK and chalk.counted]
    return Points(hung.count(Pair.NS), hung.count(Pair.EW))


def _winner(state: TableState) -> Pair:
    return state.games[-1].winner


def _check(state: TableState, violations: Sequence[Violation]) -> None:
    """Refuse a hand that cannot have been."""
    if violations:
        first = violations[0]
        message = " ".join(violation.message for violation in violations)
        raise Refused(
            TableError(state.events + 1, ErrorCode.BAD_EVENT, message, first.clause, tuple(violations)),
        )
