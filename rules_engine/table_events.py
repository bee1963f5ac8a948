"""What can happen at a table: a closed union of events, read from JSON and written back.

Hands and incidents are the file format's own records without what the table
already knows (ruleset, scores, bullseyes, games, warnings); the dealer may be left
out. ``opened`` is this product's addition: in ``all-fours/table@1`` it is the head
of the record, in a ledger it is the first row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

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
MOST_EVENTS = 100_000
LONGEST_NAME = 200

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
    """Something happened; the table fills in what it knows and asks for the ruling."""

    record: IncidentRecord


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
    """``in_`` takes the seat of ``out`` (13.a, 13.b)."""

    seat: Seat
    out: str
    in_: str
    reason: Reason


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
    fields = _object(obj, path)
    kind, form = fields.get("event"), fields.get("format")
    if kind is None:
        return _parse_record(fields, form, ruleset, path)
    if form is not None:
        raise RecordError(_at(path, "format"), 'an event has "event" or "format", not both')
    match kind:
        case "opened":
            _only(fields, path, ("event", "games", "first_dealer"))
            first = fields.get("first_dealer")
            return Opened(
                _whole(fields, path, "games", 1, MOST_GAMES),
                None if first is None else _seat(fields, path, "first_dealer"),
            )
        case "game":
            _only(fields, path, ("event", "winner", "scores", "hang_jacks"))
            return GameRecorded(
                _pair(fields, path, "winner"),
                _points(fields, path, "scores", MOST_POINTS),
                _points(fields, path, "hang_jacks", MOST_COUNTED),
            )
        case "tally":
            _only(fields, path, ("event", "bullseyes", "hang_jacks"))
            return Tally(
                _points(fields, path, "bullseyes", MOST_COUNTED), _points(fields, path, "hang_jacks", MOST_COUNTED)
            )
        case "substitution":
            _only(fields, path, ("event", "seat", "out", "in", "reason"))
            return Substitution(
                _seat(fields, path, "seat"),
                _text(fields, path, "out"),
                _text(fields, path, "in"),
                Reason(_one_of(fields, path, "reason", [reason.value for reason in Reason])),
            )
        case "correction":
            return _parse_correction(fields, ruleset, path)
        case _:
            raise RecordError(
                _at(path, "event"), "must be opened, game, tally, substitution or correction; a hand has a format"
            )


def _parse_record(fields: dict[str, object], form: object, ruleset: Ruleset, path: str) -> Event:
    for known in ("ruleset", "options", "scores", "bullseyes", "games", "warned"):
        if fields.get(known) is not None:
            raise RecordError(_at(path, known), "is known at the table: leave it out")
    dealer = None if fields.get("dealer") is None else _seat(fields, path, "dealer")
    # What a kick or the given point may have made needless can be told only at the
    # table (see table_hands): read as if both pairs needed one point.
    brink = Points(ruleset.target - 1, ruleset.target - 1)
    context = Context(ruleset=ruleset, dealer=dealer or UNTOLD, scores=brink)
    match form:
        case "all-fours/score@1":
            score = parse_score(fields, context=context, path=path)
            return Scored(replace(score, scores=Points(0, 0), dealer=dealer or UNTOLD), dealer)
        case "all-fours/hand@1":
            apply = _flag(fields, path, "apply", default=False)
            hand = parse_hand({k: v for k, v in fields.items() if k != "apply"}, context=context, path=path)
            return Played(replace(hand, scores=Points(0, 0), dealer=dealer or UNTOLD), dealer, apply)
        case "all-fours/incident@1":
            incident = parse_incident(fields, context=replace(context, dealer=dealer), path=path)
            return Incident(
                replace(incident, scores=None, bullseyes=None, games=None, warned=None, dealer=dealer, ruleset=ruleset)
            )
        case None:
            raise RecordError(_at(path, "event"), 'is missing: an event has an "event", a hand a "format"')
        case _:
            raise RecordError(_at(path, "format"), f"must be {SCORE}, {HAND} or {INCIDENT}")


def _parse_correction(fields: dict[str, object], ruleset: Ruleset, path: str) -> Correction:
    _only(fields, path, ("event", "of", "by", "leave", "replace"))
    replacement: Entry | None = None
    if fields.get("replace") is not None:
        match parse_event(fields["replace"], ruleset, path=_at(path, "replace")):
            case Opened() | Correction():
                raise RecordError(
                    _at(path, "replace"), "must be a hand, an incident, a game, a tally or a substitution"
                )
            case entry:
                replacement = entry
    return Correction(
        _whole(fields, path, "of", 1, MOST_EVENTS),
        _text(fields, path, "by"),
        _flag(fields, path, "leave", default=None),
        replacement,
    )


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
            return {"format": INCIDENT, **incident_fields(event.record)}
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
            }
        case Correction():
            return {
                "event": "correction",
                "of": event.of,
                "by": event.by,
                "leave": event.leave,
                "replace": None if event.replace is None else event_to_json(event.replace),
            }
    assert_never(event)


def _or_none(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


def _dealer(dealer: Seat | None) -> dict[str, object]:
    return {} if dealer is None else {"dealer": dealer.value}


# Strict reading of the small events. Null and absent mean the same.


def _at(path: str, field: str) -> str:
    return f"{path}.{field}" if path else field


def _object(obj: object, path: str) -> dict[str, object]:
    if not isinstance(obj, dict) or not all(isinstance(key, str) for key in obj):
        raise RecordError(path, "must be an object")
    return obj


def _only(fields: dict[str, object], path: str, known: tuple[str, ...]) -> None:
    for key in fields:
        if key not in known:
            raise RecordError(_at(path, key[:LONGEST_NAME]), "is not a field here")


def _given(fields: dict[str, object], path: str, field: str) -> object:
    value = fields.get(field)
    if value is None:
        raise RecordError(_at(path, field), "is missing")
    return value


def _whole(fields: dict[str, object], path: str, field: str, least: int, most: int) -> int:
    value = _given(fields, path, field)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RecordError(_at(path, field), f"must be a whole number from {least} to {most}")
    return value


def _points(fields: dict[str, object], path: str, field: str, most: int) -> Points:
    inner = _object(_given(fields, path, field), _at(path, field))
    _only(inner, _at(path, field), ("NS", "EW"))
    return Points(*(_whole(inner, _at(path, field), pair, 0, most) for pair in ("NS", "EW")))


def _one_of(fields: dict[str, object], path: str, field: str, values: Iterable[str]) -> str:
    value, offers = _given(fields, path, field), list(values)
    if not isinstance(value, str) or value not in offers:
        raise RecordError(_at(path, field), f"must be one of {', '.join(offers)}")
    return value


def _seat(fields: dict[str, object], path: str, field: str) -> Seat:
    return Seat(_one_of(fields, path, field, [seat.value for seat in Seat]))


def _pair(fields: dict[str, object], path: str, field: str) -> Pair:
    return Pair(_one_of(fields, path, field, [pair.value for pair in Pair]))


def _text(fields: dict[str, object], path: str, field: str) -> str:
    value = _given(fields, path, field)
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_NAME:
        raise RecordError(_at(path, field), f"must be text of 1 to {LONGEST_NAME} characters")
    return value


def _flag(fields: dict[str, object], path: str, field: str, *, default: bool | None) -> bool:
    value = fields.get(field)
    if value is None:
        value = default
    if value is None:
        raise RecordError(_at(path, field), "is missing")
    if not isinstance(value, bool):
        raise RecordError(_at(path, field), "must be true or false")
    return value
