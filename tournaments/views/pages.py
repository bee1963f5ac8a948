"""What the set-up pages share: the tournament of the address, who may open them, one act a button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.generic import View

from tournaments.models import RosterEntry, Tournament

M = TypeVar("M", bound=Model)

REFUSED = 422
"""The status of a page whose form was refused; nothing was saved."""


def players_added(made: Sequence[RosterEntry]) -> str:
    """What is said when players came onto a roster: the one by name, several by number."""
    return f"{made[0].player} is on the roster." if len(made) == 1 else f"{len(made)} players added."


class SetUpView(View):
    """A page of ``/t/<slug>/setup/``, for those who may set the tournament up.

    A visitor is asked to sign in (302), anybody else is refused (403). A form names
    its act in a field ``act``; ``act_ADD`` and the like take it.
    """

    http_method_names = ["get", "head", "post"]
    permission = "tournaments.set_up"
    may_not = "Only a director of this tournament sets it up."
    template_name: str
    tournament: Tournament

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.tournament = get_object_or_404(Tournament, slug=kwargs["slug"])
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not self.allowed(request):
            raise PermissionDenied(self.may_not)
        return super().dispatch(request, *args, **kwargs)

    def allowed(self, request: HttpRequest) -> bool:
        """Whether the caller may open this page."""
        return bool(request.user.has_perm(self.permission, self.tournament))

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.page()

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        act = request.POST.get("act", "")
        take = getattr(self, f"act_{act}", None) if act.isidentifier() else None
        if take is None:
            raise BadRequest(f"There is no act {act[:40]!r} on this page.")
        answer: HttpResponse = take()
        return answer

    def page(self, status: int = 200, **context: Any) -> HttpResponse:
        """The page, with the forms of ``context`` in place of fresh ones."""
        return render(
            self.request,
            self.template_name,
            {"tournament": self.tournament, **self.content(), **context},
            status=status,
        )

    def content(self) -> dict[str, Any]:
        """What the page shows when nothing went wrong."""
        return {}

    def refused(self, **context: Any) -> HttpResponse:
        """The page again, with what was typed and what is wrong with it."""
        return self.page(REFUSED, **context)

    def done(self, message: str, query: str = "", to: str = "") -> HttpResponse:
        """Say what was done, on the page where it shows."""
        messages.success(self.request, message)
        return HttpResponseRedirect((to or self.request.path) + query)

    def thing(self, among: QuerySet[M]) -> M:
        """The row that the form's ``id`` names, out of this tournament's; 404 when it is none of them."""
        try:
            pk = int(self.request.POST.get("id", ""))
        except ValueError:
            raise Http404 from None
        return get_object_or_404(among, pk=pk)
