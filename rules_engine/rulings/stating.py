"""Effects that an official or the committee state themselves (14.g)."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.rulings.case import GAINS, LOSES, PERSONAL, Case
from rules_engine.verdicts import Effect, EffectName, RecordError

_FIELD = "choice.effects"
NUMBER_NEEDED = frozenset({EffectName.POINTS, EffectName.BULLSEYE, EffectName.OTHER_POINTS, EffectName.CLOSE_TABLE})
"""What is stated with a number, ``n``; of the others it follows from the record."""
_AT_LEAST_ONE = frozenset({EffectName.POINTS, EffectName.BULLSEYE})
MOST = 40


def stated(case: Case, effects: Iterable[Effect]) -> list[Effect]:
    """The stated effects, each whole: the numbers that follow from the record are filled in.

    RecordError naming ``choice.effects`` where one lacks what it cannot do without.
    """
    return [_whole(case, effect) for effect in effects]


def _whole(case: Case, given: Effect) -> Effect:
    name = given.effect
    _check(given)
    pair, n = given.pair, given.n
    if name in PERSONAL and given.seat is not None and name is not EffectName.NOTE_NAME:
        pair = given.seat.pair
    if n is None:
        n = 1 if name is EffectName.HUNG else case.number(name, pair)
    return Effect(name, pair, given.seat, n, given.may, 0, given.who, given.remedy)


def _check(given: Effect) -> None:
    name = given.effect
    if name in PERSONAL:
        if given.seat is None:
            raise RecordError(_FIELD, f"{name} needs the seat whom it concerns")
        if given.pair not in (None, given.seat.pair):
            raise RecordError(_FIELD, f"{given.seat} does not sit with {given.pair}")
    elif name in GAINS | LOSES and given.pair is None:
        raise RecordError(_FIELD, f"{name} needs the pair whom it concerns")
    if name in NUMBER_NEEDED and given.n is None:
        raise RecordError(_FIELD, f"{name} needs a number, n")
    if given.n is not None and not (1 if name in _AT_LEAST_ONE else 0) <= given.n <= MOST:
        raise RecordError(_FIELD, f"{name} cannot be given {given.n}; the number runs to {MOST}")
    if name is EffectName.INFORM and not given.who:
        raise RecordError(_FIELD, "inform needs who is told")
    if name is EffectName.CARD and not given.remedy:
        raise RecordError(_FIELD, "card needs a remedy")
