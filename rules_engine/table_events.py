"""What can happen at a table: a closed union of events, read from JSON and written back.

Hands and incidents are the file format's own records without what the table
already knows (ruleset, scores, bullseyes, games, warnings); the dealer may be left
out. ``opened`` is this product's addition: in ``all-fours/table@1`` it is the head
of the record, in a ledger it is the first row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar, assert_never

from rules_engine.fields import Object, at, number, object_of, points, truth, word
from rules_engine.reading import parse_hand, parse_incident, parse_score
from rules_engine.records import HAND, INCIDENT, SCORE, Context, HandRecord, IncidentRecord, ScoreRecord
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table_state import Reason
from rules_engine.table_writing import hand_fields, incident_fields, pairwise, score_fields
from rules_engine.verdicts import Points, RecordError

MOST_GAMES = 99
MOST_POINTS = 40
MOST_COUNTED = 999
MOST_EVENTS = 1000
LONGEST_NAME = 200

SEATS: dict[object, Seat] = {seat.value: seat for seat in Seat}
PAIRS: dict[object, Pair] = {pair.value: pair for pair in Pair}
REASONS: dict[object, Reason] = {reason.value: reason for reason in Reason}

_OPENED = frozenset({"event", "games", "first_dealer"})
_GAME = frozenset({"event", "winner", "scores", "hang_jacks"})
_TALLY = frozenset({"event", "bullseyes", "hang_jacks"})
_SUBSTITUTION = frozenset({"event", "seat", "out", "in", "reason", "left", "used_elsewhere", "out_elsewhere", "apply"})
_CORRECTION = frozenset({"event", "of", "by", "leave", "replace"})

_T = TypeVar("_T")
_S = TypeVar("_S", bound=StrEnum)

UNTOLD = Seat.S
"""Stands in a record whose dealer the event leaves to the table."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The table opens: how many games it may play, who deals first (2.b; None: not known)."""

    games: int
    first_dealer: Seat | None


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand as chalked. ``dealer`` as the event gives it; None leaves it to the table."""

    record: ScoreRecord
    dealer: Seat | None


@dataclass(frozen=True, slots=True)
class Played:
    """A hand card by card. ``apply``: what its violations cost takes effect at once."""

    record: HandRecord
    dealer: Seat | None
    apply: bool = False


@dataclass(frozen=True, slots=True)
class Incident:
    """Something happened; the table fills in what it knows and asks for the ruling.

    ``warned_elsewhere``: the offender was warned for this clause away from this table,
    and the reading ``warnings_scope`` makes that count here.
    """

    record: IncidentRecord
    warned_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class GameRecorded:
    """A game recorded without its hands, or whose last hands were not recorded."""

    winner: Pair
    scores: Points
    hang_jacks: Points


@dataclass(frozen=True, slots=True)
class Tally:
    """The whole table's tally, typed from paper."""

    bullseyes: Points
    hang_jacks: Points


@dataclass(frozen=True, slots=True)
class Substitution:
    """``in_`` takes the seat of ``out`` (13.a, 13.b).

    ``left``: whether a sick player has left the premises (None: nobody said).
    ``used_elsewhere``: substitutes that the team has used at the match's other tables;
    ``out_elsewhere``: ``in_`` was substituted at one of them. ``apply``: one too many is
    recorded all the same, and what it costs takes effect.
    """

    seat: Seat
    out: str
    in_: str
    reason: Reason
    left: bool | None = None
    used_elsewhere: int = 0
    out_elsewhere: bool = False
    apply: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """Event ``of`` was wrong: ``replace`` stands in its place, None strikes it.

    ``by``: whose correction it is; ``leave``: the opponents agreed (12.d).
    """

    of: int
    by: str
    leave: bool
    replace: Entry | None


Entry = Scored | Played | Incident | GameRecorded | Tally | Substitution
"""What a correction can replace and be replaced by."""

Event = Opened | Entry | Correction
"""Everything that can happen at a table."""


def parse_event(obj: object, ruleset: Ruleset, *, path: str = "") -> Event:
    """The event in a decoded JSON object.

    Raises :class:`RecordError` naming the field at fault, its dotted path behind
    ``path``.
    """
    if not isinstance(obj, dict):
        raise RecordError(path, "must be an object")
    kind, form = obj.get("event"), obj.get("format")
    if kind is None:
        return _parse_record(obj, form, ruleset, path)
    if form is not None:
        raise RecordError(at(path, "format"), 'an event has "event" or "format", not both')
    match kind:
        case "opened":
            fields = object_of(obj, path, _OPENED)
            return Opened(_whole(fields, "games", path, 1, MOST_GAMES), word(fields, "first_dealer", path, SEATS))
        case "game":
            fields = object_of(obj, path, _GAME)
            return GameRecorded(
                _one_of(fields, "winner", path, PAIRS),
                _both(fields, "scores", path, MOST_POINTS),
                _both(fields, "hang_jacks", path, MOST_COUNTED),
            )
        case "tally":
            fields = object_of(obj, path, _TALLY)
            return Tally(
                _both(fields, "bullseyes", path, MOST_COUNTED), _both(fields, "hang_jacks", path, MOST_COUNTED)
            )
        case "substitution":
            fields = object_of(obj, path, _SUBSTITUTION)
            return Substitution(
                _one_of(fields, "seat", path, SEATS),
                _name(fields, "out", path),
                _name(fields, "in", path),
                _one_of(fields, "reason", path, REASONS),
                truth(fields, "left", path),
                number(fields, "used_elsewhere", path, 0, MOST_COUNTED) or 0,
                truth(fields, "out_elsewhere", path) or False,
                truth(fields, "apply", path) or False,
            )
        case "correction":
            return _parse_correction(object_of(obj, path, _CORRECTION), ruleset, path)
        case _:
            raise RecordError(
                at(path, "event"), "must be opened, game, tally, substitution or correction; a hand has a format"
            )


