"""Printed documents over the API: ask, watch, download."""

from __future__ import annotations

from uuid import UUID

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api import serializers as shapes
from scoring.api.reading import read
from scoring.api.refusals import Conflict, answered
from scoring.api.scope import demand, the_match, the_tournament
from scoring.models import PrintJob, PrintState
from scoring.services import printing


def _the_job(request: Request, slug: str, job_id: UUID) -> PrintJob:
    tournament = the_tournament(slug)
    demand(request.user, "scoring.print", tournament)
    return get_object_or_404(PrintJob, tournament=tournament, pk=job_id)


class DocumentsView(APIView):
    """Ask for a PDF. It is made in the background: watch the answer's id."""

    @extend_schema(
        operation_id="document_request", request=shapes.DocumentRequestSerializer, responses=shapes.DocumentSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        by = demand(request.user, "scoring.print", tournament)
        asked = read(shapes.DocumentRequestSerializer, request)
        match = None if asked["match"] is None else the_match(slug, asked["match"])
        with answered():
            job = printing.request(
                asked["kind"],
                tournament,
                match,
                by=by,
                subject=asked["subject"],
                address=request.build_absolute_uri("/"),
            )
        return Response(shapes.DocumentSerializer(job).data, status=status.HTTP_202_ACCEPTED)


class DocumentView(APIView):
    """How far a document is."""

    @extend_schema(operation_id="document", responses=shapes.DocumentSerializer)
    def get(self, request: Request, slug: str, job_id: UUID) -> Response:
        return Response(shapes.DocumentSerializer(_the_job(request, slug, job_id)).data)


class DocumentFileView(APIView):
    """The PDF itself, once it is ready."""

    @extend_schema(operation_id="document_file", responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, job_id: UUID) -> FileResponse:
        job = _the_job(request, slug, job_id)
        if job.state != PrintState.READY:
            raise Conflict("This document is not ready.", code="not-ready", state=job.state, progress=job.progress)
        return FileResponse(
            printing.open_file(job), as_attachment=True, filename=job.file_name, content_type="application/pdf"
        )
