"""Forms for stages: what kind, how it is drawn, from which seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from tournaments.drawing import TAKES
from tournaments.forms import orders
from tournaments.forms.entries import lines
from tournaments.forms.orders import OrderFields
from tournaments.forms.sizes import BEST_OF, OWN, USUAL, SizeFields, size_fields, size_of_stage
from tournaments.models import PlacesBy, Stage, StageKind, StageState, Tournament
from tournaments.selectors import sizes
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


class GatherForm(forms.Form):
    """The name of the stage that rounds of none are gathered into."""

    name = forms.CharField(label="Name of their stage", max_length=60, initial="Fixtures")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the form; ``said``: a word on it."""

    heading: str
    said: str
    fields: list[BoundField]
    filled: bool

    @property
    def open(self) -> bool:
        """Whether it is shown unfolded."""
        return self.filled or any(field.errors for field in self.fields)


class StageForm(OrderFields, SizeFields):
    """A stage's name, place and seed, the options of its kind, its size, its order, and the stage before it."""

    name = forms.CharField(max_length=60)
    order = forms.IntegerField(label="Place", min_value=1, max_value=999)

    def __init__(self, tournament: Tournament, stage: Stage, data: Any = None) -> None:
        self.team_names: dict[int, str] = dict(tournament.teams.order_by("name").values_list("pk", "name"))
        self.stage = stage
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
            self._add_source(tournament, stage)
            self.fields.update(size_fields())
            if stage.kind == StageKind.KNOCK_OUT:
                del self.fields["level_stands"]
            self.fields["length"].choices = [  # type: ignore[attr-defined]
                (
                    USUAL,
                    f"As in the whole tournament: {sizes.ruled(sizes.of_tournament(tournament), tournament).words}",
                ),
                (BEST_OF, "Pairs: the best of so many games at one table"),
                (OWN, "Tables and games as said below"),
            ]
        self.add_order(stage.tie_break or (), required=False, first="– as in the whole tournament")

    def _add_source(self, tournament: Tournament, stage: Stage) -> None:
        if stage.kind == StageKind.PRESCRIBED:
            return
        others = {str(other.pk): other for other in tournament.stages.all() if other.pk != stage.pk}
        if not others:
            return
        self.fields["source"] = forms.TypedChoiceField(
            label="The teams come from",
            required=False,
            choices=[("", "– no other stage"), *((pk, str(other)) for pk, other in others.items())],
            coerce=others.get,
            empty_value=None,
        )
        self.fields["places_from"] = forms.IntegerField(
            label="First place that goes on", required=False, min_value=1, max_value=512
        )
        self.fields["places_to"] = forms.IntegerField(
            label="Last place that goes on", required=False, min_value=1, max_value=512
        )
        self.fields["places_by"] = forms.ChoiceField(label="Places", required=False, choices=PlacesBy.choices)

    @property
    def parts(self) -> list[Part]:
        """The fields in parts; one that says nothing of its own and has no error is folded."""
        source = [self[name] for name in _SOURCE if name in self.fields]
        apart = {field.name for field in (*source, *self.size, *self.order_row)}
        rest = [self[name] for name in self.fields if name not in apart]
        usual = self["length"].value() in (None, "", USUAL) if self.size else True
        own_size = not usual or any(self[name].value() for name in _ENDS if name in self.fields)
        found = [
            Part("", "", rest, True),
            Part(
                "Teams from another stage",
                "Those that end at these places there; they are drawn once its results are in.",
                source,
                bool(source and source[0].value()),
            ),
            Part("How long its matches are", "", self.size, own_size),
            Part(
                "Order of its standings",
                "Where nothing is chosen, it is the tournament's.",
                self.order_row,
                bool(self.order_row[0].value()),
            ),
        ]
        return [part for part in found if part.fields]

    def _initial(self, stage: Stage) -> dict[str, Any]:
        def named(team: int) -> str:
            return self.team_names.get(team, "?")

        initial = {"name": stage.name, "order": stage.order, "seed": stage.seed, **stage.options}
        initial |= {name: getattr(stage, name) for name in _SOURCE} | {"source": stage.source_id}
        initial |= {**size_of_stage(stage), **orders.initial(stage.tie_break or ())}
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
        if "length" in self.fields:
            out |= {name: value for name, value in self.sized().items() if name in self.fields}
        if "source" in self.fields:
            out |= {name: entered[name] for name in _SOURCE} | {"places_by": entered["places_by"] or PlacesBy.OVERALL}
        return {**out, "tie_break": self.chain or None}


_ENDS = ("race_target_set", "play_all", "level_stands")
_SOURCE = ("source", "places_from", "places_to", "places_by")


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
