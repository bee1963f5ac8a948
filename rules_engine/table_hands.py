"""A hand at a table: whose deal, judged on the table's scores, chalked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_engine.chalking import Board, Mark, chalk_up, finished_early, kick_marks
from rules_engine.hand import HandResult, judge_hand
from rules_engine.readings import GambleTie
from rules_engine.records import HandRecord, ScoreRecord
from rules_engine.rulesets import PackRunsOut, Ruleset
from rules_engine.score import ScoreResult, judge_score
from rules_engine.seats import Pair, Seat
from rules_engine.table_events import Played, Scored
from rules_engine.table_game import Refused, check_claim, closed_words, next_game_dealer, plus, refuse, with_chalks, won
from rules_engine.table_rulings import beside, gives_away, take_effect
from rules_engine.table_state import ErrorCode, TableChalk, TableError, TableState, WonBy
from rules_engine.verdicts import Answer, Chalk, Code, EffectName, Phase, Points, Violation, Why

BEFORE_PLAY = frozenset({Why.KICK, Why.GIVEN})
"""What is chalked before a card is led."""

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
    record = replace(event.record, ruleset=ruleset, dealer=dealer, scores=state.scores)
    if not record.ran_out:
        _check_whole(ruleset, state, record)
    if state.bound:
        result = judge_score(replace(record, claimed=None))
        _check(state, result.violations)
        board = _obeyed(ruleset, state, result.chalks, result.high, record.unsung)
        _check(state, _claimed(record, board.scores))
        result = result._replace(chalks=board.chalks, scores=board.scores, bullseye=board.bullseye, needs=_needs(board))
    else:
        result = judge_score(record)
        _check(state, result.violations)
    after = chalked(ruleset, state, dealer, result.chalks, result.scores, result.bullseye, result.needs)
    if record.ran_out:
        after = replace(after, dealer=_after_running_out(ruleset, after, dealer, result.bullseye))
    check_claim(state, after)
    return after, result


def play_hand(ruleset: Ruleset, state: TableState, event: Played) -> tuple[TableState, HandResult]:
    """The table after a hand card by card. Raises :class:`Refused`.

    What its violations cost waits for an official, unless the event applies it: then
    the first ruling that gives a game away ends this one with the kicked and given
    points alone on the board, and nothing that comes after it is ruled any more.
    """
    dealer = hand_dealer(state, event.dealer)
    record = event.record._replace(ruleset=ruleset, dealer=dealer, scores=state.scores)
    _check_whole(ruleset, state, record)
    result = judge_hand(record, bullseyes=state.recorded, games=state.allowed)
    _check(state, [violation for violation in result.violations if violation.code not in OFFENCES])
    rulings = result.consequences if event.apply else ()
    for ruling in rulings:
        if gives_away(ruleset, ruling.effects):
            after = replace(state, hands=state.hands + 1, game_dealer=_first(state, dealer), events=state.events + 1)
            after = take_effect(ruleset, after, ruling, _before_play(result.chalks), Phase.PLAYING, dealer)
            check_claim(state, after)
            return after, result
    if state.bound:
        high = None if result.high is None else result.high.pair
        board = _obeyed(ruleset, state, result.chalks, high, record.unsung)
        result = result._replace(chalks=board.chalks, scores=board.scores, bullseye=board.bullseye, needs=_needs(board))
    after = chalked(ruleset, state, dealer, result.chalks, result.scores, result.bullseye, result.needs)
    for ruling in rulings:
        after = beside(ruleset, after, ruling.effects)
    if not all(ruling.complete for ruling in rulings):
        after = replace(after, open_rulings=(*after.open_rulings, after.events))
    check_claim(state, after)
    return after, result


def _check_whole(ruleset: Ruleset, state: TableState, record: ScoreRecord | HandRecord) -> None:
    """Refuse a hand that leaves out what only a finished game makes needless."""
    dealing = record.dealer.pair
    before_play = kick_marks(ruleset, record.kicks, dealing)
    if record.answer is Answer.GIVE:
        before_play.append((dealing.opponents, Why.GIVEN, ruleset.given_point))
    if finished_early(ruleset, state.scores, before_play, record.unsung):
        return
    missing = ["lead"] if record.lead is None else []
    if isinstance(record, ScoreRecord) and record.sung is None:
        missing += ["jack"] if record.jack is None else []
        tied = record.gamble is not None and record.gamble.pair is None
        if record.gamble is None or (tied and ruleset.gamble_tie is not GambleTie.NOBODY):
            missing.append("gamble")
    if missing:
        raise refuse(
            state,
            ErrorCode.BAD_EVENT,
            f"{' and '.join(missing)} must be told: no kick or given point has ended this game.",
        )


def _obeyed(
    ruleset: Ruleset, state: TableState, chalks: Sequence[Chalk], high: Pair | None, unsung: Pair | None
) -> Board:
    """The hand's chalks as the rulings on it leave them, counted afresh."""
    made: list[Mark] = [(chalk.pair, chalk.why, chalk.points) for chalk in chalks]
    for effect, pair in state.bound:
        match effect:
            case EffectName.GAMBLE:  # 12.g
                made = [mark for mark in made if mark[1] is not Why.GAMBLE]
                made.append((pair, Why.GAMBLE, ruleset.gamble_points))
            case EffectName.BAR_GAMBLE:
                made = [mark for mark in made if mark[:2] != (pair, Why.GAMBLE)]
            case EffectName.VOID_KICK:
                made = [mark for mark in made if mark[:2] != (pair, Why.KICK)]
            case _:  # void hand: kicked and given points are not made in the hand
                made = [mark for mark in made if mark[0] is not pair or mark[1] in BEFORE_PLAY]
    return chalk_up(ruleset, state.scores, made, high=high, unsung=unsung)


