"""Telling open boards that a table moved: one short message on a Redis channel, after the commit.

Best effort on purpose. The ledger is its own outbox: whoever misses a message asks for what is behind the sequence
that they have. So a save never fails by it and hardly waits for it: the message goes out on a connection that stays
open, nobody waits for Redis to answer, and a Redis that does not answer is left alone for a while.
(A thread of its own would be no quicker: two threads of Python take turns, and the save waits for its turn.)
"""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from functools import partial

import redis
from django.conf import settings
from django.db import transaction
from redis.connection import ConnectionInterface

CHANNEL: str = settings.BOARD_CHANNEL

TIMEOUT = 0.25
"""Seconds that a connection or a full socket may take."""
PAUSE = 5.0
"""Seconds without a try after Redis did not answer."""

log = logging.getLogger(__name__)


class Publisher:
    """One connection a process, used by one thread at a time."""

    def __init__(self, url: str) -> None:
        self._pool = redis.ConnectionPool.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        self._connection: ConnectionInterface | None = None
        self._guard = threading.Lock()
        self._quiet_until = 0.0

    def send(self, message: str) -> bool:
        """Send ``message``; False when it was dropped. Never raises, and takes half a second at the very worst."""
        if time.monotonic() < self._quiet_until or not self._guard.acquire(timeout=TIMEOUT):
            return False
        try:
            self._publish(message)
        except (redis.RedisError, OSError) as error:
            log.warning("boards are not told of changes: %s", error)
            self._quiet_until = time.monotonic() + PAUSE
            self._drop()
            return False
        finally:
            self._guard.release()
        return True

    def _publish(self, message: str) -> None:
        kept = self._connection
        if kept is not None:
            try:
                self._take_answers(kept)
                kept.send_command("PUBLISH", CHANNEL, message)
            except (redis.ConnectionError, OSError):
                # Redis may have closed a connection that was idle: a new one gets one try.
                self._drop()
            else:
                return
        fresh = self._connection = self._pool.make_connection()
        fresh.connect()
        fresh.send_command("PUBLISH", CHANNEL, message)

    @staticmethod
    def _take_answers(connection: ConnectionInterface) -> None:
        """Read what Redis said to earlier messages (how many listen), without waiting for more."""
        while connection.can_read(timeout=0):
            connection.read_response()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.disconnect()
            self._connection = None

    def close(self) -> None:
        """Give the connection back."""
        with self._guard:
            self._drop()


_publisher: Publisher | None = None


def _forget() -> None:
    """A forked child must not write on its parent's connection."""
    global _publisher
    _publisher = None


os.register_at_fork(after_in_child=_forget)


def tell(*, table: int, sequence: int, match: int, state: str) -> None:
    """After the commit, say that ``table`` of ``match`` is at ``sequence`` (0: the match alone moved)."""
    message = json.dumps({"table": table, "sequence": sequence, "match": match, "state": state})
    transaction.on_commit(partial(_send, message), robust=True)


def _send(message: str) -> None:
    global _publisher
    if _publisher is None:
        _publisher = Publisher(settings.REDIS_URL)
    _publisher.send(message)
