"""The order of the standings as a row of choices: first by, then by, then by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from tournaments import orderings

LINKS = 6
"""Places in the form; more when the chain is longer."""


class OrderFields(forms.Form):
    """A form that has such a row; :meth:`add_order` puts it there."""

    links = 0
    fewest = LINKS

    def add_order(self, chain: Sequence[str], *, required: bool, first: str = "–") -> None:
        """The fields ``order_1``, ``order_2`` …; ``first``: what the first says when nothing is chosen."""
        self.links = max(self.fewest, len(chain))
        for place in range(1, self.links + 1):
            self.fields[f"order_{place}"] = forms.ChoiceField(
                label="First by" if place == 1 else "then by",
                choices=[("", first if place == 1 else "–"), *orderings.choices()],
                required=required and place == 1,
            )

    @property
    def order_row(self) -> list[BoundField]:
        """The fields of the row."""
        return [self[f"order_{place}"] for place in range(1, self.links + 1)]

    @property
    def chain(self) -> list[str]:
        """What was chosen, in order."""
        names = (self.cleaned_data.get(f"order_{place}") for place in range(1, self.links + 1))
        return [name for name in names if name]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        links = self.chain
        if links and "order_1" in cleaned:
            try:
                orderings.checked(links)
            except ValidationError as error:
                bases = [link.removeprefix("-") for link in links]
                twice = next(link for at, link in enumerate(links) if link.removeprefix("-") in bases[:at])
                at = max(p for p in range(1, self.links + 1) if cleaned.get(f"order_{p}") == twice)
                self.add_error(f"order_{at}", error)
        return cleaned


def initial(chain: Sequence[str]) -> dict[str, str]:
    """What the row shows at first."""
    return {f"order_{at}": link for at, link in enumerate(chain, start=1)}
