"""The form of a tournament: what it is called, how it is played, how the standings are ordered."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from rules_engine.match import race_target
from rules_engine.readings import OPTIONS, Option
from rules_engine.rulesets import PUBLISHED, Ruleset
from tournaments.forms import orders
from tournaments.forms.errors import show
from tournaments.forms.orders import OrderFields
from tournaments.models import Tournament
from tournaments.models.tournament import default_tie_break
from tournaments.services.tournaments import MOST_APPEAL_HOURS, MOST_GAMES, MOST_TABLES, Details

RULESET_WORDS = {
    "round-robin": "Round Robin: the written tournament code",
    "trinidad": "Trinidad: the club rules, the six scores when kicked",
    "tobago": "Tobago: as Trinidad, the deuce scores when kicked",
    "parlour": "Parlour: the house rules",
}


def day_input() -> forms.DateInput:
    """A date picker that keeps what it is given."""
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class TournamentForm(OrderFields):
    """Everything of :class:`Details`; an option left alone stays as the ruleset has it."""

    name = forms.CharField(max_length=120)
    venue = forms.CharField(max_length=200, required=False)
    starts_on = forms.DateField(label="First day", required=False, widget=day_input())
    ends_on = forms.DateField(label="Last day", required=False, widget=day_input())
    ruleset_name = forms.ChoiceField(label="Ruleset")
    tables_per_match = forms.IntegerField(label="Tables a match", min_value=1, max_value=MOST_TABLES, initial=2)
    games_per_table = forms.IntegerField(label="Games a table", min_value=1, max_value=MOST_GAMES, initial=10)
    race_target_set = forms.IntegerField(
        label="Race target",
        required=False,
        min_value=1,
        max_value=MOST_TABLES * MOST_GAMES // 2 + 1,
        help_text="Bullseyes that win the match. Left empty: half of all games plus one.",
    )
    appeal_hours = forms.IntegerField(
        label="Hours to appeal",
        required=False,
        min_value=1,
        max_value=MOST_APPEAL_HOURS,
        initial=24,
        help_text="How long after a ruling or a decision a captain may appeal. Left empty, it stays as it is.",
    )

    def __init__(self, data: Any = None, *, tournament: Tournament | None = None, initial: Any = None) -> None:
        super().__init__(data, initial={**_initial(tournament), **(initial or {})})
        self.frozen = bool(tournament and tournament.ruleset_frozen_at)
        self.fields["ruleset_name"].choices = [(name, RULESET_WORDS.get(name, name)) for name in PUBLISHED]  # type: ignore[attr-defined]
        self.ruleset = self._ruleset_meant()
        for option in OPTIONS:
            if option.free or len(option.values) > 1:
                self.fields[f"option_{option.name}"] = _option_field(option, self.ruleset)
        self.add_order(tournament.tie_break if tournament else (), required=True)
        if self.frozen:
            for name, field in self.fields.items():
                if name.startswith("option_") or (name in Details.__annotations__ and name in _SETTLED):
                    field.disabled = True

    def _ruleset_meant(self) -> Ruleset:
        named = self["ruleset_name"].value()
        return PUBLISHED.get(str(named), PUBLISHED["round-robin"])

    @property
    def options(self) -> list[BoundField]:
        """The fields of the ruleset's options."""
        return [self[name] for name in self.fields if name.startswith("option_")]

    @property
    def options_chosen(self) -> bool:
        """Whether an option differs from the ruleset or is at fault, so that the list is shown open."""
        return any(field.errors or field.value() not in (None, "") for field in self.options)

    @property
    def race_worked_out(self) -> int | None:
        """The race target of the tables and games now in the form; None while they make none."""
        return worked_out(self["tables_per_match"].value(), self["games_per_table"].value())

    def details(self) -> Details:
        """What was entered, for the services."""
        entered = self.cleaned_data
        options = {
            name.removeprefix("option_"): entered[name]
            for name in self.fields
            if name.startswith("option_") and entered[name] not in (None, "")
        }
        details = Details(
            name=entered["name"],
            venue=entered["venue"],
            starts_on=entered["starts_on"],
            ends_on=entered["ends_on"],
            ruleset_name=entered["ruleset_name"],
            ruleset_options=options,
            tables_per_match=entered["tables_per_match"],
            games_per_table=entered["games_per_table"],
            race_target_set=entered["race_target_set"],
            tie_break=self.chain,
        )
        if entered["appeal_hours"] is not None:
            details["appeal_hours"] = entered["appeal_hours"]
        return details

    def show(self, error: ValidationError) -> None:
        """Put what the service refused at its field, an option's error at that option."""
        names = {"tie_break": "order_1"}
        for refused in error.error_dict.get("ruleset_options", ()):
            names["ruleset_options"] = f"option_{refused.messages[0].split(':')[0]}"
        show(self, error, names)


_SETTLED = ("ruleset_name", "tables_per_match", "games_per_table", "race_target_set")


def worked_out(tables: object, games: object) -> int | None:
    """The race target for these two, as typed; None when they are no tables and games."""
    try:
        t, g = int(str(tables)), int(str(games))
    except ValueError:
        return None
    return race_target(t, g) if 1 <= t <= MOST_TABLES and 1 <= g <= MOST_GAMES else None


def _initial(tournament: Tournament | None) -> dict[str, Any]:
    if tournament is None:
        chain = default_tie_break()
        return {"ruleset_name": "round-robin"} | orders.initial(chain)
    initial: dict[str, Any] = {
        field: getattr(tournament, field) for field in Details.__annotations__ if field != "ruleset_options"
    }
    for name, value in tournament.ruleset_options.items():
        initial[f"option_{name}"] = value if _free(name) else json.dumps(value)
    return initial | orders.initial(tournament.tie_break)


def _free(name: str) -> bool:
    return any(option.name == name and option.free for option in OPTIONS)


def _option_field(option: Option, ruleset: Ruleset) -> forms.Field:
    """One option: its values in words, the first choice being what the published ruleset says."""
    published = ruleset.value(option.name)
    help_text = _source(option.source)
    words = dict(zip((json.dumps(_plain(value)) for value in option.values), option.words, strict=True))
    if option.free == "number":
        return forms.IntegerField(
            label=option.explanation,
            required=False,
            min_value=0,
            max_value=1000,
            help_text=help_text,
            widget=forms.NumberInput(attrs={"placeholder": str(published)}),
        )
    if option.free == "text":
        return forms.CharField(
            label=option.explanation,
            required=False,
            max_length=40,
            help_text=help_text,
            widget=forms.TextInput(attrs={"placeholder": str(published)}),
        )
    by_ruleset = words.get(json.dumps(published), str(published))
    return forms.TypedChoiceField(
        label=option.explanation,
        required=False,
        choices=[("", f"As the ruleset: {by_ruleset}"), *words.items()],
        coerce=json.loads,
        empty_value=None,
        help_text=help_text,
    )


def _plain(value: Any) -> Any:
    return getattr(value, "value", value)


def _source(source: str) -> str:
    """The clauses of the code that an option settles; other sources are of no use in a form."""
    clauses = "; ".join(part.strip() for part in source.split(";") if not part.strip().startswith("seed"))
    return f"Clause {clauses}" if clauses else ""
