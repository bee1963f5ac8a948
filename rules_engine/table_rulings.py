"""An incident at a table: the table fills in what it knows, the ruling takes effect.

An incident belongs to the hand in progress, the one whose record is not yet in.
What was kicked in that hand is not on the table's scores either: it comes with the
incident (``hand.kicked``). When the ruling ends the hand no record follows, so its
kicked points are chalked here unless they are void; when the hand goes on, only
what the ruling gives is chalked, and what it lays on the hand waits for its record
(:class:`rules_engine.table_state.Bound`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from rules_engine.chalking import Mark, chalk_up
from rules_engine.readings import PenaltyBullseye, WarningsScope
from rules_engine.records import IncidentRecord
from rules_engine.rulesets import Ruleset
from rules_engine.rulings import rule
from rules_engine.seats import Pair, Seat
from rules_engine.table_events import Incident
from rules_engine.table_game import check_claim, closed_words, next_game_dealer, plus, refuse, with_chalks, won
from rules_engine.table_state import ZERO, Bound, ErrorCode, TableChalk, TableState, Warned, WonBy, marks_of
from rules_engine.verdicts import (
    Chalk,
    Effect,
    EffectName,
    NextDeal,
    Phase,
    Points,
    RecordError,
    RulingResult,
    Why,
)

OUTSIDE_A_HAND = frozenset({Phase.BEFORE_DEAL, Phase.BETWEEN_GAMES, Phase.MATCH})
OUTSIDE_A_GAME = frozenset({Phase.BETWEEN_GAMES, Phase.MATCH})
AFTER_THE_TABLE = frozenset({Phase.AFTER_HAND, Phase.BETWEEN_GAMES, Phase.MATCH})

MISDEALS = frozenset({"4.d", "5.a", "5.e", "6.a", "6.b", "6.c", "7.c"})
"""The clauses whose point is chalked as a misdeal's where the hand ends by them."""

HAND_ENDS = frozenset({EffectName.DEAL_OVER, EffectName.MOVES_ON})
WAITS_FOR_THE_RECORD = frozenset({EffectName.GAMBLE, EffectName.BAR_GAMBLE, EffectName.VOID_HAND})
GIVES_AWAY = frozenset({EffectName.BULLSEYE, EffectName.GAME})
LEAVES_THE_TABLE = frozenset({EffectName.SUBSTITUTE, EffectName.EJECT})


def rule_incident(ruleset: Ruleset, state: TableState, event: Incident) -> tuple[TableState, RulingResult]:
    """The table after an incident and the ruling on it. Raises ``Refused``.

    A ruling that still needs something takes no effect; the event is remembered as
    open until a correction completes it.
    """
    record = as_the_table_knows(ruleset, state, event)
    dealer, kicked = record.dealer, record.hand_kicked or 0
    try:
        ruling = rule(record)
    except RecordError as error:
        raise refuse(state, ErrorCode.BAD_EVENT, str(error), record.clause) from error
    after = replace(state, events=state.events + 1)
    if not ruling.complete:
        return replace(after, open_rulings=(*after.open_rulings, after.events)), ruling
    after = on_record(after, ruling)
    if not state.over:
        after = take_effect(ruleset, after, ruling, _kick(dealer, kicked), record.phase, dealer)
        check_claim(state, after)
    return after, ruling


def as_the_table_knows(ruleset: Ruleset, state: TableState, event: Incident) -> IncidentRecord:
    """The incident with all that the table adds: dealer, board, bullseyes, games, an earlier warning.

    Raises ``Refused`` where the table takes no incident of this phase or dealer.
    """
    record = event.record
    dealer = _dealer(state, record)
    if state.over and record.phase not in AFTER_THE_TABLE:
        raise refuse(state, ErrorCode.TABLE_CLOSED, closed_words(state))
    kicked = record.hand_kicked or 0
    if kicked and dealer is None:
        raise refuse(state, ErrorCode.DEALER_UNKNOWN, "Nobody knows whose deal it is: say who kicked.")
    return replace(
        record,
        ruleset=ruleset,
        dealer=dealer,
        scores=state.scores.plus(dealer.pair, kicked) if dealer is not None else state.scores,
        bullseyes=state.recorded,
        games=state.allowed,
        warned=event.warned_elsewhere or _warned(ruleset, state, record),
    )


def _dealer(state: TableState, record: IncidentRecord) -> Seat | None:
    """Whose deal it is, as far as table and event tell."""
    if record.dealer is not None and state.dealer is not None and record.dealer is not state.dealer:
        raise refuse(
            state,
            ErrorCode.WRONG_DEALER,
            f"{record.dealer} is not the dealer of this hand: the deal is {state.dealer}'s.",
            "5.a",
        )
    return record.dealer or state.dealer


def _kick(dealer: Seat | None, kicked: int) -> list[Mark]:
    return [(dealer.pair, Why.KICK, kicked)] if dealer is not None and kicked else []


