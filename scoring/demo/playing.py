"""Playing the demo's matches: hands from the engine's generator, recorded through the ledger's own door."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID, uuid5

from rules_engine.generator import generate_table, play_table
from rules_engine.match import TableTally, judge_match
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.table import start
from rules_engine.verdicts import Points
from scoring.models import MatchState
from scoring.services import ledger, results, tables
from tournaments.models import Match, Table, TableKind, User
from tournaments.selectors import sizes

NAMESPACE = UUID("6f1d2c6e-6a39-4a0e-9d0d-5f2f7f1f6a10")
PHONE = "Demo phone"
IN_PLAY = (MatchState.SCHEDULED.value, MatchState.IN_PLAY.value)
"""While a match's tables go on."""


class Scribe:
    """Writes one table's ledger, event after event."""

    def __init__(self, table: Table, by: User) -> None:
        self.table = table
        self.by = by
        self.sequence = 0
        self.answer: dict[str, Any] = {}

    def request(self) -> dict[str, Any]:
        """What every request to the ledger carries; ids follow from the table, so that a demo is repeatable."""
        match = self.table.match
        name = f"{match.tournament.slug}/{match.pk}/{self.table.number}/{self.sequence}"
        return {
            "expected": self.sequence,
            "client_id": uuid5(NAMESPACE, name),
            "by": self.by,
            "device": PHONE,
        }

    def seat(self, players: Mapping[str, int]) -> None:
        """Open the table, South dealing first."""
        asked = {"seats": players, "first_dealer": "S", "home_pair": "NS", "toss": "home", **self.request()}
        if self.table.kind == TableKind.DECIDER:
            self._note(tables.open_decider(self.table.match, **asked))
        else:
            self._note(tables.open_table(self.table, **asked))

    def tell(self, event: Mapping[str, Any]) -> None:
        """Record one event."""
        self._note(ledger.append(self.table.pk, event, **self.request()))

    def put_right(self, reason: str, instead: Mapping[str, Any] | None) -> None:
        """Correct the last event."""
        self._note(ledger.correct_last(self.table.pk, reason=reason, replace=instead, **self.request()))

    def _note(self, appended: ledger.Appended) -> None:
        self.sequence, self.answer = appended.sequence, appended.answer

    @property
    def match_state(self) -> str:
        """Where the match stands after the last event."""
        return str(self.answer["match"]["state"])


def seats(match: Match, first: int) -> dict[str, int]:
    """Two of each roster, from number ``first`` on; the home team sits N–S."""
    home, away = (
        list(team.roster.order_by("number").values_list("player_id", flat=True)) for team in (match.home, match.away)
    )
    return {"N": home[first], "S": home[first + 1], "E": away[first], "W": away[first + 1]}


def open_tables(match: Match, by: User) -> list[Scribe]:
    """Every table of the match, seated."""
    scribes = [Scribe(table, by) for table in match.tables.filter(kind=TableKind.TABLE).order_by("number")]
    for scribe in scribes:
        scribe.seat(seats(match, 2 * (scribe.table.number - 1)))
    return scribes


def play_out(match: Match, seed: str, by: User, *, hands: int | None = None) -> list[Scribe]:
    """Play all tables side by side, hand by hand, until the match is decided or level, or each had ``hands`` hands."""
    ruleset = match.tournament.ruleset
    scribes = open_tables(match, by)
    streams = {
        scribe: iter(generate_table(ruleset, scribe.table.games, Seat.S, f"{seed}/{scribe.table.number}", most=hands))
        for scribe in scribes
    }
    while streams:
        for scribe in list(streams):
            event = next(streams[scribe], None)
            if event is None:
                del streams[scribe]
                continue
            scribe.tell(event)
            if scribe.match_state not in IN_PLAY:
                return scribes
    return scribes


def type_tallies(match: Match, seed: str, by: User) -> list[Scribe]:
    """Each table's tally typed from paper, as the same hands would have left it when the match was decided."""
    scribes = []
    for number, tally in enumerate(_tallies(match, seed), start=1):
        scribe = Scribe(match.tables.get(number=number), by)
        scribe.seat(seats(match, 2 * (number - 1)))
        scribe.tell(
            {
                "event": "tally",
                "bullseyes": {"NS": tally.home, "EW": tally.away},
                "hang_jacks": {"NS": tally.hang_jacks_home, "EW": tally.hang_jacks_away},
            }
        )
        scribes.append(scribe)
    return scribes


def play_decider(match: Match, seed: str, by: User, *, hands: int | None = None) -> Scribe:
    """Open the decider of a level match and play it, to its end or for so many hands."""
    scribe = Scribe(tables.ensure_decider(match), by)
    scribe.seat(seats(match, 0))
    for event in generate_table(match.tournament.ruleset, scribe.table.games, Seat.S, f"{seed}/decider", most=hands):
        if scribe.match_state != MatchState.PLAYED.value:
            scribe.tell(event)
    return scribe


def level_seed(match: Match, seed: str) -> str:
    """The first seed of a row of them by which the two sides are level after every game."""
    number = 0
    while True:
        number += 1
        found = f"{seed}/{number}"
        last = [_final(match, found, table.number, table.games) for table in match.tables.order_by("number")]
        if sum(points.NS for points in last) == sum(points.EW for points in last):
            return found


def confirm(match: Match, by: User) -> None:
    """Confirm the result of a match played out."""
    results.confirm(match, by=by)


def _final(match: Match, seed: str, number: int, games: int) -> Points:
    last = Points(0, 0)
    for _, state in play_table(match.tournament.ruleset, games, Seat.S, f"{seed}/{number}"):
        last = state.bullseyes
    return last


def _tallies(match: Match, seed: str) -> list[TableTally]:
    """The tables side by side by the engine alone, until the match is decided."""
    ruleset: Ruleset = match.tournament.ruleset
    rules = sizes.of_match(match).rules
    found = [TableTally.of(start(ruleset, rules.games, Seat.S), Pair.NS) for _ in range(rules.tables)]
    streams: list[Iterator[Any]] = [
        play_table(ruleset, rules.games, Seat.S, f"{seed}/{number}") for number in range(1, rules.tables + 1)
    ]
    playing = True
    while playing:
        playing = False
        for place, stream in enumerate(streams):
            taken = next(stream, None)
            if taken is None:
                continue
            playing = True
            found[place] = TableTally.of(taken[1], Pair.NS)
            if judge_match(rules, found, None).winner is not None:
                return found
    return found
