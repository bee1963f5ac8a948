"""The set-up pages of divisions, teams, rosters, rounds and matches."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournaments import play
from tournaments.forms import entries as forms
from tournaments.forms.errors import show
from tournaments.forms.sizes import MatchSizeForm
from tournaments.models import Match, Team
from tournaments.selectors import entries, listings, setup, sizes
from tournaments.services import divisions, identity, matches, rosters, rounds, sizing, teams
from tournaments.views.pages import SetUpView, players_added


class Divisions(SetUpView):
    """All divisions, each with its own small form, and one for the next."""

    template_name = "tournaments/setup_divisions.html"

    def content(self, wrong: forms.DivisionForm | None = None, pk: int = 0) -> dict[str, Any]:
        rows = [
            {
                "division": division,
                "form": wrong
                if wrong and division.pk == pk
                else forms.DivisionForm(
                    initial={"name": division.name, "order": division.order}, auto_id=f"id_{division.pk}_%s"
                ),
            }
            for division in listings.divisions(self.tournament)
        ]
        return {"rows": rows, "form": forms.DivisionForm()}

    def act_add(self) -> HttpResponse:
        form = forms.DivisionForm(self.request.POST)
        if form.is_valid():
            try:
                division = divisions.add(self.tournament, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(f"{division} added.")
        return self.refused(form=form)

    def act_save(self) -> HttpResponse:
        division = self.thing(self.tournament.divisions.all())
        form = forms.DivisionForm(self.request.POST, auto_id=f"id_{division.pk}_%s")
        if form.is_valid():
            try:
                divisions.update(division, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Saved.")
        return self.refused(**self.content(form, division.pk))

    def act_remove(self) -> HttpResponse:
        division = self.thing(self.tournament.divisions.all())
        try:
            divisions.remove(division)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"{division} removed.")


class Teams(SetUpView):
    """All teams, and a box to paste more into."""

    template_name = "tournaments/setup_teams.html"

    def content(self) -> dict[str, Any]:
        return {
            "teams": list(listings.teams(self.tournament)),
            "form": forms.TeamsForm(self.tournament),
            "needed": setup.seats_needed(self.tournament),
            "has_divisions": self.tournament.divisions.exists(),
        }

    def act_add(self) -> HttpResponse:
        form = forms.TeamsForm(self.tournament, self.request.POST)
        if form.is_valid():
            try:
                made = teams.add_many(
                    self.tournament,
                    names=form.cleaned_data["names"].splitlines(),
                    division=form.cleaned_data["division"],
                )
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(f"{made[0]} added." if len(made) == 1 else f"{len(made)} teams added.")
        return self.refused(form=form)


class OneTeam(SetUpView):
    """A team's name, its roster, and its withdrawal."""

    template_name = "tournaments/setup_team.html"
    team: Team

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.team_id: int = kwargs["team_id"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # Before the permission is known nothing of the team shows but whether it is there, which is public.
        self.team = get_object_or_404(
            Team.objects.select_related("division", "tournament", "club"),
            pk=self.team_id,
            tournament__slug=kwargs["slug"],
        )
        return super().dispatch(request, *args, **kwargs)

    def content(self) -> dict[str, Any]:
        return {
            "team": self.team,
            "form": forms.TeamForm(
                self.tournament,
                initial={"name": self.team.name, "division": self.team.division_id, "email": self.team.email},
                auto_id="team_%s",
            ),
            "lines": forms.RosterLinesForm(limits=self._limits(), auto_id="lines_%s"),
            "roster": forms.RosterForm(list(listings.roster(self.team)), limits=self._limits()),
            "needed": setup.seats_needed(self.tournament),
            "limits": self._limits(),
            "audit": list(entries.audit(self.tournament, self.team)),
        }

    def _limits(self) -> str:
        return entries.limits(self.tournament)

    def _override(self, form: Any) -> rosters.Override:
        user: Any = self.request.user
        return rosters.Override(user, form.cleaned_data.get("reason", ""))

    def act_rename(self) -> HttpResponse:
        form = forms.TeamForm(self.tournament, self.request.POST, auto_id="team_%s")
        if form.is_valid():
            try:
                teams.update(self.team, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Saved.")
        self.team.refresh_from_db()
        return self.refused(form=form)

    def act_add(self) -> HttpResponse:
        form = forms.RosterLinesForm(self.request.POST, limits=self._limits(), auto_id="lines_%s")
        if form.is_valid():
            try:
                made = rosters.add_lines(self.team, form.cleaned_data["names"], override=self._override(form))
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(players_added(made))
        return self.refused(lines=form)

    def act_save(self) -> HttpResponse:
        form = forms.RosterForm(list(listings.roster(self.team)), self.request.POST, limits=self._limits())
        if form.is_valid():
            try:
                rosters.save_all(
                    self.team,
                    form.changes(),
                    captain=form.captain(),
                    remove=form.leaving(),
                    override=self._override(form),
                )
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Roster saved.")
        return self.refused(roster=form)

    def act_club(self) -> HttpResponse:
        identity.set_club(self.team, None)
        return self.done(f"{self.team} is a club of its own now.")

    def act_remove(self) -> HttpResponse:
        try:
            teams.remove(self.team)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"{self.team} deleted.", to=reverse("setup-teams", args=[self.tournament.slug]))


class Rounds(SetUpView):
    """All rounds, each with its own small form, and one for the next."""

    template_name = "tournaments/setup_rounds.html"

    def content(self, wrong: forms.RoundForm | None = None, pk: int = 0) -> dict[str, Any]:
        found = list(listings.rounds(self.tournament))
        rows = [
            {
                "round": round,
                "form": wrong
                if wrong and round.pk == pk
                else forms.RoundForm(
                    initial={"number": round.number, "name": round.name, "starts_at": round.starts_at},
                    auto_id=f"id_{round.pk}_%s",
                ),
            }
            for round in found
        ]
        return {"rows": rows, "form": forms.RoundForm(initial={"number": found[-1].number + 1 if found else 1})}

    def act_add(self) -> HttpResponse:
        form = forms.RoundForm(self.request.POST)
        if form.is_valid():
            try:
                round = rounds.add(self.tournament, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(f"{round} added.")
        return self.refused(form=form)

    def act_save(self) -> HttpResponse:
        round = self.thing(self.tournament.rounds.all())
        form = forms.RoundForm(self.request.POST, auto_id=f"id_{round.pk}_%s")
        if form.is_valid():
            try:
                rounds.update(round, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Saved.")
        return self.refused(**self.content(form, round.pk))

    def act_remove(self) -> HttpResponse:
        round = self.thing(self.tournament.rounds.all())
        try:
            rounds.remove(round)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"{round} removed.")


class Matches(SetUpView):
    """Match after match by a short form that keeps the round; all matches below it."""

    template_name = "tournaments/setup_matches.html"

    def content(self) -> dict[str, Any]:
        found = list(listings.rounds(self.tournament))
        asked = self.request.GET.get("round", "")
        # Back from a match that was added: on to the next one without a touch of the mouse.
        form_focus = {"autofocus": True} if asked else {}
        chosen = next((round.pk for round in found if str(round.pk) == asked), found[-1].pk if found else None)
        form = forms.MatchForm(self.tournament, initial={"round": chosen})
        form.fields["home"].widget.attrs.update(form_focus)
        return {
            "matches": list(listings.matches(self.tournament)),
            "rounds": found,
            "teams_count": self.tournament.teams.count(),
            "form": form,
        }

    def act_add(self) -> HttpResponse:
        form = forms.MatchForm(self.tournament, self.request.POST)
        if form.is_valid():
            try:
                match = matches.create(self.tournament, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done(f"Added: {match}, {match.round}.", query=f"?round={match.round_id}")
        return self.refused(form=form)


class OneMatch(SetUpView):
    """A match's official and place, and its deletion while nothing is recorded."""

    template_name = "tournaments/setup_match.html"
    match: Match

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.match = get_object_or_404(
            Match.objects.select_related("round", "home", "away", "tournament").prefetch_related("tables"),
            pk=kwargs["match_id"],
            tournament__slug=kwargs["slug"],
        )
        return super().dispatch(request, *args, **kwargs)

    def content(self) -> dict[str, Any]:
        return {
            "match": self.match,
            "form": forms.MatchDutyForm(self.tournament, match=self.match, initial=forms.duty_of(self.match)),
            "size": sizes.of_match(self.match),
            "size_form": MatchSizeForm(self.match),
            "begun": bool(play.started([self.match.pk])),
        }

    def act_save(self) -> HttpResponse:
        form = forms.MatchDutyForm(self.tournament, self.request.POST, match=self.match)
        if form.is_valid():
            try:
                matches.update(self.match, **form.cleaned_data)
            except ValidationError as error:
                show(form, error)
            else:
                return self.done("Saved.", to=self._list(), query=f"?round={self.match.round_id}")
        return self.refused(form=form)

    def act_size(self) -> HttpResponse:
        form = MatchSizeForm(self.match, self.request.POST)
        if form.is_valid():
            try:
                matches.update(self.match, size=form.values())
            except ValidationError as error:
                show(form, error, sizing.NAMES)
            else:
                return self.done("Saved.")
        return self.refused(size_form=form)

    def act_remove(self) -> HttpResponse:
        said, round_id = str(self.match), self.match.round_id
        try:
            matches.remove(self.match)
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"{said} deleted.", to=self._list(), query=f"?round={round_id}")

    def _list(self) -> str:
        return reverse("setup-matches", args=[self.tournament.slug])
