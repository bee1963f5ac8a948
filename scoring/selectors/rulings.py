"""Rulings as the ledger itself tells them: for the story of a match and for its score sheet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, TextField, Value, When

from rules_engine.rulings import ruling_to_json
from rules_engine.seats import Seat
from rules_engine.table import results_standing
from rules_engine.verdicts import EffectName, RulingResult
from scoring.models import EventKind
from scoring.selectors import words
from scoring.selectors.tables import TableShown
from scoring.services import boards, plans, store

RULED = Case(
    When(kind__in=(EventKind.INCIDENT, EventKind.CORRECTION), then=F("answer")),
    default=Value(""),
    output_field=TextField(),
)
"""The stored answer of those entries alone that may hold a ruling."""

STANDS, CHANGED, CANCELLED = "stands", "changed", "cancelled"


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of a table's ledger: what was written, and its stored answer where it may hold a ruling."""

    sequence: int
    kind: str
    at: Any
    payload: dict[str, Any]
    answer: str


@dataclass(frozen=True, slots=True)
class RulingTold:
    """One ruling. ``sequence``: the entry that wrote it; ``of``: the entry in whose place it stands.

    ``text``: who did what and what followed, with the name of whoever sat there then; ``noted``: names that belong on
    the score sheet (11.a); ``why``: the reason with which it took another's place; ``ruling``: its number in the
    case book. What was corrected since is folded in: the sentence is the one that the board goes by now.
    """

    sequence: int
    of: int
    at: Any
    clause: str
    text: str
    noted: tuple[str, ...]
    state: str
    why: str = ""
    ruling: int = 0


def of_table(table: TableShown, told: Iterable[Told]) -> list[RulingTold]:
    """Every ruling of a table since its last opening, those that no longer stand too, in the order of the ledger."""
    entries = [entry for entry in told if entry.sequence > table.opening]
    ended = _ended(entries, table.opening)
    now = _now(table, entries)
    found: list[RulingTold] = []
    for entry in entries:
        event = _incident_of(entry)
        if event is None:
            continue
        result = json.loads(entry.answer).get("result") or {} if entry.answer else {}
        corrects = entry.kind == EventKind.CORRECTION
        of = entry.payload["event"]["of"] + table.opening if corrects else entry.sequence
        if entry.sequence not in ended:
            result = now.get(of, result)
        found.append(
            RulingTold(
                sequence=entry.sequence,
                of=of,
                at=entry.at,
                clause=str(event.get("clause", "")),
                text=_named(table, event, str(result.get("reason", "")), of - table.opening),
                noted=tuple(_noted(table, result, of - table.opening)),
                state=ended.get(entry.sequence, STANDS),
                why=str(entry.payload.get("details", {}).get("reason", "")) if corrects else "",
                ruling=int(entry.payload.get("details", {}).get("ruling") or 0),
            )
        )
    return found


def _now(table: TableShown, entries: Sequence[Told]) -> dict[int, dict[str, Any]]:
    """By place in the ledger what each ruling gives now, where something was corrected after the first of them.

    Nothing is read where nothing was.
    """
    first = next((entry.sequence for entry in entries if _incident_of(entry) is not None), None)
    if first is None or all(entry.kind != EventKind.CORRECTION or entry.sequence <= first for entry in entries):
        return {}
    return results_now(table.table.pk)


def results_now(table_id: int) -> dict[int, dict[str, Any]]:
    """By place in the ledger, the outcome of every ruling that stands at a table, later corrections folded in."""
    standing = store.read(table_id)
    if not standing.table.sequence:
        return {}
    ruleset = boards.ruleset_of(standing.ruleset_name, standing.ruleset_options)
    told = plans.told_of(table_id)
    history = plans.engine_events(told, ruleset)
    opening = len(told) - len(history) + 1
    return {
        number + opening: ruling_to_json(result)
        for number, result in enumerate(results_standing(ruleset, history))
        if isinstance(result, RulingResult)
    }


def _incident_of(entry: Told) -> dict[str, Any] | None:
    """The incident that an entry wrote, by itself or in the place of another."""
    event = entry.payload.get("event", {})
    if entry.kind == EventKind.CORRECTION:
        event = event.get("replace") or {}
    found: dict[str, Any] | None = event if str(event.get("format", "")).startswith("all-fours/incident") else None
    return found


def _ended(entries: Iterable[Told], opening: int) -> dict[int, str]:
    """What became of entries that a later one struck or replaced, by their sequence."""
    latest: dict[int, int] = {}
    ended: dict[int, str] = {}
    for entry in entries:
        if entry.kind != EventKind.CORRECTION:
            latest[entry.sequence] = entry.sequence
            continue
        event = entry.payload["event"]
        of = event["of"] + opening
        ended[latest.get(of, of)] = CHANGED if event.get("replace") else CANCELLED
        latest[of] = entry.sequence
    return ended


def sat_there(table: TableShown, seat: str, event: int) -> str:
    """Who sat on a seat at an event of the table; empty where nobody was named."""
    later = [one for one in table.state.substitutions if one.seat.value == seat and one.event > event]
    if later:
        return min(later, key=lambda one: one.event).out
    return next((seating.player.name for seating in table.table.seatings.all() if seating.seat == seat), "")


def _named(table: TableShown, event: dict[str, Any], reason: str, number: int) -> str:
    """The ruling's sentence with the offender's name behind the seat."""
    seat = event.get("offender")
    if seat not in set(Seat):
        return reason
    long, name = words.SEAT_LONG[Seat(str(seat))], sat_there(table, str(seat), number)
    return f"{long} ({name}){reason[len(long) :]}" if name and reason.startswith(f"{long} ") else reason


def _noted(table: TableShown, result: dict[str, Any], number: int) -> Iterable[str]:
    for effect in result.get("effects", ()):
        if effect["effect"] == EffectName.NOTE_NAME.value and effect.get("seat"):
            name = sat_there(table, effect["seat"], number)
            yield name or words.SEAT_LONG[Seat(effect["seat"])]


def warnings_of(table: TableShown) -> list[str]:
    """The warnings that stand at a table: ``North (Anil Joseph), 2.a``."""
    said = []
    for warned in table.state.warnings:
        who = words.PAIR_SHORT[warned.pair]
        if warned.seat is not None:
            name = sat_there(table, warned.seat.value, table.state.events)
            who = words.SEAT_LONG[warned.seat] + (f" ({name})" if name else "")
        times = "" if warned.times == 1 else f", {warned.times} times"
        said.append(f"{who}, {warned.clause}{times}")
    return said
