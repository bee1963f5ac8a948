"""Who goes out, who comes in, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from rules_engine.seats import Seat
from scoring.forms.request import LedgerForm
from scoring.selectors.substitutes import Bench
from scoring.selectors.words import SEAT_LONG

REASONS = (("choice", "Own choice"), ("sick", "Fell sick"), ("discipline", "Ordered"))


class SubstitutionForm(LedgerForm):
    """One player for another, at one seat. ``exceed`` is there for officials alone."""

    record_fields: Mapping[str, str] = {"seat": "seat", "player": "player", "reason": "reason"}

    def __init__(self, *args: Any, benches: Sequence[Bench], may_exceed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.benches = benches
        self.fields["seat"] = forms.ChoiceField(
            label="Goes out",
            choices=[
                (seat, f"{player.name} ({bench.team}, {SEAT_LONG[Seat(seat)]})")
                for bench in benches
                for seat, player in bench.sitting
            ],
            widget=forms.RadioSelect,
            error_messages={
                "required": "Say who goes out.",
                "invalid_choice": "“%(value)s” is no seat of this table.",
            },
        )
        self.fields["player"] = forms.TypedChoiceField(
            label="Comes in",
            coerce=int,
            choices=[
                ("", "Choose a player"),
                *(
                    (bench.team.name, [(str(player.pk), player.name) for player in bench.players])
                    for bench in benches
                    if bench.players
                ),
            ],
            error_messages={
                "required": "Say who comes in.",
                "invalid_choice": "That player may not come in. Choose one from the list.",
            },
        )
        self.fields["reason"] = forms.ChoiceField(
            label="Why",
            choices=REASONS,
            widget=forms.RadioSelect,
            initial="choice",
            error_messages={"required": "Say why.", "invalid_choice": "“%(value)s” is not one of the three reasons."},
        )
        self.fields["left"] = forms.BooleanField(label="The sick player has left the premises", required=False)
        if may_exceed and not all(bench.count.left for bench in benches):
            self.fields["exceed"] = forms.BooleanField(
                label="One too many: record it with what it costs", required=False
            )

    def asked(self) -> dict[str, Any]:
        """What the service is asked; call it on a valid form."""
        data = self.cleaned_data
        return {
            "seat": data["seat"],
            "player": data["player"],
            "reason": data["reason"],
            "left": data["left"],
            "exceed": data.get("exceed", False),
        }
