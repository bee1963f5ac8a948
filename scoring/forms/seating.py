"""Who sits where, and who deals first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django import forms

from rules_engine.seats import Pair, Seat
from scoring.forms.decisions import reason_field
from scoring.forms.hand import PAIRS
from scoring.forms.request import LedgerForm
from tournaments.models import Match, Player

SEATS_OF = {pair: [seat for seat in (Seat.N, Seat.S, Seat.E, Seat.W) if seat.pair is pair] for pair in Pair}
PLACES = ("home_1", "home_2", "away_1", "away_2")


class SeatingForm(LedgerForm):
    """Two players a side, the side of the table, the toss and the first dealer.

    ``home`` and ``away`` are the players who may be chosen, those to be offered
    first in front; the first two start chosen. ``substitutes``: ids of those who would
    come in as such. ``again``: the table was opened wrongly, and a reason is asked for.
    """

    def __init__(
        self,
        *args: Any,
        match: Match,
        home: Sequence[Player],
        away: Sequence[Player],
        again: bool = False,
        substitutes: Collection[int] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        sides = [("home", match.home.name), ("away", match.away.name)]
        self.fields["toss"] = forms.ChoiceField(
            label="Won the toss",
            choices=[*sides, ("", "not known")],
            required=False,
            widget=forms.RadioSelect,
            initial="",
        )
        self.fields["home_pair"] = forms.ChoiceField(
            label=f"{match.home.name} sit", choices=PAIRS, widget=forms.RadioSelect, initial=Pair.NS.value
        )
        for side, players in (("home", home), ("away", away)):
            names = {
                str(player.pk): f"{player.name} (substitute)" if player.pk in substitutes else player.name
                for player in players
            }
            for place in (1, 2):
                self.fields[f"{side}_{place}"] = forms.ChoiceField(
                    label=f"{dict(sides)[side]}, player {place}",
                    choices=[("", "Choose a player"), *names.items()],
                    initial=list(names)[place - 1] if len(names) >= place else "",
                    error_messages={
                        "required": "Choose a player for this seat.",
                        "invalid_choice": "That player may not sit here. Choose one from the list.",
                    },
                )
        self.fields["first_dealer"] = forms.ChoiceField(
            label="Deals first",
            choices=[(seat.value, seat.value) for seat in (Seat.N, Seat.E, Seat.S, Seat.W)],
            widget=forms.RadioSelect,
            error_messages={"required": "Say who deals first."},
        )
        if again:
            self.fields["reason"] = reason_field("Why again?", "Say why the table is opened again.")
        for name in ("toss", "home_pair", "first_dealer"):
            self.fields[name].error_messages["invalid_choice"] = "“%(value)s” is not one of the keys of this row."

    def clean(self) -> dict[str, Any]:
        """Nobody sits twice."""
        data = super().clean() or {}
        seen: set[str] = set()
        for place in PLACES:
            player = data.get(place)
            if player and player in seen:
                self.add_error(place, "This player has the other seat already.")
            elif player:
                seen.add(player)
        return data

    def seats(self) -> dict[str, int]:
        """Player ids by seat; call it on a valid form."""
        data = self.cleaned_data
        home = Pair(data["home_pair"])
        order = [*SEATS_OF[home], *SEATS_OF[home.opponents]]
        return {seat.value: int(data[place]) for seat, place in zip(order, PLACES, strict=True)}

    @property
    def record_fields(self) -> dict[str, str]:  # type: ignore[override]
        """Seats of the record back to the boxes they were typed in."""
        value = self.data.get(self.add_prefix("home_pair"), Pair.NS)
        home = Pair(value) if value in set(Pair) else Pair.NS
        order = [*SEATS_OF[home], *SEATS_OF[home.opponents]]
        seats = {f"seats.{seat.value}": place for seat, place in zip(order, PLACES, strict=True)}
        return {**seats, "first_dealer": "first_dealer", "home_pair": "home_pair", "toss": "toss", "reason": "reason"}
