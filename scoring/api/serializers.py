"""Shapes of what comes in and goes out. They check types; the engine and the services judge."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from scoring.models import PrintJob, Result
from scoring.models.printing import kinds

SEATS = ("N", "E", "S", "W")


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know, as the record format does."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = [str(name) for name in data if name not in self.fields]
            if unknown:
                raise serializers.ValidationError({name[:100]: ["There is no such field."] for name in unknown})
        return super().to_internal_value(data)


class ClientIdField(serializers.UUIDField):
    """A UUID as text; a bare number is no id that a phone made."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class RequestSerializer(StrictSerializer):
    """What every request that writes to a ledger carries."""

    expected = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        help_text="Sequence of the last event you have seen; 0 before the table opens.",
    )
    client_id = ClientIdField(help_text="Made by you, new for each act; the same again gets the first answer.")
    device = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)


class AppendSerializer(RequestSerializer):
    """An event for a table: a record as in ``all-fours/table@1``."""

    event = serializers.DictField(help_text="A hand, game or tally as in all-fours/table@1.")


class PreviewSerializer(StrictSerializer):
    """An event to be judged and not saved."""

    event = serializers.DictField()


class CorrectionSerializer(RequestSerializer):
    """The last event struck, or replaced by another, with the reason."""

    reason = serializers.CharField(max_length=300)
    replace = serializers.DictField(required=False, allow_null=True, default=None)


class SeatsSerializer(StrictSerializer):
    """Player ids by seat."""

    N = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    E = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    S = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    W = serializers.IntegerField(min_value=1, max_value=2**63 - 1)


class OpenSerializer(RequestSerializer):
    """Who sits where, who deals first, which pair is the home team's."""

    expected = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0, required=False)
    seats = SeatsSerializer()
    first_dealer = serializers.ChoiceField(choices=SEATS)
    home_pair = serializers.ChoiceField(choices=("NS", "EW"))
    toss = serializers.ChoiceField(choices=("home", "away"), required=False, allow_null=True, default=None)


class WithdrawSerializer(StrictSerializer):
    """Why a confirmed result is withdrawn."""

    reason = serializers.CharField(max_length=300)


class EmptySerializer(StrictSerializer):
    """Nothing is asked for."""


class EventSerializer(serializers.Serializer[Any]):
    """One event of a ledger as it stands."""

    sequence = serializers.IntegerField()
    kind = serializers.CharField()
    event = serializers.DictField()
    details = serializers.DictField()
    result = serializers.DictField(allow_null=True)
    actor = serializers.CharField()
    device = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    client_id = serializers.UUIDField()
    previous_hash = serializers.CharField()
    hash = serializers.CharField()


class AnswerSerializer(serializers.Serializer[Any]):
    """The answer to an event: the engine's verdict, the board after it, the match after it."""

    sequence = serializers.IntegerField()
    hash = serializers.CharField()
    event = serializers.DictField()
    result = serializers.DictField(allow_null=True)
    board = serializers.DictField()
    match = serializers.DictField()


class ResultSerializer(serializers.ModelSerializer[Result]):
    """A confirmed (or withdrawn) result."""

    class Meta:
        model = Result
        fields = (
            "version",
            "state",
            "home_bullseyes",
            "away_bullseyes",
            "home_hang_jacks",
            "away_hang_jacks",
            "winner",
            "heads",
            "imported",
            "entered_by",
            "confirmed_by",
            "confirmed_at",
            "withdrawn_by",
            "withdrawn_at",
            "withdrawn_reason",
        )


class DocumentRequestSerializer(StrictSerializer):
    """Which form to print; a match's names its match, one about a single ruling its number as ``subject``."""

    kind = serializers.ChoiceField(choices=kinds())
    match = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False, allow_null=True, default=None)
    subject = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False, allow_null=True, default=None)


class DocumentSerializer(serializers.ModelSerializer[PrintJob]):
    """A document being made: ``state``, ``progress`` in per cent."""

    class Meta:
        model = PrintJob
        fields = (
            "id",
            "kind",
            "match",
            "subject",
            "state",
            "progress",
            "step",
            "error",
            "file_name",
            "requested_at",
            "finished_at",
        )
