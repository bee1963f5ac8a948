"""Judging a hand as chalked (``all-fours/score@1``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules_engine.cards import RANKS, VALUE, pretty
from rules_engine.chalking import Board, Mark, chalk_up, finished_early, kick_marks
from rules_engine.legality import LIFTS_OF_KICKS, kick_violations, violation
from rules_engine.readings import GambleTie
from rules_engine.records import ScoreRecord
from rules_engine.rulesets import WithoutTrump
from rules_engine.seats import Pair
from rules_engine.verdicts import Answer, Chalk, Code, JackOutcome, Lead, Points, RulingResult, Violation, Why

HIGHEST_SCORE = 40
"""More than this no pair can have before a hand, even after unsung ones."""


class ScoreResult(NamedTuple):
    """The answer to a hand as chalked; as :class:`rules_engine.hand.HandResult` without cards.

    ``counts`` are None where the record gives none.
    """

    id: str | None
    violations: tuple[Violation, ...]
    high: Pair | None
    low: Pair | None
    jack: JackOutcome | None
    jack_pair: Pair | None
    counts: Points | None
    gamble: Pair | None
    chalks: tuple[Chalk, ...]
    scores: Points
    bullseye: Pair | None
    consequences: tuple[RulingResult, ...]
    needs: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether no rule was broken."""
        return not self.violations


def judge_score(record: ScoreRecord) -> ScoreResult:
    """Judge a hand as chalked; never raises."""
    ruleset, dealing = record.ruleset, record.dealer.pair
    jack, gamble = record.jack, record.gamble
    before_play = kick_marks(ruleset, record.kicks, dealing)
    if record.answer is Answer.GIVE:
        before_play.append((dealing.opponents, Why.GIVEN, ruleset.given_point))
    over = finished_early(ruleset, record.scores, before_play, record.unsung)
    board = chalk_up(ruleset, record.scores, before_play + _marks(record), high=record.high, unsung=record.unsung)
    if record.ran_out and max(record.scores) >= ruleset.target:
        # 12.j waits for a hand that is played out; a pack that ran out gave none.
        board = board._replace(bullseye=None, level=False)
    return ScoreResult(
        record.id,
        tuple(_violations(record, board, over)),
        record.high,
        record.low,
        None if jack is None else jack.outcome,
        None if jack is None else jack.pair,
        None if gamble is None else gamble.counts,
        None if gamble is None else gamble.pair,
        board.chalks,
        board.scores,
        board.bullseye,
        (),
        ("choice",) if board.level else (),
    )


def _marks(record: ScoreRecord) -> list[Mark]:
    """What the play is said to have made, in order (12.a)."""
    ruleset = record.ruleset
    marks: list[Mark] = []
    if record.high is not None:
        marks.append((record.high, Why.HIGH, ruleset.high_points))
    if record.low is not None:
        marks.append((record.low, Why.LOW, ruleset.low_points))
    if record.jack is not None and record.jack.pair is not None:
        if record.jack.outcome is JackOutcome.HUNG:
            marks.append((record.jack.pair, Why.HANG_JACK, ruleset.hang_jack_points))
        else:
            marks.append((record.jack.pair, Why.JACK, ruleset.jack_points))
    if record.gamble is not None and record.gamble.pair is not None:
        marks.append((record.gamble.pair, Why.GAMBLE, ruleset.gamble_points))
    return marks


