"""The words in which the code's typed values are told: who, when, what follows, within which bounds."""

from __future__ import annotations

from collections.abc import Set

from rules_engine.penalty_code import REMAINING, Chooser, Decision, EffectSpec, Kind, Outcome, Side, Who
from rules_engine.readings import OPTION_BY_NAME
from rules_engine.rulings.case import LOSES
from rules_engine.rulings.wording import REMEDY
from rules_engine.rulings.wording import TOLD as TOLD
from rules_engine.verdicts import EffectName, Phase

CODE = {
    "round-robin": "Round Robin code",
    "trinidad": "Trinidad club rules",
    "tobago": "Tobago club rules",
    "parlour": "Parlour rules",
}
KIND = {
    Kind.OFFENCE: "Offence",
    Kind.RULE: "Rule; nothing is lost by it",
    Kind.SILENT: "Offence whose penalty is not written",
}
WHO = {
    Who.ANY: "Any player",
    Who.DEALER: "The dealer",
    Who.CUTTER: "The cutter, on the dealer’s left",
    Who.LEAD_PLAYER: "The lead player, on the dealer’s right",
    Who.NOT_DEALER: "Any player but the dealer",
    Who.BYSTANDER: "The two who neither deal nor cut",
    Who.NOBODY_NEEDED: "Anybody, seated at the table or not",
}
PHASE = {
    Phase.BEFORE_DEAL: "Before the deal",
    Phase.DEALING: "While dealing",
    Phase.KICKING: "Kick",
    Phase.BEGGING: "Begging",
    Phase.FIRST_ROUND: "First lift",
    Phase.PLAYING: "Later lifts",
    Phase.AFTER_HAND: "After the hand",
    Phase.BETWEEN_GAMES: "Between games",
    Phase.MATCH: "Around the match",
}
CHOOSER = {
    Chooser.OFFICIAL: "the official",
    Chooser.CAPTAINS: "the captains",
    Chooser.COMMITTEE: "the committee",
    Chooser.OWNER: "whose card it is",
    Chooser.OPPONENTS: "the other pair",
}
SIDE = {
    Side.OFFENDERS: "the offending pair",
    Side.OPPONENTS: "the other pair",
    Side.DEALERS: "the dealing pair",
    Side.NON_DEALERS: "the pair that does not deal",
}
WORKS_OUT = {
    "second_shuffle": "Depends on who called it, on the score and on what was kicked.",
    "dealt_wrongly": "Depends on which packet was being dealt, on the score and on what was kicked.",
    "turned_up": "Depends on which packet was being dealt and on what was kicked.",
    "landslide": "Depends on which packet was being dealt, as a misdeal does.",
    "misdeal": "Depends on the score with the kick in it, and on who called the misdeal.",
    "late_misdeal": "Depends on which pair offended, on what was kicked and on what each pair has made in the hand.",
    "after_run": "Depends on the score and on what was kicked.",
    "kicked_two": "Depends on which packet it was, and on whether the right card was named.",
    "pack_fell": "Depends on when the pack fell and on which pair upset it.",
    "not_cut": "Depends on whether the kick had been seen.",
    "kick": "Depends on what exactly the dealer did with the kick.",
    "before_kick": "Depends on what exactly the dealer did.",
    "ran_out": "Depends on whether a kick has made the bullseye.",
    "under_trump": "Depends on whether the ruleset forbids it.",
    "slammed": "Depends on which pair slammed.",
    "break_over": "A bullseye for every full five minutes.",
    "left_table": "Depends on how many minutes have gone.",
    "chalk_order": "Depends on what was wrong with the chalks.",
    "abandoned": "All the bullseyes that the table has left, unless read otherwise.",
}
"""For each way of working a clause out: on what the answer depends."""


def phases(found: Set[Phase]) -> str:
    """When it can happen."""
    if len(found) == len(Phase):
        return "At any time"
    return ", ".join(
        PHASE[phase] if n == 0 else PHASE[phase].lower() for n, phase in enumerate(p for p in Phase if p in found)
    )


