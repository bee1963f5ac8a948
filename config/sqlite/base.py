"""Django's SQLite backend, with writers queueing at one lock instead of backing off.

SQLite lets one connection write at a time. A second one that finds the database busy sleeps for longer and
longer before it asks again, so under a dozen phones the slowest saves wait for hundreds of milliseconds while
the database is idle. Here every transaction first takes a lock that wakes the next in line at once: a thread lock
within the process, then an `flock` on `<database>.lock` between processes. SQLite's own busy timeout
stays on behind it, for writers that know nothing of the lock (a shell, a backup).
"""

import fcntl
import os
import threading
import time
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

_POLL = 0.0005
"""Seconds between two tries for the lock of another process. One thread of each process polls at most."""


class WriteLock:
    """The write lock of one database file, shared by all connections and processes. Not re-entrant."""

    _of_file: dict[str, "WriteLock"] = {}
    _of_name: dict[str, "WriteLock"] = {}
    """The same by the name that a connection gives: a path is followed once, not at every transaction."""
    _guard = threading.Lock()

    def __init__(self, path: str) -> None:
        self.path = path
        self._thread = threading.Lock()
        self._descriptor: int | None = None

    @classmethod
    def of(cls, database: str) -> "WriteLock":
        """Return this process's lock for the database file at `database`."""
        known = cls._of_name.get(database)
        if known is None:
            path = os.path.realpath(database) + ".lock"
            with cls._guard:
                known = cls._of_name[database] = cls._of_file.setdefault(path, cls(path))
        return known

    @classmethod
    def forget_all(cls) -> None:
        """Start anew in a forked child, which must not share its parent's descriptors."""
        for lock in cls._of_file.values():
            if lock._descriptor is not None:
                os.close(lock._descriptor)
        cls._of_file, cls._of_name = {}, {}
        cls._guard = threading.Lock()

    def acquire(self, timeout: float) -> None:
        """Take the lock, or raise OperationalError after `timeout` seconds."""
        deadline = time.monotonic() + timeout
        if not self._thread.acquire(timeout=timeout):
            raise OperationalError("database is locked: another writer of this process holds it")
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except BaseException:
            self._thread.release()
            raise
        try:
            self._wait_for_file(descriptor, deadline)
        except BaseException:
            os.close(descriptor)
            self._thread.release()
            raise
        self._descriptor = descriptor

    @staticmethod
    def _wait_for_file(descriptor: int, deadline: float) -> None:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise OperationalError("database is locked: a writer of another process holds it") from None
                time.sleep(_POLL)
            else:
                return

    def release(self) -> None:
        """Give the lock back. Closing the descriptor drops its `flock`."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)
        self._thread.release()


os.register_at_fork(after_in_child=WriteLock.forget_all)


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes the write lock before BEGIN IMMEDIATE and gives it back when the transaction ends."""

    _lock: WriteLock | None = None

    def _start_transaction_under_autocommit(self) -> None:
        database = self.settings_dict["NAME"]
        if self.is_in_memory_db() or self.transaction_mode != "IMMEDIATE":  # type: ignore[attr-defined]
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        lock = WriteLock.of(str(database))
        lock.acquire(float(self.settings_dict["OPTIONS"].get("timeout", 5.0)))
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            lock.release()
            raise
        self._lock = lock

    def _end_transaction(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def _commit(self) -> Any:
        result = super()._commit()  # type: ignore[misc]
        self._end_transaction()
        return result

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._end_transaction()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._end_transaction()
