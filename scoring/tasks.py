"""Work that a page does not wait for."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from scoring.services import printing


@shared_task(name=printing.TASK)
def make_document(job_id: str) -> None:
    """Make one PDF."""
    printing.make(UUID(job_id))
