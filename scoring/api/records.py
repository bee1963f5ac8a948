"""The rules engine over the API: send a record, get the verdict. Nothing is saved."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from rules_engine.adjudicate import adjudicate
from rules_engine.streams import read_records

STATUS = {0: 200, 1: 200, 2: 400}
"""By the command's exit status: judged (valid or not), or a record that could not be read."""


class AsItComes(BaseParser):
    """Hands the body on unread: the engine reads it, so that a repeated key or a NaN is seen."""

    media_type = "*/*"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return stream.read()


class AdjudicateView(APIView):
    """One record, an array or JSON Lines; answers JSON Lines, one result a record, as ``manage.py adjudicate``."""

    permission_classes = ()
    parser_classes = (AsItComes,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "adjudicate"

    @extend_schema(
        operation_id="adjudicate",
        request={"application/json": OpenApiTypes.OBJECT},
        responses={(200, "application/x-ndjson"): OpenApiTypes.STR},
    )
    def post(self, request: Request) -> HttpResponse:
        body: Any = request.data or b""
        out = io.StringIO()
        status, _ = adjudicate(read_records(io.BytesIO(body)), out)
        return HttpResponse(out.getvalue(), status=STATUS[status], content_type="application/x-ndjson")
