"""The states of a dispute and every move between them: the one table.

The services ask it, the page of the users' guide prints it (``docs/disputes.md``), and the database's triggers are
made from it (:mod:`penalties.disputes.guards`). What is not in it cannot happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

CLOCK = timedelta(minutes=5)
"""What the captains have (14.0)."""


class State(StrEnum):
    """How far a dispute is."""

    TALKING = "talking"
    OFFICIAL = "official"
    COMMITTEE = "committee"
    AGREED = "agreed"
    DECIDED = "decided"
    SETTLED = "settled"
    WITHDRAWN = "withdrawn"


class Who(StrEnum):
    """Who may make a move."""

    CAPTAIN = "captain"
    OFFICIAL = "official"
    COMMITTEE = "committee"
    CLOCK = "clock"


STATE_WORDS = {
    State.TALKING: "The captains talk",
    State.OFFICIAL: "With the official",
    State.COMMITTEE: "With the committee",
    State.AGREED: "Agreed by the captains",
    State.DECIDED: "Decided by the official",
    State.SETTLED: "Settled by the committee",
    State.WITHDRAWN: "Withdrawn",
}
WHO_WORDS = {
    Who.CAPTAIN: "a captain",
    Who.OFFICIAL: "an official",
    Who.COMMITTEE: "the committee",
    Who.CLOCK: "the clock",
}


@dataclass(frozen=True, slots=True)
class Move:
    """One way from a state to another.

    ``needs``: columns of the dispute that must be filled when it is made. ``in_time``: True, only while the captains'
    clock runs; False, only when it has run out; None, at any time. ``words``: what it is, for the users' guide.
    """

    name: str
    source: State | None
    target: State
    who: tuple[Who, ...]
    words: str
    clause: str
    needs: tuple[str, ...] = ()
    in_time: bool | None = None


_REASONED = ("outcome", "reasons", "settled_by_id", "settled_at")
_BOTH = (Who.CAPTAIN, Who.OFFICIAL)

MOVES = (
    Move("raise", None, State.TALKING, _BOTH, "the dispute is raised, both captains are called", "14.0"),
    Move(
        "agree",
        State.TALKING,
        State.AGREED,
        (Who.CAPTAIN,),
        "the other captain confirms the clause and the outcome that one of them wrote down",
        "14.0",
        ("clause", "outcome", "proposal_id", "settled_by_id", "settled_at"),
        in_time=True,
    ),
    Move("call", State.TALKING, State.OFFICIAL, (Who.CAPTAIN,), "a captain calls the official", "14.0", in_time=True),
    Move("clock", State.TALKING, State.OFFICIAL, (Who.CLOCK,), "the five minutes are over", "14.0", in_time=False),
    Move(
        "withdraw",
        State.TALKING,
        State.WITHDRAWN,
        _BOTH,
        "who raised it takes it back, and says why",
        "14.0",
        ("reasons", "settled_by_id", "settled_at"),
    ),
    Move(
        "withdraw",
        State.OFFICIAL,
        State.WITHDRAWN,
        _BOTH,
        "who raised it takes it back, and says why",
        "14.0",
        ("reasons", "settled_by_id", "settled_at"),
    ),
    Move(
        "decide",
        State.OFFICIAL,
        State.DECIDED,
        (Who.OFFICIAL,),
        "the official decides, finally, and writes down why",
        "14.0",
        ("clause", "effect", *_REASONED),
    ),
    Move(
        "refer",
        State.OFFICIAL,
        State.COMMITTEE,
        (Who.OFFICIAL,),
        "the code does not say: the official leaves it to the committee",
        "14.g",
    ),
    Move(
        "return",
        State.COMMITTEE,
        State.OFFICIAL,
        (Who.COMMITTEE,),
        "the code does say: the committee hands it back",
        "14.g",
    ),
    Move(
        "settle",
        State.COMMITTEE,
        State.SETTLED,
        (Who.COMMITTEE,),
        "the committee decides what the code leaves open, and writes down why",
        "14.g",
        _REASONED,
    ),
)

PAIRS = frozenset((move.source, move.target) for move in MOVES if move.source is not None)
"""Every ordered pair of states that a move leads along."""
START = frozenset(move.target for move in MOVES if move.source is None)
FINAL = frozenset(State) - {source for source, _ in PAIRS}
"""States that nothing leads out of."""
OPEN = frozenset(State) - FINAL
"""States in which the match's result cannot be confirmed."""


def move(name: str, source: State | None) -> Move | None:
    """The move of that name out of ``source``, or None when there is none."""
    return next((one for one in MOVES if one.name == name and one.source == source), None)


def sources_of(name: str) -> tuple[State, ...]:
    """The states out of which a move of that name leads."""
    return tuple(one.source for one in MOVES if one.name == name and one.source is not None)


def table_lines() -> Iterator[str]:
    """The table as the users' guide prints it."""
    yield "| from | to | who | what happens | clause | when | what must be written |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    when = {True: "while the five minutes run", False: "when the five minutes are over", None: "at any time"}
    for one in MOVES:
        source = "–" if one.source is None else STATE_WORDS[one.source]
        who = " or ".join(WHO_WORDS[person] for person in one.who)
        written = [name for name in one.needs if name in ("clause", "outcome", "reasons", "effect")]
        cells = (source, STATE_WORDS[one.target], who, one.words, one.clause, when[one.in_time], ", ".join(written))
        yield "| " + " | ".join(cell or "–" for cell in cells) + " |"