def _warned(ruleset: Ruleset, state: TableState, record: IncidentRecord) -> bool:
    """Whether the offender was warned for this clause before, by the scope of warnings."""
    offender = record.offender
    if offender is None:
        return False
    by_player = ruleset.warnings_scope is WarningsScope.PLAYER
    return any(
        warned.clause == record.clause and (warned.seat is offender if by_player else warned.pair is offender.pair)
        for warned in state.warnings
    )


def on_record(state: TableState, ruling: RulingResult) -> TableState:
    """Warnings given, players who must leave their seats, and a match given away."""
    warnings, ordered = list(state.warnings), list(state.ordered)
    match_to = list(state.match_to)
    for effect in ruling.effects:
        if effect.effect is EffectName.WARN and effect.pair is not None:
            _add_warning(warnings, effect.pair, ruling.clause, effect.seat)
        elif effect.effect in LEAVES_THE_TABLE and effect.seat is not None and not effect.may:
            ordered.append(effect.seat)
        elif effect.effect is EffectName.MATCH and effect.pair is not None and effect.pair not in match_to:
            match_to.append(effect.pair)
    return replace(state, warnings=tuple(warnings), ordered=tuple(ordered), match_to=tuple(match_to))


def _add_warning(warnings: list[Warned], pair: Pair, clause: str, seat: Seat | None) -> None:
    for at, warned in enumerate(warnings):
        if (warned.pair, warned.clause, warned.seat) == (pair, clause, seat):
            warnings[at] = warned._replace(times=warned.times + 1)
            return
    warnings.append(Warned(pair, clause, seat, 1))


def take_effect(
    ruleset: Ruleset,
    state: TableState,
    ruling: RulingResult,
    before_play: Sequence[Mark],
    phase: Phase,
    dealer: Seat | None,
) -> TableState:
    """The table after a complete ruling on the hand in progress.

    ``before_play``: the hand's kicked and given points, which are not on the
    table's board. ``state.events`` counts this event already.
    """
    effects = ruling.effects
    away = _given_away(ruleset, state, effects)
    kept = [mark for mark in before_play if mark[1] is not Why.KICK or not _has(effects, EffectName.VOID_KICK)]
    marks = _marks(effects, ruling.clause)
    board = chalk_up(ruleset, state.scores, [*kept, *marks], high=None, unsung=None)
    # With a pair at the target unsung the hand decides, not a penalty point (12.j).
    sung = None if away or max(state.scores) >= ruleset.target else board.bullseye
    if _hand_ends(effects) or away or sung is not None or _has(effects, EffectName.CLOSE_TABLE):
        # No record of this hand follows: what it kicked goes on the board here.
        after = _with_board(state, board.chalks, ruling.scores or board.scores, _voided(effects))
    else:
        after = _while_it_goes_on(state, ruling, before_play, marks, ruleset.target)
    after = _hung(replace(after, dealer=_next_dealer(after, ruling, phase, dealer)), effects)
    if sung is not None:
        after = won(after, sung, WonBy.SUNG, dealer=next_game_dealer(ruleset, dealer, after.dealer, sung))
    begun = after.begun or phase not in OUTSIDE_A_GAME
    for at, (pair, won_by) in enumerate(away[: state.allowed - len(state.games)]):
        deals = next_game_dealer(ruleset, dealer, after.dealer, pair) if at == 0 else after.dealer
        after = won(after, pair, won_by, dealer=deals, whole=begun and at == 0)
    if not state.awaiting:
        after = beside(ruleset, after, effects)
    if _has(effects, EffectName.CLOSE_TABLE):
        after = replace(after, closed_by=after.events)
    # A seat that must be left stays so when the same ruling ended the game.
    return replace(after, ordered=state.ordered)


def _hung(state: TableState, effects: Iterable[Effect]) -> TableState:
    """The jack that counts as hung in this game, without points (10.c)."""
    hung = ZERO
    for effect in effects:
        if effect.effect is EffectName.HUNG and effect.pair is not None:
            hung = hung.plus(effect.pair, effect.n or 1)
    return replace(
        state,
        game_hang_jacks=plus(state.game_hang_jacks, hung),
        recorded_hang_jacks=plus(state.recorded_hang_jacks, hung),
    )


def _hand_ends(effects: Iterable[Effect]) -> bool:
    """Whether the deal is void or passed on: no record of the hand follows."""
    return any(effect.effect in HAND_ENDS for effect in effects)


def gives_away(ruleset: Ruleset, effects: Iterable[Effect]) -> bool:
    """Whether a ruling ends the game by giving it away."""
    if ruleset.penalty_bullseye is PenaltyBullseye.BESIDE:
        return _has(effects, EffectName.GAME)
    return any(effect.effect in GIVES_AWAY for effect in effects)


def _binding(effects: Iterable[Effect]) -> list[Bound]:
    """What a ruling lays on the hand in progress."""
    return [
        Bound(effect.effect, effect.pair)
        for effect in effects
        if effect.effect in WAITS_FOR_THE_RECORD and effect.pair is not None
    ]


def _has(effects: Iterable[Effect], name: EffectName) -> bool:
    return any(effect.effect is name for effect in effects)


