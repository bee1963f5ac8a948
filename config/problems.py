"""Refusals of the API as problem answers (RFC 9457): one shape, whoever refuses.

    {"title": "Not valid", "status": 400, "detail": "kick: This field is required.",
     "errors": [{"field": "kick", "code": "required", "message": "This field is required."}]}

`errors` is there when fields are at fault; a field inside another is named with dots ("seats.north.player").
An exception that carries a mapping called `problem` adds its entries (a table's state after a stale request, say).
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as ModelInvalid
from django.http import Http404, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as framework_handler
from rest_framework.views import set_rollback

CONTENT_TYPE = "application/problem+json"

TITLES = {
    400: "Not valid",
    401: "Sign in first",
    403: "Not allowed",
    404: "Not found",
    405: "Not offered here",
    406: "No such format",
    409: "Somebody was quicker",
    413: "Too large",
    415: "Not JSON",
    422: "Against the rules",
    429: "Too many requests",
    500: "Our fault",
    503: "Not ready",
}

log = logging.getLogger(__name__)


def problem(status: int, detail: str, **more: Any) -> dict[str, Any]:
    """Return the body of a problem answer."""
    title = TITLES.get(status) or HTTPStatus(status).phrase
    return {"title": title, "status": status, "detail": detail, **more}


def problem_response(status: int, detail: str, **more: Any) -> JsonResponse:
    """Return a problem as a plain Django answer, for refusals outside the API's own views."""
    return JsonResponse(problem(status, detail, **more), status=status, content_type=CONTENT_TYPE)


def field_errors(detail: Any, path: str = "") -> Iterator[dict[str, str]]:
    """Walk the framework's nested error detail and yield field, code and message of each."""
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            yield from field_errors(value, ".".join(part for part in (path, name) if part))
    elif isinstance(detail, Sequence) and not isinstance(detail, str):
        plain = all(isinstance(item, str) for item in detail)
        for index, item in enumerate(detail):
            yield from field_errors(item, path if plain else f"{path}.{index}".lstrip("."))
    else:
        yield {"field": path, "code": str(getattr(detail, "code", "invalid")), "message": str(detail)}


def _summary(errors: Sequence[Mapping[str, str]]) -> str:
    said = [f"{error['field']}: {error['message']}" if error["field"] else error["message"] for error in errors]
    return " ".join(said[:5]) + (f" And {len(said) - 5} more." if len(said) > 5 else "")


def _from_model(exc: ModelInvalid) -> exceptions.ValidationError:
    detail: Any = exc.message_dict if hasattr(exc, "error_dict") else {"non_field_errors": exc.messages}
    return exceptions.ValidationError({"" if key == "__all__" else key: value for key, value in detail.items()})


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what an API view raised into a problem answer; None leaves it to Django's 500."""
    if isinstance(exc, ModelInvalid):
        exc = _from_model(exc)
    response = framework_handler(exc, context)
    if response is None:
        return None
    if isinstance(exc, Http404):
        exc = exceptions.NotFound(str(exc) or None)
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied(str(exc) or None)
    more: dict[str, Any] = dict(getattr(exc, "problem", {}))
    if isinstance(exc, exceptions.ValidationError):
        errors = list(field_errors(exc.detail))
        detail = _summary(errors)
        more.setdefault("errors", errors)
    elif isinstance(exc, exceptions.APIException):
        detail = _summary(list(field_errors(exc.detail)))
    else:
        detail = TITLES.get(response.status_code, "")
    set_rollback()
    response.data = problem(response.status_code, detail, **more)
    response.content_type = CONTENT_TYPE
    return response
