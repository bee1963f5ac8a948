"""The sentence for the sheet: who did what, which clause, what follows."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.penalty_code import Kind
from rules_engine.rulings.case import Case
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Effect, EffectName

SEAT = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
PAIR = {Pair.NS: "N/S", Pair.EW: "E/W"}
NEED = {
    "dealer": "who dealt",
    "scores": "the score on the board",
    "bullseyes": "the bullseyes of both pairs",
    "games": "how many games the table plays",
    "hand.kicked": "the points kicked in this deal",
    "hand.points": "what each pair has made in this hand",
    "called_by": "who called the misdeal",
    "warned": "whether there was a warning before",
    "minutes": "how many minutes have gone",
    "choice": "what was chosen or decided, and by whom",
}
REMEDY = {
    "stands": "the card stands",
    "bottom-stands": "the bottom card stands",
    "retrieve": "the card is taken back",
    "dead": "the card is dead and goes back at the end of the hand",
    "rewrite": "the chalks are written anew in their order",
    "handle-again": "the dealer may handle the pack once more",
    "new-pack": "the captains agree on a new pack",
}
TOLD = {"captains": "the captains", "official": "an official", "committee": "the committee"}
CHOOSER = {"official": "the official", "captains": "the captains", "committee": "the committee"}


def reason_for(case: Case, effects: Sequence[Effect]) -> str:
    """One sentence on a complete ruling."""
    clause, given = case.clause, case.record.choice
    cite = clause.number if case.ruled_as is None else f"{clause.number}, ruled as {case.ruled_as}"
    said = [_words(effect) for effect in effects if not (case.follows and effect.effect is EffectName.NONE)]
    follows = "; ".join([*case.follows, *said]) or "nothing follows"
    if case.silent and given is not None:
        who = CHOOSER[given.by or "official"]
        text = " ".join((given.text or "").split()).rstrip(".")
        opening = f"No penalty is written for {clause.number}" if clause.number != "14.g" else "The code does not say"
        return f"{opening}, so {who} decided (14.g): {text}: {follows}."
    if clause.kind is Kind.RULE and case.sheet == clause.sheet and clause.sheet[0].isupper():
        return f"{clause.sheet.rstrip('.')} ({cite})."
    if case.record.offender is None:
        return f"{clause.unnamed} ({cite}): {follows}."
    return f"{SEAT[case.record.offender]} {case.sheet} ({cite}): {follows}."


def reason_wanting(case: Case, needs: Sequence[str]) -> str:
    """One sentence on what is still needed."""
    wanted = ", ".join(NEED[name] for name in needs)
    if "choice" in needs:
        who = case.who_chooses()
        wanted += f" (for {CHOOSER.get(who) or SEAT[Seat(who)]} to say)"
    return f"{case.clause.number} ({case.clause.title}) still needs {wanted}."


def _words(effect: Effect) -> str:
    n = effect.n or 0
    pair = PAIR[effect.pair] if effect.pair else "nobody"
    seat = SEAT[effect.seat] if effect.seat else "the person"
    may = "may be" if effect.may else "is"
    match effect.effect:
        case EffectName.POINTS:
            return f"{n} point{'s' * (n != 1)} to {pair}"
        case EffectName.BULLSEYE:
            beyond = ""
            if effect.excess:
                part = "" if effect.excess == n else f"{effect.excess} of them "
                beyond = f", {part}beyond the games left"
            return f"{'a bullseye' if n == 1 else f'{n} bullseyes'} to {pair}{beyond}"
        case EffectName.GAMBLE:
            return f"gamble to {pair}"
        case EffectName.HUNG:
            return f"the jack is written as hung by {pair}"
        case EffectName.OTHER_POINTS:
            return f"{pair} keep the {n} that they made by high, low and jack"
        case EffectName.VOID_HAND:
            return f"what {pair} made in this hand does not count"
        case EffectName.VOID_GAME:
            return f"the chalks of {pair} in this game go to zero"
        case EffectName.VOID_KICK:
            return (
                f"the {n} kicked by {pair} come{'s' * (n == 1)} off"
                if n
                else f"{pair} had kicked nothing that comes off"
            )
        case EffectName.BAR_GAMBLE:
            return f"{pair} cannot have gamble of this hand"
        case EffectName.WARN:
            return f"{pair} are warned"
        case EffectName.DEAL_OVER:
            return "the same dealer deals again"
        case EffectName.MOVES_ON:
            return "the deal moves on"
        case EffectName.NONE:
            return "no penalty"
        case EffectName.SUBSTITUTE:
            return f"{seat} must be substituted"
        case EffectName.EJECT:
            return f"{seat} {may} put out of the game"
        case EffectName.DEBAR:
            return f"{seat} {may} barred from the tournament"
        case EffectName.FINE:
            return f"{seat} {may} fined"
        case EffectName.GAME | EffectName.MATCH:
            return f"the {effect.effect} goes to {pair}"
        case EffectName.CLOSE_TABLE:
            over = f"{n} of its bullseyes go{'es' * (n == 1)} to {pair}" if n else "none of its bullseyes goes over"
            return f"the table is closed and {over}"
        case EffectName.INFORM:
            return f"{' and '.join(TOLD.get(who, who) for who in effect.who)} must be told"
        case EffectName.CARD:
            return REMEDY.get(effect.remedy or "", effect.remedy or "")
        case EffectName.NOTE_NAME:  # pragma: no branch - mypy sees that no effect is left
            return "the name goes on the score sheet"
