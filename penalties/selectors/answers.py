"""The answers to a case's questions, and the incident that they make: one way and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.seats import Seat
from rules_engine.verdicts import EffectName

Answers = dict[str, str | int]
"""What was answered, by the names of the questions."""

NONE_OF_THESE = "none-of-these"
"""The key for what is none of the choices that a clause offers."""
STATED_EFFECTS = 3
"""How many consequences an official can state where the code is silent."""


def compose(base: Mapping[str, Any], answers: Mapping[str, str | int]) -> dict[str, Any]:
    """The incident's fields from the answers by their names."""
    asked: dict[str, Any] = dict(base)
    for name in ("dealer", "called_by", "minutes"):
        if name in answers:
            asked[name] = answers[name]
    if "packet" in answers:
        asked["packet"] = int(answers["packet"])
    hand: dict[str, Any] = {}
    if "kicked" in answers:
        hand["kicked"] = int(answers["kicked"])
    if "made_NS" in answers and "made_EW" in answers:
        hand["points"] = {"NS": answers["made_NS"], "EW": answers["made_EW"]}
    if hand:
        asked["hand"] = hand
    choice = _choice(answers, base.get("offender"))
    if choice:
        asked["choice"] = choice
    return asked


def answers_of(asked: Mapping[str, Any]) -> Answers:
    """What was answered to get ``asked``: :func:`compose` the other way round, as a form starts with it."""
    hand, choice = asked.get("hand") or {}, asked.get("choice") or {}
    choice = {"option": choice} if isinstance(choice, str) else dict(choice)
    answers: Answers = {name: asked[name] for name in ("dealer", "called_by", "minutes") if asked.get(name) is not None}
    if asked.get("packet"):
        answers["packet"] = str(asked["packet"])
    if hand.get("kicked") is not None:
        answers["kicked"] = str(hand["kicked"])
    for pair, n in (hand.get("points") or {}).items():
        answers[f"made_{pair}"] = n
    for name in ("option", "by", "text"):
        if choice.get(name) is not None:
            answers[name] = choice.pop(name)
    for number, effect in enumerate(choice.pop("effects", None) or (), 1):
        answers[f"effect_{number}"] = effect["effect"]
        answers |= {
            f"{name}_{number}": effect[key]
            for name, key in (("to", "pair"), ("to", "seat"), ("n", "n"))
            if effect.get(key) is not None
        }
    for name, value in choice.items():
        answers[f"decide_{name}"] = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    if "text" in answers and "option" not in answers:
        answers |= {"otherwise": "yes", "option": NONE_OF_THESE}
    return answers


def _choice(answers: Mapping[str, str | int], offender: str | None) -> dict[str, Any]:
    choice: dict[str, Any] = {}
    if answers.get("option") not in (None, NONE_OF_THESE):
        choice["option"] = answers["option"]
    for name, value in answers.items():
        if name.startswith("decide_"):
            choice[name.removeprefix("decide_")] = {"yes": True, "no": False}.get(str(value), value)
    choice = {
        name: int(value) if isinstance(value, str) and value.isdecimal() else value for name, value in choice.items()
    }
    effects = [
        _stated(answers, number, offender) for number in range(1, STATED_EFFECTS + 1) if f"effect_{number}" in answers
    ]
    if effects:
        choice["effects"] = effects
    if "text" in answers:
        choice["text"] = answers["text"]
    if "by" in answers and set(choice) - {"option"}:
        choice["by"] = answers["by"]
    return choice


_OF_A_SEAT = frozenset(
    {
        EffectName.WARN.value,
        EffectName.SUBSTITUTE.value,
        EffectName.EJECT.value,
        EffectName.DEBAR.value,
        EffectName.FINE.value,
        EffectName.NOTE_NAME.value,
    }
)


def _stated(answers: Mapping[str, str | int], number: int, offender: str | None) -> dict[str, Any]:
    """One consequence in the official's own words; what concerns a person concerns the offender unless said."""
    effect: dict[str, Any] = {"effect": answers[f"effect_{number}"]}
    to = answers.get(f"to_{number}")
    if effect["effect"] in _OF_A_SEAT and (to or offender) in set(Seat):
        effect["seat"] = to or offender
    elif to in set(Seat):
        effect["pair"] = Seat(str(to)).pair.value
    elif to:
        effect["pair"] = to
    if answers.get(f"n_{number}") is not None:
        effect["n"] = answers[f"n_{number}"]
    return effect
