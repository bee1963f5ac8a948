"""Where an open queue is told of calls and reports."""

from __future__ import annotations

from django import template
from django.http import HttpRequest

from penalties.services.announcing import queue_stream
from scoring.templatetags.stream import stream_origin
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def queue_stream_of(context: template.Context, tournament: Tournament) -> str:
    """The address of the queue's stream, empty where there is none. The page's content policy then allows it."""
    request: HttpRequest = context["request"]
    origin = stream_origin(request)
    if origin is None:
        return ""
    request.stream_origin = origin  # type: ignore[attr-defined]
    return f"{origin}/stream/matches/{queue_stream(tournament.pk)}/"
