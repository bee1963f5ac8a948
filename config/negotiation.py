"""Which form an answer of the API takes: there is one, and most callers ask for just that."""

from collections.abc import Sequence
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

PLAIN = ("application/json", "*/*", "")


class JsonFirst(DefaultContentNegotiation):
    """The framework's own rules, but for the ordinary request, which needs none of them."""

    def select_renderer(  # type: ignore[override]
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[Any, str]:
        asked = request.META.get("HTTP_ACCEPT", "")
        if len(renderers) == 1 and asked in PLAIN and not format_suffix and not request.META.get("QUERY_STRING"):
            only = renderers[0]
            if only.media_type == "application/json":
                return only, only.media_type
        chosen: tuple[Any, str] = super().select_renderer(request, renderers, format_suffix)
        return chosen
