"""Starting a tournament, its details, and the page that says what is still missing."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.generic import View

from tournaments.forms.tournament import TournamentForm, worked_out
from tournaments.models import User
from tournaments.selectors import setup
from tournaments.services import tournaments
from tournaments.views.pages import REFUSED, SetUpView


class New(LoginRequiredMixin, View):
    """``/new/``: for directors of another tournament and whom the site's administrator lets."""

    http_method_names = ["get", "head", "post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.has_perm("tournaments.create"):
            raise PermissionDenied("Starting a tournament is for directors. The site's administrator can let you.")
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "tournaments/tournament_new.html", {"form": TournamentForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = TournamentForm(request.POST)
        if form.is_valid():
            try:
                tournament = tournaments.create(cast(User, request.user), **form.details())
            except ValidationError as error:
                form.show(error)
            else:
                messages.success(request, f"{tournament} is there. Now the teams.")
                return redirect("setup", tournament.slug)
        return render(request, "tournaments/tournament_new.html", {"form": form}, status=REFUSED)


class Hub(SetUpView):
    """What is done, what is missing, and the one next step."""

    template_name = "tournaments/setup.html"

    def content(self) -> dict[str, Any]:
        return {"progress": setup.progress(self.tournament)}


class Details(SetUpView):
    """Change a tournament's details; what is settled is shown and cannot be changed."""

    template_name = "tournaments/setup_details.html"

    def content(self) -> dict[str, Any]:
        return {"form": TournamentForm(tournament=self.tournament)}

    def act_save(self) -> HttpResponse:
        form = TournamentForm(self.request.POST, tournament=self.tournament)
        if form.is_valid():
            try:
                tournaments.update(self.tournament, **form.details())
            except ValidationError as error:
                form.show(error)
            else:
                return self.done("Saved.")
        return self.refused(form=form)


@require_safe
def race(request: HttpRequest) -> HttpResponse:
    """The race target of the tables and games typed so far, as a line of text."""
    target = worked_out(request.GET.get("tables_per_match"), request.GET.get("games_per_table"))
    return render(request, "tournaments/_race.html", {"race": target})


@require_safe
def options(request: HttpRequest) -> HttpResponse:
    """The options of the ruleset chosen, keeping what was chosen of them."""
    form = TournamentForm(initial=request.GET.dict())
    return render(request, "tournaments/_options.html", {"form": form})
