"""A change of a confirmed result: the tables' figures anew, or one entry, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from rules_engine.seats import Pair
from scoring.forms.decisions import reason_field
from scoring.forms.paper import MOST
from scoring.selectors.tables import TableShown
from tournaments.models import TableKind

FIGURES = ("home", "away", "home_hung", "away_hung")
LABELS = {
    "home": "bullseyes, home",
    "away": "bullseyes, away",
    "home_hung": "hang jacks, home",
    "away_hung": "hang jacks, away",
}


class ChangeForm(forms.Form):
    """Why a confirmed result is changed; ``tables``: those whose figures may be typed anew."""

    def __init__(self, *args: Any, tables: Sequence[TableShown] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        for table in tables:
            now = self.now(table)
            for name in FIGURES:
                field = forms.IntegerField(
                    label=f"{name_of(table)}, {LABELS[name]}",
                    min_value=0,
                    max_value=MOST,
                    initial=now[name],
                    widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                )
                self.fields[f"t{table.table.number}_{name}"] = field
        self.fields["reason"] = reason_field("Why is it wrong?", "Say why: the reason stays with the change.")

    @staticmethod
    def now(table: TableShown) -> dict[str, int]:
        """The table's figures as they stand."""
        home, away = table.sides
        return {
            "home": home.bullseyes,
            "away": away.bullseyes,
            "home_hung": home.hang_jacks,
            "away_hung": away.hang_jacks,
        }

    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Each table's name and its four boxes."""
        return [(name_of(table), [self[f"t{table.table.number}_{name}"] for name in FIGURES]) for table in self.tables]

    def corrections(self) -> list[dict[str, Any]]:
        """A new tally for each table whose figures were changed; call it on a valid form."""
        found: list[dict[str, Any]] = []
        for table in self.tables:
            typed = {name: self.cleaned_data[f"t{table.table.number}_{name}"] for name in FIGURES}
            if typed == self.now(table):
                continue
            home = Pair(next(side.pair for side in table.sides if side.side == "home"))
            found.append(
                {
                    "table": table.table.number,
                    "tally": {
                        "bullseyes": {home.value: typed["home"], home.opponents.value: typed["away"]},
                        "hang_jacks": {home.value: typed["home_hung"], home.opponents.value: typed["away_hung"]},
                    },
                }
            )
        return found


def name_of(table: TableShown) -> str:
    """The table as a row of the form names it."""
    return "Match sheet" if table.table.kind == TableKind.SHEET else str(table.table)


class DecisionForm(forms.Form):
    """Why a proposal is turned down."""

    reason = reason_field("Why is it turned down?", "Say why it is turned down.")


class SettleForm(forms.Form):
    """What became of something that stood on a changed result."""

    reason = reason_field("What became of it?", "Say what became of it.")
