"""Forms for entering a team, for what becomes of it, and for the rules of entering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from tournaments.forms.entries import lines
from tournaments.models import Division, Player, Tournament
from tournaments.services.rosters import MOST_PLAYERS


def moment() -> forms.DateTimeInput:
    """A picker of day and time that keeps what it is given."""
    return forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class RulesForm(forms.Form):
    """Who may enter until when, and what a roster must keep to."""

    entries_open = forms.BooleanField(label="Whoever signs in can enter a team", required=False)
    entries_close_at = forms.DateTimeField(
        label="Entries close", required=False, widget=moment(), help_text="Left empty: until the tick is taken away."
    )
    roster_least = forms.IntegerField(
        label="Players a team, at least", min_value=0, max_value=MOST_PLAYERS, required=False
    )
    roster_most = forms.IntegerField(
        label="Players a team, at most", min_value=1, max_value=MOST_PLAYERS, required=False
    )
    roster_locks_at = forms.DateTimeField(
        label="Rosters lock",
        required=False,
        widget=moment(),
        help_text="From then on only a director changes them, with a reason.",
    )

    def rules(self) -> dict[str, Any]:
        """What was entered, for the services."""
        return {**self.cleaned_data, "roster_least": self.cleaned_data["roster_least"] or 0}


def rules_of(tournament: Tournament) -> dict[str, Any]:
    """What the form of the rules shows at first."""
    return {field: getattr(tournament, field) for field in RulesForm.base_fields}


class EntryForm(forms.Form):
    """A team as whoever sends it enters it."""

    name = forms.CharField(label="Team", max_length=80)
    division = forms.ModelChoiceField(
        Division.objects.none(), label="Division wished for", required=False, empty_label="no wish"
    )
    email = forms.EmailField(label="E-mail", required=False, help_text="May be left empty. Only the directors see it.")
    known = forms.TypedMultipleChoiceField(
        label="Played for this club before", coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    players = forms.CharField(
        label="Players, one a line",
        max_length=20_000,
        required=False,
        widget=lines(8),
        help_text="A number before the name if they have one, (C) after it for the captain: 7 Anil Joseph (C)",
    )

    def __init__(self, tournament: Tournament, known: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        divisions = tournament.divisions.all()
        self.fields["division"].queryset = divisions  # type: ignore[attr-defined]
        self.fields["known"].choices = [(player.pk, player.name) for player in known]  # type: ignore[attr-defined]
        if not known:
            del self.fields["known"]
        if not divisions:
            del self.fields["division"]

    def asked(self) -> dict[str, Any]:
        """What was entered, for the services."""
        return dict(self.cleaned_data)


class KnownForm(forms.Form):
    """Players whom the club has had before, to be put on the roster."""

    known = forms.TypedMultipleChoiceField(
        label="Played for this club before", coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, known: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["known"].choices = [(player.pk, player.name) for player in known]  # type: ignore[attr-defined]


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(max_length=300, required=False)
