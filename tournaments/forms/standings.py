"""The form of what a tournament sets about its standings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from tournaments import orderings
from tournaments.forms.errors import show
from tournaments.models import ByeRule, Tournament, Unequal, WalkOverCounts
from tournaments.services.standings import MOST_BYE, MOST_POINTS, Settings

LINKS = 8
"""Places for the order; more where the tournament's is longer."""


class StandingsForm(forms.Form):
    """Everything of :class:`~tournaments.services.standings.Settings`."""

    points_win = forms.IntegerField(label="Points for a win", min_value=0, max_value=MOST_POINTS)
    points_level = forms.IntegerField(label="for a level match", min_value=0, max_value=MOST_POINTS)
    points_loss = forms.IntegerField(label="for a loss", min_value=0, max_value=MOST_POINTS)
    walk_over_counts = forms.ChoiceField(
        label="What of a walk-over counts",
        choices=WalkOverCounts.choices,
        help_text="That one team won and the other lost always counts.",
    )
    bye_rule = forms.ChoiceField(
        label="A bye counts as",
        choices=ByeRule.choices,
        help_text="A bye is a round of a round robin in which a team was drawn to rest, once that round counts.",
    )
    bye_win = forms.BooleanField(label="A bye is a win", required=False)
    bye_bullseyes_for = forms.IntegerField(label="Fixed: bullseyes for", min_value=0, max_value=MOST_BYE)
    bye_bullseyes_against = forms.IntegerField(label="Fixed: bullseyes against", min_value=0, max_value=MOST_BYE)
    unequal = forms.ChoiceField(
        label="Teams that have played more and fewer matches are compared",
        choices=Unequal.choices,
        help_text="The page says so whenever they have not all played as many.",
    )

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        initial = {name: getattr(tournament, name) for name in Settings.__annotations__ if name != "tie_break"}
        initial |= {f"order_{at}": link for at, link in enumerate(tournament.tie_break, start=1)}
        super().__init__(data, initial=initial)
        self.links = max(LINKS, len(tournament.tie_break))
        for place in range(1, self.links + 1):
            self.fields[f"order_{place}"] = forms.ChoiceField(
                label="First by" if place == 1 else "then by",
                choices=[("", "–"), *orderings.choices()],
                required=place == 1,
            )

    @property
    def order(self) -> list[BoundField]:
        """The fields of the order."""
        return [self[f"order_{place}"] for place in range(1, self.links + 1)]

    def settings(self) -> Settings:
        """What was entered, for the service."""
        entered = self.cleaned_data
        links = [entered[f"order_{place}"] for place in range(1, self.links + 1) if entered[f"order_{place}"]]
        plain: Any = {name: entered[name] for name in Settings.__annotations__ if name != "tie_break"}
        return Settings(tie_break=links, **plain)

    def show(self, error: ValidationError) -> None:
        """Put what the service refused at its field."""
        show(self, error, {"tie_break": "order_1"})
