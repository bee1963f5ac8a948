"""What the address names, loaded within its tournament, whether the caller may, and how refusals are answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from penalties.models import Call, Incident, Ruling
from penalties.selectors import incidents, queue, rulings
from penalties.services.refusals import PenaltyConflict, RulingIncomplete
from rules_engine.verdicts import RecordError
from scoring.api.refusals import Conflict
from scoring.api.refusals import answered as ledger_answered
from scoring.api.scope import the_table, the_tournament
from tournaments.models import Tournament, User

__all__ = ["answered", "demand", "read", "the_call", "the_incident", "the_ruling", "the_table", "the_tournament"]

MAY_NOT = {
    "penalties.report": "Reports come from the tournament's officials and scorers and the captains of the two teams.",
    "penalties.call": "An official is called by the tournament's officials and scorers and the captains of the match.",
    "penalties.rule": "Only a director or official of this tournament rules.",
    "penalties.cancel": "A ruling is cancelled or changed by a director, or by the official who ruled until the result "
    "is confirmed.",
    "penalties.queue": "The queue is for the tournament's director and officials.",
    "penalties.bar": "Only a director of this tournament bars a player or lets one back.",
    "penalties.dispute": "A dispute is a matter of the captains of the two teams and of the officials.",
    "penalties.agree": "Only the captains of the two teams agree or call the official.",
    "penalties.state": "Statements come from the captains of the two teams and from the officials.",
    "penalties.attach": "Files come from the captains of the two teams and from the officials.",
    "penalties.see_dispute": "What is said in a dispute is for the captains of the two teams, the officials and the "
    "committee.",
    "penalties.decide": "Only a director or official of this tournament decides a dispute.",
    "penalties.settle": "Only a member of the committee who captains neither team settles this.",
    "penalties.appeal": "Only a captain of the two teams appeals.",
    "penalties.hear_appeal": "An appeal is heard by a member of the committee who neither ruled, nor decided, nor "
    "captains one of the two teams.",
    "penalties.fine": "Only the committee of this tournament sets and waives fines.",
    "penalties.cash": "Only the committee and the director of this tournament note what was paid.",
    "tournaments.belong": "Only people with a role in this tournament see who is barred.",
}

TOP = frozenset({"expected", "client_id", "device", "note", "reason", "reasons", "incident", "ruling"})
"""Fields that stand beside the incident in a request; every other one is the incident's own."""


def demand(user: Any, permission: str, subject: Any) -> User:
    """The caller, who may; 401 for a visitor, 403 for somebody without the role."""
    if not isinstance(user, User):
        raise NotAuthenticated("Sign in first.")
    if not user.has_perm(permission, subject):
        raise PermissionDenied(MAY_NOT[permission])
    return user


def the_incident(user: Any, slug: str, pk: int) -> Incident:
    """The report of the address, where the caller may see it, or 404."""
    tournament = the_tournament(slug)
    return get_object_or_404(incidents.seen_by(user, tournament), pk=pk)


def the_ruling(slug: str, pk: int) -> Ruling:
    """The ruling of the address within its tournament, or 404."""
    return get_object_or_404(rulings.rulings(), incident__match__tournament__slug=slug, pk=pk)


def the_call(tournament: Tournament, pk: int) -> Call:
    """The call of the address within its tournament, or 404."""
    return get_object_or_404(queue.calls(tournament), pk=pk)


def read(shape: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body's values, checked; raises ValidationError (400) that names each field at fault."""
    return _read(shape, request.data)


def read_query(shape: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The query's values, checked."""
    return _read(shape, request.query_params.dict())


def _read(shape: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    reader = shape(data=data)
    reader.is_valid(raise_exception=True)
    values: dict[str, Any] = reader.validated_data
    return values


@contextmanager
def answered() -> Iterator[None]:
    """Turn the services' refusals into answers.

    400 names a field (with ``needs``, ``options`` and ``chooser`` where the code needs more), 409 says who was quicker,
    422 gives code and clause.
    """
    try:
        with ledger_answered():
            try:
                yield
            except RecordError as error:
                raise _unreadable(error) from error
    except PenaltyConflict as conflict:
        raise Conflict(conflict.message, code=conflict.code, **conflict.answer) from conflict


def _unreadable(error: RecordError) -> ValidationError:
    head = error.field.partition(".")[0]
    field = error.field if head in TOP else ".".join(part for part in ("incident", error.field) if part)
    answer = ValidationError({field: [error.text]})
    if isinstance(error, RulingIncomplete):
        wanting = error.result
        answer.problem = {  # type: ignore[attr-defined]
            "needs": list(wanting.needs),
            "options": list(wanting.options),
            "chooser": wanting.chooser,
        }
    return answer
