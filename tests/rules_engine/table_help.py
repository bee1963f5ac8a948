"""Short ways to write a table's events in tests."""

from __future__ import annotations

from typing import Any

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Seat
from rules_engine.table import (
    Correction,
    Event,
    Folded,
    Opened,
    TableError,
    TableState,
    event_to_json,
    fold,
    parse_event,
)

RR = Ruleset.round_robin()
Json = dict[str, Any]


def hand(line: str, **more: Any) -> Json:
    """A hand as chalked: ``kick lead high low jack gamble``.

    ``lead``: ``stand``, ``give`` (begged, one given) or ``run``; a run's kicks are joined
    by commas. ``jack``: ``out``, or ``NS`` (made), ``xNS`` (hung by N–S). ``-``: nothing said.
    """
    kicks, lead, high, low, jack, gamble = line.split()
    record: Json = {"format": "all-fours/score@1", "kicks": kicks.split(",")}
    record |= {"lead": "stand"} if lead == "stand" else {"lead": "beg", "answer": lead}
    if high != "-":
        record["high"] = high
    if low != "-":
        record["low"] = low
    if jack == "out":
        record["jack"] = {"outcome": "out"}
    elif jack != "-":
        record["jack"] = {"outcome": "hung" if jack[0] == "x" else "made", "pair": jack[-2:]}
    if gamble != "-":
        record["gamble"] = {"pair": gamble}
    return record | more


def ran_out(kicks: str, **more: Any) -> Json:
    """The pack ran out on these three kicks."""
    return {"format": "all-fours/score@1", "kicks": kicks.split(","), "ran_out": True} | more


def incident(clause: str, offender: str | None, phase: str, **more: Any) -> Json:
    """An incident as a table's event."""
    return {"format": "all-fours/incident@1", "clause": clause, "offender": offender, "phase": phase} | more


def game(winner: str, ns: int, ew: int, hung: tuple[int, int] = (0, 0)) -> Json:
    """A game recorded without its hands."""
    return {
        "event": "game",
        "winner": winner,
        "scores": {"NS": ns, "EW": ew},
        "hang_jacks": {"NS": hung[0], "EW": hung[1]},
    }


def tally(ns: int, ew: int, hung: tuple[int, int] = (0, 0)) -> Json:
    """A tally from paper."""
    return {"event": "tally", "bullseyes": {"NS": ns, "EW": ew}, "hang_jacks": {"NS": hung[0], "EW": hung[1]}}


def sub(seat: str, out: str, in_: str, reason: str = "choice") -> Json:
    """A substitution."""
    return {"event": "substitution", "seat": seat, "out": out, "in": in_, "reason": reason}


def fix(of: int, replace: Json | None, *, by: str = "official", leave: bool = True) -> Json:
    """A correction of event ``of``."""
    return {"event": "correction", "of": of, "by": by, "leave": leave, "replace": replace}


def events(*entries: Json, games: int = 10, first: Seat | None = Seat.S, ruleset: Ruleset = RR) -> list[Event]:
    """A table's events behind its opening; each is also read back from what it writes."""
    found: list[Event] = [Opened(games, first)]
    for entry in entries:
        event = parse_event(entry, ruleset)
        assert parse_event(event_to_json(event), ruleset) == event
        assert isinstance(event, Correction) or event_to_json(event) == event_to_json(
            parse_event(event_to_json(event), ruleset)
        )
        found.append(event)
    return found


def played(*entries: Json, games: int = 10, first: Seat | None = Seat.S, ruleset: Ruleset = RR) -> Folded:
    """These events folded."""
    return fold(ruleset, events(*entries, games=games, first=first, ruleset=ruleset))


def table(*entries: Json, games: int = 10, first: Seat | None = Seat.S, ruleset: Ruleset = RR) -> TableState:
    """The table that these events make; none may be refused."""
    folded = played(*entries, games=games, first=first, ruleset=ruleset)
    assert folded.error is None, folded.error
    return folded.state


def refused(*entries: Json, games: int = 10, first: Seat | None = Seat.S, ruleset: Ruleset = RR) -> TableError:
    """Why the last of these events is refused; all before it must be taken."""
    folded = played(*entries, games=games, first=first, ruleset=ruleset)
    assert folded.error is not None
    assert folded.error.event == len(entries)
    assert folded.state == table(*entries[:-1], games=games, first=first, ruleset=ruleset)
    return folded.error
