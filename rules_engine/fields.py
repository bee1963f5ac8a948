"""Reading one field at a time, strictly; every error names the field by its dotted path.

Null and absent mean the same and give None. A truth value is no number. List
entries are counted from 1 (``lifts.2``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import TypeVar

from rules_engine.cards import Card, Kick
from rules_engine.verdicts import Points, RecordError

LONGEST_TEXT = 4000
LONGEST_LIST = 52
SHORT = 40
_SIDES = frozenset(("NS", "EW"))

Object = Mapping[str, object]
"""A decoded JSON object."""

_S = TypeVar("_S", bound=StrEnum)
_C = TypeVar("_C", Card, Kick)


def at(path: str, key: str) -> str:
    """The dotted path of a field."""
    return f"{path}.{key}" if path else key


def short(value: object) -> str:
    """A value as it can stand in a message: short, on one line."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 100:
        return "a number of very many digits"
    text = repr(value)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def object_of(obj: object, path: str, allowed: AbstractSet[str]) -> Object:
    """An object with no field but those allowed."""
    if not isinstance(obj, dict):
        raise RecordError(path, "must be an object")
    if obj.keys() <= allowed:
        return obj
    unknown = next(key for key in obj if key not in allowed)
    raise RecordError(at(path, _name(unknown)), "is not a field of this record")


def _name(key: object) -> str:
    """An unknown key as it can stand in a path."""
    text = str(key)
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


def word(fields: Object, key: str, path: str, words: Mapping[object, _S]) -> _S | None:
    """One of a closed set of words, None when absent."""
    value = fields.get(key)
    if value is None:
        return None
    if isinstance(value, str) and value in words:
        return words[value]
    raise RecordError(at(path, key), f"must be one of {', '.join(words.values())}, not {short(value)}")


def truth(fields: Object, key: str, path: str) -> bool | None:
    """True, false, or None when absent."""
    value = fields.get(key)
    if value is None or isinstance(value, bool):
        return value
    raise RecordError(at(path, key), f"must be true or false, not {short(value)}")


def number(fields: Object, key: str, path: str, least: int, most: int) -> int | None:
    """A whole number within its bounds, None when absent."""
    value = fields.get(key)
    if value is None or (type(value) is int and least <= value <= most):
        return value
    raise RecordError(at(path, key), f"must be a whole number from {least} to {most}, not {short(value)}")


def points(fields: Object, key: str, path: str, least: int, most: int) -> Points | None:
    """A number for each pair; both or none."""
    value = fields.get(key)
    if value is None:
        return None
    if isinstance(value, dict) and len(value) == 2:
        ns, ew = value.get("NS"), value.get("EW")
        if type(ns) is int and type(ew) is int and least <= ns <= most and least <= ew <= most:
            return Points(ns, ew)
    inner = at(path, key)
    numbers = object_of(value, inner, _SIDES)
    missing = [side for side in ("NS", "EW") if number(numbers, side, inner, least, most) is None]
    raise RecordError(at(inner, missing[0]), "is missing")


def text_of(value: object, path: str) -> str | None:
    """Text of a bearable length, None when absent."""
    if value is None or (isinstance(value, str) and len(value) <= LONGEST_TEXT):
        return value
    raise RecordError(path, f"must be text of at most {LONGEST_TEXT} characters")


def cards_of(fields: Object, key: str, path: str, spellings: Mapping[object, _C]) -> tuple[_C, ...]:
    """A list of cards in any accepted spelling; it may not be absent."""
    value = fields.get(key)
    if isinstance(value, list) and len(value) <= LONGEST_LIST:
        try:
            return tuple([spellings[card] for card in value])
        except (KeyError, TypeError):
            raise no_card(value, at(path, key), spellings) from None
    if isinstance(value, list):
        raise RecordError(at(path, key), f"has {len(value)} entries; a pack has {LONGEST_LIST} cards")
    raise RecordError(at(path, key), "is missing" if value is None else "must be a list of cards")


def no_card(cards: Collection[object], path: str, spellings: Mapping[object, _C]) -> RecordError:
    """The error for the first entry that is no card."""
    n, wrong = next((n, c) for n, c in enumerate(cards, 1) if not isinstance(c, str) or c not in spellings)
    return RecordError(at(path, str(n)), f"must be a card such as 9C or TS, not {short(wrong)}")
