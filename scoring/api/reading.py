"""Reading a request's body against its shape."""

from __future__ import annotations

from functools import cache
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from scoring.api.serializers import StrictSerializer


def read(shape: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """The body's values, checked; raises ValidationError (400) that names each field at fault."""
    body = request.data
    if body is None:
        raise ValidationError({"non_field_errors": ["The body is missing: it must be an object."]})
    values: dict[str, Any] = _reader(shape).run_validation(body)
    return values


@cache
def _reader(shape: type[StrictSerializer]) -> StrictSerializer:
    """One reader a shape: it keeps nothing of what it reads, and making its fields anew costs more than reading."""
    return shape()