def _needs(board: Board) -> tuple[str, ...]:
    return ("choice",) if board.level else ()


def _before_play(chalks: Sequence[Chalk]) -> list[Mark]:
    return [(chalk.pair, chalk.why, chalk.points) for chalk in chalks if chalk.why in BEFORE_PLAY]


def _claimed(record: ScoreRecord, scores: Points) -> list[Violation]:
    """The totals claimed, held against a board on which a ruling has had its say."""
    claimed = record.claimed
    if claimed is None or claimed == scores:
        return []
    return [
        Violation(
            Code.CLAIMED_MISMATCH,
            f"The table says {claimed.NS}–{claimed.EW} (N–S first); by the ruling on this hand "
            f"it is {scores.NS}–{scores.EW}.",
        )
    ]


def _after_running_out(ruleset: Ruleset, after: TableState, dealer: Seat, bullseye: Pair | None) -> Seat | None:
    """Whose deal it is when the pack ran out: the same dealer's, or the next when a kick made the bullseye (7.e)."""
    if bullseye is None:
        return dealer
    if ruleset.pack_runs_out is PackRunsOut.SAME_DEALER:
        return next_game_dealer(ruleset, dealer, dealer, bullseye)
    return after.dealer


def _first(state: TableState, dealer: Seat) -> Seat | None:
    """Who dealt the game's first hand, as far as the hands recorded tell."""
    return state.game_dealer or (dealer if state.hands == 0 else None)


def hand_dealer(state: TableState, given: Seat | None) -> Seat:
    """Who deals this hand; refused when no hand can follow or the dealer is wrong or unknown."""
    if state.over:
        raise refuse(state, ErrorCode.TABLE_CLOSED, closed_words(state))
    if state.awaiting:
        raise refuse(
            state,
            ErrorCode.GAME_OVER,
            f"The game is over at {state.scores.NS}–{state.scores.EW}: level, and nobody made high. "
            "The official says who has the bullseye (14.g) before another hand is dealt.",
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
        game_dealer=_first(state, dealer),
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


def _check(state: TableState, violations: Sequence[Violation]) -> None:
    """Refuse a hand that cannot have been."""
    if violations:
        first = violations[0]
        message = " ".join(violation.message for violation in violations)
        raise Refused(
            TableError(state.events + 1, ErrorCode.BAD_EVENT, message, first.clause, tuple(violations)),
        )
