"""Shapes of what comes in for disputes, appeals and fines. They check types and lengths; the services judge."""

from __future__ import annotations

from rest_framework import serializers

from penalties.models.dispute import LONGEST_OUTCOME, LONGEST_QUESTION, LONGEST_TEXT
from scoring.api.serializers import ClientIdField
from tournaments.api.fields import Id, Strict, Text, Whole


def _version() -> Whole:
    return Whole(min_value=1, max_value=2**31 - 1, help_text="The dispute's version as you saw it.")


class RaiseShape(Strict):
    """A dispute. ``side``: home or away; a captain's own."""

    question = Text(max_length=LONGEST_QUESTION)
    side = Text(max_length=4)
    about_sequence = Whole(min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None)
    incident = Id(required=False, allow_null=True, default=None)
    client_id = ClientIdField()


class MoveShape(Strict):
    """An act that needs nothing but a yes."""

    version = _version()


class ProposeShape(MoveShape):
    """The clause and the outcome, for the other captain to confirm."""

    clause = Text(max_length=8)
    outcome = Text(max_length=LONGEST_OUTCOME)


class AgreeShape(MoveShape):
    """Which settlement is confirmed."""

    proposal = Id()


class ReasonShape(MoveShape):
    """An act with its reasons."""

    reasons = Text(max_length=LONGEST_TEXT)


class SettleShape(ReasonShape):
    """The committee's decision."""

    outcome = Text(max_length=LONGEST_OUTCOME)


class DecideShape(SettleShape):
    """The official's decision. ``lost_by`` with the effect ``lost``, ``ruling`` with ``ruled``."""

    effect = Text(max_length=5)
    clause = Text(max_length=8)
    lost_by = Text(max_length=4, required=False, default="", allow_blank=True)
    ruling = Id(required=False, allow_null=True, default=None)


class StatementShape(Strict):
    """What a side says; ``player``: whose words they are."""

    side = Text(max_length=4)
    text = Text(max_length=LONGEST_TEXT)
    player = Id(required=False, allow_null=True, default=None)
    client_id = ClientIdField()


class FactShape(Strict):
    """A line of the checklist: ``cards-left``, or ``mixed-cards`` or ``walked-away`` with the player."""

    kind = Text(max_length=11)
    player = Id(required=False, allow_null=True, default=None)


class AttachShape(Strict):
    """A file, as a form sends it."""

    side = serializers.CharField(max_length=4)
    client_id = serializers.UUIDField()
    file = serializers.FileField(max_length=200, allow_empty_file=True)


class LodgeShape(Strict):
    """Why what was ruled or decided is wrong."""

    grounds = Text(max_length=LONGEST_TEXT)


class NothingShape(Strict):
    """Nothing at all."""


class HearShape(Strict):
    """The committee's decision. ``expected`` and ``client_id`` where a ruling falls or changes, ``asked`` where it
    changes: an all-fours/incident@1 without its format and what the table knows."""

    outcome = Text(max_length=9)
    reasons = Text(max_length=LONGEST_TEXT)
    expected = Whole(min_value=0, max_value=2**31 - 1, required=False, allow_null=True, default=None)
    client_id = ClientIdField(required=False, allow_null=True, default=None)
    asked = serializers.DictField(required=False, allow_null=True, default=None)
    device = Text(max_length=120, required=False, default="", allow_blank=True)


class FineShape(Strict):
    """A fine to be set. ``player``: one of the team's."""

    team = Id()
    player = Id(required=False, allow_null=True, default=None)
    clause = Text(max_length=8, required=False, default="", allow_blank=True)
    reason = Text(max_length=300)
    currency = Text(max_length=3, required=False, default="TTD")
    client_id = ClientIdField()


class _FineAct(Strict):
    version = Whole(min_value=0, max_value=2**31 - 1, help_text="The fine's version as you saw it.")


class AmountShape(_FineAct):
    """An amount as text: ``150`` or ``150.50``."""

    amount = Text(max_length=12)
    note = Text(max_length=300, required=False, default="", allow_blank=True)


class WaiveShape(_FineAct):
    """Why nothing more has to be paid."""

    note = Text(max_length=300)
