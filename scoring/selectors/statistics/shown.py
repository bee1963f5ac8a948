"""The statistics as pages and paper show them: names beside ids, the first lines of each list, the records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.selectors.statistics.counting import Lists, Ranked
from scoring.selectors.statistics.evidence import Played
from scoring.selectors.statistics.report import Statistics

FIRST = 10
"""Ranks shown of a list; the API has them all."""
MOST = 15
"""Lines shown where many share the last of them."""
MOST_HOLDERS = 2
"""Who is named of those that share a record; the rest is a number."""


@dataclass(frozen=True, slots=True)
class Name:
    """A team or a player by name. ``kind``: ``team`` or ``player``."""

    kind: str
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list; ``team``: whose players they are, empty in a list of teams."""

    rank: int
    who: tuple[Name, ...]
    team: str
    number: int
    matches: int
    most: int
    match: Played


@dataclass(frozen=True, slots=True)
class List:
    """The first lines of a list, and how many more there are."""

    title: str
    key: str
    lines: tuple[Line, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record, and where it was set."""

    who: tuple[Name, ...]
    where: Played | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A best of the tournament. ``more``: others who hold it too. ``stands_on``: from how much record."""

    title: str
    number: int
    unit: str
    holders: tuple[Holder, ...]
    more: int
    stands_on: str


@dataclass(frozen=True, slots=True)
class DealerLine:
    """What a dealer kicked, beside what was to be expected."""

    who: tuple[Name, ...]
    deals: int
    scoring: int
    points: int
    expected: str
    difference: str
    runs: str


class Teller:
    """Finds names for the ids of :class:`Statistics`."""

    def __init__(self, found: Statistics) -> None:
        self.found = found

    def team(self, pk: int) -> tuple[Name, ...]:
        """A team's name."""
        return (Name("team", pk, self.found.team_names[pk]),)

    def people(self, players: Iterable[int]) -> tuple[Name, ...]:
        """Players' names, by the alphabet."""
        named = (Name("player", pk, self.found.player_names[pk]) for pk in players)
        return tuple(sorted(named, key=lambda one: one.name))

    def lines(
        self, rows: Sequence[Ranked[Any]], people: Callable[[Any], tuple[Name, ...]], title: str, key: str
    ) -> List:
        """The first lines of a list."""
        cut = [row for row in rows if row.rank <= FIRST][:MOST]
        shown = tuple(
            Line(
                row.rank,
                people(row.who),
                ", ".join(self.found.team_names[team] for team in row.teams),
                row.number,
                row.matches,
                row.most,
                self.found.by_id[row.match_id],
            )
            for row in cut
        )
        return List(title, key, shown, len(rows) - len(shown))


def lists(found: Statistics, figure: str) -> tuple[List, ...]:
    """Teams, pairs and players by ``bullseyes`` or ``hang_jacks``."""
    teller = Teller(found)
    return (
        teller.lines(getattr(found.teams, figure), teller.team, "Teams", f"{figure}-teams"),
        teller.lines(getattr(found.pairs, figure), teller.people, "Pairs", f"{figure}-pairs"),
        teller.lines(getattr(found.players, figure), lambda pk: teller.people([pk]), "Players", f"{figure}-players"),
    )


def records(found: Statistics) -> tuple[Record, ...]:
    """The bests: most in one match, longest runs. One that nobody holds yet is left out."""
    teller = Teller(found)
    sources = found.sources
    by_result = f"all {plural(sources.matches - sources.credited, 'match', 'matches')} played"
    by_seats = f"the {plural(sources.seated, 'table')} that say{'s' if sources.seated == 1 else ''} who sat there"
    made: list[Record | None] = []
    for figure, unit in (("bullseyes", "bullseye"), ("hang_jacks", "hang jack")):
        what = f"Most {unit}s in a match"
        made += [
            _most(teller, found.teams, figure, teller.team, f"{what}, team", unit, by_result),
            _most(teller, found.pairs, figure, teller.people, f"{what}, pair", unit, by_seats),
            _most(teller, found.players, figure, lambda pk: teller.people([pk]), f"{what}, player", unit, by_seats),
        ]
    made += [_table_run(teller), _match_run(teller, by_result)]
    return tuple(record for record in made if record is not None)


def plural(number: int, one: str, many: str = "") -> str:
    """``1 table``, ``2 tables``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _most(
    teller: Teller,
    lists: Lists[Any],
    figure: str,
    people: Callable[[Any], tuple[Name, ...]],
    title: str,
    unit: str,
    stands_on: str,
) -> Record | None:
    rows: Sequence[Ranked[Any]] = getattr(lists, figure)
    best = max((row.most for row in rows), default=0)
    if not best:
        return None
    holders = [Holder(people(row.who), teller.found.by_id[row.match_id]) for row in rows if row.most == best]
    return Record(title, best, unit, *_few(holders), stands_on)


def _few(holders: Sequence[Holder]) -> tuple[tuple[Holder, ...], int]:
    return tuple(holders[:MOST_HOLDERS]), max(0, len(holders) - MOST_HOLDERS)


def _table_run(teller: Teller) -> Record | None:
    found = teller.found
    runs = found.table_runs
    if not runs or runs[0].number < 2:
        return None
    holders = []
    for run in runs:
        match = found.by_id[run.match_id]
        team = teller.team(match.team_at(run.side))
        who = team if run.players is None else teller.people(found.whole(run.players))
        games = f"table {run.table}, games {run.first} to {run.first + run.number - 1}"
        holders.append(Holder(who, match, games if run.players is None else f"{team[0].name}, {games}"))
    told = found.sources.in_order
    stands_on = f"the {plural(told, 'table')} of which every game is recorded"
    return Record(
        "Longest run of bullseyes at one table, one after another",
        runs[0].number,
        "bullseye",
        *_few(holders),
        stands_on,
    )


def _match_run(teller: Teller, stands_on: str) -> Record | None:
    runs = teller.found.match_runs
    if not runs or runs[0].number < 2:
        return None
    by_id = teller.found.by_id
    holders = [
        Holder(
            teller.team(run.team),
            None,
            f"rounds {by_id[run.first].round} to {by_id[run.last].round}" + (", unbroken" if run.goes_on else ""),
        )
        for run in runs
    ]
    return Record("Longest run of matches won, round after round", runs[0].number, "match", *_few(holders), stands_on)


def dealers(found: Statistics) -> tuple[tuple[DealerLine, ...], DealerLine | None]:
    """Everybody who dealt ten hands or more (all, where nobody did), the first lines; and everybody together."""
    kicks = found.kicks
    if not kicks.total.deals:
        return (), None
    teller = Teller(found)
    often = [dealer for dealer in kicks.dealers if dealer.deals >= FIRST] or list(kicks.dealers)

    def line(dealer: Any, who: tuple[Name, ...]) -> DealerLine:
        expected = float(kicks.odds.expected(dealer.deals))
        difference = dealer.first - expected
        return DealerLine(
            who,
            dealer.deals,
            dealer.scoring,
            dealer.first,
            f"{expected:.1f}",
            f"{'+' if difference >= 0 else '−'}{abs(difference):.1f}",
            f"{dealer.run_points} of {dealer.run_kicks}" if dealer.run_kicks else "",
        )

    few = [line(dealer, teller.people([dealer.player])) for dealer in often[:MOST] if dealer.player is not None]
    return tuple(few), line(kicks.total, ())


def spread(found: Statistics) -> tuple[str, str]:
    """Between which points all deals together should lie about 19 times in 20."""
    kicks = found.kicks
    middle, wide = float(kicks.odds.expected(kicks.total.deals)), 2 * kicks.odds.deviation(kicks.total.deals)
    return f"{max(0.0, middle - wide):.0f}", f"{middle + wide:.0f}"


def told(found: Statistics) -> dict[str, object]:
    """The lists and records, as page and paper show them."""
    few, everybody = dealers(found)
    low, high = spread(found)
    return {
        "records": records(found),
        "hang_jacks": lists(found, "hang_jacks"),
        "bullseyes": lists(found, "bullseyes"),
        "dealers": few,
        "everybody": everybody,
        "low": low,
        "high": high,
    }
