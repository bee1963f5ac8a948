"""Fines over the API.

GET  tournaments/<slug>/fines/                 {"totals", "fines"}: those that the caller may see
POST tournaments/<slug>/fines/                 enter one, its amount to be set
GET  tournaments/<slug>/fines/<id>/            with its entries
POST tournaments/<slug>/fines/<id>/set/        {"version", "amount", "note"?}
POST tournaments/<slug>/fines/<id>/pay/        {"version", "amount", "note"?}
POST tournaments/<slug>/fines/<id>/waive/      {"version", "note"}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from penalties.api import dispute_shapes as shapes
from penalties.api.disputes import answered
from penalties.api.scope import demand, read
from penalties.models import Fine
from penalties.selectors import appeals as seen
from penalties.services import fines
from scoring.api.scope import the_tournament


class FinesView(APIView):
    """The fines that the caller may see, with what they come to."""

    @extend_schema(operation_id="fines", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        rows = list(seen.fines_seen_by(request.user, tournament))
        totals = [
            {key: f"{value:.2f}" if key in ("set", "paid", "due", "waived") else value for key, value in line.items()}
            for line in seen.totals(rows)
        ]
        return Response({"totals": totals, "fines": [seen.fine_json(fine) for fine in rows]})

    @extend_schema(operation_id="fine_enter", request=shapes.FineShape, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        by = demand(request.user, "penalties.fine", tournament)
        asked = read(shapes.FineShape, request)
        with answered():
            fine = fines.enter(tournament, by=by, **asked)
        return Response(seen.fine_json(fine), status=status.HTTP_201_CREATED)


def _the_fine(request: Request, slug: str, pk: int) -> Fine:
    """The fine of the address, where the caller may see it, or 404."""
    if not request.user.is_authenticated:
        raise NotAuthenticated("Sign in first.")
    return get_object_or_404(seen.fines_seen_by(request.user, the_tournament(slug)), pk=pk)


class FineView(APIView):
    """One fine with its entries."""

    @extend_schema(operation_id="fine", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        fine = _the_fine(request, slug, pk)
        return Response(seen.fine_json(fine) | {"entries": seen.entries_json(fine)})


ACTS: Mapping[str, tuple[str, type[Any], Callable[..., Fine]]] = {
    "set": ("penalties.fine", shapes.AmountShape, fines.set_amount),
    "pay": ("penalties.cash", shapes.AmountShape, fines.pay),
    "waive": ("penalties.fine", shapes.WaiveShape, fines.waive),
}


class FineActView(APIView):
    """One more entry of a fine's ledger."""

    @extend_schema(operation_id="fine_act", request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str, pk: int, act: str) -> Response:
        fine = _the_fine(request, slug, pk)
        if act not in ACTS:
            raise Http404
        permission, shape, do = ACTS[act]
        by = demand(request.user, permission, fine.tournament)
        asked = read(shape, request)
        with answered():
            done = do(fine.pk, by=by, **asked)
        return Response(seen.fine_json(done) | {"entries": seen.entries_json(done)})