def effect(spec: EffectSpec) -> str:
    """One effect of a row, with the readings that change it."""
    if spec.option is None:
        return _effect(spec.effect, spec)
    option = OPTION_BY_NAME[spec.option]
    meanings = {str(value): text for value, text in zip(option.values, option.words, strict=True)}
    said = [
        f"{_effect(name, spec)} (read as: {meanings.get(str(value), value)})" for value, name in spec.by_value.items()
    ]
    return " or ".join(said)


def _effect(name: EffectName, spec: EffectSpec) -> str:
    n = spec.n
    side = SIDE[spec.to or (Side.OFFENDERS if name in LOSES else Side.OPPONENTS)]
    may = "may be" if spec.may else "is"
    match name:
        case EffectName.POINTS:
            return f"{'a point' if n == 1 else f'{n} points'} to {side}"
        case EffectName.BULLSEYE:
            return f"{'a bullseye' if n in (1, None) else f'{n} bullseyes'} to {side}"
        case EffectName.GAMBLE:
            return f"gamble to {side}"
        case EffectName.HUNG:
            return f"the jack is written as hung by {side}"
        case EffectName.OTHER_POINTS:
            return f"{side} keep what they made by high, low and jack"
        case EffectName.VOID_HAND:
            return f"what {side} made in this hand does not count"
        case EffectName.VOID_GAME:
            return f"the chalks of {side} in this game go to zero"
        case EffectName.VOID_KICK:
            return f"the points kicked by {side} come off"
        case EffectName.BAR_GAMBLE:
            return f"{side} cannot have gamble of this hand"
        case EffectName.WARN:
            return f"{side} are warned"
        case EffectName.DEAL_OVER:
            return "the same dealer deals again"
        case EffectName.MOVES_ON:
            return "the deal moves on"
        case EffectName.NONE:
            return "no penalty"
        case EffectName.SUBSTITUTE:
            return "the player must be substituted"
        case EffectName.EJECT:
            return f"the player {may} put out of the game"
        case EffectName.DEBAR:
            return f"the player {may} barred from the tournament"
        case EffectName.FINE:
            return f"the player {may} fined"
        case EffectName.GAME | EffectName.MATCH:
            return f"the {name} goes to {side}"
        case EffectName.CLOSE_TABLE:
            return f"the table is closed, and the bullseyes decided on go to {side}"
        case EffectName.INFORM:
            return f"{' and '.join(TOLD[who] for who in spec.who)} must be told"
        case EffectName.CARD:
            return REMEDY[spec.remedy or ""]
        case EffectName.NOTE_NAME:  # pragma: no branch - mypy sees that no effect is left
            return "the name goes on the score sheet"


_COSTS = {
    EffectName.POINTS: "point",
    EffectName.BULLSEYE: "bullseye",
    EffectName.GAME: "the game",
    EffectName.MATCH: "the match",
    EffectName.CLOSE_TABLE: "the table",
    EffectName.DEBAR: "debarred",
    EffectName.EJECT: "put out",
    EffectName.FINE: "fine",
    EffectName.SUBSTITUTE: "substituted",
    EffectName.VOID_GAME: "chalks struck",
    EffectName.VOID_HAND: "hand struck",
    EffectName.VOID_KICK: "kick struck",
    EffectName.DEAL_OVER: "deal again",
    EffectName.MOVES_ON: "deal moves on",
    EffectName.WARN: "warning",
}
"""What a list says of an effect, the weightiest first."""


def short(outcome: Outcome) -> str:
    """An outcome in two or three words."""
    if outcome.silent:
        return "official decides"
    found = {name for spec in outcome.effects for name in spec.by_value.values()}
    said = next((text for name, text in _COSTS.items() if name in found), "")
    number = max(
        (spec.n or 1 for spec in outcome.effects if spec.effect in (EffectName.POINTS, EffectName.BULLSEYE)), default=1
    )
    if said in ("point", "bullseye"):
        said = f"{number} {said}{'s' if number > 1 else ''}"
    return f"warning, then {said}" if outcome.first and said else said


def bounds(decision: Decision) -> str:
    """Within which bounds something is decided."""
    if decision.most is None:
        return "yes or no"
    if decision.most == REMAINING:
        return "from none to all the bullseyes that the table has left"
    return f"from 0 to {decision.most}"
