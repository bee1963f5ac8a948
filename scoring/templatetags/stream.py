"""Where an open page is told of changes at its tables."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from tournaments.models import Match

register = template.Library()


def stream_origin(request: HttpRequest) -> str | None:
    """The scheme, host and port of the stream: empty for the page's own, None where there is no stream.

    A host given as an IPv6 address has none on another port: a content policy cannot name it.
    """
    port = settings.BULLSEYE_STREAM_PORT
    if not port:
        return None if port is None else ""
    host, _ = split_domain_port(request.get_host())
    return f"{request.scheme}://{host}:{port}" if host and not host.startswith("[") else None


@register.simple_tag(takes_context=True)
def stream_of(context: template.Context, match: Match) -> str:
    """The address of the match's stream, empty where there is none. The page's content policy then allows it."""
    request: HttpRequest = context["request"]
    origin = stream_origin(request)
    if origin is None:
        return ""
    request.stream_origin = origin  # type: ignore[attr-defined]
    return f"{origin}/stream/matches/{match.pk}/"
