"""Choosing a ruleset and its options; what they mean is the engine's alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError

from rules_engine.match import MatchRules
from rules_engine.rulesets import Ruleset
from rules_engine.verdicts import RecordError
from tournaments.words import tidy


def checked_name(name: object) -> str:
    """The name of a published ruleset; ValidationError when there is none of it."""
    if not isinstance(name, str):
        raise ValidationError("Choose a ruleset by its name.", code="invalid")
    try:
        return Ruleset.named(name).base.value
    except RecordError as error:
        raise ValidationError(_sentence(error.text), code="unknown") from error


def checked_options(name: str, options: object) -> dict[str, Any]:
    """The options that differ from the published ruleset ``name``, as kept.

    ValidationError, with the option's name in it, for one that the engine does not
    know or a value that it does not offer.
    """
    if not isinstance(options, Mapping):
        raise ValidationError("The options are named values.", code="invalid")
    try:
        overrides: dict[str, Any] = dict(Ruleset.named(name).with_options(options).overrides())
    except RecordError as error:
        option = error.field.removeprefix("options.")
        raise ValidationError(f"{ascii(option)[1:-1][:60]}: {error.text}", code="unknown") from error
    for option, value in overrides.items():
        if isinstance(value, str):
            try:
                tidy(value, longest=40)
            except ValidationError as error:
                raise ValidationError(f"{option}: {error.messages[0]}", code="invalid") from error
    return overrides


def checked_race(tables: int, games: int, target: int | None, *, of: str = "") -> int | None:
    """The race target as set, or None for the one worked out; ValidationError when the engine has no such race.

    ``of``: whose it is, to begin the message with.
    """
    if target is None:
        return None
    try:
        MatchRules(tables, games, target)
    except ValueError as error:
        raise ValidationError(of + _sentence(str(error)), code="race") from error
    return target


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
