"""Reading a request's body against its shape."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from scoring.api.serializers import StrictSerializer


def read(shape: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """The body's values, checked; raises ValidationError (400) that names each field at fault."""
    reader = shape(data=request.data)
    reader.is_valid(raise_exception=True)
    values: dict[str, Any] = reader.validated_data
    return values
