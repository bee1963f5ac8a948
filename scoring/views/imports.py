"""``/t/<slug>/setup/import/``: a file is uploaded, looked at row by row, and taken in whole; imports are undone."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from rules_engine.verdicts import RecordError
from scoring.forms.importing import UploadForm
from scoring.models import ImportKind
from scoring.services.imports import undoing, uploads
from scoring.services.imports.drafts import MOST_SHOWN, Draft
from scoring.services.imports.faults import ImportRefused
from scoring.services.imports.naming import add_name
from scoring.services.imports.samples import TYPES, sample
from scoring.services.imports.taking import KINDS, ImportChanged, NotTicked, preview, take
from tournaments.models import User
from tournaments.views.pages import SetUpView


class Importing(SetUpView):
    """Base of both pages."""

    @property
    def by(self) -> User:
        """Who imports."""
        return cast(User, self.request.user)


class Imports(Importing):
    """Choose what it is and the file; everything taken in so far, with the way back."""

    template_name = "scoring/setup_import.html"

    def content(self) -> dict[str, Any]:
        batches = self.tournament.imports.select_related("made_by", "undone_by")
        kinds = [(ImportKind(name), kind.spec) for name, kind in KINDS.items()]
        return {"form": UploadForm(), "batches": batches, "kinds": kinds}

    def act_look(self) -> HttpResponse:
        form = UploadForm(self.request.POST, self.request.FILES)
        if not form.is_valid():
            return self.refused(form=form)
        file = form.cleaned_data["file"]
        digest = uploads.keep(self.tournament, self.by, file.name or "file", file.read())
        to = reverse("setup-import-preview", args=[self.tournament.slug, form.cleaned_data["kind"], digest])
        return HttpResponseRedirect(to)

    def act_undo(self) -> HttpResponse:
        batch = self.thing(self.tournament.imports.all())
        try:
            undoing.undo(batch, reason=self.request.POST.get("reason", ""), by=self.by)
        except undoing.UndoRefused as refusal:
            return self.refused(kept=batch, reasons=refusal.reasons)
        except RecordError as error:
            return self.refused(kept=batch, reasons=[f"Say why: the reason {error.text}."])
        return self.done(f"{batch.file_name} was taken back.")


class Preview(Importing):
    """What would come of the file, row by row; then taking it in, from the very bytes that were looked at."""

    template_name = "scoring/setup_import_preview.html"
    upload: uploads.Upload

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._found() or super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._found() or super().post(request, *args, **kwargs)

    def _found(self) -> HttpResponse | None:
        """The file of the address; a way back to the first page when it is no longer there."""
        if self.kwargs["kind"] not in KINDS:
            raise Http404
        upload = uploads.read(self.tournament, self.by, self.kwargs["digest"])
        if upload is None:
            messages.warning(self.request, "Files are kept for an hour. Choose it again.")
            return HttpResponseRedirect(self._first())
        self.upload = upload
        return None

    def _first(self) -> str:
        return reverse("setup-import", args=[self.tournament.slug])

    def content(self) -> dict[str, Any]:
        return {"kind": ImportKind(self.kwargs["kind"]), "upload": self.upload, "most": MOST_SHOWN}

    def page(self, status: int = 200, **context: Any) -> HttpResponse:
        draft: Draft | None = context.pop("draft", None)
        unreadable: ImportRefused | None = None
        if draft is None:
            try:
                draft = preview(self.tournament, self.kwargs["kind"], self.upload.data, by=self.by)
            except ImportRefused as refusal:
                unreadable = refusal
        return super().page(status, draft=draft, unreadable=unreadable, **context)

    def act_take(self) -> HttpResponse:
        post = self.request.POST
        try:
            batch = take(
                self.tournament,
                self.kwargs["kind"],
                self.upload.data,
                file_name=self.upload.name,
                by=self.by,
                seen=post.get("seen", ""),
                ticked=[code for code in post.getlist("ticked") if code != "*"],
            )
        except ImportRefused:
            return self.refused(problem="Something in the file is wrong. Look at it below; nothing was taken in.")
        except ImportChanged as changed:
            words = "The tournament has changed since you looked. This is what would come of the file now."
            return self.refused(draft=changed.draft, problem=words)
        except NotTicked as missing:
            words = "Tick each of the points below once you have looked at it; nothing was taken in yet."
            return self.refused(draft=missing.draft, problem=words, ticked=post.getlist("ticked"))
        return self.done(f"{batch.file_name}: {batch.rows} lines taken in.", to=self._first())

    def act_name(self) -> HttpResponse:
        """Another name of a team here, or of a club: the file is looked at again with it."""
        post = self.request.POST
        try:
            named = add_name(
                self.tournament, self.kwargs["kind"], name=post.get("name", ""), of=post.get("of", ""), by=self.by
            )
        except ValidationError as error:
            return self.refused(problem=error.messages[0])
        return self.done(f"“{named.name}” is {named.club} from now on.")


class Sample(Importing):
    """A file to begin with."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        kind, ending = kwargs["kind"], kwargs["ending"]
        if kind not in KINDS or ending not in TYPES:
            raise Http404
        name = f"{self.tournament.slug}-{kind}.{ending}"
        return HttpResponse(
            sample(self.tournament, kind, ending),
            content_type=TYPES[ending],
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
        )
