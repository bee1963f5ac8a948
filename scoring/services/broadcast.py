"""Telling open boards that a table moved: one short message on a Redis channel, after the commit.

Best effort on purpose. The ledger is its own outbox: whoever misses a message asks for what is behind the sequence
that they have. So a message is handed to a thread of this process and dropped when Redis is slow or gone; a save
never waits for it and never fails by it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import threading
import time
from functools import partial

import redis
from django.conf import settings
from django.db import transaction

CHANNEL = "bullseye:boards"

_WAITING = 1000
"""Messages kept while Redis is slow; what comes on top is dropped."""
_TIMEOUT = 0.25
"""Seconds for one message."""
_PAUSE = 5.0
"""Seconds without a try after Redis did not answer."""

log = logging.getLogger(__name__)


class _Publisher:
    """One thread a process, started at its first message."""

    def __init__(self) -> None:
        self._queue: queue.Queue[str] = queue.Queue(_WAITING)
        self._thread: threading.Thread | None = None
        self._guard = threading.Lock()

    def send(self, message: str) -> None:
        with contextlib.suppress(queue.Full):
            self._queue.put_nowait(message)
        if self._thread is None:
            with self._guard:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="board-broadcast", daemon=True)
                    self._thread.start()

    def _run(self) -> None:
        client = redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT, retry=None
        )
        quiet_until = 0.0
        while True:
            message = self._queue.get()
            if time.monotonic() < quiet_until:
                continue
            try:
                client.publish(CHANNEL, message)
            except (redis.RedisError, OSError) as error:
                log.warning("boards are not told of changes: %s", error)
                quiet_until = time.monotonic() + _PAUSE


_publisher = _Publisher()


def _afresh() -> None:
    """A forked child has none of its parent's threads."""
    global _publisher
    _publisher = _Publisher()


os.register_at_fork(after_in_child=_afresh)


def tell(*, table: int, sequence: int, match: int, state: str) -> None:
    """After the commit, say that ``table`` of ``match`` is at ``sequence`` (0: the match alone moved)."""
    message = json.dumps({"table": table, "sequence": sequence, "match": match, "state": state})
    transaction.on_commit(partial(_send, message), robust=True)


def _send(message: str) -> None:
    _publisher.send(message)
