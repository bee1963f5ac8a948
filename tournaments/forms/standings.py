"""The form of what a tournament sets about its standings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournaments.forms import orders
from tournaments.forms.errors import show
from tournaments.forms.orders import OrderFields
from tournaments.models import ByeRule, Tournament, Unequal, WalkOverCounts
from tournaments.services.standings import MOST_BYE, MOST_POINTS, Settings


class StandingsForm(OrderFields):
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

    fewest = 8

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        initial = {name: getattr(tournament, name) for name in Settings.__annotations__ if name != "tie_break"}
        super().__init__(data, initial=initial | orders.initial(tournament.tie_break))
        self.add_order(tournament.tie_break, required=True)

    def settings(self) -> Settings:
        """What was entered, for the service."""
        plain: Any = {name: self.cleaned_data[name] for name in Settings.__annotations__ if name != "tie_break"}
        return Settings(tie_break=self.chain, **plain)

    def show(self, error: ValidationError) -> None:
        """Put what the service refused at its field."""
        show(self, error, {"tie_break": "order_1"})
