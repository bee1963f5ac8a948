"""Asking for a document, making it, fetching it.

The web server only notes what is wanted and puts it in the queue; a worker makes
the PDF and tells how far it is, in short transactions of their own, so that a page
can show it. The file lies under ``MEDIA_ROOT/documents``, which nothing serves: it
goes out through a view that asks for the permission.
"""

from __future__ import annotations

import logging
import os
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring import printed
from scoring.documents import document
from scoring.documents.rendering import render
from scoring.models import PrintJob, PrintKind, PrintState
from scoring.models.printing import kinds
from tournaments.models import Match, Tournament, User

TASK = "scoring.make_document"
MOST_WAITING = 5
"""Documents of one person that may be under way at once."""
STALE_AFTER = timedelta(minutes=15)
"""A document that is neither ready nor failed after this counts as lost."""

QUEUE_DOWN = "The queue that makes documents cannot be reached. Try again in a minute; tell whoever runs this server."
FAILED = "The document could not be made. Try again; if it fails again, tell whoever runs this server."
TOO_LONG = "The document took too long to make and was given up. Try again when the server is less busy."

log = logging.getLogger(__name__)


class PrintRefused(Exception):
    """A document that cannot be asked for: ``code`` and ``message``."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


def request(
    kind: str, tournament: Tournament, match: Match | None, *, by: User, subject: int | None = None, address: str = ""
) -> PrintJob:
    """Note a wanted document and queue it once that is saved. ``address``: of this site, as whoever asks finds it.

    When the queue cannot be reached the job comes back failed, in words. Raises
    :class:`PrintRefused` for a kind that there is not, a match (or a ``subject``, where the kind
    has one) that is missing, superfluous or another tournament's, and for more than a few at once.
    """
    names = [name for name, _ in kinds()]
    if kind not in names:
        raise PrintRefused("unknown-kind", f"There is no such document; there are {', '.join(names)}.")
    if (problem := _wrong_subject(kind, tournament, match, subject)) != "":
        raise PrintRefused("wrong-subject", problem)
    if match is not None and match.tournament_id != tournament.pk:
        raise PrintRefused("wrong-subject", "This match belongs to another tournament.")
    with transaction.atomic():
        under_way = PrintJob.objects.filter(
            requested_by=by,
            state__in=(PrintState.WAITING, PrintState.MAKING),
            requested_at__gt=timezone.now() - STALE_AFTER,
        )
        if under_way.count() >= MOST_WAITING:
            raise PrintRefused(
                "too-many", f"{MOST_WAITING} of your documents are being made. Wait until one of them is ready."
            )
        job = PrintJob.objects.create(
            tournament=tournament, match=match, kind=kind, subject=subject, address=address[:300], requested_by=by
        )
        transaction.on_commit(partial(_queue, job))
    return job


def _wrong_subject(kind: str, tournament: Tournament, match: Match | None, subject: int | None) -> str:
    """Why the kind cannot be about that; empty where it can."""
    offered = printed.offered(kind)
    about = offered.subject if offered else None
    wants_match = about is printed.Subject.MATCH if offered else kind != PrintKind.STANDINGS
    if (about is printed.Subject.NUMBER) != (subject is not None):
        return "This document is about one thing: say which, by its number." if subject is None else _NO_NUMBER
    if wants_match != (match is not None):
        if offered is None:
            return "The standings are the tournament's." if match else "A score sheet is a match's: say which."
        return "This document is not about a match." if match else "This document is a match's: say which."
    return offered.check(tournament, match, subject) if offered else ""


_NO_NUMBER = "This document has no number: leave it out."


def _queue(job: PrintJob) -> None:
    try:
        current_app.send_task(TASK, args=[str(job.pk)])
    except Exception:
        # Whatever the client of the queue raises (a broker's, a socket's or a system's error), the page must live.
        log.exception("document %s could not be queued", job.pk)
        _fail(job.pk, QUEUE_DOWN)
        job.refresh_from_db()


def make(job_id: UUID) -> None:
    """Make the document of a job, in the worker. Never raises for what is the document's own fault.

    A job that is ready or failed is left alone; one that another worker began and
    lost is begun again (the queue hands it out a second time).
    """
    if not _progress(job_id, 5, "Gathering the figures"):
        return
    job = PrintJob.objects.select_related("tournament", "match__round", "match__home", "match__away").get(pk=job_id)
    if job.match is not None:
        job.match.tournament = job.tournament
    try:
        wanted = document(job)
        pdf = render(wanted, partial(_progress, job_id))
        _progress(job_id, 95, "Filing it")
        _keep(path_of(job), pdf)
    except SoftTimeLimitExceeded:
        log.warning("document %s took too long", job_id)
        _fail(job_id, TOO_LONG)
        return
    except Exception:
        log.exception("document %s failed", job_id)
        _fail(job_id, FAILED)
        return
    PrintJob.objects.filter(pk=job_id, state=PrintState.MAKING).update(
        state=PrintState.READY, progress=100, step="", file_name=wanted.file_name, finished_at=timezone.now()
    )


def open_file(job: PrintJob) -> BinaryIO:
    """The PDF of a ready job; PrintRefused when it is not ready, or was cleared away since."""
    if job.state != PrintState.READY:
        raise PrintRefused("not-ready", "This document is not ready.")
    try:
        return path_of(job).open("rb")
    except FileNotFoundError:
        raise PrintRefused("cleared-away", "This document was cleared away. Ask for it again.") from None


def path_of(job: PrintJob) -> Path:
    """Where a job's file lies: named by the job alone, so that nothing typed by anybody becomes a path."""
    return Path(settings.MEDIA_ROOT) / "documents" / f"{job.pk}.pdf"


def _progress(job_id: UUID, per_cent: int, step: str) -> bool:
    """Tell how far it is; False when there is nothing (more) to do for this job."""
    under_way = PrintJob.objects.filter(pk=job_id, state__in=(PrintState.WAITING, PrintState.MAKING))
    return under_way.update(state=PrintState.MAKING, progress=per_cent, step=step) > 0


def _fail(job_id: UUID, message: str) -> None:
    PrintJob.objects.filter(pk=job_id).exclude(state=PrintState.READY).update(
        state=PrintState.FAILED, step="", error=message, finished_at=timezone.now()
    )


def _keep(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees half of it."""
    path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
    aside = path.with_suffix(f".{os.getpid()}.part")
    try:
        with aside.open("wb") as file:
            file.write(data)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
