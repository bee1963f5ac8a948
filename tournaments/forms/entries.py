"""Forms for divisions, teams, rosters, rounds and matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.db.models import Q

from tournaments.models import Division, Match, RosterEntry, Round, Team, Tournament
from tournaments.selectors import entries
from tournaments.services.matches import IN_CHARGE
from tournaments.services.rosters import MOST_NUMBER


def lines(rows: int) -> forms.Textarea:
    """A box for several lines; spelling help would underline every name."""
    return forms.Textarea(attrs={"rows": rows, "spellcheck": "false"})


class DivisionForm(forms.Form):
    """A division's name and its place among the others."""

    name = forms.CharField(max_length=60)
    order = forms.IntegerField(label="Place", min_value=0, max_value=32767, required=False)


class TeamsForm(forms.Form):
    """Several teams at once."""

    names = forms.CharField(
        label="Teams, one a line", max_length=90_000, widget=lines(6), help_text="Paste as many as you like."
    )
    division = forms.ModelChoiceField(Division.objects.none(), required=False, empty_label="none")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_choices(self, "division", tournament.divisions.all())


class TeamForm(forms.Form):
    """One team's name, division and address."""

    name = forms.CharField(max_length=80)
    division = forms.ModelChoiceField(Division.objects.none(), required=False, empty_label="none")
    email = forms.EmailField(label="E-mail", required=False, help_text="May be left empty. Only directors see it.")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_choices(self, "division", tournament.divisions.all())


def why_field() -> forms.CharField:
    """A director's reason to change a roster against a limit."""
    return forms.CharField(
        label="Reason",
        max_length=300,
        required=False,
        help_text="Needed where a limit of the tournament stands against it. It is kept.",
    )


class RosterLinesForm(forms.Form):
    """Several players at once; ``reason`` only where the tournament has limits."""

    def __init__(self, *args: Any, limits: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if limits:
            self.fields["reason"] = why_field()

    names = forms.CharField(
        label="Players, one a line",
        max_length=20_000,
        widget=lines(8),
        help_text="A number before the name if they have one, (C) after it for the captain: 7 Anil Joseph (C)",
    )


class RosterForm(forms.Form):
    """A whole roster: each player's name and number, who is captain, who leaves."""

    def __init__(self, roster: Sequence[RosterEntry], data: Any = None, *, limits: str = "") -> None:
        captain = next((str(entry.pk) for entry in roster if entry.is_captain), "")
        super().__init__(data, initial={"captain": captain})
        self.roster = roster
        for entry in roster:
            who = entry.player.name
            self.fields[f"number_{entry.pk}"] = forms.IntegerField(
                label=f"Number of {who}", min_value=0, max_value=MOST_NUMBER, required=False, initial=entry.number
            )
            self.fields[f"name_{entry.pk}"] = forms.CharField(label=f"Name of {who}", max_length=80, initial=who)
            self.fields[f"remove_{entry.pk}"] = forms.BooleanField(label=f"Take {who} off", required=False)
        self.fields["captain"] = forms.ChoiceField(
            choices=[("", "No captain yet"), *((str(entry.pk), entry.player.name) for entry in roster)], required=False
        )
        if limits:
            self.fields["reason"] = why_field()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The fields of each player, in the roster's order."""
        return [
            {
                "entry": entry,
                "number": self[f"number_{entry.pk}"],
                "name": self[f"name_{entry.pk}"],
                "remove": self[f"remove_{entry.pk}"],
            }
            for entry in self.roster
        ]

    def changes(self) -> dict[int, dict[str, Any]]:
        """Name and number of each player as entered."""
        entered = self.cleaned_data
        return {
            entry.pk: {"name": entered[f"name_{entry.pk}"], "number": entered[f"number_{entry.pk}"]}
            for entry in self.roster
        }

    def leaving(self) -> list[int]:
        """Ids of the entries to take off."""
        return [entry.pk for entry in self.roster if self.cleaned_data[f"remove_{entry.pk}"]]

    def captain(self) -> int | None:
        """Id of the captain's entry; None when there is none, or when the captain leaves."""
        chosen = self.cleaned_data["captain"]
        return int(chosen) if chosen and int(chosen) not in self.leaving() else None


class RoundForm(forms.Form):
    """A round's number, name and time."""

    number = forms.IntegerField(min_value=1, max_value=999, required=False)
    name = forms.CharField(max_length=60, required=False)
    starts_at = forms.DateTimeField(
        label="Starts",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )


class MatchDutyForm(forms.Form):
    """Who is in charge of a match, and where it is played."""

    official = forms.ModelChoiceField(get_user_model().objects.none(), required=False, empty_label="nobody yet")
    place = forms.CharField(label="Where", max_length=60, required=False)

    def __init__(self, tournament: Tournament, *args: Any, match: Match | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        can_be = Q(roles__tournament=tournament, roles__name__in=IN_CHARGE)
        if match and match.official_id:
            can_be |= Q(pk=match.official_id)
        officials = get_user_model().objects.filter(can_be)
        _set_choices(self, "official", officials.distinct().order_by("display_name", "username"))


class MatchForm(MatchDutyForm):
    """A new match."""

    round = forms.ModelChoiceField(Round.objects.none(), empty_label=None)
    home = forms.ModelChoiceField(Team.objects.none(), label="Home")
    away = forms.ModelChoiceField(Team.objects.none(), label="Away")

    play_off = forms.BooleanField(
        label="A play-off",
        required=False,
        help_text="It settles a tie of the two teams and counts in no standings.",
    )

    field_order = ("round", "home", "away", "official", "place", "play_off")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(tournament, *args, **kwargs)
        _set_choices(self, "round", tournament.rounds.all())
        entered = entries.entered(tournament).order_by("name")
        teams = list(entered)
        for field in ("home", "away"):
            _set_choices(self, field, entered)
            # The two lists hold the same teams: one query for both.
            self.fields[field].widget.choices = [("", "choose"), *((team.pk, team.name) for team in teams)]


def duty_of(match: Match) -> dict[str, Any]:
    """What a match's duty form shows at first."""
    return {"official": match.official_id, "place": match.place}


def _set_choices(form: forms.Form, field: str, queryset: Any) -> None:
    form.fields[field].queryset = queryset  # type: ignore[attr-defined]
