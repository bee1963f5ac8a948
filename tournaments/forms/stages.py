"""Forms for stages: what kind, how it is drawn, from which seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournaments.drawing import TAKES
from tournaments.forms.entries import lines
from tournaments.models import Stage, StageKind, StageState, Tournament
from tournaments.words import tidy

NUMBERS = [("given", "in the order of the list"), ("lot", "by lot from the seed")]
POOLS = [
    ("none", "none: everybody in one"),
    ("divisions", "the divisions"),
    ("snake", "by strength, in a snake down the list"),
    ("lot", "by lot from the seed"),
]


class NewStageForm(forms.Form):
    """A new stage; how it is drawn follows on its own page."""

    kind = forms.ChoiceField(choices=StageKind.choices)
    name = forms.CharField(max_length=60, required=False, help_text="Left empty: called by its kind.")


class StageForm(forms.Form):
    """A stage's name, place and seed, and the options of its kind."""

    name = forms.CharField(max_length=60)
    order = forms.IntegerField(label="Place", min_value=1, max_value=999)

    def __init__(self, tournament: Tournament, stage: Stage, data: Any = None) -> None:
        self.team_names: dict[int, str] = dict(tournament.teams.order_by("name").values_list("pk", "name"))
        self._ids = {name.casefold(): pk for pk, name in self.team_names.items()}
        super().__init__(data, initial=self._initial(stage))
        if stage.state == StageState.DRAFT:
            taken = TAKES[stage.kind]
            if taken & {"numbers", "pools"}:
                self.fields["seed"] = forms.CharField(
                    max_length=64,
                    required=False,
                    help_text="Lots are worked out from it, by anybody. Left empty: a new one is made up.",
                )
            for name, field in _option_fields().items():
                if name in taken:
                    self.fields[name] = field

    def _initial(self, stage: Stage) -> dict[str, Any]:
        def named(team: int) -> str:
            return self.team_names.get(team, "?")

        initial = {"name": stage.name, "order": stage.order, "seed": stage.seed, **stage.options}
        initial["teams"] = "\n".join(named(team) for team in stage.options.get("teams", []))
        initial["fixtures"] = "\n\n".join(
            "\n".join(f"{named(home)} v {named(away)}" for home, away in pairs)
            for pairs in stage.options.get("fixtures", [])
        )
        return initial

    def clean_teams(self) -> list[int]:
        """The ids of the names, in their order."""
        found: list[int] = []
        for number, line in enumerate(self.cleaned_data["teams"].splitlines(), start=1):
            if line.strip():
                name = tidy(line, longest=80)
                team = self._ids.get(name.casefold())
                if team is None:
                    raise ValidationError(f"Line {number}: there is no team “{name}”.", code="unknown")
                found.append(team)
        return found

    def clean_fixtures(self) -> list[list[list[int]]]:
        """Rounds of pairs of ids: an empty line, or one that begins with “Round”, begins the next round."""
        found: list[list[list[int]]] = [[]]
        for number, line in enumerate(self.cleaned_data["fixtures"].splitlines(), start=1):
            text = tidy(line, longest=200, required=False)
            pair = self._pair(text)
            if pair:
                found[-1].append(pair)
            elif not text or text.casefold().startswith("round"):
                found.append([])
            else:
                raise ValidationError(
                    f"Line {number}: “{text}” is not two teams with a v between them, spelt as they are entered.",
                    code="unknown",
                )
        return [pairs for pairs in found if pairs]

    def _pair(self, text: str) -> list[int] | None:
        words = text.casefold().split(" ")
        for at, word in enumerate(words):
            if word in ("v", "vs", "v."):
                home, away = (self._ids.get(" ".join(some)) for some in (words[:at], words[at + 1 :]))
                if home and away:
                    return [home, away]
        return None

    def changes(self) -> dict[str, Any]:
        """What was entered, for the services; of a published stage its name and place alone."""
        entered = self.cleaned_data
        out: dict[str, Any] = {"name": entered["name"], "order": entered["order"]}
        options = {name: entered[name] for name in _option_fields() if name in self.fields}
        if options:
            out["options"] = _only_said(options)
        if "seed" in self.fields:
            out["seed"] = entered["seed"]
        return out


def _only_said(options: Mapping[str, Any]) -> dict[str, Any]:
    """Without what stays at its default, so that a plan is kept in few words."""
    silent: dict[str, Any] = {"numbers": "given", "pools": "none"}
    return {name: value for name, value in options.items() if value and silent.get(name) != value}


def _option_fields() -> dict[str, forms.Field]:
    return {
        "teams": forms.CharField(
            label="Teams, one a line, the strongest first",
            required=False,
            max_length=50_000,
            widget=lines(8),
            help_text="Left empty: every team, in the order of entry.",
        ),
        "numbers": forms.ChoiceField(label="Numbers and seeds", choices=NUMBERS),
        "pools": forms.ChoiceField(label="Pools", choices=POOLS),
        "pools_count": forms.IntegerField(label="How many pools", required=False, min_value=1, max_value=26),
        "rounds": forms.IntegerField(
            label="Rounds", required=False, min_value=1, max_value=126, help_text="Left empty: all of them."
        ),
        "third_place": forms.BooleanField(label="Play for third place", required=False),
        "minor_cup": forms.BooleanField(label="A minor cup for those who fall out in the first round", required=False),
        "cross_over": forms.BooleanField(
            label="Cross over from the divisions",
            required=False,
            help_text="List the teams that go through: of each division the first, the second, and so on.",
        ),
        "fixtures": forms.CharField(
            label="Fixtures",
            required=False,
            max_length=200_000,
            widget=lines(12),
            help_text="One match a line: Pelicans v Scarlets. An empty line begins the next round.",
        ),
    }
