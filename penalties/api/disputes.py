"""Disputes over the API.

GET  tournaments/<slug>/disputes/                              all of them, as everybody may see them
POST tournaments/<slug>/matches/<id>/tables/<n>/disputes/      raise one
GET  tournaments/<slug>/disputes/<id>/                         one of them; what was said only for those concerned
POST tournaments/<slug>/disputes/<id>/<act>/                   propose, agree, call, withdraw, decide, refer, return,
                                                               settle, statements, checklist
POST tournaments/<slug>/disputes/<id>/attachments/             a file (multipart)
GET  tournaments/<slug>/disputes/<id>/attachments/<id>/        the file

Whoever was late is told with 409 and the dispute as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.http import FileResponse, Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from penalties.api import dispute_shapes as shapes
from penalties.api.scope import demand, read
from penalties.models import Dispute
from penalties.selectors import disputes as seen
from penalties.services import attachments, dispute_words, disputes
from penalties.services.disputing import check_side, side_of
from penalties.services.refusals import PenaltyConflict
from scoring.api.refusals import Conflict
from scoring.api.refusals import answered as ledger_answered
from scoring.api.scope import the_table, the_tournament
from scoring.permissions import officiates
from scoring.services.refusals import LedgerRefused
from tournaments.models import User


@contextmanager
def answered() -> Iterator[None]:
    """Turn the services' refusals into answers: 400 names a field, 409 says who was quicker, 422 what the code says."""
    try:
        with ledger_answered():
            yield
    except PenaltyConflict as conflict:
        raise Conflict(conflict.message, code=conflict.code, **conflict.answer) from conflict


def the_dispute(slug: str, pk: int) -> Dispute:
    """The dispute of the address within its tournament, or 404. One query."""
    return get_object_or_404(seen.disputes(), match__tournament__slug=slug, pk=pk)


def own_side(user: User, dispute_match: Any, side: str) -> None:
    """A captain raises for the own side alone; an official for either."""
    check_side(side)
    if user.is_superuser or officiates.test(user, dispute_match):
        return
    if side_of(user, Dispute(match=dispute_match)) != side:
        raise LedgerRefused("other-side", "A captain speaks for the own side alone.", clause="14.0")


class DisputesView(APIView):
    """A tournament's disputes, those that are open first."""

    @extend_schema(operation_id="disputes", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        rows = [*seen.open_ones(tournament), *seen.ended_ones(tournament)]
        return Response([seen.public_json(dispute) for dispute in rows])


class RaiseView(APIView):
    """Raise a dispute at a table: the captains' five minutes begin."""

    @extend_schema(operation_id="dispute_raise", request=shapes.RaiseShape, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        table = the_table(slug, match_id, number)
        by = demand(request.user, "penalties.dispute", table.match)
        asked = read(shapes.RaiseShape, request)
        with answered():
            own_side(by, table.match, asked["side"])
            done = disputes.raise_dispute(table, by=by, **asked)
        code = status.HTTP_200_OK if done.repeated else status.HTTP_201_CREATED
        return Response(seen.full_json(the_dispute(slug, done.dispute.pk)), status=code)


class DisputeView(APIView):
    """One dispute, with the server's clock."""

    @extend_schema(operation_id="dispute", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        dispute = the_dispute(slug, pk)
        concerned = request.user.has_perm("penalties.see_dispute", dispute.match)
        return Response(seen.full_json(dispute) if concerned else seen.public_json(dispute))


@dataclass(frozen=True, slots=True)
class Act:
    """What an address does: who may, what is asked, which service."""

    permission: str
    shape: type[Any]
    do: Callable[..., Any]
    answer: Callable[[Any], Any] | None = None


ACTS: Mapping[str, Act] = {
    "propose": Act("penalties.agree", shapes.ProposeShape, disputes.propose),
    "agree": Act("penalties.agree", shapes.AgreeShape, disputes.agree),
    "call": Act("penalties.agree", shapes.MoveShape, disputes.call),
    "withdraw": Act("penalties.dispute", shapes.ReasonShape, disputes.withdraw),
    "decide": Act("penalties.decide", shapes.DecideShape, disputes.decide),
    "refer": Act("penalties.decide", shapes.ReasonShape, disputes.refer),
    "return": Act("penalties.settle", shapes.ReasonShape, disputes.hand_back),
    "settle": Act("penalties.settle", shapes.SettleShape, disputes.settle),
    "statements": Act("penalties.state", shapes.StatementShape, dispute_words.state),
    "checklist": Act("penalties.dispute", shapes.FactShape, dispute_words.tick),
}
"""The acts of a dispute over the API and on its page."""


class ActView(APIView):
    """One act in a dispute; answers the dispute as it is then."""

    @extend_schema(operation_id="dispute_act", request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, slug: str, pk: int, act: str) -> Response:
        dispute = the_dispute(slug, pk)
        found = ACTS.get(act)
        if found is None:
            raise Http404
        by = demand(request.user, found.permission, dispute.match)
        asked = read(found.shape, request)
        with answered():
            found.do(dispute.pk, by=by, **asked)
        return Response(seen.full_json(the_dispute(slug, pk)))


class AttachView(APIView):
    """Put a photo or a PDF with a dispute."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="dispute_attach",
        request={"multipart/form-data": shapes.AttachShape},
        responses=OpenApiTypes.OBJECT,
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        dispute = the_dispute(slug, pk)
        by = demand(request.user, "penalties.attach", dispute.match)
        asked = read(shapes.AttachShape, request)
        with answered():
            kept = dispute_words.attach(
                dispute.pk, side=asked["side"], upload=asked["file"], client_id=asked["client_id"], by=by
            )
        return Response(seen.attachment_json(kept), status=status.HTTP_201_CREATED)


class AttachmentView(APIView):
    """The file itself, for those concerned."""

    @extend_schema(
        operation_id="dispute_attachment", responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, slug: str, pk: int, file_id: int) -> FileResponse:
        dispute = the_dispute(slug, pk)
        demand(request.user, "penalties.see_dispute", dispute.match)
        return file_answer(dispute, file_id)


def file_answer(dispute: Dispute, file_id: int) -> FileResponse:
    """A kept file as a download: never shown as a page of ours, whatever is in it. 404 when there is none."""
    kept = get_object_or_404(dispute.attachments.all(), pk=file_id)
    try:
        file = attachments.open_file(kept)
    except FileNotFoundError as error:
        raise Http404 from error
    picture = kept.content_type.startswith("image/")
    answer = FileResponse(file, as_attachment=not picture, filename=kept.name, content_type=kept.content_type)
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["Cache-Control"] = "private, no-store"
    return answer
