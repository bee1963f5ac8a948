"""What the effects of a ruling do to the board, the bullseyes and the deal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_engine.rulings.case import Case
from rules_engine.seats import Pair
from rules_engine.verdicts import Effect, EffectName, NextDeal, Phase, Points

_IN_HAND = frozenset({Phase.DEALING, Phase.KICKING, Phase.BEGGING, Phase.FIRST_ROUND, Phase.PLAYING})
_GIVEN_AWAY = frozenset({EffectName.GAME, EffectName.MATCH, EffectName.CLOSE_TABLE})


@dataclass(frozen=True, slots=True)
class Settled:
    """Where the table stands after the ruling."""

    effects: tuple[Effect, ...]
    scores: Points | None
    bullseyes: Points | None
    bullseye: Pair | None
    table_closed: bool
    next_deal: NextDeal | None


def needed(case: Case, effects: list[Effect]) -> tuple[str, ...]:
    """What the effects need of the record and it does not give.

    Outside a table (the consequences of a single hand) bullseyes are not counted.
    """
    names = {effect.effect for effect in effects}
    wanted: list[str] = []
    if names & {EffectName.POINTS, EffectName.VOID_GAME, EffectName.VOID_KICK} or (
        _ends_hand(effects) and names & {EffectName.GAMBLE, EffectName.OTHER_POINTS}
    ):
        wanted.append("scores")
    if names & {EffectName.BULLSEYE, EffectName.CLOSE_TABLE} and not case.outside_table:
        wanted += ["bullseyes", "games"]
    return tuple(name for name in wanted if not case.has(name))


def _ends_hand(effects: list[Effect]) -> bool:
    return any(effect.effect in (EffectName.DEAL_OVER, EffectName.MOVES_ON) for effect in effects)


def settle(case: Case, effects: list[Effect]) -> Settled:
    """The state after ``effects``; ``next_deal`` is None where nothing more is dealt."""
    before = case.record.scores
    scores = before if before is None else _board(case, effects, before)
    sung = _reached(case, before, scores)
    if sung and case.is_misdeal:  # 6.d
        effects = [
            replace(effect, effect=EffectName.MOVES_ON) if effect.effect is EffectName.DEAL_OVER else effect
            for effect in effects
        ]
    tally = _Tally(case, sung)
    effects = [tally.take(effect) for effect in effects]
    return Settled(
        tuple(effects),
        scores,
        tally.bullseyes,
        tally.gained,
        tally.closed,
        _next_deal(case, effects, ended=tally.ended),
    )


def _board(case: Case, effects: list[Effect], scores: Points) -> Points:
    """The chalks after the effects, in their order. Points never go below 0.

    Points that come after a pair has reached the target are not counted (12.a).
    """
    hand_over = _ends_hand(effects)
    for effect in effects:
        pair, n = effect.pair, effect.n or 0
        if pair is None:
            continue
        if effect.effect is EffectName.POINTS or (
            hand_over and effect.effect in (EffectName.GAMBLE, EffectName.OTHER_POINTS)
        ):
            if scores.of(pair) < case.ruleset.target:
                scores = scores.plus(pair, n)
            elif n:
                case.consulted.add("over_target")
            if effect.effect is EffectName.POINTS and case.option("penalty_point") == "transfer":
                scores = _less(scores, pair.opponents, n)
        elif effect.effect in (EffectName.VOID_GAME, EffectName.VOID_KICK):
            scores = _less(scores, pair, n)
    return scores


def _less(scores: Points, pair: Pair, n: int) -> Points:
    return scores.plus(pair, -min(n, scores.of(pair)))


def _reached(case: Case, before: Points | None, after: Points | None) -> Pair | None:
    """The pair that this ruling's points have brought to the target.

    None while the other pair stands there unsung: the hand decides then (12.j).
    """
    if before is None or after is None:
        return None
    target = case.ruleset.target
    for pair in Pair:
        if before.of(pair) < target <= after.of(pair) and after.of(pair.opponents) < target:
            return pair
    return None


class _Tally:
    """The bullseyes as the effects are taken one by one."""

    def __init__(self, case: Case, sung: Pair | None) -> None:
        record = case.record
        self.case = case
        self.bullseyes = record.bullseyes
        self.games = record.games
        self.gained: Pair | None = None
        self.ended = False
        self.closed = False
        self._beside = 0
        if sung:
            self._add(sung, 1)
            self.ended = True
        self._see_closed()

    @property
    def left(self) -> int | None:
        """Games left on the table; None where the tally is not known."""
        if self.bullseyes is None or self.games is None:
            return None
        return max(0, self.games - (sum(self.bullseyes) - self._beside))

    def _add(self, pair: Pair | None, n: int) -> None:
        if not n or pair is None:
            return
        self.gained = self.gained or pair
        if self.bullseyes is not None:
            self.bullseyes = self.bullseyes.plus(pair, n)

    def _see_closed(self) -> None:
        self.closed = self.closed or self.left == 0

    def take(self, effect: Effect) -> Effect:
        """The effect with what exceeds the games left."""
        match effect.effect:
            case EffectName.BULLSEYE:
                effect = self._penalty(effect)
            case EffectName.GAME:
                self._give(effect.pair, 1)
            case EffectName.CLOSE_TABLE:
                self._give(effect.pair, effect.n or 0)
                self.closed = True
            case _:
                pass
        self._see_closed()
        return effect

    def _penalty(self, effect: Effect) -> Effect:
        n = effect.n or 1
        beside = self.case.option("penalty_bullseye") == "beside"
        added = n if beside or self.left is None else min(n, self.left)
        self._add(effect.pair, added)
        if beside:
            self._beside += added
        elif added:
            self.ended = True
        return replace(effect, n=n, excess=n - added)

    def _give(self, pair: Pair | None, n: int) -> None:
        # Who deals after a gift is not said here (next_deal is null), so no game need be marked as ended.
        self._add(pair, n if self.left is None else min(n, self.left))


def _next_deal(case: Case, effects: list[Effect], *, ended: bool) -> NextDeal | None:
    """Who deals now. None once the game, the match or the table was given away."""
    names = {effect.effect for effect in effects}
    phase = case.record.phase
    if names & _GIVEN_AWAY:
        return None
    if EffectName.MOVES_ON in names:
        return NextDeal.NEXT_DEALER
    if ended:
        if phase is Phase.BEFORE_DEAL:
            return NextDeal.SAME_DEALER
        if phase in _IN_HAND:
            return NextDeal(case.option("deal_after_penalty"))
        return NextDeal.NEXT_DEALER if phase is Phase.AFTER_HAND else NextDeal.CONTINUE
    return NextDeal.SAME_DEALER if EffectName.DEAL_OVER in names else NextDeal.CONTINUE
