"""Keeping somebody from the tables, and letting him back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from scoring.forms.decisions import reason_field
from tournaments.forms.entering import moment
from tournaments.models import BarKind

KINDS = (BarKind.SUSPENDED, BarKind.DEBARRED, BarKind.SICK)
"""What a director says without a ruling: the rest comes with one."""


class BarForm(forms.Form):
    """Who may not be seated, why, and until when."""

    player = forms.TypedChoiceField(
        label="Player",
        coerce=int,
        error_messages={"required": "Say who.", "invalid_choice": "That player is on no roster of this tournament."},
    )
    kind = forms.ChoiceField(
        label="What it is", choices=[(kind.value, kind.label) for kind in KINDS], initial=BarKind.SUSPENDED
    )
    ends_at = forms.DateTimeField(
        label="Until", required=False, widget=moment(), help_text="Left empty: until somebody lets the player back."
    )
    reason = reason_field("Why", "Say why: everybody who would seat the player reads it.")

    def __init__(self, *args: Any, players: Sequence[tuple[str, Sequence[tuple[int, str]]]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", "choose"), *players]  # type: ignore[attr-defined]


class BackForm(forms.Form):
    """Why a player is let back."""

    reason = reason_field("Why", "Say why the player is let back.")
