"""Forms for parts and accounts."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.models import RoleName, Team, Tournament
from tournaments.selectors import entries


class PartForm(forms.Form):
    """Give an account a part in the tournament."""

    username = forms.CharField(
        label="Sign-in name",
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(label="Part", choices=RoleName.choices, initial=RoleName.OFFICIAL)
    team = forms.ModelChoiceField(
        Team.objects.none(), required=False, empty_label="no team", help_text="For a captain only."
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = entries.entered(tournament).order_by("name")  # type: ignore[attr-defined]


class NewAccountForm(PartForm):
    """Make an account and give it a part."""

    display_name = forms.CharField(label="Name", max_length=80, help_text="As it will stand on sheets.")

    field_order = ("display_name", "username", "role", "team")
