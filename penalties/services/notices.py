"""Telling people of disputes: open pages at once, the captains and the officials by e-mail where that is set up.

Best effort, after the commit: whoever is not reached sees it on the dispute's page all the same.
"""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from penalties.disputes.moves import State
from penalties.models import Appeal, AppealState, Call, Dispute
from penalties.services import announcing
from scoring.services import broadcast

TASK_MAIL = "penalties.mail_dispute"
TASK_APPEAL = "penalties.mail_appeal"
TASK_CLOCK = "penalties.dispute_clock"

log = logging.getLogger(__name__)


def moved(dispute: Dispute, state: State) -> None:
    """A dispute was raised, moved or ended; whoever has to act now is written to."""
    tell(dispute)
    if announcing.mail_is_set_up() and state in (State.TALKING, State.OFFICIAL, State.COMMITTEE):
        transaction.on_commit(partial(_queue, TASK_MAIL, dispute.pk, state.value), robust=True)


def tell(dispute: Dispute) -> None:
    """Something of a dispute is new: pages look again."""
    for stream in (dispute.match_id, announcing.queue_stream(dispute.match.tournament_id)):
        broadcast.tell(table=dispute.table_id, sequence=0, match=stream, state="dispute")


def appealed(appeal: Appeal) -> None:
    """An appeal was lodged, and the committee is written to; or it was heard, and its captain is."""
    broadcast.tell(table=0, sequence=0, match=appeal.match_id, state="appeal")
    if announcing.mail_is_set_up() and appeal.state != AppealState.WITHDRAWN:
        transaction.on_commit(partial(_queue, TASK_APPEAL, appeal.pk), robust=True)


def called(call: Call, dispute: Dispute) -> None:
    """An official was called by a dispute."""
    announcing.called(call, dispute.match.tournament_id)


def wind_clock(dispute: Dispute) -> None:
    """Have a worker look at the dispute when the captains' time is over.

    Nothing depends on it: whoever acts or looks first moves the dispute on as well.
    """
    eta = dispute.clock_ends_at
    transaction.on_commit(partial(_queue, TASK_CLOCK, dispute.pk, eta=eta), robust=True)


def _queue(task: str, *args: object, **options: object) -> None:
    try:
        current_app.send_task(task, args=list(args), retry=False, **options)
    except (OSError, OperationalError) as error:
        log.warning("%s of %s could not be queued: %s", task, args[0], error)
    except Exception:
        # Whatever the client of the queue raises, the dispute stands, and its page shows it.
        log.exception("%s of %s could not be queued", task, args[0])
