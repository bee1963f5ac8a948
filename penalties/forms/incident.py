"""A report or a ruling: who, when, and only what this clause has to be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from penalties.selectors import asking, code_words, fitting, stating
from penalties.selectors.answers import answers_of
from penalties.selectors.asking import Case, Place
from penalties.selectors.questions import Question
from rules_engine.penalty_code import Clause, Who
from rules_engine.seats import Seat
from rules_engine.verdicts import Phase, RecordError
from scoring.forms.decisions import reason_field
from scoring.forms.request import LedgerForm
from tournaments.models import Player

LONGEST_NOTE = 500
LONGEST_TEXT = 1000
NOBODY = "none"
"""The key for somebody who does not sit at the table, or nobody at all."""
NOT_A_KEY = "“%(value)s” is not one of the keys of this row."


def _text(label: str, longest: int, help_text: str = "") -> forms.CharField:
    field = forms.CharField(label=label, required=False, max_length=longest, help_text=help_text, strip=True)
    field.widget = forms.Textarea(attrs={"rows": 2, "maxlength": longest})
    return field


class IncidentForm(LedgerForm):
    """An ``incident@1`` by taps; its questions come from the engine and grow with the answers.

    ``decides``: an official's, who says what is for the official to say; ``changes``: it takes the place of a ruling
    that stands, and a reason is asked for. ``others``: players who do not sit at the table, where the clause may
    concern them.
    """

    record_fields = {
        "offender": "offender",
        "player": "offender",
        "phase": "phase",
        "dealer": "dealer",
        "packet": "packet",
        "hand.kicked": "kicked",
        "hand.points": "made_NS",
        "called_by": "called_by",
        "minutes": "minutes",
        "choice": "option",
        "choice.by": "by",
        "choice.text": "text",
        "choice.effects": "effect_1",
        "note": "note",
        "reason": "reason",
        "reasons": "reasons",
    }

    def __init__(
        self,
        *args: Any,
        place: Place,
        clause: Clause,
        names: Mapping[str, str],
        others: Sequence[Player] = (),
        decides: bool = False,
        changes: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.place, self.clause, self.decides = place, clause, decides
        able = fitting.seats_that_can(place, clause, self._phase_typed())
        self.names = names
        seats = [(seat.value, _named(seat, names)) for seat in Seat if seat in able]
        if clause.offender is Who.NOBODY_NEEDED:
            seats += [(f"p{player.pk}", player.name) for player in others]
            seats.append((NOBODY, "Nobody at the table"))
        self.fields["offender"] = forms.ChoiceField(
            label="Who",
            choices=seats,
            widget=forms.RadioSelect,
            error_messages={"required": "Say who did it.", "invalid_choice": NOT_A_KEY},
        )
        phases = [(phase.value, code_words.PHASE[phase]) for phase in Phase if phase in clause.phases]
        self.fields["phase"] = forms.ChoiceField(
            label="When",
            choices=phases,
            widget=forms.RadioSelect,
            error_messages={"required": "Say when it happened.", "invalid_choice": NOT_A_KEY},
        )
        self.case = self._ask()
        asked = [question for question in self.case.questions if not question.settled]
        for question in asked:
            self.fields[question.name] = self._field(question)
        self.questions = [question.name for question in asked]
        self._start_rows(asked)
        self.fields["note"] = _text(
            "In your own words", LONGEST_NOTE, "" if decides else "What an official should know before coming."
        )
        if decides and "text" not in self.fields:
            self.fields["reasons"] = _text("Reasons", LONGEST_TEXT, "They stay with the ruling, for everybody to read.")
        if changes:
            self.fields["reason"] = reason_field("Why is it changed?", "Say why: the reason stays with the ruling.")

    def _start_rows(self, asked: Sequence[Question]) -> None:
        """A row that has just appeared stands on what is taken unless said otherwise."""
        if self.is_bound:
            fresh = {question.name: question.initial for question in asked if question.initial}
            missing = {name: value for name, value in fresh.items() if self.add_prefix(name) not in self.data}
            if missing:
                data: Any = self.data.copy()  # type: ignore[attr-defined]
                for name, value in missing.items():
                    data[self.add_prefix(name)] = value
                self.data = data

    # Who and when

    def _raw(self, name: str) -> Any:
        """What was typed, or what the form starts with."""
        if self.is_bound:
            return self.data.get(self.add_prefix(name))
        return self.initial.get(name)

    def _phase_typed(self) -> Phase:
        typed = self._raw("phase")
        found = next((phase for phase in self.clause.phases if phase.value == typed), None)
        return found or next(phase for phase in Phase if phase in self.clause.phases)

    def base(self) -> dict[str, Any]:
        """Clause, offender and phase as far as they are known."""
        told: dict[str, Any] = {"clause": self.clause.number, "phase": self._phase_typed().value}
        offender = str(self._raw("offender") or "")
        if offender in set(Seat):
            told["offender"] = offender
        return told

    @property
    def waiting_for_who(self) -> bool:
        """Whether nobody was tapped yet: there is nothing to rule on."""
        return str(self._raw("offender") or "") not in dict(self.fields["offender"].choices)  # type: ignore[attr-defined]

    def quiet(self) -> None:
        """Show what was typed without marking what is still missing."""
        self.full_clean()
        for name in [name for name in self.errors if name in ("offender", *self.questions, "reason", "reasons")]:
            missing = all(error.code == "required" for error in self.errors[name].as_data())
            if missing:
                del self.errors[name]

    @property
    def who(self) -> dict[str, Any]:
        """The offender as the services take it: ``offender``, ``player`` or neither."""
        offender = str(self._raw("offender") or "")
        if offender.startswith("p") and offender[1:].isdecimal():
            return {"player": int(offender[1:])}
        return {"offender": offender} if offender in set(Seat) else {}

    # The questions

    def _ask(self) -> Case:
        return asking.ask(self.place, self.base(), self._read, decides=self.decides)

    def _read(self, question: Question) -> str | int | None:
        """The answer as typed; of a fresh form what it starts with."""
        typed = self._raw(question.name)
        if typed is None:
            typed = question.initial
        try:
            value: str | int | None = self._field(question).clean(typed)
        except forms.ValidationError:
            return None
        return value

    def _field(self, question: Question) -> forms.Field:
        required = question.required and self.decides
        more: dict[str, Any] = {"label": question.label, "required": required, "help_text": question.help}
        if question.keys and question.select:
            choices = [("", question.blank), *question.keys]
            return forms.ChoiceField(choices=choices, error_messages={"invalid_choice": NOT_A_KEY}, **more)
        if question.keys:
            return forms.ChoiceField(
                choices=question.keys,
                initial=question.initial,
                widget=forms.RadioSelect,
                error_messages={"required": "Tap one.", "invalid_choice": NOT_A_KEY},
                **more,
            )
        if question.long:
            field = _text(question.label, LONGEST_TEXT, question.help)
            field.required = required
            field.error_messages["required"] = "Say why: where the code is silent the reason is all that is written."
            return field
        number = forms.IntegerField(min_value=question.least, max_value=question.most, **more)
        number.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
        return number

    def clean(self) -> dict[str, Any]:
        """What cannot be is told at the field where it was said."""
        data = super().clean() or {}
        if isinstance(self.case.fault, RecordError) and not self.errors:
            self.blame(self.case.fault)
        return data

    def blame(self, error: RecordError) -> None:
        """A choice that is out of bounds is marked at the row in which it was made."""
        if error.field == "choice" and "option" not in self.fields:
            name = next((name for name in self.questions if name.startswith("decide_")), None)
            self.add_error(name, error.text[:1].upper() + error.text[1:])
        elif error.field.startswith("choice.effects") and (row := self._row_at_fault()):
            self.add_error(row, error.text[:1].upper() + error.text[1:])
        else:
            super().blame(error)

    def _row_at_fault(self) -> str:
        """The field of the consequence that cannot be stated; empty where each could be alone."""
        place = asking.faulty_row(self.place, self.case.asked)
        filled = stating.numbers_of({name: self._raw(name) for name in self.questions})
        return f"effect_{filled[place]}" if place is not None and place < len(filled) else ""

    def asked(self) -> dict[str, Any]:
        """The incident as the services take it, as far as it was said."""
        told = {name: value for name, value in self.case.asked.items() if name != "offender"}
        return told | self.who

    def rows(self) -> list[forms.BoundField]:
        """The engine's questions as they are shown, in order."""
        return [self[name] for name in self.questions]

    def stated(self) -> list[list[forms.BoundField]]:
        """The consequences in the official's own words, a row each: what, and what that is stated with."""
        rows: dict[str, list[forms.BoundField]] = {}
        for name in self.questions:
            part, _, number = name.partition("_")
            if part in stating.PARTS and number.isdecimal():
                rows.setdefault(number, []).append(self[name])
        return list(rows.values())

    def plain_rows(self) -> list[forms.BoundField]:
        """The questions but for those of :meth:`stated`."""
        apart = {field.name for row in self.stated() for field in row}
        return [row for row in self.rows() if row.name not in apart]


def _named(seat: Seat, names: Mapping[str, str]) -> str:
    name = names.get(seat.value, "")
    return f"{seat.value} {name}" if name else asking.SEAT_LONG[seat]


def initial_of(asked: Mapping[str, Any], player: int | None = None) -> dict[str, Any]:
    """What the form of an incident starts with when it was reported before."""
    offender = asked.get("offender") or (f"p{player}" if player else NOBODY)
    return {"offender": offender, "phase": asked["phase"], **answers_of(asked)}
