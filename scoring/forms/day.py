"""Forms of the day: reasons, times, places, figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from scoring.services.walkovers import MOST_BULLSEYES
from tournaments.models import ClockKind, Match, Round, Spot, Tournament
from tournaments.selectors.slots import Booking


def time_input() -> forms.DateTimeInput:
    """A picker of day and time that keeps what it is given."""
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class ReasonForm(forms.Form):
    """Why. Everybody can read it."""

    reason = forms.CharField(max_length=300)


class MaybeReasonForm(forms.Form):
    """Why, where something stands in the way."""

    reason = forms.CharField(max_length=300, required=False)


class PostponeForm(ReasonForm):
    """Until when a match is put off, and why."""

    until = forms.DateTimeField(
        label="Until", required=False, widget=time_input(), help_text="Empty: until further notice."
    )
    field_order = ("until", "reason")


class WalkOverForm(ReasonForm):
    """Who came, and what is noted."""

    winner = forms.ChoiceField(label="Walk-over for")

    field_order = ("winner", "reason")

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            ("home", str(match.home)),
            ("away", str(match.away)),
            ("neither", "Neither: nobody came"),
        ]

    @property
    def side(self) -> str:
        """The side as the services name it."""
        chosen: str = self.cleaned_data["winner"]
        return "" if chosen == "neither" else chosen


class AwardForm(ReasonForm):
    """The figures with which a match is settled."""

    home_bullseyes = forms.IntegerField(min_value=0, max_value=MOST_BULLSEYES)
    away_bullseyes = forms.IntegerField(min_value=0, max_value=MOST_BULLSEYES)
    home_hang_jacks = forms.IntegerField(min_value=0, max_value=MOST_BULLSEYES, required=False)
    away_hang_jacks = forms.IntegerField(min_value=0, max_value=MOST_BULLSEYES, required=False)

    field_order = ("home_bullseyes", "away_bullseyes", "home_hang_jacks", "away_hang_jacks", "reason")

    def __init__(self, match: Match, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, what in (("bullseyes", "Bullseyes"), ("hang_jacks", "Hang jacks")):
            self.fields[f"home_{name}"].label = f"{what} of {match.home}"
            self.fields[f"away_{name}"].label = f"{what} of {match.away}"


class TimeForm(forms.Form):
    """A match's own time."""

    starts_at = forms.DateTimeField(
        label="Its own time", required=False, widget=time_input(), help_text="Empty: the time of its round."
    )


class SpotsForm(forms.Form):
    """Where each table of a match is played."""

    def __init__(self, booking: Booking, spots: Sequence[Spot], data: Any = None) -> None:
        super().__init__(data)
        self.spots = {spot.pk: spot for spot in spots}
        choices = [("", "nowhere yet"), *((str(spot.pk), str(spot)) for spot in spots)]
        for seat in booking.tables:
            self.fields[f"table_{seat.number}"] = forms.ChoiceField(
                label=f"Table {seat.number}", choices=choices, required=False, initial=str(seat.spot or "")
            )
        self.numbers = [seat.number for seat in booking.tables]

    def chosen(self) -> dict[int, Spot | None]:
        """The place of each table."""
        entered = self.cleaned_data
        return {
            number: self.spots[int(entered[f"table_{number}"])] if entered[f"table_{number}"] else None
            for number in self.numbers
        }


class ClockForm(forms.Form):
    """A new clock."""

    kind = forms.ChoiceField(choices=ClockKind.choices)
    minutes = forms.IntegerField(min_value=1, max_value=1440, initial=60)
    round = forms.ModelChoiceField(Round.objects.none(), required=False, empty_label="no round")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].queryset = tournament.rounds.order_by("number")  # type: ignore[attr-defined]


class MinutesForm(forms.Form):
    """Minutes to add to a clock, or to take away."""

    minutes = forms.IntegerField(min_value=-1440, max_value=1440)
