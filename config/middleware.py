"""What every request passes before anything else."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse


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