def _violations(record: ScoreRecord, board: Board, over: bool) -> Iterator[Violation]:
    """What is wrong, in the order of the codes."""
    ruleset, kicks = record.ruleset, record.kicks
    if not record.ran_out:
        yield from kick_violations(ruleset, kicks, record.lead, record.answer, record.scores, record.dealer, over)
        jack_in_play = record.jack is not None and record.jack.outcome is not JackOutcome.OUT
        if jack_in_play and kicks[-1][0] == "J":
            yield violation(
                ruleset,
                Code.JACK_AFTER_KICK,
                "The jack of trumps was kicked, so it was in nobody's hand to be made or hung.",
            )
        if record.sung is None and not over:
            yield from _high_low(record, jack_in_play)
        yield from _gamble(record)
    if record.claimed is not None and record.claimed != board.scores:
        yield violation(
            ruleset,
            Code.CLAIMED_MISMATCH,
            f"The table has NS {record.claimed.NS}, EW {record.claimed.EW}; "
            f"the chalks give NS {board.scores.NS}, EW {board.scores.EW}.",
        )
    if record.sung is not None and board.scores.of(record.sung) < ruleset.target:
        yield violation(
            ruleset,
            Code.SUNG_SHORT,
            f"{record.sung} sang with {board.scores.of(record.sung)} points; it takes {ruleset.target}.",
        )
    for pair, score in ((Pair.NS, record.scores.NS), (Pair.EW, record.scores.EW)):
        if not 0 <= score <= HIGHEST_SCORE:
            yield violation(
                ruleset,
                Code.SCORES_OUT_OF_RANGE,
                f"{pair} cannot have had {score} points before the hand; 0 to {HIGHEST_SCORE} is possible.",
            )
            return


def _high_low(record: ScoreRecord, jack_in_play: bool) -> Iterator[Violation]:
    """High and low go together: both, or neither when no trump was dealt (8.d)."""
    if record.high is not None and record.low is not None:
        return
    if record.high is not None or record.low is not None:
        missing = "high" if record.high is None else "low"
        message = f"There was a trump in play, so {missing} belongs to a pair too."
    elif jack_in_play:
        message = "The jack of trumps was in play, so there is a high and a low."
    elif len(record.kicks) > 2:
        # 48 cards are dealt and three kicked: the one that is left cannot be every trump.
        message = "After three kicks all the cards but one are dealt, so there is a high and a low."
    elif record.ruleset.without_trump is WithoutTrump.OFFENCE and record.lead is not Lead.STAND_BLIND:
        message = "High and low may be missing only after standing blind, when no trump was in play."
    else:
        return
    yield violation(record.ruleset, Code.HIGH_LOW_MISSING, message)


def _gamble(record: ScoreRecord) -> Iterator[Violation]:
    """Card counts that cannot be, or that do not give gamble to the pair named."""
    if record.gamble is None or record.gamble.counts is None:
        return
    ruleset, pair, counts = record.ruleset, record.gamble.pair, record.gamble.counts
    ns, ew = counts
    least, most = count_bounds(record.kicks)
    if record.sung is not None:
        least = 0  # lifts may be missing
    if ns < 0 or ew < 0 or not least <= ns + ew <= most:
        message = (
            f"The counts {ns} and {ew} make {ns + ew}; "
            f"after {_listed(record.kicks)} the cards in play count from {least} to {most}."
        )
        yield violation(ruleset, Code.GAMBLE_COUNTS, message)
        return
    if pair is None and record.sung is not None:
        return
    if ns != ew:
        more = Pair.NS if ns > ew else Pair.EW
        if pair is not more:
            yield violation(ruleset, Code.GAMBLE_COUNTS, f"{more} counted more: NS {ns}, EW {ew}.")
        return
    due = record.dealer.pair.opponents if ruleset.gamble_tie is GambleTie.NON_DEALER else None
    if pair is not due:
        whose = f"{due}, the pair that did not deal" if due is not None else "nobody"
        yield violation(ruleset, Code.GAMBLE_TIE, f"Both pairs counted {ns}; then gamble goes to {whose}.")


def _listed(kicks: tuple[str, ...]) -> str:
    return f"the kick of {', '.join(pretty(kick) for kick in kicks)}"


def count_bounds(kicks: tuple[str, ...]) -> tuple[int, int]:
    """The least and the most that the cards in play can count after these kicks (1.g).

    Of the pack less the kicks 24, 36 or 48 cards are dealt: at worst those of the
    least value, at best those of the most. A kick of unknown rank could have been any
    card, so it takes nothing away.
    """
    dealt = 4 * LIFTS_OF_KICKS[min(len(kicks), 3)]
    values = sorted(VALUE[rank] for rank in RANKS for _ in range(4))
    for kick in kicks:
        if kick[0] != "?":
            values.remove(VALUE[kick[0]])
    return sum(values[:dealt]), sum(values[-dealt:])
