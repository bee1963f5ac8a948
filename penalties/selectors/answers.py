"""The answers to a case's questions, and the incident that they make: one way and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penalties.selectors import stating

Answers = dict[str, str | int]
"""What was answered, by the names of the questions."""

NONE_OF_THESE = "none-of-these"
"""The key for what is none of the choices that a clause offers."""


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
        answers |= stating.read_back(number, effect)
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
    effects = stating.effects_of(answers, offender)
    if effects:
        choice["effects"] = effects
    if "text" in answers:
        choice["text"] = answers["text"]
    if "by" in answers and set(choice) - {"option"}:
        choice["by"] = answers["by"]
    return choice
