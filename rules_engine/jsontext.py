"""Decoding JSON text, with the place of whatever is wrong with it.

Stricter than :mod:`json`: a key that stands twice is an error, and so is a number
that no field can take. Nothing but a RecordError escapes.
"""

from __future__ import annotations

import json

from rules_engine.fields import at
from rules_engine.verdicts import RecordError


class _Repeated(ValueError):
    pass


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Repeated
    return found


class _WithRepeated(dict[str, object]):
    """An object in which a key stands twice; only made to find out where."""

    key = ""


def _marked_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    marked = _WithRepeated(found)
    keys = [key for key, _ in pairs]
    marked.key = next(key for n, key in enumerate(keys) if key in keys[:n])
    return marked


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= 20 else float("inf")


DECODER = json.JSONDecoder(object_pairs_hook=_pairs)
_PATIENT_DECODER = json.JSONDecoder(object_pairs_hook=_marked_pairs, parse_int=_whole_number)


def load_json(text: str | bytes) -> object:
    """Decode one JSON text; RecordError where it is none, is not UTF-8, repeats a key or is nested too deep.

    NaN and Infinity become floats, and so do whole numbers of more than 20 digits:
    no field takes them, so that the error names the field.
    """
    try:
        if not isinstance(text, str):
            text = text.decode("utf-8")
        try:
            return DECODER.decode(text)
        except json.JSONDecodeError:
            raise
        except ValueError:
            # A repeated key, or a number longer than Python reads: look again, more slowly, for the place.
            found: object = _PATIENT_DECODER.decode(text)
            _refuse_repeated(found, "")
            return found
    except UnicodeDecodeError as error:
        raise RecordError("", f"is not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise RecordError("", f"is not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise RecordError("", "is nested too deep") from None


def _refuse_repeated(value: object, path: str) -> None:
    if isinstance(value, _WithRepeated):
        raise RecordError(at(path, value.key), "stands twice")
    if isinstance(value, dict):
        for key, inner in value.items():
            _refuse_repeated(inner, at(path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value, 1):
            _refuse_repeated(inner, at(path, str(n)))
