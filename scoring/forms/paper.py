"""Figures copied from a paper sheet: a whole table's tally, or one game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from rules_engine.seats import Pair
from scoring.forms.request import EventForm
from tournaments.models import Match

MOST = 999
"""Longer than any table; the engine says what a table can hold."""


def _figure(label: str, **more: Any) -> forms.IntegerField:
    field = forms.IntegerField(label=label, min_value=0, max_value=MOST, **more)
    field.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
    return field


class PaperForm(EventForm):
    """Figures are asked team by team, as on the sheet, and told to the engine pair by pair."""

    def __init__(self, *args: Any, match: Match, home_pair: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.home = Pair(home_pair or Pair.NS)
        self.teams = {"home": match.home.name, "away": match.away.name}

    @property
    def record_fields(self) -> dict[str, str]:  # type: ignore[override]
        names = {self.home.value: "home", self.home.opponents.value: "away"}
        return {
            f"{record}.{pair}": f"{side}_{name}" for record, name in self.parts.items() for pair, side in names.items()
        }

    parts: Mapping[str, str] = {}

    def by_pair(self, name: str) -> dict[str, int]:
        """``{"NS": …, "EW": …}`` of a figure asked for home and away."""
        home, away = self.cleaned_data[f"home_{name}"], self.cleaned_data[f"away_{name}"]
        return {self.home.value: home, self.home.opponents.value: away}

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Label, home's box, away's box."""
        return [(self.words[name], self[f"home_{name}"], self[f"away_{name}"]) for name in self.words]

    words: Mapping[str, str] = {}


class TallyForm(PaperForm):
    """The table's bullseyes and hang jacks, a side."""

    parts = {"bullseyes": "bullseyes", "hang_jacks": "hang_jacks"}
    words = {"bullseyes": "Bullseyes", "hang_jacks": "Hang jacks"}
    home_bullseyes = _figure("Bullseyes, home")
    away_bullseyes = _figure("Bullseyes, away")
    home_hang_jacks = _figure("Hang jacks, home", initial=0)
    away_hang_jacks = _figure("Hang jacks, away", initial=0)

    def event(self) -> dict[str, Any]:
        """The ``tally`` event; call it on a valid form."""
        return {"event": "tally", "bullseyes": self.by_pair("bullseyes"), "hang_jacks": self.by_pair("hang_jacks")}

    def typed(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """What the boxes start with when a tally is corrected."""
        return _typed(self, event, {"bullseyes": "bullseyes", "hang_jacks": "hang_jacks"})


class GameForm(PaperForm):
    """One game without its hands: who sang, the points, the hang jacks."""

    parts = {"scores": "score", "hang_jacks": "hang_jacks"}
    words = {"score": "Points", "hang_jacks": "Hang jacks"}
    home_score = _figure("Points, home")
    away_score = _figure("Points, away")
    home_hang_jacks = _figure("Hang jacks, home", initial=0)
    away_hang_jacks = _figure("Hang jacks, away", initial=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"] = forms.ChoiceField(
            label="Won by",
            choices=list(self.teams.items()),
            widget=forms.RadioSelect,
            error_messages={"required": "Say who won the game.", "invalid_choice": "Choose one of the two teams."},
        )

    @property
    def record_fields(self) -> dict[str, str]:  # type: ignore[override]
        return {**super().record_fields, "winner": "winner"}

    def event(self) -> dict[str, Any]:
        """The ``game`` event; call it on a valid form."""
        winner = self.home if self.cleaned_data["winner"] == "home" else self.home.opponents
        return {
            "event": "game",
            "winner": winner.value,
            "scores": self.by_pair("score"),
            "hang_jacks": self.by_pair("hang_jacks"),
        }

    def typed(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """What the boxes start with when a game is corrected."""
        winner = "home" if event["winner"] == self.home.value else "away"
        return {**_typed(self, event, {"scores": "score", "hang_jacks": "hang_jacks"}), "winner": winner}


def _typed(form: PaperForm, event: Mapping[str, Any], parts: Mapping[str, str]) -> dict[str, Any]:
    values = {}
    for record, name in parts.items():
        figures = event.get(record) or {}
        values[f"home_{name}"] = figures.get(form.home.value)
        values[f"away_{name}"] = figures.get(form.home.opponents.value)
    return values
