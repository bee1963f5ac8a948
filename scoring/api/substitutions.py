"""Substitutions at a table over the API: who may come in, what it would mean, and doing it (13.a, 13.b)."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.reading import read
from scoring.api.refusals import answered
from scoring.api.scope import demand, the_table
from scoring.api.serializers import SEATS, AnswerSerializer, RequestSerializer, StrictSerializer
from scoring.forms.substitution import REASONS
from scoring.selectors.substitutes import Bench, benches
from scoring.services import substitutes
from tournaments.models import Match, User


class SubstitutionPreviewSerializer(StrictSerializer):
    """Who takes which seat, and why.

    ``left``: the sick player has left the premises. ``exceed``: one too many is recorded with what it costs.
    """

    seat = serializers.ChoiceField(choices=SEATS)
    player = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    reason = serializers.ChoiceField(choices=[name for name, _ in REASONS])
    left = serializers.BooleanField(required=False, default=False)
    exceed = serializers.BooleanField(required=False, default=False)


class SubstitutionSerializer(RequestSerializer, SubstitutionPreviewSerializer):
    """The same, behind entry ``expected`` of the table."""


class CountSerializer(serializers.Serializer[Any]):
    """A team's substitutes: ``verdict`` is what this one is, ``within``, ``last``, ``sickness`` or ``beyond``."""

    used = serializers.IntegerField()
    limit = serializers.IntegerField()
    left = serializers.IntegerField()
    verdict = serializers.CharField()
    per_table = serializers.BooleanField()


class SubstitutionAnswerSerializer(AnswerSerializer):
    """The answer to an event, with the team's count after it."""

    substitutes = CountSerializer()


class BenchPlayerSerializer(serializers.Serializer[Any]):
    """A player; ``why`` says what keeps somebody from coming in."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.CharField(required=False)
    why = serializers.CharField(required=False)


class BenchSerializer(serializers.Serializer[Any]):
    """A side's people at the table."""

    side = serializers.CharField()
    team = serializers.IntegerField()
    used = serializers.IntegerField()
    limit = serializers.IntegerField()
    left = serializers.IntegerField()
    sitting = BenchPlayerSerializer(many=True)
    may_come_in = BenchPlayerSerializer(many=True)
    may_not = BenchPlayerSerializer(many=True)


def _asked(user: User, match: Match, asked: dict[str, Any]) -> dict[str, Any]:
    """What the service is asked; who may not record one too many is told so."""
    if asked["exceed"]:
        demand(user, "scoring.exceed", match)
    return {name: asked[name] for name in ("seat", "player", "reason", "left", "exceed")}


class SubstitutionsView(APIView):
    """Who may come in; bring somebody in."""

    @extend_schema(operation_id="table_bench", responses=BenchSerializer(many=True))
    def get(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        table = the_table(slug, match_id, number)
        demand(request.user, "scoring.record", table.match)
        return Response([_bench(bench) for bench in benches(table.match, table, table.match.tournament.ruleset)])

    @extend_schema(operation_id="table_substitute", request=SubstitutionSerializer, responses=AnswerSerializer)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> HttpResponse:
        table = the_table(slug, match_id, number)
        by = demand(request.user, "scoring.record", table.match)
        asked = read(SubstitutionSerializer, request)
        with answered():
            appended = substitutes.substitute(
                table,
                **_asked(by, table.match, asked),
                expected=asked["expected"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        code = status.HTTP_200_OK if appended.repeated else status.HTTP_201_CREATED
        return HttpResponse(appended.text, status=code, content_type="application/json")


class SubstitutionPreviewView(APIView):
    """What a substitution would mean; nothing is saved."""

    @extend_schema(
        operation_id="table_substitute_preview",
        request=SubstitutionPreviewSerializer,
        responses=SubstitutionAnswerSerializer,
    )
    def post(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        table = the_table(slug, match_id, number)
        by = demand(request.user, "scoring.record", table.match)
        asked = _asked(by, table.match, read(SubstitutionPreviewSerializer, request))
        with answered():
            return Response(substitutes.preview(table, **asked))


def _bench(bench: Bench) -> dict[str, Any]:
    return {
        "side": bench.side,
        "team": bench.team.pk,
        "used": bench.count.used,
        "limit": bench.count.limit,
        "left": bench.count.left,
        "sitting": [{"seat": seat, "player": player.pk, "name": player.name} for seat, player in bench.sitting],
        "may_come_in": [{"player": player.pk, "name": player.name} for player in bench.players],
        "may_not": [{"player": player.pk, "name": player.name, "why": why} for player, why in bench.others],
    }
