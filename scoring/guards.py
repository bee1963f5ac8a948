"""What the database itself refuses, whoever asks: the triggers of the ledger and of the results.

    ledger_*   an event is never changed or removed, nor replaced under its own number
    result_*   whoever recorded an event of a match does not confirm it; a result is withdrawn, never
               rewritten or removed

Migrations install them; ``manage.py verify_ledger`` says when one is gone. A later migration that makes SQLite build
one of these tables anew loses its triggers: it must call :func:`install` again.
"""

from __future__ import annotations

from typing import Any

LEDGER = "scoring_ledgerevent"
RESULT = "scoring_result"

_APPEND_ONLY = "The ledger only grows: an event is never changed or removed. Record a correction instead."
_SECOND_PERSON = "A result is confirmed by a second person: this one recorded events of the match."
_RESULT_STANDS = "A result is never rewritten or removed. Withdraw it with a reason and confirm again."

_RECORDED = f"""SELECT 1 FROM {LEDGER} e JOIN tournaments_table t ON t.id = e.table_id
    WHERE t.match_id = NEW.match_id AND e.actor_id = NEW.confirmed_by_id"""  # noqa: S608 - constants of this module

_TAKEN = " OR ".join(
    f"EXISTS (SELECT 1 FROM {LEDGER} WHERE {same})"  # noqa: S608 - constants of this module
    for same in ("table_id = NEW.table_id AND sequence = NEW.sequence", "client_id = NEW.client_id", "id = NEW.id")
)

_FIXED = (
    "match_id",
    "version",
    "home_bullseyes",
    "away_bullseyes",
    "home_hang_jacks",
    "away_hang_jacks",
    "winner",
    "heads",
    "imported",
    "entered_by_id",
    "confirmed_by_id",
    "confirmed_at",
)
"""Columns of a result that stay as they were confirmed."""

POSTGRESQL = {
    "ledger_no_change": (LEDGER, "BEFORE UPDATE OR DELETE", "FOR EACH ROW", "bullseye_ledger_only_grows"),
    "ledger_no_truncate": (LEDGER, "BEFORE TRUNCATE", "FOR EACH STATEMENT", "bullseye_ledger_only_grows"),
    "result_second_person": (RESULT, "BEFORE INSERT OR UPDATE", "FOR EACH ROW", "bullseye_result_second_person"),
    "result_no_rewrite": (RESULT, "BEFORE UPDATE OR DELETE", "FOR EACH ROW", "bullseye_result_stands"),
    "result_no_truncate": (RESULT, "BEFORE TRUNCATE", "FOR EACH STATEMENT", "bullseye_result_stands"),
}

_RAISE = "RAISE EXCEPTION USING MESSAGE = '{}', ERRCODE = 'integrity_constraint_violation';"

POSTGRESQL_FUNCTIONS = {
    "bullseye_ledger_only_grows": _RAISE.format(_APPEND_ONLY),
    "bullseye_result_second_person": f"""
        IF NEW.confirmed_by_id IS NOT NULL AND EXISTS ({_RECORDED}) THEN {_RAISE.format(_SECOND_PERSON)} END IF;
        RETURN NEW;""",
    "bullseye_result_stands": f"""
        IF TG_OP <> 'UPDATE' THEN {_RAISE.format(_RESULT_STANDS)} END IF;
        IF (OLD.state = 'withdrawn' AND NEW.state <> 'withdrawn')
            OR {" OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in _FIXED)}
        THEN {_RAISE.format(_RESULT_STANDS)} END IF;
        RETURN NEW;""",
}

_ABORT = "BEGIN SELECT RAISE(ABORT, '{}'); END"

SQLITE = {
    "ledger_no_update": (LEDGER, f"BEFORE UPDATE ON {LEDGER} " + _ABORT.format(_APPEND_ONLY)),
    "ledger_no_delete": (LEDGER, f"BEFORE DELETE ON {LEDGER} " + _ABORT.format(_APPEND_ONLY)),
    # INSERT OR REPLACE removes the row in its way without asking the DELETE trigger.
    "ledger_no_replace": (
        LEDGER,
        f"BEFORE INSERT ON {LEDGER} WHEN {_TAKEN} " + _ABORT.format(_APPEND_ONLY),
    ),
    "result_second_person_new": (
        RESULT,
        f"BEFORE INSERT ON {RESULT} WHEN NEW.confirmed_by_id IS NOT NULL AND EXISTS ({_RECORDED}) "
        + _ABORT.format(_SECOND_PERSON),
    ),
    "result_second_person": (
        RESULT,
        f"BEFORE UPDATE ON {RESULT} WHEN NEW.confirmed_by_id IS NOT NULL AND EXISTS ({_RECORDED}) "
        + _ABORT.format(_SECOND_PERSON),
    ),
    "result_no_rewrite": (
        RESULT,
        f"BEFORE UPDATE ON {RESULT} WHEN (OLD.state = 'withdrawn' AND NEW.state <> 'withdrawn') OR "
        + " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in _FIXED)
        + " "
        + _ABORT.format(_RESULT_STANDS),
    ),
    "result_no_delete": (RESULT, f"BEFORE DELETE ON {RESULT} " + _ABORT.format(_RESULT_STANDS)),
}


def statements(vendor: str) -> list[str]:
    """The SQL that installs every trigger, each replacing the one of its name."""
    if vendor == "sqlite":
        return [
            sql
            for name, (_, body) in SQLITE.items()
            for sql in (f"DROP TRIGGER IF EXISTS {name}", f"CREATE TRIGGER {name} {body}")
        ]
    if vendor != "postgresql":
        raise NotImplementedError(f"the ledger is guarded on SQLite and PostgreSQL, not on {vendor}")
    functions = [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"
        for name, body in POSTGRESQL_FUNCTIONS.items()
    ]
    triggers = [
        sql
        for name, (table, when, each, function) in POSTGRESQL.items()
        for sql in (
            f"DROP TRIGGER IF EXISTS {name} ON {table}",
            f"CREATE TRIGGER {name} {when} ON {table} {each} EXECUTE FUNCTION {function}()",
        )
    ]
    return functions + triggers


def removals(vendor: str) -> list[str]:
    """The SQL that removes them: for the way back of a migration, never for a running server."""
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {name}" for name in SQLITE]
    return [f"DROP TRIGGER IF EXISTS {name} ON {table}" for name, (table, *_) in POSTGRESQL.items()] + [
        f"DROP FUNCTION IF EXISTS {name}()" for name in POSTGRESQL_FUNCTIONS
    ]


def install(connection: Any) -> None:
    """Put every trigger in place."""
    _run(connection, statements(connection.vendor))


def remove(connection: Any) -> None:
    """Take every trigger away."""
    _run(connection, removals(connection.vendor))


def _run(connection: Any, sql: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in sql:
            cursor.execute(statement)


def missing(connection: Any) -> list[str]:
    """Names of the triggers that the database lacks or has switched off, in order."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            wanted = list(SQLITE)
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')")
            wanted = list(POSTGRESQL)
        present = {row[0] for row in cursor.fetchall()}
    return [name for name in wanted if name not in present]
