"""What follows in the official's own words, where the code is silent (14.g): any of the engine's effects, any number.

Each consequence is a row of questions: what, and then only what that kind of effect is stated with. A row filled brings
the next one, as far as the engine reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from penalties.selectors.code_words import TOLD
from penalties.selectors.questions import Keys, Question, Read
from rules_engine.reading import MOST_STATED
from rules_engine.rulings.case import GAINS, LOSES, PERSONAL
from rules_engine.rulings.stating import MOST, NUMBER_NEEDED
from rules_engine.rulings.wording import REMEDY
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import EffectName
from scoring.selectors.words import PAIR_SHORT, SEAT_LONG

PARTS = ("effect", "to", "n", "how")
"""The questions of one row; the row's number stands behind each."""

STATED: dict[EffectName, str] = {
    EffectName.NONE: "No penalty",
    EffectName.WARN: "A warning",
    EffectName.POINTS: "Points",
    EffectName.BULLSEYE: "Bullseyes",
    EffectName.DEAL_OVER: "The same dealer deals again",
    EffectName.MOVES_ON: "The deal moves on",
    EffectName.VOID_KICK: "The kicked points come off",
    EffectName.VOID_HAND: "Nothing made in this hand counts",
    EffectName.VOID_GAME: "The chalks of this game come off",
    EffectName.GAMBLE: "Gamble of this hand",
    EffectName.BAR_GAMBLE: "No gamble of this hand",
    EffectName.HUNG: "The jack is written as hung",
    EffectName.OTHER_POINTS: "Points made by high, low and jack",
    EffectName.GAME: "The game",
    EffectName.MATCH: "The match",
    EffectName.CLOSE_TABLE: "The table is closed, bullseyes of it",
    EffectName.SUBSTITUTE: "Must be substituted",
    EffectName.EJECT: "Put out of the game",
    EffectName.DEBAR: "Barred from the tournament",
    EffectName.FINE: "A fine",
    EffectName.INFORM: "Somebody is told",
    EffectName.CARD: "A remedy at the table",
    EffectName.NOTE_NAME: "The name on the score sheet",
}
"""Each of the engine's kinds of effect as an official states it, in the order in which they are offered."""

EFFECTS: Keys = tuple(
    (effect.value, STATED[effect]) for effect in sorted(EffectName, key=lambda effect: [*STATED].index(effect))
)
PAIRS: Keys = tuple((pair.value, PAIR_SHORT[pair]) for pair in Pair)
SEATS: Keys = tuple((seat.value, SEAT_LONG[seat]) for seat in Seat)
REMEDIES: Keys = tuple(REMEDY.items())
MAY: Keys = (("is", "at once"), ("may", "may follow"))
_MAY = PERSONAL - {EffectName.WARN, EffectName.NOTE_NAME, EffectName.SUBSTITUTE}


def _told() -> Iterator[tuple[str, str]]:
    for size in range(1, len(TOLD) + 1):
        for who in combinations(TOLD, size):
            yield "+".join(who), " and ".join(TOLD[one] for one in who)


INFORMED: Keys = tuple(_told())


def rows(read: Read) -> Iterator[Question]:
    """The questions of every row that is filled, as far as its kind is known, and of an empty one behind them."""
    filled = [number for number in range(1, MOST_STATED + 1) if read(_what(number)) not in (None, "")]
    for number in range(1, min(max(filled, default=0) + 1, MOST_STATED) + 1):
        what = _what(number)
        yield what
        said = read(what)
        if said in set(EffectName):
            yield from _details(number, EffectName(str(said)))


def _what(number: int) -> Question:
    first = number == 1
    return Question(f"effect_{number}", "What follows" if first else "And", EFFECTS, required=first, select=True)


def _details(number: int, effect: EffectName) -> Iterator[Question]:
    """What this kind of effect is stated with. What the engine works out by itself is not asked."""
    if effect in PERSONAL:
        yield Question(f"to_{number}", "whom", SEATS, required=False, select=True, blank="the offender")
    elif effect in GAINS | LOSES:
        whose = "which pair gains" if effect in GAINS else "which pair loses"
        yield Question(f"to_{number}", whose, PAIRS, required=False, select=True)
    if effect in NUMBER_NEEDED:
        yield Question(f"n_{number}", "how many", most=MOST, required=False)
    keys = {EffectName.INFORM: INFORMED, EffectName.CARD: REMEDIES}.get(effect, MAY if effect in _MAY else ())
    if keys:
        yield Question(f"how_{number}", "how", keys, required=False, select=True, initial="is" if keys is MAY else "")


def read_back(number: int, effect: Mapping[str, Any]) -> dict[str, str | int]:
    """The answers of row ``number`` that state ``effect``: :func:`effect_of` the other way round."""
    answers: dict[str, str | int] = {f"effect_{number}": effect["effect"]}
    for name, key in (("to", "pair"), ("to", "seat"), ("n", "n"), ("how", "remedy")):
        if effect.get(key) is not None:
            answers[f"{name}_{number}"] = effect[key]
    if effect.get("who"):
        answers[f"how_{number}"] = "+".join(effect["who"])
    if EffectName(effect["effect"]) in _MAY:
        answers[f"how_{number}"] = "may" if effect.get("may") else "is"
    return answers


def effects_of(answers: Mapping[str, str | int], offender: str | None) -> list[dict[str, Any]]:
    """Every consequence that the answers state, as the engine reads them."""
    return [_effect(answers, number, offender) for number in numbers_of(answers)]


def numbers_of(answers: Mapping[str, Any]) -> list[int]:
    """The rows that are filled, in order."""
    return [number for number in range(1, MOST_STATED + 1) if answers.get(f"effect_{number}") not in (None, "")]


def _effect(answers: Mapping[str, str | int], number: int, offender: str | None) -> dict[str, Any]:
    """One consequence; what concerns a person concerns the offender unless said."""
    name = EffectName(str(answers[f"effect_{number}"]))
    to, how = answers.get(f"to_{number}"), str(answers.get(f"how_{number}") or "")
    effect: dict[str, Any] = {"effect": name.value}
    if name in PERSONAL and (to or offender) in set(Seat):
        effect["seat"] = to or offender
    elif to in set(Pair):
        effect["pair"] = to
    if answers.get(f"n_{number}") is not None:
        effect["n"] = answers[f"n_{number}"]
    if name is EffectName.INFORM and how:
        effect["who"] = how.split("+")
    elif name is EffectName.CARD and how:
        effect["remedy"] = how
    elif name in _MAY and how == "may":
        effect["may"] = True
    return effect
