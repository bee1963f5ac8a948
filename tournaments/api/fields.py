"""Fields that take a JSON type as it is: ``5`` is no text, ``"5"`` and ``true`` are no numbers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class Strict(serializers.Serializer[Any]):
    """Refuses fields that it does not know, so that a misspelt one is never passed over."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            takes = {name for name, field in self.fields.items() if not field.read_only}
            unknown = {ascii(name)[1:-1][:100]: ["There is no such field."] for name in data if name not in takes}
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """Text of at most ``max_length`` characters; the services tidy it."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false, and nothing that might mean one."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Id(Whole):
    """The id of another thing of the same tournament."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **kwargs)