def _marks(effects: Sequence[Effect], clause: str) -> list[Mark]:
    """The chalks that a ruling itself makes, in the order of its effects."""
    ends = _hand_ends(effects)
    why = Why.MISDEAL if ends and clause in MISDEALS else Why.PENALTY
    marks: list[Mark] = []
    for effect in effects:
        if effect.pair is None or not effect.n:
            continue
        match effect.effect:
            case EffectName.POINTS:
                marks.append((effect.pair, why, effect.n))
            case EffectName.GAMBLE if ends:
                marks.append((effect.pair, Why.GAMBLE, effect.n))
            case EffectName.OTHER_POINTS if ends:
                marks.append((effect.pair, why, effect.n))
            case _:
                pass
    return marks


def _given_away(ruleset: Ruleset, state: TableState, effects: Iterable[Effect]) -> list[tuple[Pair, WonBy]]:
    """The games that go to a pair by the ruling itself, one entry each."""
    away: list[tuple[Pair, WonBy]] = []
    beside = ruleset.penalty_bullseye is PenaltyBullseye.BESIDE
    for effect in effects:
        if effect.pair is None:
            continue
        if effect.effect is EffectName.BULLSEYE and (state.awaiting or not beside):
            # Level after an unsung hand, the official's word lets a pair sing (12.j).
            away += [(effect.pair, WonBy.SUNG if state.awaiting else WonBy.PENALTY)] * (effect.n or 0)
        elif effect.effect is EffectName.GAME:
            away.append((effect.pair, WonBy.CONCEDED))
        elif effect.effect is EffectName.CLOSE_TABLE:
            away += [(effect.pair, WonBy.CONCEDED)] * (effect.n or 0)
    return away


def _with_board(state: TableState, chalks: Sequence[Chalk], scores: Points, voided: Sequence[Pair]) -> TableState:
    """The board with this event's chalks on it; the chalks of ``voided`` pairs count no more."""
    added = [TableChalk(c.pair, c.why, c.points, c.counted, state.events) for c in chalks]
    after = replace(state, marks=with_chalks(state, added), scores=scores, bound=())
    if voided:
        after = replace(
            after, marks=marks_of(c._replace(counted=c.counted and c.pair not in voided) for c in after.chalks)
        )
    return after


def _voided(effects: Iterable[Effect]) -> list[Pair]:
    return [effect.pair for effect in effects if effect.effect is EffectName.VOID_GAME and effect.pair is not None]


def _while_it_goes_on(
    state: TableState, ruling: RulingResult, before_play: Sequence[Mark], marks: Sequence[Mark], target: int
) -> TableState:
    """The hand goes on: the kick stays off the board until the hand's own record brings it."""
    pending = _sum(before_play)
    given, now = plus(state.scores, pending), ruling.scores or state.scores
    scores = Points(
        max(0, state.scores.NS + now.NS - given.NS),
        max(0, state.scores.EW + now.EW - given.EW),
    )
    if max(state.scores) >= target:
        # Only the table knows that it was not sung: every chalk counts then (12.j).
        scores = plus(state.scores, _sum(marks))
    voided = _voided(ruling.effects)
    chalks = [Chalk(pair, why, points) for pair, why, points in marks]
    after = _with_board(state, chalks, scores, voided)
    bound = _binding(ruling.effects)
    # Chalks that went to zero take what this deal kicked with them.
    bound += [Bound(EffectName.VOID_KICK, pair) for pair in voided if pending.of(pair)]
    return replace(after, bound=(*state.bound, *bound))


def _sum(marks: Iterable[Mark]) -> Points:
    total = ZERO
    for pair, _, points in marks:
        total = total.plus(pair, points)
    return total


def _next_dealer(state: TableState, ruling: RulingResult, phase: Phase, dealer: Seat | None) -> Seat | None:
    """Whose deal it is after the ruling.

    A game, a match or a table that is given away says nothing of the deal: it moves
    on when a hand was begun. While the official is awaited (12.j) the hand is on
    record and the deal has moved on already.
    """
    if state.awaiting:
        return state.dealer
    moved = None if dealer is None else dealer.next
    match ruling.next_deal:
        case NextDeal.NEXT_DEALER:
            return moved
        case NextDeal.SAME_DEALER:
            return dealer
        case NextDeal.CONTINUE:
            return state.dealer if phase in OUTSIDE_A_GAME else dealer
        case None:
            return state.dealer if phase in OUTSIDE_A_HAND else moved
    assert_never(ruling.next_deal)  # pragma: no cover


def beside(ruleset: Ruleset, state: TableState, effects: Iterable[Effect]) -> TableState:
    """Penalty bullseyes that stand beside the table's games (reading ``penalty_bullseye``)."""
    if ruleset.penalty_bullseye is not PenaltyBullseye.BESIDE:
        return state
    recorded = state.recorded
    for effect in effects:
        if effect.effect is EffectName.BULLSEYE and effect.pair is not None:
            recorded = recorded.plus(effect.pair, effect.n or 0)
    return replace(state, recorded=recorded)
