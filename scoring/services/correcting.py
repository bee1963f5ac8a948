"""The corrections of a change: read from what was sent, and entered in the ledgers.

A correction names a table by its number, and either an entry (``of``, its sequence) with what stands instead
(``replace``: an event, or nothing), or the table's whole ``tally`` anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair
from rules_engine.table import Incident, parse_event, standing_of
from rules_engine.table import Tally as TallyEvent
from rules_engine.verdicts import RecordError
from scoring.services import ledger, store
from scoring.services.ledger import Request
from scoring.services.plans import Entry, engine_events, plan_event, told_of
from scoring.services.refusals import LedgerRefused
from scoring.services.store import Standing
from tournaments.models import Match, Table, TableKind, User

MOST = 20
"""Corrections of one change; more than that is a match to be recorded anew."""

_KEYS = frozenset({"table", "of", "replace", "tally"})
_SETTLED = ("walk_over", "awarded")


def read(match: Match, corrections: object, ruleset: Ruleset) -> list[dict[str, Any]]:
    """The corrections in their one spelling. RecordError naming ``corrections``, or the part of it at fault."""
    if not isinstance(corrections, Sequence) or isinstance(corrections, str) or not corrections:
        raise RecordError("corrections", "must list what is to be corrected")
    if len(corrections) > MOST:
        raise RecordError("corrections", f"must be at most {MOST}")
    tables = {table.number: table for table in Table.objects.filter(match=match).select_related("board")}
    clean: list[dict[str, Any]] = []
    for number, correction in enumerate(corrections):
        clean.append(_one(f"corrections.{number}", correction, tables, ruleset))
    targets = [(one["table"], one.get("of")) for one in clean]
    for number, target in enumerate(targets):
        if target in targets[:number]:
            raise RecordError(f"corrections.{number}", "corrects what another one corrects already")
    return clean


def _one(path: str, correction: object, tables: Mapping[int, Table], ruleset: Ruleset) -> dict[str, Any]:
    if not isinstance(correction, Mapping):
        raise RecordError(path, "must be an object")
    for key in correction:
        if key not in _KEYS:
            raise RecordError(f"{path}.{str(key)[:40]}", "is not a part of a correction")
    table = _whole(f"{path}.table", correction.get("table"))
    if table not in tables:
        raise RecordError(f"{path}.table", "is no table of this match")
    tally = correction.get("tally")
    if tally is not None:
        if correction.get("of") is not None or correction.get("replace") is not None:
            raise RecordError(f"{path}.of", "does not go with a tally")
        if not isinstance(tally, Mapping):
            raise RecordError(f"{path}.tally", "must be an object")
        return {"table": table, "tally": _event({"event": "tally", **tally}, ruleset, f"{path}.tally")}
    of = _whole(f"{path}.of", correction.get("of"))
    replace = correction.get("replace")
    if replace is not None:
        replace = _event(replace, ruleset, f"{path}.replace")
    return {"table": table, "of": of, "replace": replace}


def _event(event: object, ruleset: Ruleset, path: str) -> dict[str, Any]:
    """The event as the engine writes it."""
    return dict(ledger.event_to_json(parse_event(event, ruleset, path=path)))


def _whole(field: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        raise RecordError(field, "must be a whole number")
    return value


def enter(match_id: int, corrections: Sequence[Mapping[str, Any]], *, by: User, reason: str) -> None:
    """Enter them, in the name of ``by``. The match is locked and its result withdrawn. RecordError; LedgerRefused.

    Where several tables get a new tally, all the old ones are struck first: on the way there the match must not seem
    won by figures that belong together with others.
    """
    numbers = dict(Table.objects.filter(match_id=match_id).values_list("number", "pk"))
    tallies = [(at, one) for at, one in enumerate(corrections) if "tally" in one]
    for at, one in enumerate(corrections):
        if "of" in one:
            with _named(at):
                _correct(numbers[one["table"]], one["of"], one["replace"], by, {"reason": reason})
    if len(tallies) > 1:
        for at, one in tallies:
            with _named(at):
                _strike_tally(numbers[one["table"]], by, {"reason": reason})
    for at, one in tallies:
        with _named(at):
            _type_tally(numbers[one["table"]], one["tally"], by, reason)


@contextmanager
def _named(at: int) -> Iterator[None]:
    """What cannot be read is at fault in this correction."""
    try:
        yield
    except RecordError as error:
        part = "tally" if error.field.startswith("tally") else "replace"
        raise RecordError(f"corrections.{at}.{part}", str(error)) from error


def _correct(table_id: int, of: int, replace: Mapping[str, Any] | None, by: User, details: Mapping[str, Any]) -> None:
    standing = store.read(table_id)
    _no_ruling(standing, of)
    more = {key: value for key, value in details.items() if key != "reason"}
    ledger.correct(
        table_id,
        of=of,
        reason=details["reason"],
        replace=replace,
        expected=standing.table.sequence,
        client_id=uuid4(),
        by=by,
        more=more,
        settling=bool(standing.day_state),
    )


def _no_ruling(standing: Standing, of: int) -> None:
    """An official's ruling has a page of its own, where it is cancelled with whatever it laid on people."""
    told = told_of(standing.table.id)
    history = engine_events(told, ledger.ruleset_of(standing))
    number = of - (len(told) - len(history)) - 1
    if 0 < number < len(history) and isinstance(standing_of(history)[number - 1], Incident):
        raise LedgerRefused(
            "ruling-stands",
            f"Entry {of} is an official's ruling: withdraw the result, then cancel or change the ruling on its page.",
        )


def _standing_tally(standing: Standing) -> tuple[int, dict[str, Any]] | None:
    """Sequence and details of the last tally that stands at the table, or None."""
    told = told_of(standing.table.id)
    history = engine_events(told, ledger.ruleset_of(standing))
    opening = len(told) - len(history)
    now = standing_of(history) if history else []
    for at in range(len(now), 0, -1):
        if isinstance(now[at - 1], TallyEvent):
            return opening + at + 1, dict(told[opening + at][1])
    return None


def _strike_tally(table_id: int, by: User, details: Mapping[str, Any]) -> None:
    found = _standing_tally(store.read(table_id)) if store.read(table_id).table.sequence else None
    if found is not None:
        _correct(table_id, found[0], None, by, details)


def _type_tally(table_id: int, tally: Mapping[str, Any], by: User, reason: str) -> None:
    standing = store.read(table_id)
    found = _standing_tally(standing) if standing.table.sequence else None
    if found is not None:
        _correct(table_id, found[0], tally, by, {"reason": reason, **_settled(standing, found[1], tally)})
        return
    if standing.table.kind == TableKind.SHEET and not standing.table.sequence:
        raise LedgerRefused("tables-recorded", "The tables of this match are recorded: correct them, not the sheet.")

    def plan(now: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        return plan_event(now, ruleset, tally, {"note": reason})

    ledger.record(Request(table_id, by, uuid4(), standing.table.sequence, "", _never), plan, correction=True)


def _settled(standing: Standing, details: Mapping[str, Any], tally: Mapping[str, Any]) -> dict[str, Any]:
    """What stays with the figures of a match that was walked over or awarded; the side that won it as they say."""
    kept = {key: details[key] for key in _SETTLED if key in details}
    if "walk_over" in kept:
        home = Pair(standing.table.home_pair)
        ours, theirs = tally["bullseyes"][home.value], tally["bullseyes"][home.opponents.value]
        kept["walk_over"] = "home" if ours > theirs else "away" if theirs > ours else "neither"
    return kept


def _never(ruleset: Ruleset, event: dict[str, Any], details: dict[str, Any]) -> bool:
    return False
