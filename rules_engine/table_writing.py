"""Hands and incidents as the fields of a table's event: what was given, nothing else."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum

from rules_engine.records import Choice, HandRecord, IncidentRecord, ScoreRecord
from rules_engine.verdicts import Effect, Points

Fields = dict[str, object]


def pairwise(points: Points) -> Fields:
    """``{"NS": …, "EW": …}``."""
    return {"NS": points.NS, "EW": points.EW}


def score_fields(record: ScoreRecord) -> Fields:
    """The fields of a ``score@1`` but format, dealer and what the table knows."""
    if record.ran_out:
        return _given(id=record.id, kicks=list(record.kicks), ran_out=True)
    jack, gamble = record.jack, record.gamble
    return _given(
        id=record.id,
        kicks=list(record.kicks),
        lead=record.lead,
        answer=record.answer,
        high=record.high,
        low=record.low,
        jack=None if jack is None else _given(outcome=jack.outcome, pair=jack.pair),
        gamble=None if gamble is None else {"pair": _plain(gamble.pair), **_given(counts=gamble.counts)},
        claimed=record.claimed,
        sung=record.sung,
        unsung=record.unsung,
    )


def hand_fields(record: HandRecord) -> Fields:
    """The fields of a ``hand@1`` but format, dealer and what the table knows."""
    dealt = record.dealt
    return _given(
        id=record.id,
        kicks=list(record.kicks),
        lead=record.lead,
        answer=record.answer,
        lifts=[[lift.leader.value, *lift.cards] for lift in record.lifts],
        dealt=None if dealt is None else {seat: list(cards) for seat, cards in zip("NESW", dealt, strict=True)},
        sung=record.sung,
        unsung=record.unsung,
    )


def incident_fields(record: IncidentRecord) -> Fields:
    """The fields of an ``incident@1`` but format and what the table knows."""
    hand = _given(kicked=record.hand_kicked, points=record.hand_points)
    return _given(
        id=record.id,
        clause=record.clause,
        offender=record.offender,
        phase=record.phase,
        dealer=record.dealer,
        packet=None if record.packet == 1 else record.packet,
        hand=hand or None,
        called_by=record.called_by,
        minutes=record.minutes,
        choice=None if record.choice is None else choice_fields(record.choice),
    )


def choice_fields(choice: Choice) -> Fields:
    """What was chosen: every field that was given."""
    given = {field.name: getattr(choice, field.name) for field in fields(Choice) if field.name != "effects"}
    effects = None if choice.effects is None else [effect_fields(effect) for effect in choice.effects]
    return _given(**given, effects=effects)


def effect_fields(effect: Effect) -> Fields:
    """One effect with the parameters that apply to it."""
    return {
        "effect": effect.effect.value,
        **_given(
            pair=effect.pair,
            seat=effect.seat,
            n=effect.n,
            may=effect.may or None,
            excess=effect.excess or None,
            who=effect.who or None,
            remedy=effect.remedy,
        ),
    }


def _given(**values: object) -> Fields:
    """The values that are not None, as plain JSON."""
    return {name: _plain(value) for name, value in values.items() if value is not None}


def _plain(value: object) -> object:
    if isinstance(value, Points):
        return pairwise(value)
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value
