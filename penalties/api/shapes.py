"""Shapes of what comes in and goes out. They check types and lengths; the engine and the services judge."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from penalties.models import Call, Incident, IncidentState, Ruling
from penalties.selectors.queue import Waiting
from rules_engine.penalty_code import Clause
from rules_engine.rulesets import PUBLISHED
from rules_engine.verdicts import Phase
from scoring.api.serializers import ClientIdField
from tournaments.api.fields import Flag, Id, Strict, Text, Whole
from tournaments.models import Bar, BarKind

INCIDENT = (
    "An all-fours/incident@1 without its format and what the table knows: clause, offender (a seat, or player: an id), "
    "phase, packet, hand, called_by, minutes, choice; dealer where the table does not know it."
)


class AskShape(Strict):
    """An incident to be judged, nothing saved."""

    incident = serializers.DictField(help_text=INCIDENT)


class ActShape(Strict):
    """What every act on a ledger carries."""

    expected = Whole(min_value=0, max_value=2**31 - 1, help_text="Sequence of the last entry you have seen.")
    client_id = ClientIdField(help_text="Made by you, new for each act; the same again gets the first answer.")
    device = Text(max_length=120, required=False, default="", allow_blank=True)


class ReportShape(Strict):
    """A report. ``rule`` true (officials): ruled in the same moment; then ``expected`` is needed."""

    incident = serializers.DictField(help_text=INCIDENT)
    client_id = ClientIdField()
    note = Text(max_length=500, required=False, default="", allow_blank=True)
    call = Flag(required=False, default=False, help_text="Call an official to the table as well.")
    rule = Flag(required=False, default=False)
    expected = Whole(min_value=0, max_value=2**31 - 1, required=False, allow_null=True, default=None)
    reasons = Text(max_length=2000, required=False, default="", allow_blank=True)
    device = Text(max_length=120, required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["rule"] and attrs["expected"] is None:
            raise serializers.ValidationError({"expected": ["A ruling needs the number of the last entry you saw."]})
        return attrs


class RuleShape(ActShape):
    """A ruling on a report, as reported or as ``incident`` says instead."""

    incident = serializers.DictField(required=False, allow_null=True, default=None, help_text=INCIDENT)
    reasons = Text(max_length=2000, required=False, default="", allow_blank=True)


class CancelShape(ActShape):
    """A ruling cancelled."""

    reason = Text(max_length=300)


class ChangeShape(ActShape):
    """Another ruling in the place of one."""

    incident = serializers.DictField(help_text=INCIDENT)
    reason = Text(max_length=300, help_text="Why it is changed.")
    reasons = Text(max_length=2000, required=False, default="", allow_blank=True)


class ReasonShape(Strict):
    """A reason."""

    reason = Text(max_length=500)


class WithdrawShape(Strict):
    """A reason, if one is given."""

    reason = Text(max_length=500, required=False, default="", allow_blank=True)


class EmptyShape(Strict):
    """Nothing is asked for."""


class CallShape(Strict):
    """A call; ``incident``: the report that it is about."""

    note = Text(max_length=200, required=False, default="", allow_blank=True)
    incident = Id(required=False, allow_null=True, default=None)


class BarShape(Strict):
    """A player to be kept from the tables; ``match`` null: from the whole tournament."""

    player = Id()
    kind = serializers.ChoiceField(choices=BarKind.choices)
    match = Id(required=False, allow_null=True, default=None)
    reason = Text(max_length=300)
    ends_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    ruling = Id(required=False, allow_null=True, default=None, help_text="The ruling that allows it.")


class LiftShape(Strict):
    """Why a player is let back."""

    reason = Text(max_length=300)


class IncidentsQuery(Strict):
    """Which reports."""

    state = serializers.ChoiceField(choices=IncidentState.choices, required=False)
    match = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    clause = Text(max_length=8, required=False)
    page = serializers.IntegerField(min_value=1, max_value=10**6, required=False)


class CodeQuery(Strict):
    """Which clauses."""

    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase], required=False)
    section = serializers.IntegerField(min_value=1, max_value=99, required=False)
    ruleset = serializers.ChoiceField(choices=sorted(PUBLISHED), required=False, default="round-robin")


class SearchQuery(Strict):
    """What somebody typed."""

    q = Text(max_length=200)
    ruleset = serializers.ChoiceField(choices=sorted(PUBLISHED), required=False, default="round-robin")


class RulingShape(serializers.ModelSerializer[Ruling]):
    """A ruling, version by version."""

    official = serializers.CharField(source="official.__str__", read_only=True)
    offender = serializers.SerializerMethodField()
    ended_by = serializers.SerializerMethodField()
    record = serializers.DictField(read_only=True)
    result = serializers.DictField(read_only=True)

    class Meta:
        model = Ruling
        fields = (
            "id",
            "incident",
            "version",
            "state",
            "clause",
            "offender_seat",
            "offender",
            "record",
            "result",
            "reasons",
            "official",
            "ruled_at",
            "ledger_sequence",
            "entry_sequence",
            "ended_by",
            "ended_at",
            "ended_reason",
            "ended_sequence",
        )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_offender(self, ruling: Ruling) -> str | None:
        return str(ruling.offender) if ruling.offender else None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_ended_by(self, ruling: Ruling) -> str | None:
        return str(ruling.ended_by) if ruling.ended_by else None


class IncidentShape(serializers.ModelSerializer[Incident]):
    """A report with its rulings, the latest first."""

    table = serializers.IntegerField(source="table.number", read_only=True)
    offender = serializers.SerializerMethodField()
    reported_by = serializers.CharField(source="reported_by.__str__", read_only=True)
    closed_by = serializers.SerializerMethodField()
    facts = serializers.DictField(read_only=True)
    rulings = RulingShape(many=True, read_only=True)

    class Meta:
        model = Incident
        fields = (
            "id",
            "match",
            "table",
            "clause",
            "offender_seat",
            "offender",
            "phase",
            "facts",
            "note",
            "expected",
            "reported_by",
            "capacity",
            "reported_at",
            "state",
            "closed_by",
            "closed_at",
            "closed_reason",
            "rulings",
        )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_offender(self, incident: Incident) -> str | None:
        return str(incident.offender) if incident.offender else None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_closed_by(self, incident: Incident) -> str | None:
        return str(incident.closed_by) if incident.closed_by else None


class RuledShape(serializers.Serializer[Any]):
    """What an act on a ruling answers; ``answer`` is the ledger's, ``shifted`` other rulings to look at again."""

    incident = IncidentShape()
    ruling = RulingShape()
    answer = serializers.DictField()
    shifted = serializers.ListField(child=serializers.IntegerField())


