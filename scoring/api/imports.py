"""Files taken in over the API: looked at, taken in whole, taken back.

``POST …/imports/preview/`` says what would come of a file, ``POST …/imports/`` takes it in: with ``seen`` it is refused
where the tournament has changed since the preview, and every kind of notice must be ticked by its code.
"""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.reading import read
from scoring.api.refusals import AgainstTheRules, Conflict, answered
from scoring.api.scope import demand, the_tournament
from scoring.api.serializers import StrictSerializer
from scoring.models import ImportBatch, ImportKind
from scoring.services.imports import undoing
from scoring.services.imports.drafts import Draft
from scoring.services.imports.faults import Fault, ImportRefused, Notice
from scoring.services.imports.taking import ImportChanged, NotTicked, digest_of, preview, take
from scoring.services.imports.uploads import MOST_UPLOAD
from tournaments.models import Tournament, User


class FileShape(StrictSerializer):
    """A file and what it holds."""

    kind = serializers.ChoiceField(choices=ImportKind.choices)
    file = serializers.FileField(max_length=200, allow_empty_file=True)


class TakeShape(FileShape):
    """A file to be taken in; ``ticked``: codes of the notices that were looked at, with commas between."""

    seen = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")
    ticked = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class UndoShape(StrictSerializer):
    """Why an import is taken back."""

    reason = serializers.CharField(max_length=300)


class BatchShape(serializers.ModelSerializer[ImportBatch]):
    """A file that was taken in; ``made``: ids of what it made, by model."""

    class Meta:
        model = ImportBatch
        fields = ("id", "kind", "file_name", "digest", "rows", "made", "made_at", "undone_at")
        read_only_fields = fields


def draft_json(draft: Draft, digest: str) -> dict[str, Any]:
    """What would come of a file."""
    return {
        "digest": digest,
        "seen": draft.seen,
        "says": draft.says,
        "faults": [_fault(fault) for fault in draft.sorted_faults],
        "notices": [_notice(notice) for notice in sorted(draft.notices)],
        "unknown": [
            {
                "name": unknown.name,
                "line": unknown.line,
                "field": unknown.field,
                "nearest": [{"id": pk, "name": name} for pk, name in unknown.nearest],
            }
            for unknown in draft.unknown
        ],
        "rows": [
            {"line": row.line, "fields": dict(zip(draft.columns, row.fields, strict=True)), "what": row.what}
            | {"says": row.says}
            for row in draft.rows
        ],
    }


def _fault(fault: Fault) -> dict[str, Any]:
    return {"line": fault.line, "field": fault.field, "message": fault.message}


def _notice(notice: Notice) -> dict[str, Any]:
    return {"code": notice.code, **_fault(notice)}


class _Files(APIView):
    """What both endpoints that take a file share."""

    parser_classes = (MultiPartParser,)

    def asked(self, request: Request, slug: str, shape: type[StrictSerializer]) -> tuple[Tournament, User, Any, bytes]:
        """Tournament, caller, the fields, the file's bytes."""
        tournament = the_tournament(slug)
        by = demand(request.user, "tournaments.set_up", tournament)
        asked = read(shape, request)
        if asked["file"].size > MOST_UPLOAD:
            raise ValidationError({"file": [f"The file is larger than {MOST_UPLOAD // 1_000_000} MB. Split it."]})
        return tournament, by, asked, asked["file"].read()


def _refused(refusal: ImportRefused) -> AgainstTheRules:
    return AgainstTheRules(
        "Something in the file is wrong; nothing was taken in.",
        code="import-refused",
        faults=[_fault(fault) for fault in refusal.faults],
    )


class PreviewView(_Files):
    """What would come of a file; nothing is saved."""

    @extend_schema(
        operation_id="import_preview", request={"multipart/form-data": FileShape}, responses=OpenApiTypes.OBJECT
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament, by, asked, data = self.asked(request, slug, FileShape)
        try:
            draft = preview(tournament, asked["kind"], data, by=by)
        except ImportRefused as refusal:
            raise _refused(refusal) from refusal
        return Response(draft_json(draft, digest_of(data)))


class ImportsView(_Files):
    """Files taken in so far, and one more."""

    @extend_schema(operation_id="imports", responses=BatchShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        tournament = the_tournament(slug)
        demand(request.user, "tournaments.set_up", tournament)
        return Response(BatchShape(tournament.imports.all()[:200], many=True).data)

    @extend_schema(operation_id="import_take", request={"multipart/form-data": TakeShape}, responses=BatchShape)
    def post(self, request: Request, slug: str) -> Response:
        tournament, by, asked, data = self.asked(request, slug, TakeShape)
        try:
            batch = take(
                tournament,
                asked["kind"],
                data,
                file_name=asked["file"].name or "file",
                by=by,
                seen=asked["seen"] or None,
                ticked=[code.strip() for code in asked["ticked"].split(",") if code.strip() not in ("", "*")],
            )
        except ImportRefused as refusal:
            raise _refused(refusal) from refusal
        except ImportChanged as changed:
            raise Conflict(
                "The tournament has changed since the preview.",
                code="changed",
                preview=draft_json(changed.draft, digest_of(data)),
            ) from changed
        except NotTicked as missing:
            raise Conflict(
                "Not every notice was ticked.",
                code="not-ticked",
                missing=missing.codes,
                notices=[_notice(notice) for notice in sorted(missing.draft.notices)],
            ) from missing
        return Response(BatchShape(batch).data, status=status.HTTP_201_CREATED)


class UndoView(APIView):
    """Take an import back."""

    @extend_schema(operation_id="import_undo", request=UndoShape, responses=BatchShape)
    def post(self, request: Request, slug: str, batch_id: int) -> Response:
        tournament = the_tournament(slug)
        by = demand(request.user, "tournaments.set_up", tournament)
        batch = get_object_or_404(ImportBatch, tournament=tournament, pk=batch_id)
        asked = read(UndoShape, request)
        try:
            with answered():
                undone = undoing.undo(batch, reason=asked["reason"], by=by)
        except undoing.UndoRefused as refusal:
            raise Conflict("Something stands on this import.", code="in-use", reasons=refusal.reasons) from refusal
        return Response(BatchShape(undone).data)
