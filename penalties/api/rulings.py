"""Rulings over the API: cancelled, or another put in their place.

POST tournaments/<slug>/rulings/<id>/cancel/    {"reason", "expected", "client_id"}
POST tournaments/<slug>/rulings/<id>/change/    {"incident", "reason", "reasons"?, "expected", "client_id"}
POST tournaments/<slug>/rulings/<id>/preview/   {"incident"}: what a change would come to
"""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from penalties.api import shapes
from penalties.api.incidents import ruled_answer
from penalties.api.scope import answered, demand, read, the_ruling
from penalties.services import previews, rulings


class CancelView(APIView):
    """Strike a ruling; it stays on record."""

    @extend_schema(operation_id="ruling_cancel", request=shapes.CancelShape, responses=shapes.RuledShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        ruling = the_ruling(slug, pk)
        by = demand(request.user, "penalties.cancel", ruling)
        asked = read(shapes.CancelShape, request)
        with answered():
            done = rulings.cancel(
                ruling,
                reason=asked["reason"],
                expected=asked["expected"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        return ruled_answer(done)


class ChangeView(APIView):
    """Put another ruling in the place of one."""

    @extend_schema(operation_id="ruling_change", request=shapes.ChangeShape, responses=shapes.RuledShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        ruling = the_ruling(slug, pk)
        by = demand(request.user, "penalties.cancel", ruling)
        asked = read(shapes.ChangeShape, request)
        with answered():
            done = rulings.change(
                ruling,
                asked["incident"],
                reason=asked["reason"],
                reasons=asked["reasons"],
                expected=asked["expected"],
                client_id=asked["client_id"],
                by=by,
                device=asked["device"],
            )
        return ruled_answer(done)


class ChangePreviewView(APIView):
    """What a change would come to, everything after it folded again; nothing is saved."""

    @extend_schema(operation_id="ruling_change_preview", request=shapes.AskShape, responses=shapes.PreviewShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        ruling = the_ruling(slug, pk)
        by = demand(request.user, "penalties.cancel", ruling)
        asked = read(shapes.AskShape, request)
        with answered():
            return Response(previews.preview_change(ruling, asked["incident"], by=by).to_json())
