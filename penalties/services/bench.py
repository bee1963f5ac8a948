"""What was asked, laid before the engine with all that the table knows.

``Asked`` is an ``all-fours/incident@1`` without what the table knows and without its ``format``::

    {"clause": "6.a", "offender": "S", "phase": "first-round", "packet": 1, "hand": {"kicked": 3}, "called_by": "S"}

``player`` (an id) may stand instead of ``offender``; where nobody at the table need have offended (14.e to 14.g) it may
be anybody on the rosters of the two teams.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penalties.models import Incident, Ruling
from penalties.selectors import warnings
from penalties.selectors.seats import sat_behind
from rules_engine.penalty_code import Clause, Who, find
from rules_engine.records import INCIDENT, IncidentRecord
from rules_engine.rulesets import Ruleset
from rules_engine.rulings import rule
from rules_engine.table import Event, Refused, TableState, as_the_table_knows, event_to_json, parse_event, state_before
from rules_engine.table import Incident as IncidentEvent
from rules_engine.verdicts import RecordError, RulingResult
from scoring.services import boards, entries, plans
from scoring.services.ledger import ruleset_of
from scoring.services.refusals import LedgerRefused
from scoring.services.store import Standing
from tournaments.models import RosterEntry, Seating

Asked = Mapping[str, Any]

_OWN = ("format", "clause", "offender", "phase", "warned_elsewhere", "id")


@dataclass(frozen=True, slots=True)
class Bench:
    """One incident before the judge. ``event``: as the ledger takes it; ``seats``: player ids by seat."""

    standing: Standing
    ruleset: Ruleset
    record: IncidentRecord
    event: dict[str, Any]
    ruling: RulingResult
    clause: Clause
    seats: Mapping[str, int]
    player: int | None
    earlier: tuple[warnings.Earlier, ...]

    @property
    def facts(self) -> dict[str, Any]:
        """What was said beside clause, offender and phase."""
        return {key: value for key, value in self.event.items() if key not in _OWN}


def lay(standing: Standing, asked: Asked, *, instead: Ruling | None = None, behind: int | None = None) -> Bench:
    """The incident with its ruling, complete or not.

    ``behind``: the table's last entry when it was reported, None: the last one now. It is about who sat there then.

    ``instead``: the ruling in whose place it is to stand; None: behind the last entry. What that one warned of does
    not count, nor do warnings given elsewhere after it. RecordError naming the field; LedgerRefused.
    """
    table = standing.table
    if not table.sequence:
        raise LedgerRefused("not-opened", f"{plans.name_of(table)} is not open yet: nothing can have happened there.")
    ruleset = ruleset_of(standing)
    told = _readable(asked)
    player = _player_id(told.pop("player", None))
    clause = _clause(told.get("clause"))
    seats = _seats(standing, behind if instead is None else instead.ledger_sequence - 1)
    told["offender"] = _seat_of(told.get("offender"), player, seats, clause, standing)
    event = _parsed(told, ruleset)
    seat = event.record.offender
    who = player if seat is None else seats.get(seat.value)
    earlier = warnings.earlier(standing, ruleset, clause.number, who, seat, instead=instead)
    if any(one.elsewhere and one.counts for one in earlier) and clause.warning_first:
        event = IncidentEvent(event.record, warned_elsewhere=True)
    state = _state(standing, ruleset, None if instead is None else instead.ledger_sequence)
    try:
        record = as_the_table_knows(ruleset, state, event)
    except Refused as refused:
        raise plans.refused_by(refused.error) from refused
    ruling = rule(record)
    return Bench(standing, ruleset, record, event_to_json(event), ruling, clause, seats, who, earlier)


def _seats(standing: Standing, behind: int | None) -> dict[str, int]:
    table = standing.table
    now = dict(Seating.objects.filter(table_id=table.id).values_list("seat", "player_id"))
    if behind is None or behind >= table.sequence:
        return now
    return sat_behind(standing.match_id, table.id, boards.read_state(table.state), now, behind, last=table.sequence)


def asked_of(incident: Incident) -> dict[str, Any]:
    """What an incident, as it was reported, asks."""
    asked = {"clause": incident.clause, "phase": incident.phase, **incident.facts}
    if incident.offender_seat:
        return asked | {"offender": incident.offender_seat}
    return asked | ({} if incident.offender_id is None else {"player": incident.offender_id})


def says_the_same(asked: Asked, event: Mapping[str, Any], ruleset: Ruleset) -> bool:
    """Whether ``asked`` reads as a stored event: the spelling may differ, what it says may not."""
    told = {"offender": event.get("offender"), **_readable(asked)}
    told.pop("player", None)
    stored = {key: value for key, value in event.items() if key != "warned_elsewhere"}
    return event_to_json(_parsed(told, ruleset)) == stored


def _state(standing: Standing, ruleset: Ruleset, at: int | None) -> TableState:
    if at is None:
        return boards.read_state(standing.table.state)
    history, opening = history_of(standing.table.id, ruleset)
    return state_before(ruleset, history, at - opening)


def history_of(table_id: int, ruleset: Ruleset) -> tuple[Sequence[Event], int]:
    """The engine's events of a table, and the sequence of its opening."""
    told = plans.told_of(table_id)
    history = plans.engine_events(told, ruleset)
    return history, len(told) - len(history) + 1


def _parsed(told: Mapping[str, Any], ruleset: Ruleset) -> IncidentEvent:
    if told.get("warned_elsewhere") is not None:
        raise RecordError("warned_elsewhere", "is found out here: leave it out")
    event = parse_event({"format": INCIDENT, **told}, ruleset)
    assert isinstance(event, IncidentEvent)  # noqa: S101 - said by its format
    return event


def _readable(asked: object) -> dict[str, Any]:
    if not isinstance(asked, Mapping):
        raise RecordError("", "must be an object")
    told = dict(asked)
    if "format" in told or "event" in told:
        raise RecordError("format" if "format" in told else "event", "is not asked for here: leave it out")
    _check_text("", told)
    if len(json.dumps(told)) > MOST_CHARACTERS:
        raise RecordError("", f"is too long: at most {MOST_CHARACTERS} characters")
    return told


MOST_CHARACTERS = 20_000


def _check_text(path: str, value: object) -> None:
    """No text may hold what no database keeps; RecordError naming the field it stands in."""
    if isinstance(value, str):
        entries.check_text(path, value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _check_text("", str(key))
            _check_text(f"{path}.{key}".lstrip("."), inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            _check_text(f"{path}.{place}".lstrip("."), inner)


def _clause(number: object) -> Clause:
    clause = find(number) if isinstance(number, str) else None
    if clause is None:
        if number is None:
            raise RecordError("clause", "is missing: say which rule was broken")
        raise RecordError("clause", f"there is no clause {str(number)[:20]!r}; clauses run from 1.a to 14.g")
    return clause


def _player_id(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 2**63:
        raise RecordError("player", "must be the number of a player")
    return value


def _seat_of(
    offender: object, player: int | None, seats: Mapping[str, int], clause: Clause, standing: Standing
) -> object:
    """The seat of whoever offended: as given, or the one on which ``player`` sits."""
    if player is None:
        return offender
    sits = next((seat for seat, who in seats.items() if who == player), None)
    if offender is not None and offender != sits:
        raise RecordError("player", f"does not sit at {str(offender)[:5]} of this table")
    if sits is not None:
        return sits
    teams = (standing.home_id, standing.away_id)
    if (
        clause.offender is Who.NOBODY_NEEDED
        and RosterEntry.objects.filter(player_id=player, team_id__in=teams).exists()
    ):
        return None
    raise RecordError("player", "does not sit at this table")
