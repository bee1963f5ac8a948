"""What every request passes before anything else."""

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


class ClientAddressMiddleware:
    """Put the caller's own address into REMOTE_ADDR when trusted proxies stand in front.

    Each proxy appends the address it was called from to X-Forwarded-For, so with `BULLSEYE_PROXY_COUNT` of them the
    caller is that many from the right; what stands further left is the caller's own word, and is not believed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        count = settings.BULLSEYE_PROXY_COUNT
        if count:
            hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
            if len(hops) >= count:
                request.META["REMOTE_ADDR"] = hops[-count]
        return self.get_response(request)


class MessagesMiddleware(MessageMiddleware):
    """Messages are for people who go from page to page: the API has none."""

    def process_request(self, request: HttpRequest) -> None:
        if not request.path_info.startswith("/api/"):
            super().process_request(request)


DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""For answers that are data: no browser has anything to load from them."""
DATA = ("application/json", "application/problem+json")


class ContentPolicyMiddleware(CSPMiddleware):
    """The policy of the settings; a page that names the stream of its boards may connect to that too, no other page."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """A page's policy is put together for it; an answer of the API has the strictest, ready-made."""
        if response.headers.get("Content-Type", "").startswith(DATA):
            response.headers.setdefault(HEADER, DATA_POLICY)
            return response
        return super().process_response(request, response)

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Add the one origin that the page has asked for, if it has."""
        parts = super().get_policy_parts(request, response, report_only)
        origin = getattr(request, "stream_origin", "")
        if origin and not report_only:
            parts.update = {**(parts.update or {}), "connect-src": [origin]}
        return parts
