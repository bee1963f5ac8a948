"""Forms for other names, and for two who are one."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.models import Club, Player

KINDS = [("player", "players"), ("club", "teams")]


class FindForm(forms.Form):
    """Whom to look for."""

    kind = forms.ChoiceField(label="Among", choices=KINDS, required=False, initial="player")
    q = forms.CharField(label="Name", max_length=80, required=False)


class OneForm(forms.Form):
    """Which of two is kept, which turned out to be it, and how that is known."""

    kind = forms.ChoiceField(choices=KINDS, widget=forms.HiddenInput)
    kept = forms.IntegerField(min_value=1, widget=forms.HiddenInput, error_messages={"required": "Say who is kept."})
    gone = forms.IntegerField(
        min_value=1, widget=forms.HiddenInput, error_messages={"required": "Say who turned out to be the same."}
    )
    reason = forms.CharField(
        label="How you know", max_length=300, error_messages={"required": "Say how you know that the two are one."}
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.both: dict[str, Club | Player] = {}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        model: type[Club] | type[Player] = Club if data.get("kind") == "club" else Player
        for field in ("kept", "gone"):
            found = model._default_manager.filter(pk=min(data.get(field) or 0, 2**63 - 1)).first()
            if found is not None:
                self.both[field] = found
            elif field in data:
                self.add_error(field, "There is nobody of this number any more.")
        return data


class AliasForm(forms.Form):
    """Another name of somebody."""

    kind = forms.ChoiceField(choices=KINDS, widget=forms.HiddenInput)
    id = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    name = forms.CharField(label="Also called", max_length=80)
