"""Forms of the hall: rooms with their tables, and what the tournament says about the late."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.models import Room, Tournament
from tournaments.services.rooms import read_numbers, write_numbers


class RoomForm(forms.Form):
    """A room and the numbers of its tables."""

    name = forms.CharField(max_length=60)
    numbers = forms.CharField(
        label="Tables", max_length=400, required=False, help_text="Their numbers: 1-12, or 1, 2, 5."
    )

    def clean_numbers(self) -> list[int]:
        try:
            return read_numbers(self.cleaned_data["numbers"])
        except forms.ValidationError as error:
            raise forms.ValidationError(error.messages) from error


def room_initial(room: Room) -> dict[str, Any]:
    """What a room's form shows at first."""
    return {"name": room.name, "numbers": write_numbers([spot.number for spot in room.spots.all()])}


class LatenessForm(forms.Form):
    """How long a team may be late, and what a walk-over is worth."""

    grace_minutes = forms.IntegerField(
        label="Minutes of grace",
        min_value=0,
        max_value=240,
        help_text="How long a team may be late before the match can be walked over.",
    )
    walk_over_bullseyes = forms.IntegerField(
        label="Bullseyes for a walk-over",
        min_value=1,
        max_value=961,
        required=False,
        help_text="What the team that came is credited with, to 0. Left empty: the match's race target.",
    )


def lateness_initial(tournament: Tournament) -> dict[str, Any]:
    """What is set now."""
    return {
        "grace_minutes": tournament.grace_minutes,
        "walk_over_bullseyes": tournament.walk_over_bullseyes,
    }
