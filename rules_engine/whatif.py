"""What if? Does this dispute matter?

A table is folded a second time with one event left out or replaced, and the two
outcomes are laid side by side: this game, this table, the match.

Every other hand counts as it was dealt and played: the dealers stay who they
were, though the second fold may end its games elsewhere. Totals claimed later were
read off the board as it stood and are not compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as with_fields
from enum import StrEnum

from rules_engine.match import MatchRules, MatchState, MatchStatus, TableTally, judge_match
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair
from rules_engine.table_events import Correction, Entry, Event, GameRecorded, Incident, Opened, Played, Scored
from rules_engine.table_fold import enter, fold, standing_of, start, without_claims
from rules_engine.table_game import Refused
from rules_engine.table_state import Game, TableError, TableState


class Scope(StrEnum):
    """How far a difference reaches."""

    GAME = "game"
    TABLE = "table"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The match around the table: its rules, the other tables, and where the home team sits here."""

    rules: MatchRules
    home: Pair
    others: tuple[TableTally, ...] = ()
    decider: TableTally | None = None

    def judge(self, state: TableState) -> MatchState:
        """The match with this table as in ``state``."""
        return judge_match(self.rules, [TableTally.of(state, self.home), *self.others], self.decider)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Two outcomes and what differs.

    ``event``: the event in question; ``game``: the number of the game it belongs to.
    ``unsettled``: an event that could not follow any more (its number and why); the
    second outcome ends before it. ``skipped``: substitutions and tallies that did not
    fit and bear on no score. ``differs``: the scopes in which the outcomes differ.
    """

    event: int
    game: int
    stands: TableState
    otherwise: TableState
    match_stands: MatchState | None
    match_otherwise: MatchState | None
    unsettled: TableError | None
    skipped: tuple[int, ...]
    differs: tuple[Scope, ...]

    @property
    def matters(self) -> Scope | None:
        """The widest scope in which the outcomes differ; None when nothing changes."""
        return self.differs[-1] if self.differs else None


def whatif(
    ruleset: Ruleset,
    events: Sequence[Event],
    *,
    without: int | None = None,
    replace: tuple[int, Entry] | None = None,
    match: Surroundings | None = None,
) -> WhatIf:
    """The table as it stands, and as it would stand without an event or with another instead.

    ``events``: the opening first, all of which can follow one another. Exactly one of
    ``without`` (the event's number) and ``replace`` (number and event) is given.
    Raises :class:`ValueError` for anything else: no such event, a correction (name the
    event that it corrected), a history with a fault in it.
    """
    if (without is None) == (replace is None):
        raise ValueError("name the event to leave out, or the event to replace and by what")
    number = without if without is not None else (replace or (0,))[0]
    entry = None if replace is None else replace[1]
    opening = events[0] if events else None
    if not isinstance(opening, Opened) or not 1 <= number < len(events):
        raise ValueError(f"there is no event {number} at this table")
    if isinstance(events[number], Correction):
        raise ValueError(f"event {number} is a correction: name the event that it corrected")
    folded = fold(ruleset, events)
    if folded.error is not None:
        raise ValueError(f"event {folded.error.event} cannot follow: {folded.error.message}")
    state = start(ruleset, opening.games, opening.first_dealer)
    standing = standing_of(events)
    before = _states(ruleset, state, standing)
    again = _Again(ruleset, before[number - 1])
    again.enter(entry, number, before[number - 1], other=True)
    for at in range(number + 1, len(events)):
        again.enter(without_claims(standing[at - 1]), at, before[at - 1])
    stands, otherwise = folded.state, again.state
    played = None if match is None else match.judge(stands)
    instead_played = None if match is None else match.judge(otherwise)
    game = before[number - 1].number
    return WhatIf(
        number,
        game,
        stands,
        otherwise,
        played,
        instead_played,
        again.unsettled,
        tuple(again.skipped),
        _differs(game, stands, otherwise, played, instead_played),
    )


def _states(ruleset: Ruleset, state: TableState, standing: Sequence[Entry | None]) -> list[TableState]:
    """The table before each event of what stands, and after the last."""
    states = [state]
    for at, entry in enumerate(standing, 1):
        state = with_fields(state, events=at) if entry is None else enter(ruleset, state, entry, again=True)[0]
        states.append(state)
    return states


class _Again:
    """The second fold; lives for one call of :func:`whatif`."""

    def __init__(self, ruleset: Ruleset, state: TableState) -> None:
        self.ruleset, self.state = ruleset, state
        self.unsettled: TableError | None = None
        self.skipped: list[int] = []

    def enter(self, entry: Entry | None, number: int, was: TableState, *, other: bool = False) -> None:
        """One more event; ``was``: the table before it as it stands; ``other``: one that never stood."""
        if self.unsettled is not None:
            return
        if entry is not None:
            try:
                self.state, _ = enter(self.ruleset, with_fields(self.state, dealer=was.dealer), entry, again=not other)
                return
            except Refused as refused:
                if isinstance(entry, Scored | Played | Incident | GameRecorded):
                    self.unsettled = refused.error
                    return
                self.skipped.append(number)
        self.state = with_fields(self.state, events=number)


def _differs(
    game: int,
    stands: TableState,
    otherwise: TableState,
    played: MatchState | None,
    instead: MatchState | None,
) -> tuple[Scope, ...]:
    scopes: list[Scope] = []
    if _outcome(stands, game) != _outcome(otherwise, game):
        scopes.append(Scope.GAME)
    one, other = _tally(stands), _tally(otherwise)
    if one != other:
        scopes.append(Scope.TABLE)
    if _course(played) != _course(instead):
        scopes.append(Scope.MATCH)
    return tuple(scopes)


def _course(match: MatchState | None) -> tuple[object, ...]:
    """How a match goes: its winner, or that it is open; the figures show in the table."""
    if match is None:
        return ()
    begun = MatchStatus.IN_PLAY if match.status is MatchStatus.SCHEDULED else match.status
    return (begun, match.winner)


def _outcome(state: TableState, number: int) -> tuple[object, ...]:
    """How a game ended or stands: its winner and its points."""
    if number <= len(state.games):
        game: Game = state.games[number - 1]
        return (game.winner, game.scores)
    return (None, state.scores) if number == state.number else ()


def _tally(state: TableState) -> tuple[object, ...]:
    return (state.bullseyes, state.hang_jacks, state.closed)
