"""What somebody chose or decided, checked against what the clause offers."""

from __future__ import annotations

from dataclasses import fields

from rules_engine.penalty_code import REMAINING, Chooser, Clause, Decision, Offer, Outcome, Side
from rules_engine.records import Choice
from rules_engine.rulings.case import Case, Wanting
from rules_engine.rulings.stating import stated
from rules_engine.seats import Seat
from rules_engine.verdicts import Effect, EffectName, RecordError

OFFICES = ("official", "captains", "committee")
SILENT_DECIDERS = ("official", "committee")
STATED = frozenset({"effects", "text"})
_ALWAYS = frozenset({"option", "by"})


def resolve(case: Case) -> list[Effect]:
    """The effects that the clause's data give, after its choice, warning or discretion."""
    if not case.clause.choices:
        return follow(case, case.clause.outcome)
    return follow(case, take_offer(case).outcome)


def take_offer(case: Case, extra: tuple[str, ...] = (), known: frozenset[str] = frozenset()) -> Offer:
    """The offer that was chosen, or the one taken by default.

    ``extra``: needs to name beside ``choice``; ``known``: fields that the choice may
    carry. RecordError naming ``choice`` for a spelling that is not offered.
    """
    given = case.record.choice
    offer = default_offer(case.clause)
    if given is not None and given.option is not None:
        offer = case.clause.choice(given.option)
        if offer is None:
            raise RecordError("choice", _not_offered(case, given.option))
    if offer is None:
        raise Wanting(["choice", *(name for name in extra if not case.has(name))])
    if given is not None:
        check_by(case, given)
        if not (offer.outcome.decides or offer.outcome.silent):
            check_fields(case, given, known)
    if offer.sheet:
        case.sheet = offer.sheet
    return offer


def default_offer(clause: Clause) -> Offer | None:
    """The offer taken when nothing is chosen."""
    return next((offer for offer in clause.choices if offer.default), None)


def _not_offered(case: Case, option: str) -> str:
    if not case.offers:
        return f"{case.clause.number} offers no choice by name, so {option!r} says nothing"
    return f"{option!r} is not offered in {case.clause.number}; there are {', '.join(case.offers)}"


def check_by(case: Case, given: Choice) -> None:
    """Who chose must be an office or a seat that may. RecordError naming ``choice.by``."""
    if given.by is None or given.by in OFFICES:
        return
    if given.by not in set(Seat):
        raise RecordError("choice.by", f"{given.by!r} is neither a seat nor one of {', '.join(OFFICES)}")
    if case.clause.chooser not in (Chooser.OWNER, Chooser.OPPONENTS):
        return
    # 5.c alone turns up a card of the dealer's own pair.
    own = case.clause.number == "5.c"
    allowed = case.pair_of(Side.OFFENDERS if own else Side.OPPONENTS)
    if Seat(given.by).pair is not allowed:
        raise RecordError("choice.by", f"in {case.clause.number} the choice belongs to {allowed}, not to {given.by}")


def check_fields(case: Case, given: Choice, known: frozenset[str]) -> None:
    """Nothing else may be said. RecordError naming ``choice.NAME``."""
    for field in fields(given):
        if field.name not in _ALWAYS | known and getattr(given, field.name) is not None:
            raise RecordError(f"choice.{field.name}", f"is not asked for in {case.clause.number}")


def follow(case: Case, outcome: Outcome) -> list[Effect]:
    """The effects of one outcome: silent, warned first, decided, or plain."""
    case.ruled_as = outcome.ruled_as or case.ruled_as
    if outcome.silent:
        return silent(case)
    if outcome.first:
        case.consulted.add("warnings_scope")
        case.require("warned")
        if not case.record.warned:
            return case.effects(outcome.first)
    decided = decide(case, outcome)
    return decided + case.effects(outcome.effects)


def decide(case: Case, outcome: Outcome) -> list[Effect]:
    """What the decider settled within the bounds of the code.

    Wanting ``choice`` until all of it, and by whom, is given.
    """
    if not outcome.decides:
        return []
    case.chooser = outcome.decider or case.chooser
    if any(decision.most == REMAINING for decision in outcome.decides):
        case.require("bullseyes", "games", "choice")
    given = case.given
    if given.option is not None and not case.offers:
        raise RecordError("choice", _not_offered(case, given.option))
    check_fields(case, given, frozenset({"text", *(decision.name for decision in outcome.decides)}))
    values = [getattr(given, decision.name) for decision in outcome.decides]
    if None in values or given.by is None:
        raise Wanting(["choice"])
    if given.by != case.chooser.value:
        raise RecordError("choice.by", f"in {case.clause.number} the {case.chooser} decides, not {given.by!r}")
    effects: list[Effect] = []
    for decision, value in zip(outcome.decides, values, strict=True):
        effects += _decided(case, decision, value)
    return effects


def _decided(case: Case, decision: Decision, value: bool | int) -> list[Effect]:
    if decision.most is None:
        if value and all(spec.effect is EffectName.NONE for spec in decision.effects):
            case.follows.append(decision.text[:1].lower() + decision.text[1:])
        return case.effects(decision.effects) if value else []
    most = case.bullseyes_left if decision.most == REMAINING else decision.most
    if not 0 <= value <= most:
        raise RecordError("choice", f"{decision.name} must be from 0 to {most} here, not {value}")
    # The effects of a number carry it; closing a table stands even with none.
    if not value and decision.most != REMAINING:
        return []
    if value and case.record.offender is None:
        raise RecordError("offender", f"name the seat that offended, or give 0 {decision.name}")
    return [case.effect(spec.effect, n=value) for spec in decision.effects]


def silent(case: Case, option: str | None = None) -> list[Effect]:
    """Where the code gives no penalty: official or committee decide and say why (14.g).

    ``option``: the spelling that led here, if any. Wanting ``choice`` until who,
    what and why are given.
    """
    case.silent = True
    case.chooser = Chooser.OFFICIAL
    given = case.given
    if given.option not in (None, option):
        raise RecordError("choice", _not_offered(case, given.option))
    check_fields(case, given, STATED)
    if given.by is None or given.effects is None or not (given.text or "").strip():
        raise Wanting(["choice"])
    if given.by not in SILENT_DECIDERS:
        raise RecordError("choice.by", f"where the code is silent official or committee decide, not {given.by!r}")
    return stated(case, given.effects)
