"""Appeals over the API.

POST tournaments/<slug>/rulings/<id>/appeals/     {"grounds"}
POST tournaments/<slug>/disputes/<id>/appeals/    {"grounds"}
GET  tournaments/<slug>/appeals/                  those that the caller may see
POST tournaments/<slug>/appeals/<id>/hear/        {"outcome", "reasons", "expected"?, "client_id"?, "asked"?}
POST tournaments/<slug>/appeals/<id>/withdraw/    {}
"""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from penalties.api import dispute_shapes as shapes
from penalties.api.disputes import answered, the_dispute
from penalties.api.scope import demand, read, the_ruling
from penalties.models import Appeal, Dispute, Ruling
from penalties.selectors import appeals as seen
from penalties.services import appeals
from scoring.api.scope import the_tournament


def _the_appeal(request: Request, slug: str, pk: int) -> Appeal:
    """The appeal of the address, where the caller may see it, or 404."""
    if not request.user.is_authenticated:
        raise NotAuthenticated("Sign in first.")
    return get_object_or_404(seen.appeals_seen_by(request.user, the_tournament(slug)), pk=pk)


def _lodged(request: Request, judged: Ruling | Dispute) -> Response:
    match = judged.incident.match if isinstance(judged, Ruling) else judged.match
    by = demand(request.user, "penalties.appeal", match)
    asked = read(shapes.LodgeShape, request)
    with answered():
        appeal = appeals.lodge(judged, grounds=asked["grounds"], by=by)
    return Response(seen.appeal_json(appeal), status=status.HTTP_201_CREATED)


class RulingAppealsView(APIView):
    """Appeal against a ruling."""

    @extend_schema(operation_id="ruling_appeal", request=shapes.LodgeShape, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        return _lodged(request, the_ruling(slug, pk))


class DisputeAppealsView(APIView):
    """Appeal against an official's decision of a dispute."""

    @extend_schema(operation_id="dispute_appeal", request=shapes.LodgeShape, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        return _lodged(request, the_dispute(slug, pk))


class AppealsView(APIView):
    """Appeals that the caller may see."""

    @extend_schema(operation_id="appeals", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        return Response([seen.appeal_json(appeal) for appeal in seen.appeals_seen_by(request.user, tournament)])


class HearView(APIView):
    """The committee's decision, with what follows for the board."""

    @extend_schema(operation_id="appeal_hear", request=shapes.HearShape, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        appeal = _the_appeal(request, slug, pk)
        by = demand(request.user, "penalties.hear_appeal", appeal)
        asked = read(shapes.HearShape, request)
        with answered():
            heard = appeals.hear(appeal.pk, by=by, **asked)
        return Response(seen.appeal_json(heard))


class WithdrawView(APIView):
    """Take an appeal back."""

    @extend_schema(operation_id="appeal_withdraw", request=shapes.NothingShape, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        appeal = _the_appeal(request, slug, pk)
        by = demand(request.user, "penalties.appeal", appeal.match)
        read(shapes.NothingShape, request)
        with answered():
            taken = appeals.withdraw(appeal.pk, by=by)
        return Response(seen.appeal_json(taken))
