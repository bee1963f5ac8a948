"""Work that a page does not wait for."""

from __future__ import annotations

from celery import shared_task

from penalties.services import announcing, mailing


@shared_task(name=announcing.TASK, autoretry_for=(OSError,), retry_backoff=5, max_retries=3)
def mail_officials(call_id: int) -> int:
    """Write to the officials about a call."""
    return mailing.mail_officials(call_id)
