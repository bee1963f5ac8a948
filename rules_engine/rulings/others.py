"""The other clauses that compute: cut, kick, run, clock, chalks, abandoned tables."""

from __future__ import annotations

from rules_engine.penalty_code import clause
from rules_engine.rulings.case import Case
from rules_engine.rulings.choosing import STATED, follow, silent, take_offer
from rules_engine.verdicts import Effect, EffectName, Phase

BREAK = 5
CALLED_BACK = 5
RULED_ON = 10


def _none(case: Case) -> list[Effect]:
    return [case.effect(EffectName.NONE)]


def not_cut(case: Case) -> list[Effect]:
    """4.c: an objection that the pack was not cut is open until the kick and too late after it."""
    if case.record.phase in (Phase.BEFORE_DEAL, Phase.DEALING, Phase.KICKING):
        return silent(case)
    return _none(case)


def kick(case: Case) -> list[Effect]:
    """5.d: how the dealer kicks. Only towards oneself has a reading; the rest is silent."""
    given = case.record.choice
    if given is None or given.option is None:
        return silent(case)
    if case.option("kick_towards_self") == "silent":
        return silent(case, take_offer(case, known=STATED).name)
    take_offer(case)
    case.ruled_as = "7.b"
    return _as_before_kick(case)


def before_kick(case: Case) -> list[Effect]:
    """7.b: between putting the pack down and the kick; by reading some acts fall under 5.g."""
    offer = take_offer(case)
    if offer.name in ("looking", "dealing-to-self") and case.option("dealer_after_pack_down") == "5.g":
        case.ruled_as = "5.g"
        return case.effects(clause("5.g").outcome.effects)
    return _as_before_kick(case)


def _as_before_kick(case: Case) -> list[Effect]:
    case.require("hand.kicked", "scores")
    return case.effects(clause("7.b").outcome.effects)


def ran_out(case: Case) -> list[Effect]:
    """7.e: the pack ran out; the deal moves on only where a kick made the bullseye."""
    done = case.scores.of(case.dealers) >= case.ruleset.target
    return [case.effect(EffectName.MOVES_ON if done else EffectName.DEAL_OVER)]


def under_trump(case: Case) -> list[Effect]:
    """10.b: an offence, allowed, or forbidden without a penalty of its own."""
    reading = case.option("under_trumping")
    if reading == "forbidden":
        return silent(case)
    if reading == "allowed":
        return _none(case)
    return case.effects(case.clause.outcome.effects)


def slammed(case: Case) -> list[Effect]:
    """11.l: a slammed card turned up a card of the pack; the opponents choose."""
    offer = take_offer(case)
    effects = case.effects(offer.outcome.effects)
    if offer.name == "continue":
        return effects
    if case.offenders is case.dealers:
        effects.append(case.effect(EffectName.VOID_KICK))
    return effects


def break_over(case: Case) -> list[Effect]:
    """11.n: not seated when the break is over: a bullseye for every 5 minutes gone."""
    case.require("minutes")
    told = [case.effect(EffectName.INFORM, who=case.clause.informs)]
    late = (case.record.minutes or 0) // BREAK
    return [*told, case.effect(EffectName.BULLSEYE, n=late)] if late else told


def left_table(case: Case) -> list[Effect]:
    """11.o: leave of 5 minutes; then captains and official are told; after 10 the official decides."""
    case.require("minutes")
    minutes = case.record.minutes or 0
    if minutes < CALLED_BACK:
        return _none(case)
    if minutes < RULED_ON:
        return [case.effect(EffectName.INFORM, who=case.clause.informs)]
    return follow(case, case.clause.outcome)


def chalk_order(case: Case) -> list[Effect]:
    """12.b: chalks written wrongly; before the partner by reading 11.h's warning goes first."""
    offer = take_offer(case)
    if offer.name == "partner-side" and case.option("chalks_before_partner") == "11.h":
        case.ruled_as = "11.h"
        return follow(case, clause("11.h").choices[0].outcome)
    return follow(case, offer.outcome)


def abandoned(case: Case) -> list[Effect]:
    """14.d: all of the table's remaining bullseyes, or by reading a number up to that."""
    if case.option("abandoned_table") == "official":
        return follow(case, case.clause.outcome)
    case.require("bullseyes", "games")
    return [case.effect(EffectName.CLOSE_TABLE, n=case.bullseyes_left)]
