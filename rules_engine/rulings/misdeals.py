"""Misdeals: sections 4 to 7 where a deal goes wrong, and the pack that falls (11.c)."""

from __future__ import annotations

from rules_engine.penalty_code import Side
from rules_engine.records import NIL
from rules_engine.rulings.case import Case, Wanting
from rules_engine.rulings.choosing import check_fields, silent, take_offer
from rules_engine.seats import Pair
from rules_engine.verdicts import Effect, EffectName, Phase, RecordError

TEN = 10


def _point(case: Case, to: Side | None = None) -> Effect:
    return case.effect(EffectName.POINTS, n=1, to=to)


def _void_kick(case: Case) -> Effect:
    return case.effect(EffectName.VOID_KICK, to=Side.DEALERS)


def misdeal(case: Case) -> list[Effect]:
    """6.a: found before the 5th card; in a run deal 6.c goes before it."""
    if case.record.packet > 1:
        return misdeal_after_run(case)
    case.is_misdeal = True
    case.require("dealer", "hand.kicked", "scores")
    point = _point(case, Side.NON_DEALERS)
    if not _called_at_ten(case):
        return [point, _void_kick(case), case.effect(EffectName.DEAL_OVER)]
    void = [_void_kick(case)] if case.is_on("misdeal_at_ten_void_kick") else []
    return [point, *void, case.effect(EffectName.MOVES_ON)]


def _called_at_ten(case: Case) -> bool:
    """Whether the dealing pair stands at ten or more and called its own misdeal."""
    board = case.scores.of(case.dealers)
    if board < TEN:
        return False
    if not case.is_on("misdeal_ten_counts_kick") and board - case.kicked < TEN:
        return False
    return _called_by_dealers(case)


def _called_by_dealers(case: Case) -> bool:
    if case.record.called_by is None:
        raise Wanting(["called_by"])
    return case.record.called_by.pair is case.dealers


def misdeal_after_run(case: Case) -> list[Effect]:
    """6.c: in the second or third packet, found before the 5th card."""
    case.require("dealer")
    return _after_run(case)


def _after_run(case: Case) -> list[Effect]:
    if case.clause.number != "6.c":
        case.ruled_as = "6.c"
    void = [_void_kick(case)] if case.is_on("misdeal_after_run_void_kick") else []
    return [_point(case, Side.NON_DEALERS), *void, case.effect(EffectName.MOVES_ON)]


def late_misdeal(case: Case) -> list[Effect]:
    """6.b: a wrong number of cards found from the 5th card on.

    Wrong counts with both pairs are for the official: the choice then carries effects.
    """
    record = case.record
    if record.choice is not None and record.choice.effects is not None:
        return silent(case)
    if record.packet > 1 and case.option("late_misdeal_after_run") == "6.c":
        return misdeal_after_run(case)
    dealing = record.dealer is not None and case.offenders is case.dealers
    case.require("dealer", "hand.points", *(["hand.kicked"] if dealing else []), "scores")
    made = record.hand_points or NIL
    offenders = case.offenders or Pair.NS
    others = made.of(offenders.opponents)
    if case.option("late_misdeal_points") == "all":
        others += made.of(offenders)
    effects = [
        case.effect(EffectName.VOID_HAND),
        _point(case),
        case.effect(EffectName.GAMBLE),
        case.effect(EffectName.OTHER_POINTS, n=others),
        case.effect(EffectName.MOVES_ON),
    ]
    return [*effects, _void_kick(case)] if dealing else effects


def second_shuffle(case: Case) -> list[Effect]:
    """4.d: the cards were shuffled or run after the cut."""
    return _before_any_kick(case)


def dealt_wrongly(case: Case) -> list[Effect]:
    """5.a: dealt in another way than the code allows."""
    return _after_run(case) if case.record.packet > 1 else _before_any_kick(case)


def _before_any_kick(case: Case) -> list[Effect]:
    """A misdeal before the first kick, so that no kick can be lost; the rule of ten by reading."""
    case.is_misdeal = True
    moves_on = False
    if case.option("misdeal_at_ten_scope") == "all":
        if case.dealer is None:
            raise Wanting(["dealer"])
        at_ten = case.offenders is case.dealers and case.scores.of(case.dealers) >= TEN
        moves_on = at_ten and _called_by_dealers(case)
    return [_point(case), case.effect(EffectName.MOVES_ON if moves_on else EffectName.DEAL_OVER)]


def turned_up(case: Case) -> list[Effect]:
    """5.b: the dealer turned up an opponent's card."""
    ran = case.record.packet > 1
    offer = take_offer(case, ("hand.kicked",) if ran else ())
    effects = case.effects(offer.outcome.effects)
    return [*effects, _void_kick(case)] if ran and offer.name == "decline" else effects


def landslide(case: Case) -> list[Effect]:
    """5.e: cards fell out of the pack during the deal."""
    if case.record.packet == 1:
        case.ruled_as = "6.a"
    return misdeal(case)


def kicked_two(case: Case) -> list[Effect]:
    """7.c: more than one card kicked or lifted."""
    if case.record.choice is None:
        case.require("dealer", "choice")
    offer = take_offer(case)
    if offer.name in ("two-kicked", "declared-right"):
        case.ruled_as = "6.a"
        return misdeal(case)
    case.require("dealer")
    return case.effects(offer.outcome.effects)


def pack_fell(case: Case) -> list[Effect]:
    """11.c: the pack falls; what follows hangs on the moment."""
    if case.record.phase is Phase.KICKING:
        return [case.effect(EffectName.DEAL_OVER), case.effect(EffectName.NONE)]
    if case.record.phase is not Phase.BEGGING:
        case.ruled_as = "11.d"
        return [case.effect(EffectName.CARD, remedy="dead"), case.effect(EffectName.NONE)]
    offer = take_offer(case, known=frozenset({"void_kick"}))
    if offer.outcome.silent:
        return silent(case, offer.name)
    if offer.name == "running":
        check_fields(case, case.given, frozenset())
        return misdeal_after_run(case)  # the pack is being run: 5.e, so 6.c
    effects = [_point(case), case.effect(EffectName.DEAL_OVER)]
    return [*effects, _void_kick(case)] if _fallen_pack_voids(case) else effects


def _fallen_pack_voids(case: Case) -> bool:
    """Whether the kicked points are lost, by ``fallen_pack_void_kick``."""
    given = case.given
    reading = case.option("fallen_pack_void_kick")
    if reading == "ask":
        if given.void_kick is None or given.by is None:
            raise Wanting(["choice"])
        if given.by != "official":
            raise RecordError("choice.by", f"in 11.c the official decides on the kicked points, not {given.by!r}")
        return given.void_kick
    check_fields(case, given, frozenset())
    return (case.offenders is case.dealers) == (reading == "dealing-pair")
