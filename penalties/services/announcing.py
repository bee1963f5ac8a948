"""Telling the officials: at once on their open pages, and by e-mail where that is set up.

An open queue listens at ``/stream/matches/<queue_stream(tournament)>/``, an open table page at its match as before.
"""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction

from penalties.models import Call, Incident
from scoring.services import broadcast

TASK = "penalties.mail_officials"
QUEUES = 10**15
"""Above every match's number: the streams of the officials' queues, one a tournament."""
SILENT = ("console", "dummy")
"""Back-ends of e-mail that reach nobody."""

log = logging.getLogger(__name__)


def queue_stream(tournament_id: int) -> int:
    """The number under which a tournament's queue is announced."""
    return QUEUES + tournament_id


def mail_is_set_up() -> bool:
    """Whether e-mail goes anywhere."""
    return not any(f".{name}." in settings.EMAIL_BACKEND for name in SILENT)


def called(call: Call, tournament_id: int) -> None:
    """A call was made, answered or closed."""
    _both(call.table.match_id, tournament_id, call.table_id, "call")


def reported(incident: Incident, tournament_id: int) -> None:
    """An incident was reported, ruled, dismissed or withdrawn."""
    _both(incident.match_id, tournament_id, incident.table_id, "incident")


def mail_of(call: Call) -> None:
    """Have the officials written to after the commit; a queue that is down keeps nobody waiting."""
    if mail_is_set_up():
        transaction.on_commit(partial(_queue, call.pk), robust=True)


def _both(match_id: int, tournament_id: int, table_id: int, what: str) -> None:
    for stream in (match_id, queue_stream(tournament_id)):
        broadcast.tell(table=table_id, sequence=0, match=stream, state=what)


def _queue(call_id: int) -> None:
    try:
        current_app.send_task(TASK, args=[call_id], retry=False)
    except Exception:
        # Whatever the client of the queue raises, the call stands: the officials' page shows it.
        log.exception("call %s could not be mailed", call_id)
