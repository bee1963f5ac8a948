"""A one-time password opens one door only: the one to an own password."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


class OwnPasswordFirstMiddleware:
    """Send whoever still has a one-time password to the page where an own one is chosen.

    The API gives such an account no token (``tournaments.api.token``).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # A request without a session cookie has nobody to ask for; it costs nothing.
        if request.session.session_key and not request.path.startswith(("/api/", "/static/")):
            user = request.user
            allowed = {reverse("password-change"), reverse("sign-out")}
            if getattr(user, "must_change_password", False) and request.path not in allowed:
                return redirect("password-change")
        return self.get_response(request)
