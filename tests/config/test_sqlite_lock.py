"""SQLite's writers queue at one lock, across threads and processes, and none fails or is lost."""

import multiprocessing
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from config.sqlite.base import DatabaseWrapper, WriteLock


@pytest.fixture(autouse=True)
def _files_of_our_own(django_db_blocker: Any) -> Iterator[None]:
    """Let these tests open databases: each has its own file."""
    with django_db_blocker.unblock():
        yield


def wrapper(path: Path, timeout: float = 20) -> DatabaseWrapper:
    options = {
        "transaction_mode": "IMMEDIATE",
        "timeout": timeout,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF",
    }
    handler = ConnectionHandler({"default": {"ENGINE": "config.sqlite", "NAME": str(path), "OPTIONS": options}})
    found = handler["default"]
    assert isinstance(found, DatabaseWrapper)
    return found


def make_counter(path: Path) -> None:
    database = wrapper(path)
    with database.cursor() as cursor:
        cursor.execute("CREATE TABLE counter (value integer NOT NULL)")
        cursor.execute("INSERT INTO counter VALUES (0)")
    database.close()


def read_counter(path: Path) -> int:
    with sqlite3.connect(path) as database:
        return int(database.execute("SELECT value FROM counter").fetchone()[0])


def count_up(path: str, times: int) -> None:
    """Read, then write what was read plus one: an update is lost as soon as two transactions overlap."""
    database = wrapper(Path(path))
    for _ in range(times):
        database.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        with database.cursor() as cursor:
            value = cursor.execute("SELECT value FROM counter").fetchone()[0]
            cursor.execute("UPDATE counter SET value = %s", [value + 1])
        database.commit()
        database.set_autocommit(True)
    database.close()


def test_no_update_is_lost_between_threads_and_processes(tmp_path: Path) -> None:
    path = tmp_path / "counter.sqlite3"
    make_counter(path)
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=count_up, args=(str(path), 100)) for _ in range(2)]
    threads = [threading.Thread(target=count_up, args=(str(path), 100)) for _ in range(4)]
    started: list[Any] = [*processes, *threads]
    for one in started:
        one.start()
    for one in started:
        one.join(60)
    assert [process.exitcode for process in processes] == [0, 0]
    assert read_counter(path) == 600


def test_a_writer_that_waits_too_long_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "counter.sqlite3"
    make_counter(path)
    lock = WriteLock.of(str(path))
    lock.acquire(1)
    began = time.monotonic()
    with pytest.raises(OperationalError, match="database is locked"):
        wrapper(path, timeout=0.1).set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert 0.1 <= time.monotonic() - began < 5
    lock.release()
    count_up(str(path), 1)
    assert read_counter(path) == 1


def test_a_lock_of_another_process_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "counter.sqlite3"
    make_counter(path)
    other = WriteLock(str(path.resolve()) + ".lock")
    other.acquire(1)
    waiting = threading.Thread(target=count_up, args=(str(path), 1))
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    assert read_counter(path) == 0
    other.release()
    waiting.join(10)
    assert read_counter(path) == 1


@pytest.mark.parametrize("ending", ["rollback", "close"])
def test_the_lock_is_free_after_a_transaction_that_fails(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "counter.sqlite3"
    make_counter(path)
    database = wrapper(path)
    database.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with database.cursor() as cursor:
        cursor.execute("UPDATE counter SET value = 41")
    getattr(database, ending)()
    count_up(str(path), 1)
    assert read_counter(path) == 1
    database.close()
