"""Acts on a report or a ruling that need a reason, or nothing but a yes."""

from __future__ import annotations

from django import forms

from penalties.forms.incident import LONGEST_NOTE
from scoring.forms.decisions import reason_field
from scoring.forms.request import LedgerForm


class DismissForm(forms.Form):
    """Why nothing follows from a report."""

    reason = reason_field("Why does nothing follow?", "Say why: whoever reported it will read it.")


class WithdrawForm(forms.Form):
    """Why a report is taken back; may be left empty."""

    reason = forms.CharField(label="Why? (may be left empty)", required=False, max_length=LONGEST_NOTE)


class CancelForm(LedgerForm):
    """Why a ruling is cancelled."""

    record_fields = {"reason": "reason"}
    reason = reason_field("Why is it cancelled?", "Say why: the reason stays with the ruling for everybody to see.")


class CallForm(forms.Form):
    """What the official is called for; may be left empty."""

    note = forms.CharField(label="What for? (may be left empty)", required=False, max_length=200)
