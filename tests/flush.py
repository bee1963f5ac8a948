"""Emptying the test database between tests, although its triggers refuse just that; and dropping it at the end.

Tests with real transactions are cleaned up by a flush of every table. The ledger's triggers refuse it, as they should;
here they are laid aside while the flush lasts, and are back when it ends, in the same transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.postgresql.creation import DatabaseCreation as PostgreSQLCreation

_GUARDED = "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1"


@contextmanager
def without_triggers(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Lay the database's own triggers aside. Call it inside a transaction."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_GUARDED)
            tables = [row[0] for row in cursor.fetchall()]
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            yield
            for _, sql in triggers:
                cursor.execute(sql)


def install() -> None:
    """Make Django's flush go around the triggers, and its dropping of the database not wait, in this process."""

    def execute_sql_flush(self: BaseDatabaseOperations, sql_list: list[Any]) -> None:
        database = self.connection
        with transaction.atomic(using=database.alias), without_triggers(database), database.cursor() as cursor:
            for sql in sql_list:
                cursor.execute(sql)

    BaseDatabaseOperations.execute_sql_flush = execute_sql_flush  # type: ignore[assignment]
    PostgreSQLCreation._destroy_test_db = _drop_by_force  # type: ignore[attr-defined]


def _drop_by_force(self: Any, test_database_name: str, verbosity: int) -> None:
    """Drop the database though a thread that served a browser still holds a connection to it: nobody waits for it."""
    with self._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {self.connection.ops.quote_name(test_database_name)} WITH (FORCE)")
