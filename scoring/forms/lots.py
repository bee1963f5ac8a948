"""The form in which lots are drawn."""

from __future__ import annotations

from typing import Any

from django import forms


class LotsForm(forms.Form):
    """Between whom, before whom, and from which seed (empty: a new one)."""

    teams = forms.CharField(widget=forms.HiddenInput, max_length=10_000)
    witnesses = forms.CharField(
        label="Drawn before",
        max_length=300,
        help_text="Names of those who watch: a captain of each team, for instance.",
        error_messages={"required": "Name those who watch: lots are drawn in public."},
    )
    seed = forms.CharField(
        max_length=64,
        required=False,
        help_text="Anything that nobody could choose alone: digits called out in turn, say. Left empty: a new one.",
    )

    def clean_teams(self) -> list[int]:
        """The ids, parted by commas."""
        parts = self.cleaned_data["teams"].split(",")
        if not all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts):
            raise forms.ValidationError("These are no teams.")
        return [int(part) for part in parts]

    def clean(self) -> dict[str, Any]:
        """A list of teams that cannot be read is told above the form; the field itself is not seen."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "teams" in self.errors:
            self.add_error(None, "Say between which teams.")
        return cleaned
