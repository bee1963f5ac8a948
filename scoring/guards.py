"""What the database itself refuses, whoever asks: the triggers of the ledger and of the results.

    ledger_*   an event is never changed or removed, nor replaced under its own number
    result_*   whoever recorded an event of a match does not confirm it; nothing is confirmed while a hold
               stands; a result is withdrawn, never rewritten or removed
    hold_*     a hold is lifted once, and never removed

Migrations install them; ``manage.py verify_ledger`` says when one is gone. A later migration that makes SQLite build
one of these tables anew loses its triggers: it must call :func:`install` again.
"""

from __future__ import annotations

from typing import Any

LEDGER = "scoring_ledgerevent"
RESULT = "scoring_result"
HOLD = "scoring_matchhold"

_APPEND_ONLY = "The ledger only grows: an event is never changed or removed. Record a correction instead."
_SECOND_PERSON = "A result is confirmed by a second person: this one recorded events of the match."
_RESULT_STANDS = "A result is never rewritten or removed. Withdraw it with a reason and confirm again."

_HELD = "A result is not confirmed while the match is held: something about it is still open."
_HOLD_STANDS = "A hold is lifted once, and never changed or removed."

_STANDING = f"""NEW.state = 'confirmed' AND EXISTS
    (SELECT 1 FROM {HOLD} h WHERE h.match_id = NEW.match_id AND h.lifted_at IS NULL)"""  # noqa: S608 - constants

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

HOLDS_POSTGRESQL = {
    "result_held": (RESULT, "BEFORE INSERT OR UPDATE", "FOR EACH ROW", "bullseye_result_held"),
    "hold_stands": (HOLD, "BEFORE UPDATE OR DELETE", "FOR EACH ROW", "bullseye_hold_stands"),
    "hold_no_truncate": (HOLD, "BEFORE TRUNCATE", "FOR EACH STATEMENT", "bullseye_hold_stands"),
}
"""The guards of holds came later than the others; they are part of ``POSTGRESQL`` too."""
POSTGRESQL |= HOLDS_POSTGRESQL
POSTGRESQL["result_kind_stays"] = (RESULT, "BEFORE UPDATE", "FOR EACH ROW", "bullseye_result_kind_stays")

_HOLD_FIXED = ("match_id", "source", "code", "placed_at")

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
    "bullseye_result_held": f"""
        IF {_STANDING} THEN {_RAISE.format(_HELD)} END IF;
        RETURN NEW;""",
    "bullseye_result_kind_stays": f"""
        IF OLD.kind IS DISTINCT FROM NEW.kind THEN {_RAISE.format(_RESULT_STANDS)} END IF;
        RETURN NEW;""",
    "bullseye_hold_stands": f"""
        IF TG_OP <> 'UPDATE' THEN {_RAISE.format(_HOLD_STANDS)} END IF;
        IF OLD.lifted_at IS NOT NULL
            OR {" OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in _HOLD_FIXED)}
        THEN {_RAISE.format(_HOLD_STANDS)} END IF;
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

HOLDS_SQLITE = {
    "result_held_new": (RESULT, f"BEFORE INSERT ON {RESULT} WHEN {_STANDING} " + _ABORT.format(_HELD)),
    "result_held": (RESULT, f"BEFORE UPDATE ON {RESULT} WHEN {_STANDING} " + _ABORT.format(_HELD)),
    "hold_stands": (
        HOLD,
        f"BEFORE UPDATE ON {HOLD} WHEN OLD.lifted_at IS NOT NULL OR "
        + " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in _HOLD_FIXED)
        + " "
        + _ABORT.format(_HOLD_STANDS),
    ),
    "hold_no_delete": (HOLD, f"BEFORE DELETE ON {HOLD} " + _ABORT.format(_HOLD_STANDS)),
}
SQLITE |= HOLDS_SQLITE
SQLITE["result_kind_stays"] = (
    RESULT,
    f"BEFORE UPDATE ON {RESULT} WHEN OLD.kind IS NOT NEW.kind " + _ABORT.format(_RESULT_STANDS),
)

HOLDS = frozenset(HOLDS_POSTGRESQL) | frozenset(HOLDS_SQLITE)
KIND = frozenset({"result_kind_stays"})
"""How a result came about stays too; the column came later than the other guards."""
ALL = frozenset(POSTGRESQL) | frozenset(SQLITE)
BEFORE_KIND = ALL - KIND
BEFORE_HOLDS = BEFORE_KIND - HOLDS
"""What the first migration of the guards can install: the table of holds is not there yet."""


def statements(vendor: str, only: frozenset[str] = ALL) -> list[str]:
    """The SQL that installs the triggers of these names, each replacing the one of its name."""
    if vendor == "sqlite":
        return [
            sql
            for name, (_, body) in SQLITE.items()
            if name in only
            for sql in (f"DROP TRIGGER IF EXISTS {name}", f"CREATE TRIGGER {name} {body}")
        ]
    if vendor != "postgresql":
        raise NotImplementedError(f"the ledger is guarded on SQLite and PostgreSQL, not on {vendor}")
    wanted = {name: trigger for name, trigger in POSTGRESQL.items() if name in only}
    functions = [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"
        for name, body in POSTGRESQL_FUNCTIONS.items()
        if name in {function for *_, function in wanted.values()}
    ]
    triggers = [
        sql
        for name, (table, when, each, function) in wanted.items()
        for sql in (
            f"DROP TRIGGER IF EXISTS {name} ON {table}",
            f"CREATE TRIGGER {name} {when} ON {table} {each} EXECUTE FUNCTION {function}()",
        )
    ]
    return functions + triggers


def removals(vendor: str, only: frozenset[str] = ALL) -> list[str]:
    """The SQL that removes them: for the way back of a migration, never for a running server."""
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {name}" for name in SQLITE if name in only]
    wanted = {name: trigger for name, trigger in POSTGRESQL.items() if name in only}
    return [f"DROP TRIGGER IF EXISTS {name} ON {table}" for name, (table, *_) in wanted.items()] + [
        f"DROP FUNCTION IF EXISTS {function}()" for function in dict.fromkeys(trigger[3] for trigger in wanted.values())
    ]


def install(connection: Any, only: frozenset[str] = ALL) -> None:
    """Put the triggers in place, every one unless told which."""
    _run(connection, statements(connection.vendor, only))


def remove(connection: Any, only: frozenset[str] = ALL) -> None:
    """Take the triggers away."""
    _run(connection, removals(connection.vendor, only))


def _run(connection: Any, sql: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in sql:
            cursor.execute(statement)


def present(connection: Any) -> frozenset[str]:
    """Names of every trigger that the database has, and has not switched off."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')")
        return frozenset(row[0] for row in cursor.fetchall())


def missing(connection: Any) -> list[str]:
    """Names of the ledger's triggers that the database lacks or has switched off, in order."""
    there = present(connection)
    return [name for name in (SQLITE if connection.vendor == "sqlite" else POSTGRESQL) if name not in there]
