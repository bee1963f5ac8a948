"""Bullseyes and hang jacks given to whom they belong: team, pair, player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from rules_engine.match import Side, TableTally, decider_won
from rules_engine.seats import Pair
from rules_engine.table_state import ZERO
from rules_engine.verdicts import Points
from scoring.selectors.statistics.evidence import At, Played

Who = TypeVar("Who", bound=Hashable)


class Credit(NamedTuple):
    """What one pair of players made at one table while they sat there; ``players`` None: nobody knows who."""

    match_id: int
    side: str
    players: frozenset[int] | None
    bullseyes: int
    hang_jacks: int
    bullseyes_against: int
    hang_jacks_against: int


@dataclass(slots=True)
class Total(Generic[Who]):
    """What somebody made in all, and match by match."""

    who: Who
    bullseyes: dict[int, int] = field(default_factory=dict)
    hang_jacks: dict[int, int] = field(default_factory=dict)
    teams: set[int] = field(default_factory=set)

    def add(self, match_id: int, bullseyes: int, hang_jacks: int) -> None:
        """Enter what was made in a match."""
        self.bullseyes[match_id] = self.bullseyes.get(match_id, 0) + bullseyes
        self.hang_jacks[match_id] = self.hang_jacks.get(match_id, 0) + hang_jacks

    @property
    def matches(self) -> int:
        """Matches in which they played."""
        return len(self.bullseyes)


@dataclass(slots=True)
class Counted:
    """Everybody's totals. ``unknown``: bullseyes and hang jacks of tables that do not say who made them.

    ``table_``: what all tables have together, known or not.
    """

    teams: dict[int, Total[int]]
    pairs: dict[frozenset[int], Total[frozenset[int]]]
    players: dict[int, Total[int]]
    unknown_bullseyes: int = 0
    unknown_hang_jacks: int = 0
    table_bullseyes: int = 0
    table_hang_jacks: int = 0


def count(matches: Iterable[Played], tables: Sequence[At], who_is: Mapping[int, int]) -> Counted:
    """Totals of teams by the results, of pairs and players by the tables.

    ``who_is``: by a player's id the id of the one whom they turned out to be; absent: themselves.
    """
    counted = Counted({}, {}, {})
    by_id = {}
    for match in matches:
        if not match.at_tables:
            continue
        by_id[match.id] = match
        for team, bullseyes, hung in (
            (match.home_id, match.home_bullseyes, match.home_hang_jacks),
            (match.away_id, match.away_bullseyes, match.away_hang_jacks),
        ):
            counted.teams.setdefault(team, Total(team)).add(match.id, bullseyes, hung)
    leads: dict[int, int] = defaultdict(int)
    for at in tables:
        if not at.decider:
            leads[at.match_id] += at.state.bullseyes.of(at.home_pair) - at.state.bullseyes.of(at.home_pair.opponents)
    for at in tables:
        # What a sheet of the whole match credits is nobody's; a decider that a correction untied adds nothing.
        if at.match_id not in by_id or (at.decider and leads[at.match_id]):
            continue
        for credit in credits_of(at):
            _enter(counted, credit, by_id[at.match_id].team_at(credit.side), who_is)
    return counted


def _enter(counted: Counted, credit: Credit, team: int, who_is: Mapping[int, int]) -> None:
    counted.table_bullseyes += credit.bullseyes
    counted.table_hang_jacks += credit.hang_jacks
    if credit.players is None:
        counted.unknown_bullseyes += credit.bullseyes
        counted.unknown_hang_jacks += credit.hang_jacks
        return
    made = (credit.match_id, credit.bullseyes, credit.hang_jacks)
    pair = frozenset(who_is.get(player, player) for player in credit.players)
    together = counted.pairs.setdefault(pair, Total(pair))
    together.add(*made)
    together.teams.add(team)
    for player in pair:
        alone = counted.players.setdefault(player, Total(player))
        alone.add(*made)
        alone.teams.add(team)


def credits_of(at: At) -> Iterator[Credit]:
    """What each pair made at a table, as the board has it.

    Games recorded go to the two who sat there in that game. What a tally from paper adds goes to those who sat there
    throughout; after a substitution nobody can tell. A decider adds one bullseye to its winner, and its hang jacks
    are not among the match's (13.c).
    """
    made: dict[tuple[Pair, frozenset[int] | None], _Made] = defaultdict(_Made)
    state = at.state
    for game in () if at.decider else state.games:
        for pair in Pair:
            entry = made[pair, at.players(pair, game.number)]
            entry.add(pair, Points(game.winner is Pair.NS, game.winner is Pair.EW), game.hang_jacks)
    if at.decider:
        side = decider_won(TableTally.of(state, at.home_pair))
        if side is not None:
            north_south = (side is Side.HOME) is (at.home_pair is Pair.NS)
            for pair in Pair:
                last = at.players(pair, max(1, len(state.games)))
                made[pair, last].add(pair, Points(int(north_south), int(not north_south)), ZERO)
    else:
        for pair in Pair:
            if state.begun:
                made[pair, at.players(pair, state.number)].add(pair, ZERO, state.game_hang_jacks)
            if state.claimed is not None:
                throughout = at.players(pair, 1) if at.unchanged(pair) else None
                bullseyes = _less(state.claimed.bullseyes, state.recorded)
                made[pair, throughout].add(pair, bullseyes, _less(state.claimed.hang_jacks, state.recorded_hang_jacks))
    for (pair, players), entry in made.items():
        if players is not None or entry.bullseyes or entry.hang_jacks:
            yield Credit(
                at.match_id,
                at.side_of(pair),
                players,
                entry.bullseyes,
                entry.hang_jacks,
                entry.bullseyes_against,
                entry.hang_jacks_against,
            )


@dataclass(slots=True)
class _Made:
    bullseyes: int = 0
    hang_jacks: int = 0
    bullseyes_against: int = 0
    hang_jacks_against: int = 0

    def add(self, pair: Pair, bullseyes: Points, hang_jacks: Points) -> None:
        self.bullseyes += bullseyes.of(pair)
        self.hang_jacks += hang_jacks.of(pair)
        self.bullseyes_against += bullseyes.of(pair.opponents)
        self.hang_jacks_against += hang_jacks.of(pair.opponents)


def _less(one: Points, other: Points) -> Points:
    return Points(one.NS - other.NS, one.EW - other.EW)


class Ranked(NamedTuple, Generic[Who]):
    """A line of a list: ``rank`` shared by those level, ``most`` in one match and in which."""

    rank: int
    who: Who
    number: int
    most: int
    match_id: int
    matches: int
    teams: tuple[int, ...]


def ranked(totals: Iterable[Total[Who]], figure: str, name: Callable[[Who], str]) -> list[Ranked[Who]]:
    """By ``bullseyes`` or ``hang_jacks``, the most first, those level by name; those without any are left out."""
    rows = []
    for total in totals:
        by_match: dict[int, int] = getattr(total, figure)
        number = sum(by_match.values())
        if number:
            most = max(by_match.values())
            first = min(match for match, made in by_match.items() if made == most)
            rows.append((number, most, first, total))
    rows.sort(key=lambda row: (-row[0], -row[1], name(row[3].who)))
    found: list[Ranked[Who]] = []
    for place, (number, most, match, total) in enumerate(rows, 1):
        rank = found[-1].rank if found and found[-1].number == number else place
        found.append(Ranked(rank, total.who, number, most, match, total.matches, tuple(sorted(total.teams))))
    return found


@dataclass(frozen=True, slots=True)
class Lists(Generic[Who]):
    """Bullseyes and hang jacks of teams, of pairs or of players, the most first."""

    bullseyes: Sequence[Ranked[Who]]
    hang_jacks: Sequence[Ranked[Who]]


def lists(totals: Iterable[Total[Who]], name: Callable[[Who], str]) -> Lists[Who]:
    """Both lists of the same people."""
    entries = list(totals)
    return Lists(ranked(entries, "bullseyes", name), ranked(entries, "hang_jacks", name))
