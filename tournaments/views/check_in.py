"""Checking players in: the list of teams, a team with everyone to tick, and the page behind a badge."""

from __future__ import annotations

import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.models import Tournament
from tournaments.selectors import check_ins, entries
from tournaments.services import check_ins as service
from tournaments.views.pages import REFUSED, SetUpView

MAY_NOT = "Players are checked in by the director and officials."


class Dated(SetUpView):
    """A page of one day: today, or the one that ``day`` of the address names."""

    permission = "tournaments.check_in"
    may_not = MAY_NOT

    @property
    def day(self) -> datetime.date:
        return day_of(self.request)

    def at(self, name: str, *args: Any) -> str:
        """The address of a page of the same day."""
        query = "" if self.day == timezone.localdate() else f"?day={self.day:%Y-%m-%d}"
        return reverse(name, args=[self.tournament.slug, *args]) + query


class CheckIn(Dated):
    """Every team, with how many of it are there."""

    http_method_names = ["get", "head"]
    template_name = "tournaments/check_in.html"

    def content(self) -> dict[str, Any]:
        teams = list(check_ins.teams(self.tournament, self.day))
        return {
            "day": self.day,
            "today": timezone.localdate(),
            "teams": [{"team": team, "url": self.at("check-in-team", team.pk)} for team in teams],
            "here": sum(team.here_count for team in teams),  # type: ignore[attr-defined]
            "players": sum(team.players_count for team in teams),  # type: ignore[attr-defined]
            "may_print": self.request.user.has_perm("scoring.print", self.tournament),
        }


class CheckInTeam(Dated):
    """A team: everyone starts ticked while nobody is in, so that one tap checks a whole team in."""

    template_name = "tournaments/check_in_team.html"

    def content(self) -> dict[str, Any]:
        lines = check_ins.lines(self.team, self.day)
        return {
            "team": self.team,
            "day": self.day,
            "today": timezone.localdate(),
            "lines": lines,
            "anybody": any(line.check_in for line in lines),
            "back": self.at("check-in"),
            "may_print": self.request.user.has_perm("scoring.print", self.tournament),
        }

    @property
    def team(self) -> Any:
        return get_object_or_404(entries.entered(self.tournament), pk=self.kwargs["team_id"])

    def act_save(self) -> HttpResponse:
        try:
            present = [int(value) for value in self.request.POST.getlist("present")]
        except ValueError:
            return self.refused(problem="There is somebody in the list who is not on this roster.")
        try:
            came, went = service.set_team(self.team, present, by=self.request.user, day=self.day)  # type: ignore[arg-type]
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        said = f"{came} checked in" + (f", {went} taken back" if went else "")
        return self.done(f"{self.team}: {said}.", to=self.at("check-in"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def badge(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Whose badge this is; for officials, one button."""
    tournament = get_object_or_404(Tournament, slug=slug)
    entry = check_ins.entry_of(token, tournament)
    if entry is None:
        raise Http404
    may = request.user.has_perm("tournaments.check_in", tournament)
    status, problem = 200, ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not may:
            raise PermissionDenied(MAY_NOT)
        act = service.undo if request.POST.get("act") == "undo" else service.check_in
        try:
            act(entry, by=request.user)
        except ValidationError as error:
            status, problem = REFUSED, error.messages[0]
        else:
            said = "is not checked in any more" if act is service.undo else "is checked in"
            messages.success(request, f"{entry.player} {said}.")
            return HttpResponseRedirect(request.path)
    line = check_ins.one(entry, timezone.localdate())
    context = {"tournament": tournament, "line": line, "entry": entry, "may": may, "problem": problem}
    return render(request, "tournaments/check_in_badge.html", context, status=status)


def day_of(request: HttpRequest) -> datetime.date:
    """The day that the address names, no later than today; today where it names none."""
    today = timezone.localdate()
    try:
        day = parse_date(request.GET.get("day", ""))
    except ValueError:
        day = None
    return min(day, today) if day else today
