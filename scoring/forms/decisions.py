"""Acts that need a reason, or nothing but a yes."""

from __future__ import annotations

from django import forms

from scoring.forms.request import LONGEST_REASON, LedgerForm


def reason_field(label: str, missing: str) -> forms.CharField:
    """A short reason that everybody will be able to read."""
    return forms.CharField(
        label=label,
        max_length=LONGEST_REASON,
        error_messages={"required": missing},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_REASON}),
    )


class CorrectionForm(LedgerForm):
    """Why the last event is struck or replaced."""

    record_fields = {"reason": "reason"}
    reason = reason_field("Why is it wrong?", "Say why: the reason stays with the correction for everybody to see.")


class WithdrawalForm(forms.Form):
    """Why a confirmed result is withdrawn."""

    reason = reason_field("Why is it withdrawn?", "Say why: the reason stays on the match page.")
