"""What the database itself refuses of this app's own tables: a ruling or a report is never removed or rewritten."""

from __future__ import annotations

from typing import Any

from scoring import guards

RULING, INCIDENT = "penalties_ruling", "penalties_incident"

_RULING_STANDS = "A ruling is never removed or rewritten. Cancel it or change it, with the reason."
_REPORT_STANDS = "A report is never removed or rewritten. Dismiss or withdraw it."

FIXED = {
    RULING: (
        "incident_id",
        "version",
        "clause",
        "offender_seat",
        "offender_id",
        "record",
        "result",
        "reasons",
        "official_id",
        "ruled_at",
        "ledger_sequence",
        "entry_sequence",
        "client_id",
    ),
    INCIDENT: (
        "match_id",
        "table_id",
        "clause",
        "offender_seat",
        "offender_id",
        "phase",
        "facts",
        "note",
        "reported_by_id",
        "capacity",
        "reported_at",
        "client_id",
    ),
}
"""Columns that stay as they were written."""

_WORDS = {RULING: _RULING_STANDS, INCIDENT: _REPORT_STANDS}
_JSON = frozenset({"record", "result", "facts"})
_ENDED = "(OLD.state <> 'standing' AND NEW.state <> OLD.state)"


def _changed(table: str, other: str, cast: str) -> str:
    changed = [
        f"OLD.{column}{cast if column in _JSON else ''} {other} NEW.{column}{cast if column in _JSON else ''}"
        for column in FIXED[table]
    ]
    return " OR ".join([*changed, *([_ENDED] if table == RULING else [])])


def statements(vendor: str) -> list[str]:
    """The SQL that installs every trigger, each replacing the one of its name."""
    sql: list[str] = []
    for table, words in _WORDS.items():
        if vendor == "sqlite":
            abort = f"BEGIN SELECT RAISE(ABORT, '{words}'); END"
            for name, when in (
                (f"{table}_no_delete", f"BEFORE DELETE ON {table}"),
                (f"{table}_no_rewrite", f"BEFORE UPDATE ON {table} WHEN {_changed(table, 'IS NOT', '')}"),
            ):
                sql += [f"DROP TRIGGER IF EXISTS {name}", f"CREATE TRIGGER {name} {when} {abort}"]
            continue
        if vendor != "postgresql":
            raise NotImplementedError(f"rulings are guarded on SQLite and PostgreSQL, not on {vendor}")
        raises = f"RAISE EXCEPTION USING MESSAGE = '{words}', ERRCODE = 'integrity_constraint_violation';"
        changed = _changed(table, "IS DISTINCT FROM", "::text")
        sql += [
            f"CREATE OR REPLACE FUNCTION bullseye_{table}_stands() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF TG_OP <> 'UPDATE' THEN {raises} END IF; IF {changed} THEN {raises} END IF; RETURN NEW; END $$",
            f"DROP TRIGGER IF EXISTS {table}_stands ON {table}",
            f"CREATE TRIGGER {table}_stands BEFORE UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION bullseye_{table}_stands()",
        ]
    return sql


def removals(vendor: str) -> list[str]:
    """The SQL that removes them: for the way back of a migration, never for a running server."""
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {table}_{what}" for table in _WORDS for what in ("no_delete", "no_rewrite")]
    return [f"DROP TRIGGER IF EXISTS {table}_stands ON {table}" for table in _WORDS] + [
        f"DROP FUNCTION IF EXISTS bullseye_{table}_stands()" for table in _WORDS
    ]


def names(vendor: str) -> list[str]:
    """Every trigger's name."""
    return [line.split()[2] for line in statements(vendor) if line.startswith("CREATE TRIGGER")]


def missing(connection: Any) -> list[str]:
    """Names of the triggers that the database lacks or has switched off, in order."""
    present = guards.present(connection)
    return [name for name in names(connection.vendor) if name not in present]


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