class ReportedShape(serializers.Serializer[Any]):
    """What a report answers; ``ruling`` and ``answer`` are null for a claim."""

    incident = IncidentShape()
    ruling = RulingShape(allow_null=True)
    answer = serializers.DictField(allow_null=True)
    call = serializers.IntegerField(allow_null=True)


class PreviewShape(serializers.Serializer[Any]):
    """The ruling that the code gives, and the board after it."""

    clause = serializers.DictField()
    event = serializers.DictField()
    result = serializers.DictField()
    offers = serializers.ListField(child=serializers.DictField())
    warnings = serializers.ListField(child=serializers.DictField())
    warnings_scope = serializers.CharField()
    sequence = serializers.IntegerField()
    of = serializers.IntegerField(allow_null=True)
    before = serializers.DictField()
    board = serializers.DictField()
    match = serializers.DictField()


class CalledShape(serializers.ModelSerializer[Call]):
    """A call as it stands."""

    match = serializers.IntegerField(source="table.match_id", read_only=True)
    table = serializers.IntegerField(source="table.number", read_only=True)
    called_by = serializers.CharField(source="called_by.__str__", read_only=True)
    answered_by = serializers.SerializerMethodField()

    class Meta:
        model = Call
        fields = (
            "id",
            "match",
            "table",
            "incident",
            "note",
            "called_by",
            "called_at",
            "answered_by",
            "answered_at",
            "closed_at",
        )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_answered_by(self, call: Call) -> str | None:
        return str(call.answered_by) if call.answered_by else None


class WaitingShape(serializers.Serializer[Any]):
    """One line of the officials' queue."""

    match = serializers.IntegerField()
    teams = serializers.CharField()
    table = serializers.IntegerField()
    clause = serializers.CharField()
    title = serializers.CharField()
    since = serializers.DateTimeField()
    seconds = serializers.IntegerField()
    call = CalledShape(allow_null=True)
    incidents = serializers.ListField(child=serializers.IntegerField())
    dispute = serializers.IntegerField(allow_null=True)

    @staticmethod
    def of(line: Waiting) -> dict[str, Any]:
        """The line as it goes out."""
        return {
            "match": line.match.pk,
            "teams": str(line.match),
            "table": line.table.number,
            "clause": line.clause,
            "title": line.title,
            "since": line.since,
            "seconds": line.seconds,
            "call": line.call,
            "incidents": [incident.pk for incident in line.incidents],
            "dispute": line.dispute.pk if line.dispute else None,
        }


class BarredShape(serializers.ModelSerializer[Bar]):
    """A bar as it stands."""

    player_name = serializers.CharField(source="player.name", read_only=True)
    imposed_by = serializers.CharField(source="imposed_by.__str__", read_only=True)
    lifted_by = serializers.SerializerMethodField()

    class Meta:
        model = Bar
        fields = (
            "id",
            "player",
            "player_name",
            "match",
            "kind",
            "reason",
            "source",
            "starts_at",
            "ends_at",
            "imposed_by",
            "lifted_at",
            "lifted_by",
            "lifted_reason",
        )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_lifted_by(self, bar: Bar) -> str | None:
        return str(bar.lifted_by) if bar.lifted_by else None


class ClauseShape(serializers.Serializer[Any]):
    """A clause of the code."""

    number = serializers.CharField()
    section = serializers.IntegerField()
    section_title = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    kind = serializers.CharField()
    offender = serializers.CharField()
    phases = serializers.ListField(child=serializers.CharField())
    warning_first = serializers.BooleanField()
    chooser = serializers.CharField()
    choices = serializers.ListField(child=serializers.DictField())
    informs = serializers.ListField(child=serializers.CharField())
    readings = serializers.ListField(child=serializers.CharField())
    see = serializers.ListField(child=serializers.CharField())

    @staticmethod
    def of(clause: Clause) -> dict[str, Any]:
        """The clause as it goes out."""
        return {
            "number": clause.number,
            "section": clause.section,
            "section_title": clause.section_title,
            "title": clause.title,
            "text": clause.text,
            "kind": clause.kind.value,
            "offender": clause.offender.value,
            "phases": [phase.value for phase in Phase if phase in clause.phases],
            "warning_first": clause.warning_first,
            "chooser": clause.chooser.value,
            "choices": [{"name": offer.name, "text": offer.text, "default": offer.default} for offer in clause.choices],
            "informs": list(clause.informed),
            "readings": list(clause.readings),
            "see": list(clause.see),
        }
