"""The statements of a request, taken down while Django runs them, and run again by the bare driver."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Statement = tuple[str, Any]
BEGIN, COMMIT = ("BEGIN", None), ("COMMIT", None)
_MARK = re.compile(r"(?<!%)%s")


@contextmanager
def taken_down(into: list[Statement]) -> Iterator[None]:
    """Every statement of this thread's connection in order, transactions marked."""
    from django.db import connection

    def keep(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith("BEGIN"):
            into.append((sql, tuple(params or ())))
        return execute(sql, params, many, context)

    commit, autocommit = connection._commit, connection.set_autocommit  # type: ignore[attr-defined]

    def committing() -> Any:
        into.append(COMMIT)
        return commit()

    def beginning(value: bool, *args: Any, **more: Any) -> Any:
        if not value:
            into.append(BEGIN)
        return autocommit(value, *args, **more)

    connection._commit, connection.set_autocommit = committing, beginning  # type: ignore[assignment, attr-defined, method-assign]
    try:
        with connection.execute_wrapper(keep):
            yield
    finally:
        del connection._commit, connection.set_autocommit  # type: ignore[attr-defined]


def bare_sqlite(path: str, requests: list[list[Statement]]) -> list[float]:
    """Seconds of each request by the ``sqlite3`` module alone, with the product's own pragmas, commit included."""
    from django.conf import settings

    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in settings.DATABASES["default"]["OPTIONS"]["init_command"].split(";"):
        connection.execute(pragma)
    ready = [
        [
            ("BEGIN IMMEDIATE" if sql == "BEGIN" else _MARK.sub("?", sql).replace("%%", "%"), params)
            for sql, params in request
        ]
        for request in requests
    ]
    taken = []
    cursor = connection.cursor()
    for request in ready:
        began = time.perf_counter()
        for sql, params in request:
            cursor.execute(sql, params or ()).fetchall()
        taken.append(time.perf_counter() - began)
    connection.close()
    return taken


def bare_psycopg(url: str, requests: list[list[Statement]]) -> list[float]:
    """The same by ``psycopg`` alone."""
    import psycopg

    connection = psycopg.connect(url, autocommit=True)
    taken = []
    cursor = connection.cursor()
    for request in requests:
        began = time.perf_counter()
        for sql, params in request:
            cursor.execute(sql, params or None)
            if cursor.description is not None:
                cursor.fetchall()
        taken.append(time.perf_counter() - began)
    connection.close()
    return taken
