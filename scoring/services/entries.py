"""Reading what a caller sends beside the engine's event, and writing both as the ledger keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rules_engine.verdicts import RecordError
from scoring.chain import canonical
from scoring.models import EventKind

LONGEST_REASON = 300
LONGEST_DEVICE = 120
MOST_EXPECTED = 2**31 - 1

_KINDS = {
    "all-fours/score@1": EventKind.SCORE,
    "all-fours/hand@1": EventKind.HAND,
    "all-fours/incident@1": EventKind.INCIDENT,
    "opened": EventKind.OPENED,
    "game": EventKind.GAME,
    "tally": EventKind.TALLY,
    "substitution": EventKind.SUBSTITUTION,
    "correction": EventKind.CORRECTION,
}


SETTLED = {"walk_over": "walk-over", "awarded": "awarded"}
"""What settles a match without play: the detail of its event, and the board's word for it."""


def settled_by(details: Mapping[str, Any]) -> str:
    """How an event with these details settles its match, empty where it does not. No request may send such details."""
    return next((word for detail, word in SETTLED.items() if detail in details), "")


def kind_of(event: Mapping[str, Any]) -> EventKind:
    """The ledger's kind of an event as the engine writes it."""
    return _KINDS[event.get("event") or event["format"]]


def payload_of(event: Mapping[str, Any], details: Mapping[str, Any]) -> str:
    """The envelope as canonical text. RecordError for characters that no text may hold."""
    payload = canonical({"event": event, "details": details})
    check_text("", payload, nul="\\u0000")
    return payload


def read_payload(payload: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """``(event, details)`` of a stored envelope."""
    envelope = json.loads(payload)
    return envelope["event"], envelope["details"]


def check_request(expected: object, client_id: object, device: object) -> None:
    """RecordError naming ``expected``, ``client_id`` or ``device`` when it is not what it must be."""
    if isinstance(expected, bool) or not isinstance(expected, int) or not 0 <= expected <= MOST_EXPECTED:
        raise RecordError("expected", "must be the number of the last entry on your board, 0 or more")
    if not isinstance(client_id, UUID):
        raise RecordError("client_id", "must be a UUID")
    if not isinstance(device, str) or len(device) > LONGEST_DEVICE:
        raise RecordError("device", f"must be text of at most {LONGEST_DEVICE} characters")
    check_text("device", device)


def check_details(details: object) -> dict[str, Any]:
    """The details of an event: ``note``; for what opens a table by itself ``home_pair``; for an incident ``ruling``."""
    if not isinstance(details, Mapping):
        raise RecordError("details", "must be an object")
    clean: dict[str, Any] = {}
    for key, value in details.items():
        if value is None:
            continue
        if key == "note":
            clean["note"] = text("details.note", value)
        elif key == "home_pair":
            clean["home_pair"] = home_pair(value, "details.home_pair")
        elif key == "ruling":
            if isinstance(value, bool) or not isinstance(value, int):
                raise RecordError("details.ruling", "must be the number of a ruling")
            clean["ruling"] = value
        else:
            raise RecordError(f"details.{str(key)[:40]}", "is not a detail of this event")
    return clean


def home_pair(value: object, field: str = "home_pair") -> str:
    """Where the home team sits."""
    if value not in ("NS", "EW"):
        raise RecordError(field, "must be NS or EW")
    return str(value)


def text(field: str, value: object, longest: int = LONGEST_REASON) -> str:
    """``value`` without the space around it; RecordError naming ``field`` when it is empty, too long or no text."""
    if not isinstance(value, str) or not value.strip():
        raise RecordError(field, "is missing: write it in a few words")
    stripped = value.strip()
    if len(stripped) > longest:
        raise RecordError(field, f"must be text of at most {longest} characters")
    check_text(field, stripped)
    return stripped


def check_text(field: str, value: str, *, nul: str = "\0") -> None:
    """RecordError naming ``field`` for text that no database keeps."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RecordError(field, "holds half a character (a lone surrogate)") from None
    if nul in value:
        raise RecordError(field, "holds a NUL character")
