"""Entering a team, keeping its roster, and the directors' page of entries."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.generic import View

from tournaments.forms import entering as forms
from tournaments.forms.entries import RosterForm, RosterLinesForm
from tournaments.forms.errors import show
from tournaments.models import EntryState, Team, Tournament
from tournaments.selectors import entries, identity, listings, setup
from tournaments.services import entering, rosters
from tournaments.views.pages import REFUSED, SetUpView, players_added


class Enter(View):
    """Enter a team: open to whoever is signed in while entries are open."""

    http_method_names = ["get", "head", "post"]
    tournament: Tournament

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.tournament = get_object_or_404(Tournament, slug=kwargs["slug"])
        if request.method == "POST" and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        name = request.GET.get("name", "")[:80]
        return self._page(forms.EntryForm(self.tournament, self._known(name), initial={"name": name}))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        known = self._known(request.POST.get("name", "")[:80])
        if request.POST.get("act") == "look":
            return self._page(forms.EntryForm(self.tournament, known, initial=request.POST.dict()))
        form = forms.EntryForm(self.tournament, known, request.POST)
        if form.is_valid():
            try:
                team = entering.enter(self.tournament, by=request.user, **form.asked())  # type: ignore[arg-type]
            except ValidationError as error:
                show(form, error)
            else:
                messages.success(request, f"{team} is entered, and waits for a director of the tournament.")
                return HttpResponseRedirect(reverse("own-roster", args=[slug, team.pk]))
        return self._page(form, REFUSED)

    def _known(self, name: str) -> list[Any]:
        if not self.request.user.is_authenticated or not name.strip():
            return []
        return entries.known_players(name)

    def _page(self, form: forms.EntryForm, status: int = 200) -> HttpResponse:
        context = {
            "tournament": self.tournament,
            "form": form,
            "closed": entries.why_closed(self.tournament),
            "limits": entries.limits(self.tournament),
            "mine": [
                (team, entries.why(team), self.request.user.has_perm("tournaments.own_roster", team))
                for team in entries.sent_by(self.tournament, self.request.user)
            ],
        }
        return render(self.request, "tournaments/enter.html", context, status=status)


class OwnRoster(SetUpView):
    """A team's roster for its captain, or for whoever sent its entry, until rosters lock."""

    may_not = "A roster is kept by the team's captain and the directors."
    template_name = "tournaments/own_roster.html"
    team: Team

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.team = get_object_or_404(
            Team.objects.select_related("tournament", "division", "club"),
            pk=kwargs["team_id"],
            tournament__slug=kwargs["slug"],
        )
        if not entries.visible(self.team.tournament, request.user).filter(pk=self.team.pk).exists():
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def allowed(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("tournaments.own_roster", self.team))

    def content(self) -> dict[str, Any]:
        roster = list(listings.roster(self.team))
        return {
            "team": self.team,
            "why": entries.why(self.team),
            "limits": entries.limits(self.tournament),
            "locked": entries.locked(self.tournament),
            "short": max(setup.seats_needed(self.tournament), self.tournament.roster_least) - len(roster),
            "lines": RosterLinesForm(auto_id="lines_%s"),
            "roster": RosterForm(roster),
            "known": forms.KnownForm(self._known()),
        }

    def _known(self) -> list[Any]:
        if self.team.club is None:
            return []
        return entries.players_of_club(identity.canonical_club(self.team.club).pk, but_not=self.team)

    def act_add(self) -> HttpResponse:
        form = RosterLinesForm(self.request.POST, auto_id="lines_%s")
        if form.is_valid():
            try:
                made = rosters.add_lines(self.team, form.cleaned_data["names"])
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(players_added(made))
        return self.refused(lines=form)

    def act_known(self) -> HttpResponse:
        form = forms.KnownForm(self._known(), self.request.POST)
        if form.is_valid():
            try:
                made = rosters.add_known(self.team, form.cleaned_data["known"])
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(players_added(made))
        return self.refused(known=form)

    def act_save(self) -> HttpResponse:
        form = RosterForm(list(listings.roster(self.team)), self.request.POST)
        if form.is_valid():
            try:
                rosters.save_all(self.team, form.changes(), captain=form.captain(), remove=form.leaving(), own=True)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Roster saved.")
        return self.refused(roster=form)


class Entries(SetUpView):
    """How teams enter, what waits, who is in, who is out; what was decided and why."""

    template_name = "tournaments/setup_entries.html"

    def content(self) -> dict[str, Any]:
        out = (EntryState.REFUSED, EntryState.WITHDRAWN)
        return {
            "form": forms.RulesForm(initial=forms.rules_of(self.tournament)),
            "closed": entries.why_closed(self.tournament),
            "waiting": list(entries.waiting(self.tournament).prefetch_related("roster__player")),
            "entered": list(entries.settled(self.tournament, (EntryState.ENTERED,))),
            "out": list(entries.settled(self.tournament, out)),
            "audit": list(entries.audit(self.tournament)[:50]),
            "enter_url": self.request.build_absolute_uri(reverse("enter", args=[self.tournament.slug])),
        }

    def act_rules(self) -> HttpResponse:
        form = forms.RulesForm(self.request.POST)
        if form.is_valid():
            try:
                entering.set_rules(self.tournament, **form.rules())
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Saved.")
        return self.refused(form=form)

    def act_accept(self) -> HttpResponse:
        return self._decide("accept")

    def act_refuse(self) -> HttpResponse:
        return self._decide("turn_down")

    def act_withdraw(self) -> HttpResponse:
        return self._decide("withdraw")

    def _decide(self, what: str) -> HttpResponse:
        team = self.thing(self.tournament.teams.all())
        form = forms.ReasonForm(self.request.POST)
        if not form.is_valid():
            return self.refused(problem=f"Reason: {form.errors['reason'][0]}")
        try:
            decided = getattr(entering, what)(team, by=self.request.user, reason=form.cleaned_data["reason"])
        except ValidationError as error:
            missing = error.error_dict.get("reason") if hasattr(error, "error_dict") else None
            if missing and missing[0].code == "required":
                return self.refused(problem=f"{team}: Say why: the team reads it.")
            return self.refused(problem=error.messages[0])
        return self.done(f"{decided}: {decided.get_state_display().lower()}.")
