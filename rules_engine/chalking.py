"""Chalks: what a hand puts on the board, in which order, and when it stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules_engine.readings import KickedThirdCard, KicksCount
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair
from rules_engine.verdicts import Chalk, Points, Why

# A named tuple's own constructor takes a detour through Python; this is the same value.
_new = tuple.__new__
# Looking up a member on its enum costs ten times a plain name.
_NS, _EW, _KICK = Pair.NS, Pair.EW, Why.KICK
_DEUCE, _AT_ONCE = KickedThirdCard.DEUCE, KicksCount.AT_ONCE

Mark = tuple[Pair, Why, int]
"""A chalk before it is known whether it counts: pair, reason, points."""


class Board(NamedTuple):
    """The board after a hand. ``bullseye`` is the pair that may sing, None while nobody may.

    ``level``: the hand after an unsung one ended level and nobody made high (12.j).
    """

    chalks: tuple[Chalk, ...]
    scores: Points
    bullseye: Pair | None
    level: bool


class _Chalks(dict[Mark, Chalk]):
    """The chalk of each mark, made when it is first wanted; there are but a few dozen."""

    def __init__(self, counted: bool) -> None:
        super().__init__()
        self.counted = counted

    def __missing__(self, mark: Mark) -> Chalk:
        chalk = self[mark] = Chalk(*mark, self.counted)
        return chalk


_COUNTED, _NOT_COUNTED = _Chalks(counted=True), _Chalks(counted=False)


def kick_points(ruleset: Ruleset, kick: str) -> int:
    """Points of a kicked card, by its rank; an unknown rank (``"?H"``) gives none (7.a)."""
    rank = kick[0]
    if rank == "J":
        return ruleset.kick_jack
    if rank == "A":
        return ruleset.kick_ace
    if rank == ("2" if ruleset.kicked_third_card is _DEUCE else "6"):
        return ruleset.kick_third_card
    return 0


def kick_marks(ruleset: Ruleset, kicks: Iterable[str], dealing: Pair) -> list[Mark]:
    """One mark for each kick that scores."""
    marks: list[Mark] = []
    for kick in kicks:
        points = kick_points(ruleset, kick)
        if points:
            marks.append((dealing, _KICK, points))
    return marks


def finished_early(ruleset: Ruleset, scores: Points, before_play: Iterable[Mark], unsung: Pair | None) -> bool:
    """Whether a kick or the given point ended the game, so that no card need be played.

    ``before_play``: the marks of the kicks and of the given point. A pair that did not
    sing plays on (12.j); under ``kicks_count=after-hand`` a kick alone ends nothing
    before the hand is played out.
    """
    target = ruleset.target
    ns, ew = scores
    if unsung is not None or ns >= target or ew >= target:
        return False
    at_once = ruleset.kicks_count is _AT_ONCE
    for pair, why, points in before_play:
        if at_once or why is not _KICK:
            if pair is _NS:
                ns += points
            else:
                ew += points
    return ns >= target or ew >= target


def chalk_up(
    ruleset: Ruleset, scores: Points, marks: Iterable[Mark], *, high: Pair | None, unsung: Pair | None
) -> Board:
    """Put the marks on the board in the order made (12.a) and say who may sing.

    Once a pair has reached the target nothing more counts. Everything counts in a
    hand that its winners did not sing (``unsung``), and in the hand after it, at the
    end of which the pair with more may sing; level, the pair that made high (12.j).
    """
    target = ruleset.target
    ns, ew = scores
    after_unsung = ns >= target or ew >= target
    all_count = after_unsung or unsung is not None
    chalks: list[Chalk] = []
    first: Pair | None = None
    for mark in marks:
        if first is not None and not all_count:
            chalks.append(_NOT_COUNTED[mark])
            continue
        chalks.append(_COUNTED[mark])
        pair, _, points = mark
        if pair is _NS:
            ns += points
            total = ns
        else:
            ew += points
            total = ew
        if total >= target and first is None:
            first = pair
    level = False
    if unsung is not None:
        first = None
    elif after_unsung:
        first = _NS if ns > ew else _EW if ew > ns else high
        level = first is None
    return _new(Board, (tuple(chalks), _new(Points, (ns, ew)), first, level))
