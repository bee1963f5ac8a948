"""Changing a confirmed result over the API, and settling what stood on the old one."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.reading import read
from scoring.api.refusals import answered
from scoring.api.scope import demand, the_match, the_tournament
from scoring.api.serializers import EmptySerializer, StrictSerializer
from scoring.models import Flag, ResultChange
from scoring.selectors import changes as selector
from scoring.services import changes, flags
from tournaments.models import Match


class TriedRequestSerializer(StrictSerializer):
    """What is to be corrected: a list of ``{"table", "of", "replace"}`` or ``{"table", "tally"}``."""

    corrections = serializers.ListField(
        child=serializers.DictField(),
        help_text="Each names a table by its number, and an entry (its sequence) with what stands instead "
        "(null strikes it), or the table's whole tally anew.",
    )


class ChangeRequestSerializer(TriedRequestSerializer):
    """The same with the reason."""

    reason = serializers.CharField(max_length=300)


class ChangeReasonSerializer(StrictSerializer):
    """Why."""

    reason = serializers.CharField(max_length=300)


class EffectSerializer(serializers.Serializer[Any]):
    """One consequence. ``stands``: it concerns something drawn or played already, and is flagged."""

    kind = serializers.CharField()
    text = serializers.CharField()
    match = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField(allow_null=True)
    stands = serializers.BooleanField()


class TriedSerializer(serializers.Serializer[Any]):
    """What a change does: the figures before and after, and what else moves."""

    corrections = serializers.ListField(child=serializers.DictField())
    before = serializers.DictField()
    after = serializers.DictField()
    effects = EffectSerializer(many=True)


class ChangeSerializer(serializers.ModelSerializer[ResultChange]):
    """A change: proposed, made or turned down."""

    effects = EffectSerializer(many=True)
    proposed_by = serializers.StringRelatedField()  # type: ignore[var-annotated]
    decided_by = serializers.StringRelatedField()  # type: ignore[var-annotated]

    class Meta:
        model = ResultChange
        fields = (
            "id",
            "match",
            "state",
            "reason",
            "corrections",
            "before",
            "after",
            "effects",
            "proposed_by",
            "proposed_at",
            "decided_by",
            "decided_at",
            "decided_reason",
        )


class FlagSerializer(serializers.ModelSerializer[Flag]):
    """Something that stands on a result since changed."""

    settled_by = serializers.StringRelatedField()  # type: ignore[var-annotated]

    class Meta:
        model = Flag
        fields = (
            "id",
            "text",
            "change",
            "match",
            "stage",
            "raised_at",
            "settled_at",
            "settled_by",
            "settled_reason",
        )


def _change(match: Match, change_id: int) -> ResultChange:
    change = get_object_or_404(selector.of_match(match), pk=change_id)
    change.match = match
    return change


class ChangesView(APIView):
    """The changes of a match's result; propose one."""

    @extend_schema(operation_id="match_changes", responses=ChangeSerializer(many=True))
    def get(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        demand(request.user, "scoring.change", match)
        return Response(ChangeSerializer(selector.of_match(match), many=True).data)

    @extend_schema(operation_id="match_change_propose", request=ChangeRequestSerializer, responses=ChangeSerializer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request.user, "scoring.change", match)
        asked = read(ChangeRequestSerializer, request)
        with answered():
            change = changes.propose(match, asked["corrections"], reason=asked["reason"], by=by)
        return Response(ChangeSerializer(change).data, status=status.HTTP_201_CREATED)


class ChangePreviewView(APIView):
    """What corrections would change; nothing is saved."""

    @extend_schema(operation_id="match_change_preview", request=TriedRequestSerializer, responses=TriedSerializer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request.user, "scoring.change", match)
        asked = read(TriedRequestSerializer, request)
        with answered():
            tried = changes.preview(match, asked["corrections"], by=by)
        return Response(
            {
                "corrections": tried.corrections,
                "before": tried.before,
                "after": tried.after,
                "effects": [effect.as_json() for effect in tried.effects],
            }
        )


class ChangeMakeView(APIView):
    """Make a proposed change, as a second person."""

    @extend_schema(operation_id="match_change_make", request=EmptySerializer, responses=ChangeSerializer)
    def post(self, request: Request, slug: str, match_id: int, change_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request.user, "scoring.change", match)
        change = _change(match, change_id)
        read(EmptySerializer, request)
        with answered():
            made = changes.make(change, by=by)
        return Response(ChangeSerializer(made).data)


class ChangeTurnDownView(APIView):
    """Turn a proposed change down, with the reason; who proposed it takes it back so."""

    @extend_schema(operation_id="match_change_turn_down", request=ChangeReasonSerializer, responses=ChangeSerializer)
    def post(self, request: Request, slug: str, match_id: int, change_id: int) -> Response:
        match = the_match(slug, match_id)
        by = demand(request.user, "scoring.change", match)
        change = _change(match, change_id)
        asked = read(ChangeReasonSerializer, request)
        with answered():
            done = changes.turn_down(change, by=by, reason=asked["reason"])
        return Response(ChangeSerializer(done).data)


class FlagsView(APIView):
    """What stands on a result since changed, the open ones first."""

    @extend_schema(operation_id="flags", responses=FlagSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        demand(request.user, "scoring.settle", tournament)
        return Response(FlagSerializer(selector.flags_of(tournament), many=True).data)


class FlagSettleView(APIView):
    """Say what became of it."""

    @extend_schema(operation_id="flag_settle", request=ChangeReasonSerializer, responses=FlagSerializer)
    def post(self, request: Request, slug: str, flag_id: int) -> Response:
        tournament = the_tournament(slug)
        by = demand(request.user, "scoring.settle", tournament)
        flag = get_object_or_404(Flag, tournament=tournament, pk=flag_id)
        asked = read(ChangeReasonSerializer, request)
        with answered():
            done = flags.settle(flag, by=by, reason=asked["reason"])
        return Response(FlagSerializer(done).data)
