"""What is typed in a dispute, an appeal or a fine. Services judge it; here it is only read."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms

from penalties.models import AppealState, Effect, FactKind
from penalties.models.dispute import LONGEST_OUTCOME, LONGEST_QUESTION, LONGEST_TEXT
from scoring.forms.request import LARGEST

Players = Sequence[tuple[str, Sequence[tuple[int, str]]]]
LOST = "The form has lost its place. Load the page again."


def words(label: str, longest: int, missing: str, *, help_text: str = "", rows: int = 2) -> forms.CharField:
    """A text that has to be written."""
    return forms.CharField(
        label=label,
        max_length=longest,
        help_text=help_text,
        error_messages={"required": missing},
        widget=forms.Textarea(attrs={"rows": rows, "maxlength": longest}),
    )


def clause_field(label: str = "Clause") -> forms.CharField:
    """A clause by its number; the browser offers the list."""
    return forms.CharField(
        label=label,
        max_length=8,
        help_text="By its number, as in 12.a.",
        error_messages={"required": "Say by which clause."},
        widget=forms.TextInput(attrs={"list": "code-clauses", "autocomplete": "off"}),
    )


class VersionForm(forms.Form):
    """An act on a dispute as it was seen."""

    version = forms.IntegerField(
        min_value=0, max_value=LARGEST, widget=forms.HiddenInput, error_messages={"required": LOST}
    )


class ClientForm(forms.Form):
    """An act that is one, however often it is sent."""

    client_id = forms.UUIDField(widget=forms.HiddenInput, error_messages={"required": LOST})

    @classmethod
    def fresh(cls, *args: Any, **kwargs: Any) -> Any:
        """An empty form with a number of its own."""
        kwargs["initial"] = {"client_id": str(uuid.uuid4()), **kwargs.get("initial", {})}
        return cls(*args, **kwargs)


class SideForm(ClientForm):
    """Something that a side says or shows. ``sides``: what an official chooses from; a captain's is fixed."""

    side = forms.ChoiceField(
        label="For which side", widget=forms.RadioSelect, error_messages={"required": "Say for which side."}
    )

    def __init__(self, *args: Any, sides: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["side"]
        field.choices = list(sides)
        if len(sides) == 1:
            field.widget = forms.HiddenInput()
            self.initial.setdefault("side", sides[0][0])


class RaiseForm(SideForm):
    """What is disputed."""

    field_order = ("question", "side")
    question = words(
        "What is disputed?",
        LONGEST_QUESTION,
        "Say what is disputed.",
        help_text="One question that can be answered, as in: was the jack hung before the lift was packed?",
        rows=3,
    )
    about_sequence = forms.IntegerField(
        label="About which entry (may be left empty)", required=False, min_value=1, max_value=LARGEST
    )

    def __init__(self, *args: Any, entries: Sequence[tuple[int, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if entries:
            self.fields["about_sequence"].widget = forms.Select(
                choices=[("", "No entry of the board"), *[(str(number), text) for number, text in entries]]
            )


class ProposeForm(VersionForm):
    """The settlement that a captain writes down."""

    clause = clause_field()
    outcome = words("What follows", LONGEST_OUTCOME, "Say what follows.")


class AgreeForm(VersionForm):
    """Exactly the settlement that was read."""

    proposal = forms.IntegerField(min_value=1, widget=forms.HiddenInput, error_messages={"required": LOST})


class ReasonsForm(VersionForm):
    """An act with its reasons."""

    reasons = words("Reasons", LONGEST_TEXT, "Write down why.")


class SettleForm(ReasonsForm):
    """The committee's decision."""

    field_order: tuple[str, ...] = ("outcome", "reasons")
    outcome = words("What is decided", LONGEST_OUTCOME, "Say what is decided.")


class DecideForm(SettleForm):
    """The official's decision."""

    field_order = ("effect", "ruling", "lost_by", "clause", "outcome", "reasons")
    effect = forms.ChoiceField(
        label="Effect", widget=forms.RadioSelect, error_messages={"required": "Say what comes of it."}
    )
    ruling = forms.TypedChoiceField(label="Which ruling", required=False, coerce=int, empty_value=None)
    lost_by = forms.ChoiceField(label="Lost by", required=False)
    clause = clause_field()

    def __init__(
        self, *args: Any, rulings: Sequence[tuple[int, str]], mixed: Sequence[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offered = [Effect.NONE, *([Effect.RULED] if rulings else []), *([Effect.LOST] if mixed else [])]
        fields: dict[str, Any] = self.fields
        fields["effect"].choices = [(effect.value, effect.label) for effect in offered]
        fields["ruling"].choices = [("", "None"), *rulings]
        fields["lost_by"].choices = [("", "Nobody"), *mixed]
        if not rulings:
            fields["ruling"].widget = forms.HiddenInput()
        if not mixed:
            fields["lost_by"].widget = forms.HiddenInput()


class StatementForm(SideForm):
    """What a side says."""

    field_order = ("side", "player", "text")
    text = words("What was seen or said", LONGEST_TEXT, "Write what was seen or said.", rows=3)
    player = forms.TypedChoiceField(
        label="Whose words (may be left empty)", required=False, coerce=int, empty_value=None
    )

    def __init__(self, *args: Any, players: Players, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["player"]
        field.choices = [("", "The captain's own"), *players]


class AttachForm(SideForm):
    """A photo or a PDF."""

    file = forms.FileField(
        label="Photo or PDF",
        help_text="At most 8 MB. Photos are made smaller, and lose the place where they were taken.",
        error_messages={"required": "Choose a photo or a PDF.", "empty": "This file is empty."},
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp,application/pdf"}),
    )


class FactForm(forms.Form):
    """A line of the checklist."""

    kind = forms.ChoiceField(
        label="What", choices=FactKind.choices, widget=forms.RadioSelect, error_messages={"required": "Say what."}
    )
    player = forms.TypedChoiceField(label="Who", required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, players: Players, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["player"]
        field.choices = [("", "Nobody"), *players]
        if not players:
            field.widget = forms.HiddenInput()
            self.fields["kind"].widget = forms.HiddenInput()
            self.initial["kind"] = FactKind.CARDS_LEFT


class LodgeForm(forms.Form):
    """Why what was ruled or decided is wrong."""

    grounds = words("Why is it wrong?", LONGEST_TEXT, "Write why it is wrong.", rows=4)


class HearForm(ClientForm):
    """The committee's decision of an appeal. A ruling is varied on its own page of questions."""

    field_order = ("outcome", "reasons")
    outcome = forms.ChoiceField(
        label="Outcome", widget=forms.RadioSelect, error_messages={"required": "Say what is decided."}
    )
    reasons = words("Reasons", LONGEST_TEXT, "Write down why.", rows=4)
    expected = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST, widget=forms.HiddenInput, error_messages={"required": LOST}
    )

    def __init__(self, *args: Any, varied: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [AppealState.DISMISSED, AppealState.UPHELD, *([AppealState.VARIED] if varied else [])]
        field: Any = self.fields["outcome"]
        field.choices = [(state.value, state.label) for state in offered]


class FineForm(ClientForm):
    """A fine to be set."""

    field_order = ("who", "clause", "reason", "currency")
    who = forms.ChoiceField(label="Who", error_messages={"required": "Say who is fined."})
    clause = clause_field("Clause (may be left empty)")
    reason = forms.CharField(label="What for", max_length=300, error_messages={"required": "Say what for."})
    currency = forms.CharField(label="Currency", max_length=3, initial="TTD")

    def __init__(self, *args: Any, teams: Sequence[tuple[str, Sequence[tuple[str, str]]]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clause"].required = False
        field: Any = self.fields["who"]
        field.choices = [("", "Choose"), *teams]


class AmountForm(VersionForm):
    """An amount of money."""

    amount = forms.CharField(
        label="Amount",
        max_length=12,
        error_messages={"required": "Say how much."},
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    note = forms.CharField(label="Note (may be left empty)", max_length=300, required=False)


class WaiveForm(VersionForm):
    """Why nothing more has to be paid."""

    note = forms.CharField(label="Why", max_length=300, error_messages={"required": "Say why."})
