"""What every form that writes to a ledger carries unseen."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from rules_engine.verdicts import RecordError

LARGEST = 2**31 - 1
LONGEST_REASON = 300
LONGEST_DEVICE = 120


class LedgerForm(forms.Form):
    """``expected``: the last sequence that the page had seen; ``client_id``: this form's own number.

    The number is made with the form, so that a double tap or a second try on bad
    Wi-Fi is one act to the ledger.
    """

    expected = forms.IntegerField(
        min_value=0,
        max_value=LARGEST,
        widget=forms.HiddenInput,
        error_messages={"required": "The form has lost its place in the ledger. Load the page again."},
    )
    client_id = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages={"required": "The form has lost its number. Load the page again."},
    )

    record_fields: Mapping[str, str] = {}
    """Fields of the engine's record and the form's field that each was typed in."""

    @classmethod
    def fresh(cls, sequence: int, **more: Any) -> Any:
        """An empty form for a ledger that stands at ``sequence``."""
        initial = {"expected": sequence, "client_id": str(uuid.uuid4()), **more.pop("initial", {})}
        return cls(initial=initial, **more)

    def blame(self, error: RecordError) -> None:
        """Put what the engine could not read at the field where it was typed."""
        path = error.field
        while path and path not in self.record_fields:
            path = path.rpartition(".")[0]
        name = self.record_fields.get(path)
        text = error.text[:1].upper() + error.text[1:]
        self.add_error(name if name in self.fields else None, text if name else str(error))

    def again(self, sequence: int) -> None:
        """Keep what was typed, with the ledger's new place and a number of its own: it is another try."""
        data: QueryDict = self.data.copy()  # type: ignore[attr-defined]
        data[self.add_prefix("expected")] = str(sequence)
        data[self.add_prefix("client_id")] = str(uuid.uuid4())
        self.data = data


class EventForm(LedgerForm):
    """A form that writes one event of a table."""

    def event(self) -> dict[str, Any]:
        """The event as the engine reads it; call it on a valid form."""
        raise NotImplementedError


def device_of(request: Any) -> str:
    """What the browser calls itself, cut to what the ledger keeps."""
    return str(request.headers.get("User-Agent", ""))[:LONGEST_DEVICE]
