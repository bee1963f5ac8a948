"""The set-up page of the standings."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse

from tournaments.forms.standings import StandingsForm
from tournaments.services import standings
from tournaments.views.pages import SetUpView


class Standings(SetUpView):
    """Points, byes, walk-overs, unequal matches, and the order."""

    template_name = "tournaments/setup_standings.html"

    def content(self) -> dict[str, Any]:
        return {"form": StandingsForm(self.tournament)}

    def act_save(self) -> HttpResponse:
        form = StandingsForm(self.tournament, self.request.POST)
        if form.is_valid():
            try:
                standings.change(self.tournament, **form.settings())
            except ValidationError as error:
                form.show(error)
            else:
                return self.done("Saved. The standings go by it from now on.")
        return self.refused(form=form)
