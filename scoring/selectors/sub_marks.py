"""The marks of a substitution (13.b): S on the side that made it, SS for two at once, X or XX opposite."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from rules_engine.seats import Pair
from rules_engine.table_state import Reason, Substituted, TableState

_WHY = {Reason.CHOICE: "", Reason.SICK: ", sick", Reason.DISCIPLINE: ", ordered"}


@dataclass(frozen=True, slots=True)
class SubMark:
    """What ``pair`` marked after ``after`` finished games; ``people``: who came in for whom."""

    after: int
    pair: Pair
    count: int
    people: tuple[str, ...]

    def on(self, pair: Pair) -> str:
        """The mark on a pair's own side of the board."""
        return ("S" if pair is self.pair else "X") * self.count

    @property
    def when(self) -> str:
        """``after game 3``."""
        return f"after game {self.after}" if self.after else "before the first game"

    @property
    def words(self) -> str:
        """``After game 3: Kamla Singh for Gemma Charles``."""
        return f"{self.when[:1].upper()}{self.when[1:]}: {'; '.join(self.people)}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mark as it stands on one side of the board."""

    text: str
    words: str
    after: int


def marks_of(state: TableState) -> tuple[SubMark, ...]:
    """The table's substitutions as they were marked, in order; those of a pair at one time are one mark."""

    def at(one: Substituted) -> tuple[int, Pair]:
        return one.games, one.seat.pair

    return tuple(
        SubMark(games, pair, len(made), tuple(f"{one.in_} for {one.out}{_WHY[one.reason]}" for one in made))
        for (games, pair), group in groupby(sorted(state.substitutions, key=at), key=at)
        for made in [list(group)]
    )


def drawn_on(marks: tuple[SubMark, ...], pair: Pair) -> tuple[Drawn, ...]:
    """All the marks on a pair's side of the board."""
    return tuple(Drawn(mark.on(pair), mark.words, mark.after) for mark in marks)


def mark_made_by(state: TableState, event: int) -> SubMark | None:
    """The mark that the engine's event ``event`` is part of; None where it does not stand."""
    made = next((one for one in state.substitutions if one.event == event), None)
    if made is None:
        return None
    return next(mark for mark in marks_of(state) if (mark.after, mark.pair) == (made.games, made.seat.pair))
