"""How long matches are, in a form: as usual, the best of N games for pairs, or anything else."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms import BoundField

from tournaments.drawing import DrawError, best_of
from tournaments.models import Match, Stage
from tournaments.selectors import sizes
from tournaments.selectors.sizes import Size
from tournaments.services.sizing import MOST_GAMES, MOST_TABLES, NAMES

USUAL, BEST_OF, OWN = "usual", "best-of", "own"
FIELDS = ("length", "best_of", "tables_per_match", "games_per_table", "race_target_set", "play_all", "level_stands")


def size_fields() -> dict[str, forms.Field]:
    """The fields by name; the choices of ``length`` are for the form to say."""
    return {
        "length": forms.ChoiceField(label="A match is", required=False, widget=forms.RadioSelect),
        "best_of": forms.IntegerField(
            label="Pairs, best of",
            required=False,
            min_value=1,
            max_value=39,
            help_text="One table, an odd number of games: best of 7 is won with 4.",
        ),
        "tables_per_match": forms.IntegerField(
            label="Tables a match", required=False, min_value=1, max_value=MOST_TABLES
        ),
        "games_per_table": forms.IntegerField(label="Games a table", required=False, min_value=1, max_value=MOST_GAMES),
        "race_target_set": forms.IntegerField(
            label="Race target",
            required=False,
            min_value=1,
            max_value=MOST_TABLES * MOST_GAMES // 2 + 1,
            help_text="Bullseyes that win the match. Left empty: half of all games plus one.",
        ),
        "play_all": forms.BooleanField(
            label="Every game is played", required=False, help_text="The race does not end the match early."
        ),
        "level_stands": forms.BooleanField(
            label="A level match stands", required=False, help_text="It has no winner, and no decider is played."
        ),
    }


class SizeFields(forms.Form):
    """What a form with these fields shares."""

    @property
    def size(self) -> list[BoundField]:
        """The fields, those that it has."""
        return [self[name] for name in FIELDS if name in self.fields]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("length") == BEST_OF and "best_of" in cleaned:
            try:
                best_of(cleaned["best_of"] or 0)
            except DrawError as error:
                self.add_error("best_of", error.text)
        if cleaned.get("length") == OWN:
            for field in ("tables_per_match", "games_per_table"):
                if field in cleaned and cleaned[field] is None:
                    self.add_error(field, "Say how many.")
        return cleaned

    def sized(self) -> dict[str, Any]:
        """What was entered, by the names of a stage's fields."""
        entered = self.cleaned_data
        if entered["length"] == BEST_OF:
            only = {"tables_per_match": 1, "games_per_table": entered["best_of"], "race_target_set": None}
            return {**only, "play_all": False, "level_stands": False}
        out = {name: entered.get(name, False) for name in FIELDS[2:]}
        if entered["length"] in (USUAL, ""):
            out |= {"tables_per_match": None, "games_per_table": None}
        return out


def size_of_stage(stage: Stage) -> dict[str, Any]:
    """What the fields show at first."""
    own = stage.tables_per_match or stage.games_per_table
    size = sizes.of_stage(stage, stage.tournament)
    return {
        **_shown(size, not own),
        "race_target_set": stage.race_target_set,
        "tables_per_match": stage.tables_per_match,
        "games_per_table": stage.games_per_table,
    }


def _shown(size: Size, usual: bool) -> dict[str, Any]:
    best = None if usual or size.level_stands else size.best_of
    return {
        "length": USUAL if usual else BEST_OF if best else OWN,
        "best_of": best,
        "tables_per_match": size.tables,
        "games_per_table": size.games,
        "race_target_set": size.race_target_set,
        "play_all": size.play_all,
        "level_stands": size.level_stands,
    }


class MatchSizeForm(SizeFields):
    """Another size for a single match, until it begins."""

    def __init__(self, match: Match, data: Any = None) -> None:
        super().__init__(data, initial=_shown(sizes.kept(match), usual=False))
        self.fields.update(size_fields())
        self.fields["length"].choices = [  # type: ignore[attr-defined]
            (BEST_OF, "Pairs: the best of so many games at one table"),
            (OWN, "Tables and games as said below"),
        ]
        self.fields["length"].required = True

    def values(self) -> dict[str, Any]:
        """What was entered, for the service."""
        entered = self.sized()
        short = {name: field for field, name in NAMES.items()}
        return {short.get(name, name): value for name, value in entered.items()}
