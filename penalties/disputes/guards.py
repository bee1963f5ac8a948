"""What the database itself refuses of disputes, appeals and fines, whoever asks. Made from the table of moves.

dispute_*   a dispute begins at the beginning, moves along the table alone, and stays as it ended
appeal_*    nobody hears an appeal against an own ruling or decision; a heard appeal stays as it is
…_grows     moves, proposals, statements, attachments, checklists and fine entries are only ever added
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from penalties.disputes.moves import FINAL, MOVES, PAIRS, START, Move
from scoring import guards

DISPUTE = "penalties_dispute"
APPEAL = "penalties_appeal"
FINE = "penalties_fine"
GROWING = (
    "penalties_disputemove",
    "penalties_disputeproposal",
    "penalties_disputestatement",
    "penalties_disputefact",
    "penalties_disputeattachment",
    "penalties_fineentry",
)

_FIXED = ("match_id", "table_id", "question", "side", "raised_by_id", "raised_at", "clock_ends_at", "client_id")
_APPEAL_FIXED = ("match_id", "ruling_id", "dispute_id", "side", "lodged_by_id", "lodged_at", "deadline", "grounds")
_FINE_FIXED = ("tournament_id", "match_id", "ruling_id", "team_id", "player_id", "clause", "reason", "currency")
_TEXTS = {"clause", "outcome", "reasons", "effect"}

_NO_MOVE = "A dispute moves only along its table of moves."
_STAYS = "A dispute stays as it was raised and as it ended. Appeal instead."
_GROWS = "This record only grows: nothing in it is changed or removed."
_OWN = "Nobody hears an appeal against an own ruling or decision."
_HEARD = "An appeal stays as it was lodged and as it was heard."
_FINE_STAYS = "A fine stays as it was entered; what happens to it is added as an entry."


def _changed(columns: tuple[str, ...], vendor: str) -> str:
    differs = "IS DISTINCT FROM" if vendor == "postgresql" else "IS NOT"
    return " OR ".join(f"OLD.{column} {differs} NEW.{column}" for column in columns)


def _listed(states: Any) -> str:
    return ", ".join(f"'{state}'" for state in sorted(states))


def _missing(move: Move) -> Iterator[str]:
    for column in move.needs:
        yield f"NEW.{column} = ''" if column in _TEXTS else f"NEW.{column} IS NULL"


def _broken(move: Move) -> str:
    """What is wrong with a row that took the pair of ``move``, as far as the row can say; empty when it cannot."""
    wrong = list(_missing(move))
    if move.in_time is True and "settled_at" in move.needs:
        wrong.append("NEW.settled_at >= NEW.clock_ends_at")
    return " OR ".join(wrong)


def _faults(vendor: str) -> tuple[tuple[str, str], ...]:
    """``(condition, words)`` of every update of a dispute that is refused."""
    pairs = " OR ".join(f"(OLD.state = '{source}' AND NEW.state = '{target}')" for source, target in sorted(PAIRS))
    demands = " OR ".join(
        f"(OLD.state = '{move.source}' AND NEW.state = '{move.target}' AND ({wrong}))"
        for move in MOVES
        if move.source is not None and (wrong := _broken(move))
    )
    return (
        (f"OLD.state IN ({_listed(FINAL)}) OR {_changed(_FIXED, vendor)}", _STAYS),
        (f"OLD.state <> NEW.state AND NOT ({pairs})", _NO_MOVE),
        (f"OLD.state <> NEW.state AND (NEW.version <= OLD.version OR {demands})", _NO_MOVE),
    )


_BORN = f"NEW.state NOT IN ({_listed(START)}) OR NEW.settled_by_id IS NOT NULL"
_LEGAL_MOVE = " OR ".join(
    [f"(NEW.source = '{source}' AND NEW.target = '{target}')" for source, target in sorted(PAIRS)]
    + [f"(NEW.source = '' AND NEW.target = '{target}')" for target in sorted(START)]
)
_JUDGED = """NEW.heard_by_id IS NOT NULL AND (
    EXISTS (SELECT 1 FROM penalties_ruling own JOIN penalties_ruling r ON r.incident_id = own.incident_id
        WHERE r.id IN (NEW.ruling_id, (SELECT d.ruling_id FROM penalties_dispute d WHERE d.id = NEW.dispute_id))
        AND own.official_id = NEW.heard_by_id AND (NEW.new_ruling_id IS NULL OR own.id <> NEW.new_ruling_id))
    OR EXISTS (SELECT 1 FROM penalties_dispute d WHERE d.id = NEW.dispute_id AND d.settled_by_id = NEW.heard_by_id))"""
"""The ruling that an appeal leads to is the hearer's own, and no reason against hearing it."""
_APPEAL_ENDS = "'upheld', 'varied', 'dismissed'"
_UNHEARD = f"(NEW.state IN ({_APPEAL_ENDS}) AND (NEW.heard_by_id IS NULL OR NEW.heard_at IS NULL OR NEW.reasons = ''))"


