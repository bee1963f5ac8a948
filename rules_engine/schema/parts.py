"""The parts that schemas are put together from."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from rules_engine.seats import Pair, Seat

Schema = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def ref(name: str) -> Schema:
    """A reference to one of the document's definitions."""
    return {"$ref": f"#/$defs/{name}"}


def or_null(schema: Schema) -> Schema:
    """The same, or null (which means absent)."""
    return {"anyOf": [schema, {"type": "null"}]}


def words(values: Iterable[str]) -> Schema:
    """One of a closed set of words."""
    return {"enum": [str(value.value) if isinstance(value, StrEnum) else value for value in values]}


def whole(least: int, most: int) -> Schema:
    """A whole number within its bounds."""
    return {"type": "integer", "minimum": least, "maximum": most}


def text(longest: int, shortest: int = 0) -> Schema:
    """Text of a bounded length."""
    return {"type": "string", "minLength": shortest, "maxLength": longest}


def listed(items: Schema, most: int | None = None, least: int = 0) -> Schema:
    """A list of like items."""
    bounds: Schema = {} if most is None else {"maxItems": most}
    return {"type": "array", "items": items, **({"minItems": least} if least else {}), **bounds}


def shaped(properties: dict[str, Schema], required: Iterable[str], **more: object) -> Schema:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
        **more,
    }


def both(least: int, most: int) -> Schema:
    """A number for each pair."""
    return shaped({pair.value: whole(least, most) for pair in Pair}, [pair.value for pair in Pair])


SEAT = words(Seat)
PAIR = words(Pair)
TRUTH: Schema = {"type": "boolean"}
