"""Calling an official, and the queue.

GET  tournaments/<slug>/queue/                                 what waits, the longest first (officials)
GET  tournaments/<slug>/calls/                                 every call (officials)
POST tournaments/<slug>/matches/<id>/tables/<n>/call/          {"note"?, "incident"?}
POST tournaments/<slug>/calls/<id>/answer/   …/close/          {}
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ValidationError
from rest_framework.views import APIView

from penalties.api import shapes
from penalties.api.scope import answered, demand, read, the_call, the_table, the_tournament
from penalties.models import Call
from penalties.selectors import incidents, queue
from penalties.services import calls


class QueueView(APIView):
    """Calls and claims that wait for an official."""

    @extend_schema(operation_id="queue", responses=shapes.WaitingShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        demand(request.user, "penalties.queue", tournament)
        lines = [shapes.WaitingShape.of(line) for line in queue.queue(tournament)]
        return Response(shapes.WaitingShape(lines, many=True).data)


class CallsView(ListAPIView[Call]):
    """Every call of the tournament."""

    serializer_class = shapes.CalledShape

    def get_queryset(self) -> Any:
        return queue.calls(the_tournament(self.kwargs["slug"]))

    @extend_schema(operation_id="calls", responses=shapes.CalledShape(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        demand(request.user, "penalties.queue", the_tournament(kwargs["slug"]))
        return super().get(request, *args, **kwargs)


class CallView(APIView):
    """Call an official to a table."""

    @extend_schema(operation_id="call_official", request=shapes.CallShape, responses=shapes.CalledShape)
    def post(self, request: Request, slug: str, match_id: int, number: int) -> Response:
        table = the_table(slug, match_id, number)
        by = demand(request.user, "penalties.call", table.match)
        asked = read(shapes.CallShape, request)
        incident = None
        if asked["incident"] is not None:
            incident = incidents.seen_by(by, table.match.tournament).filter(pk=asked["incident"]).first()
            if incident is None:
                raise ValidationError({"incident": [f"There is no report {asked['incident']} here."]})
        with answered():
            made = calls.call_official(table, by=by, note=asked["note"], incident=incident)
        code = status.HTTP_200_OK if made.repeated else status.HTTP_201_CREATED
        return Response(shapes.CalledShape(made.call).data, status=code)


class AnswerView(APIView):
    """Say that one is on the way."""

    @extend_schema(operation_id="call_answer", request=shapes.EmptyShape, responses=shapes.CalledShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        tournament = the_tournament(slug)
        call = the_call(tournament, pk)
        by = demand(request.user, "penalties.queue", tournament)
        read(shapes.EmptyShape, request)
        with answered():
            return Response(shapes.CalledShape(calls.answer(call, by=by)).data)


class CloseView(APIView):
    """Say that the matter is settled."""

    @extend_schema(operation_id="call_close", request=shapes.EmptyShape, responses=shapes.CalledShape)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        tournament = the_tournament(slug)
        call = the_call(tournament, pk)
        by = demand(request.user, "penalties.queue", tournament)
        read(shapes.EmptyShape, request)
        with answered():
            return Response(shapes.CalledShape(calls.close(call, by=by)).data)