def _parse_record(fields: Object, form: object, ruleset: Ruleset, path: str) -> Event:
    dealer = word(fields, "dealer", path, SEATS)
    # What a kick or the given point may have made needless can be told only at the
    # table (see table_hands): read as if both pairs needed one point.
    brink = Points(ruleset.target - 1, ruleset.target - 1)
    context = Context(ruleset=ruleset, dealer=dealer or UNTOLD, scores=brink)
    match form:
        case "all-fours/score@1":
            score = parse_score(fields, context=context, path=path)
            return Scored(replace(score, scores=Points(0, 0), dealer=dealer or UNTOLD), dealer)
        case "all-fours/hand@1":
            apply = truth(fields, "apply", path) or False
            hand = parse_hand({k: v for k, v in fields.items() if k != "apply"}, context=context, path=path)
            return Played(hand._replace(scores=Points(0, 0), dealer=dealer or UNTOLD), dealer, apply)
        case "all-fours/incident@1":
            elsewhere = truth(fields, "warned_elsewhere", path) or False
            told = {k: v for k, v in fields.items() if k != "warned_elsewhere"}
            incident = parse_incident(told, context=replace(context, dealer=dealer), path=path)
            return Incident(
                replace(incident, scores=None, bullseyes=None, games=None, warned=None, dealer=dealer, ruleset=ruleset),
                elsewhere,
            )
        case None:
            raise RecordError(at(path, "event"), 'is missing: an event has an "event", a hand a "format"')
        case _:
            raise RecordError(at(path, "format"), f"must be {SCORE}, {HAND} or {INCIDENT}")


def _parse_correction(fields: Object, ruleset: Ruleset, path: str) -> Correction:
    replacement: Entry | None = None
    given = fields.get("replace")
    if given is not None:
        inner = at(path, "replace")
        # Told by its name before it is read: corrections within corrections nest without end.
        entry = None if _is_named(given, "correction", "opened") else parse_event(given, ruleset, path=inner)
        if entry is None or isinstance(entry, Opened | Correction):
            raise RecordError(inner, "must be a hand, an incident, a game, a tally or a substitution")
        replacement = entry
    return Correction(
        _whole(fields, "of", path, 1, MOST_EVENTS),
        _name(fields, "by", path),
        _told(truth(fields, "leave", path), path, "leave"),
        replacement,
    )


def _is_named(obj: object, *names: str) -> bool:
    return isinstance(obj, dict) and obj.get("event") in names


def event_to_json(event: Event) -> dict[str, object]:
    """The event as a JSON value; :func:`parse_event` reads it back to an equal event."""
    match event:
        case Opened():
            return {"event": "opened", "games": event.games, "first_dealer": _or_none(event.first_dealer)}
        case Scored():
            return {"format": SCORE, **_dealer(event.dealer), **score_fields(event.record)}
        case Played():
            applied: dict[str, object] = {"apply": True} if event.apply else {}
            return {"format": HAND, **_dealer(event.dealer), **hand_fields(event.record), **applied}
        case Incident():
            warned: dict[str, object] = {"warned_elsewhere": True} if event.warned_elsewhere else {}
            return {"format": INCIDENT, **incident_fields(event.record), **warned}
        case GameRecorded():
            return {
                "event": "game",
                "winner": event.winner.value,
                "scores": pairwise(event.scores),
                "hang_jacks": pairwise(event.hang_jacks),
            }
        case Tally():
            return {
                "event": "tally",
                "bullseyes": pairwise(event.bullseyes),
                "hang_jacks": pairwise(event.hang_jacks),
            }
        case Substitution():
            return {
                "event": "substitution",
                "seat": event.seat.value,
                "out": event.out,
                "in": event.in_,
                "reason": event.reason.value,
                **({} if event.left is None else {"left": event.left}),
                **({"used_elsewhere": event.used_elsewhere} if event.used_elsewhere else {}),
                **({"out_elsewhere": True} if event.out_elsewhere else {}),
                **({"apply": True} if event.apply else {}),
            }
        case Correction():
            return {
                "event": "correction",
                "of": event.of,
                "by": event.by,
                "leave": event.leave,
                "replace": None if event.replace is None else event_to_json(event.replace),
            }
    assert_never(event)  # pragma: no cover


def _or_none(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


def _dealer(dealer: Seat | None) -> dict[str, object]:
    return {} if dealer is None else {"dealer": dealer.value}


def _whole(fields: Object, key: str, path: str, least: int, most: int) -> int:
    return _told(number(fields, key, path, least, most), path, key)


def _both(fields: Object, key: str, path: str, most: int) -> Points:
    return _told(points(fields, key, path, 0, most), path, key)


def _one_of(fields: Object, key: str, path: str, words: Mapping[object, _S]) -> _S:
    return _told(word(fields, key, path, words), path, key)


def _name(fields: Object, key: str, path: str) -> str:
    value = _told(fields.get(key), path, key)
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_NAME:
        raise RecordError(at(path, key), f"must be text of 1 to {LONGEST_NAME} characters")
    return value


def _told(value: _T | None, path: str, key: str) -> _T:
    if value is None:
        raise RecordError(at(path, key), "is missing")
    return value