def _tables(vendor: str) -> Iterator[tuple[str, str, str, tuple[tuple[str, str], ...]]]:
    """``(name, table, INSERT|UPDATE|DELETE, faults)`` of every trigger; ``1 = 1`` refuses always."""
    yield "dispute_begins", DISPUTE, "INSERT", ((_BORN, _NO_MOVE),)
    yield "dispute_moves", DISPUTE, "UPDATE", _faults(vendor)
    yield "dispute_no_delete", DISPUTE, "DELETE", (("1 = 1", _STAYS),)
    yield "disputemove_legal", "penalties_disputemove", "INSERT", ((f"NOT ({_LEGAL_MOVE})", _NO_MOVE),)
    yield "appeal_begins", APPEAL, "INSERT", (("NEW.state <> 'lodged' OR NEW.heard_by_id IS NOT NULL", _HEARD),)
    yield (
        "appeal_heard",
        APPEAL,
        "UPDATE",
        (
            (f"OLD.state <> 'lodged' OR {_changed(_APPEAL_FIXED, vendor)} OR {_UNHEARD}", _HEARD),
            (_JUDGED, _OWN),
        ),
    )
    yield "appeal_no_delete", APPEAL, "DELETE", (("1 = 1", _HEARD),)
    yield "fine_stays", FINE, "UPDATE", ((_changed(_FINE_FIXED, vendor), _FINE_STAYS),)
    yield "fine_no_delete", FINE, "DELETE", (("1 = 1", _FINE_STAYS),)
    for table in GROWING:
        short = table.removeprefix("penalties_")
        yield f"{short}_no_update", table, "UPDATE", (("1 = 1", _GROWS),)
        yield f"{short}_no_delete", table, "DELETE", (("1 = 1", _GROWS),)


def _postgresql() -> Iterator[str]:
    for name, table, act, faults in _tables("postgresql"):
        checks = " ".join(
            f"IF {wrong} THEN RAISE EXCEPTION USING MESSAGE = '{words}', ERRCODE = 'integrity_constraint_violation';"
            " END IF;"
            for wrong, words in faults
        )
        row = "OLD" if act == "DELETE" else "NEW"
        yield (
            f"CREATE OR REPLACE FUNCTION bullseye_{name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {checks} RETURN {row}; END $$"
        )
        yield f"DROP TRIGGER IF EXISTS {name} ON {table}"
        yield f"CREATE TRIGGER {name} BEFORE {act} ON {table} FOR EACH ROW EXECUTE FUNCTION bullseye_{name}()"


def _sqlite() -> Iterator[str]:
    for name, table, act, faults in _tables("sqlite"):
        for number, (wrong, words) in enumerate(faults):
            trigger = f"{name}_{number}" if number else name
            yield f"DROP TRIGGER IF EXISTS {trigger}"
            yield (
                f"CREATE TRIGGER {trigger} BEFORE {act} ON {table} WHEN {wrong} "
                f"BEGIN SELECT RAISE(ABORT, '{words}'); END"
            )
        if act == "DELETE":
            # INSERT OR REPLACE removes the row in its way without asking the DELETE trigger.
            yield f"DROP TRIGGER IF EXISTS {name}_replace"
            there = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)"  # noqa: S608 - names of this module
            yield (
                f"CREATE TRIGGER {name}_replace BEFORE INSERT ON {table} {there} "
                f"BEGIN SELECT RAISE(ABORT, '{faults[0][1]}'); END"
            )


def names(vendor: str) -> list[str]:
    """Every trigger's name."""
    made = _sqlite() if vendor == "sqlite" else _postgresql()
    return [line.split()[2] for line in made if line.startswith("CREATE TRIGGER")]


def install(connection: Any) -> None:
    """Put every trigger in place."""
    _run(connection, list(_sqlite() if connection.vendor == "sqlite" else _postgresql()))


def remove(connection: Any) -> None:
    """Take every trigger away: for the way back of a migration, never for a running server."""
    if connection.vendor == "sqlite":
        _run(connection, [f"DROP TRIGGER IF EXISTS {name}" for name in names("sqlite")])
        return
    for name, table, _, _ in _tables("postgresql"):
        _run(
            connection,
            [f"DROP TRIGGER IF EXISTS {name} ON {table}", f"DROP FUNCTION IF EXISTS bullseye_{name}()"],
        )


def missing(connection: Any) -> list[str]:
    """Names of the triggers that the database lacks or has switched off."""
    present = guards.present(connection)
    return [name for name in names(connection.vendor) if name not in present]


def _run(connection: Any, sql: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in sql:
            cursor.execute(statement)
