"""The line-ups of a match: seen by everybody once both are in, put in by captains and officials."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.generic import View

from tournaments import play
from tournaments.forms.errors import show
from tournaments.models import Match, Team
from tournaments.selectors import check_ins, line_ups, listings
from tournaments.services import line_ups as service
from tournaments.views.pages import REFUSED


class LineUpForm(forms.Form):
    """Two players for each table; ``reason`` once both sides are in."""

    def __init__(self, match: Match, team: Team, seen: line_ups.Shown, data: Any = None, absent: Any = ()) -> None:
        self.numbers = line_ups.numbers(match)
        seats = next(dict(side.seats or ()) for side in seen.sides if side.team.pk == team.pk)
        super().__init__(data, auto_id=f"id_{team.pk}_%s")
        choices = [("", "choose")]
        for entry in listings.roster(team):
            name = f"{entry.number} {entry.player}" if entry.number is not None else str(entry.player)
            choices.append((str(entry.player_id), f"{name} (not checked in)" if entry.pk in absent else name))
        for number in self.numbers:
            for place in service.PLACES:
                players = seats.get(number, ())
                self.fields[service.field(number, place)] = forms.ChoiceField(
                    label=f"Table {number}, {'first' if place == 1 else 'second'}",
                    choices=choices,
                    required=False,
                    initial=str(players[place - 1].pk) if len(players) >= place else "",
                    error_messages={"invalid_choice": "Choose a player of the roster."},
                )
        if seen.both:
            self.fields["reason"] = forms.CharField(
                max_length=300, required=False, label="Why it is changed", help_text="It is kept."
            )

    @property
    def tables(self) -> list[tuple[int, list[Any]]]:
        """Each table with its two fields."""
        return [(number, [self[service.field(number, place)] for place in service.PLACES]) for number in self.numbers]

    def seats(self) -> dict[int, list[int | None]]:
        """What was chosen."""
        return {
            number: [
                int(chosen) if (chosen := self.cleaned_data[service.field(number, place)]) else None
                for place in service.PLACES
            ]
            for number in self.numbers
        }


class LineUps(View):
    """Both line-ups, as far as the caller may see them, and a form for those that the caller may put in."""

    http_method_names = ["get", "head", "post"]
    match: Match

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        matches = Match.objects.select_related("tournament", "round", "home", "away")
        self.match = get_object_or_404(matches, pk=kwargs["match_id"], tournament__slug=kwargs["slug"])
        if request.method == "POST":
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not request.user.has_perm("tournaments.line_up", self.match):
                raise PermissionDenied("A line-up is put in by the team's captain or an official.")
        response = super().dispatch(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_cache=True)
        return response

    def get(self, request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
        return self._page()

    def post(self, request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
        user: Any = request.user
        own = line_ups.own_teams(user, self.match)
        team = next((t for t in (self.match.home, self.match.away) if str(t.pk) == request.POST.get("team")), None)
        if team is None or team.pk not in own:
            raise PermissionDenied("This is the other side's line-up.")
        form = LineUpForm(self.match, team, line_ups.shown(self.match, user), request.POST)
        if form.is_valid():
            try:
                service.put_in(
                    self.match,
                    team,
                    form.seats(),
                    by=user,
                    official=line_ups.officiates(user, self.match),
                    reason=form.cleaned_data.get("reason", ""),
                )
            except ValidationError as error:
                show(form, error)
            else:
                messages.success(request, f"The line-up of {team} is in.")
                return HttpResponseRedirect(request.path)
        return self._page(form, team, REFUSED)

    def _page(self, wrong: LineUpForm | None = None, of: Team | None = None, status: int = 200) -> HttpResponse:
        user = self.request.user
        seen = line_ups.shown(self.match, user)
        begun = bool(play.started([self.match.pk]))
        own = frozenset() if begun else line_ups.own_teams(user, self.match)
        if seen.both and not line_ups.officiates(user, self.match):
            own = frozenset()
        missing = self._missing(own)
        forms_of = {
            pk: [entry.pk for entry in missing.get(pk, ())]
            for pk in (self.match.home_id, self.match.away_id)
            if pk in own
        }
        sides = [
            {
                "side": side,
                "form": None
                if side.team.pk not in own
                else wrong
                if of is not None and side.team.pk == of.pk
                else LineUpForm(self.match, side.team, seen, absent=forms_of[side.team.pk]),
                "missing": missing.get(side.team.pk),
            }
            for side in seen.sides
        ]
        context = {
            "tournament": self.match.tournament,
            "match": self.match,
            "sides": sides,
            "both": seen.both,
            "begun": begun,
        }
        return render(self.request, "tournaments/line_ups.html", context, status=status)

    def _missing(self, own: frozenset[int]) -> dict[int, Any]:
        """Who of the teams that the caller sees to is not checked in today."""
        return check_ins.missing(self.match.tournament, own, timezone.localdate()) if own else {}
