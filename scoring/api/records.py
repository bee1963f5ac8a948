"""The rules engine over the API: send a record, get the verdict; and the format's JSON Schema. Nothing is saved."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from django.http import Http404, HttpResponse, JsonResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from rules_engine.adjudicate import adjudicate
from rules_engine.schema import record_schema, result_schema
from rules_engine.streams import read_records

STATUS = {0: 200, 1: 200, 2: 400}
"""By the command's exit status: judged (valid or not), or a record that could not be read."""


SCHEMAS = {"records": record_schema, "results": result_schema}


class SchemaView(APIView):
    """JSON Schema (2020-12) of the file format: of what the engine reads, or of what it answers."""

    permission_classes = ()

    @extend_schema(
        operation_id="file_format_schema",
        parameters=[OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=sorted(SCHEMAS))],
        responses={(200, "application/schema+json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, kind: str) -> JsonResponse:
        if kind not in SCHEMAS:
            raise Http404(f"There is a schema of {' and of '.join(SCHEMAS)}.")
        return JsonResponse(SCHEMAS[kind](), content_type="application/schema+json")


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
