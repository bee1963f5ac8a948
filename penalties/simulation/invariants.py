"""What must hold of a season whatever happened in it. Each is worked out anew from the ledgers and fixtures.

The figures here come from folding the ledgers with the engine and from nothing that the database keeps of them, so
that they can be held against the standings.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from rules_engine.match import MatchStatus, Side, TableTally, check_total, judge_match
from rules_engine.seats import Pair
from rules_engine.table import fold, parse_event
from scoring.models import LedgerEvent, Result, ResultState
from scoring.selectors import proof
from scoring.selectors.standings import Standing, standings
from scoring.services.rebuild import recompute
from tournaments.models import Match, Stage, StageKind, Table, TableKind, Tournament
from tournaments.selectors import sizes


@dataclass(frozen=True, slots=True)
class Checked:
    """One invariant: what it says, over how much, and every break of it."""

    name: str
    over: str
    broken: tuple[str, ...]


@dataclass
class Sums:
    """A team's figures, added up from ledgers alone."""

    won: int = 0
    lost: int = 0
    made: int = 0
    against: int = 0
    hung: int = 0
    hung_against: int = 0
    matches: int = 0

    @property
    def key(self) -> tuple[int, ...]:
        """By wins, difference, bullseyes, hang jacks: more is better."""
        return (self.won, self.made - self.against, self.made, self.hung)


@dataclass
class Season:
    """A tournament as the checks read it, once."""

    tournament: Tournament
    matches: list[Match] = field(default_factory=list)
    results: dict[int, Result] = field(default_factory=dict)

    def __post_init__(self) -> None:
        found = Match.objects.filter(tournament=self.tournament).select_related(
            "tournament", "round__stage", "home", "away", "official"
        )
        self.matches = list(found.prefetch_related("tables__spot__room").order_by("round__number", "pk"))
        confirmed = Result.objects.filter(match__tournament=self.tournament, state=ResultState.CONFIRMED)
        self.results = {result.match_id: result for result in confirmed}


def check(tournament: Tournament) -> list[Checked]:
    """Every invariant, in the order in which they are told."""
    season = Season(tournament)
    folded = {match.pk: from_ledger(match) for match in season.matches}
    stages = list(tournament.stages.order_by("order"))
    checks: list[tuple[str, str, Callable[[], Iterable[str]]]] = [
        ("every match has a confirmed result", f"{len(season.matches)} matches", lambda: _confirmed(season)),
        ("bullseyes for = bullseyes against", "the standings", lambda: _balance(season, stages)),
        ("games within bounds", f"{len(season.matches)} matches", lambda: _bounds(season)),
        ("results are what the ledgers come to", f"{len(folded)} matches", lambda: _results(season, folded)),
        ("ranks come out of the ledgers", f"{len(stages)} stages", lambda: _ranks(season, stages, folded)),
        ("nobody confirmed what they recorded", f"{len(season.results)} results", lambda: _second(season)),
        ("nobody sat down for both or twice, at most six came in", "all line-ups", lambda: _seats(season)),
        ("no team twice in a slot", "all slots", lambda: _once(season, _teams)),
        ("no official in two places", "all slots", lambda: _once(season, _officials)),
        ("no table of the hall used twice", "all slots", lambda: _once(season, _spots)),
        ("the knock-out's winners went on", "the knock-out", lambda: _went_on(season)),
        ("projections follow from the ledgers", f"{len(season.matches)} matches", lambda: _projections(season)),
        ("verify_ledger is clean", _events(tournament), lambda: _proof(season)),
    ]
    return [Checked(name, over, tuple(broken())) for name, over, broken in checks]


def from_ledger(match: Match) -> tuple[int, int, int, int, str]:
    """Bullseyes and hang jacks of home and away and who won, by the engine from the match's events alone."""
    ruleset = match.tournament.ruleset
    tallies: list[TableTally] = []
    decider: TableTally | None = None
    for table in sorted(match.tables.all(), key=lambda table: table.number):
        envelopes = [json.loads(text) for text in _payloads(table)]
        if not envelopes:
            continue
        home_pair = Pair(envelopes[0]["details"].get("home_pair", "NS"))
        events = [parse_event(envelope["event"], ruleset) for envelope in envelopes]
        state = fold(ruleset, events).state
        if table.kind == TableKind.SHEET:
            home, away = state.bullseyes.of(home_pair), state.bullseyes.of(home_pair.opponents)
            if home != away:
                jacks = state.hang_jacks
                winner = "home" if home > away else "away"
                return home, away, jacks.of(home_pair), jacks.of(home_pair.opponents), winner
            continue
        if table.kind == TableKind.DECIDER:
            decider = TableTally.of(state, home_pair)
        else:
            tallies.append(TableTally.of(state, home_pair))
    judged = judge_match(sizes.of_match(match).rules, tallies, decider)
    winner = "" if judged.winner is None else "home" if judged.winner is Side.HOME else "away"
    over = judged.status in (MatchStatus.WON, MatchStatus.DRAWN)
    return judged.home, judged.away, judged.hang_jacks_home, judged.hang_jacks_away, winner if over else "?"


def _payloads(table: Table) -> Iterable[str]:
    return LedgerEvent.objects.filter(table=table).order_by("sequence").values_list("payload", flat=True)


def _events(tournament: Tournament) -> str:
    return f"{LedgerEvent.objects.filter(table__match__tournament=tournament).count()} events"


def _confirmed(season: Season) -> Iterable[str]:
    return [f"{match} in {match.round}" for match in season.matches if match.pk not in season.results]


def _balance(season: Season, stages: list[Stage]) -> Iterable[str]:
    for stage in (None, *stages):
        rows = standings(season.tournament, stage=stage).rows
        where = stage or season.tournament
        if any(row.byes for row in rows):
            continue  # what a bye is credited with nobody made against anybody
        for made, against in (("bullseyes_for", "bullseyes_against"), ("hang_jacks_for", "hang_jacks_against")):
            one, other = (sum(getattr(row, name) for row in rows) for name in (made, against))
            if one != other:
                yield f"{where}: {one} {made} and {other} {against}"
        won, lost = sum(row.won for row in rows), sum(row.lost for row in rows)
        if won != lost:
            yield f"{where}: {won} won and {lost} lost"


def _bounds(season: Season) -> Iterable[str]:
    for match in season.matches:
        result = season.results.get(match.pk)
        rules = sizes.of_match(match).rules
        if result is not None:
            figures = result.home_bullseyes, result.away_bullseyes, result.home_hang_jacks, result.away_hang_jacks
            yield from (f"{match}: {fault.message}" for fault in check_total(rules, *figures))


def _results(season: Season, folded: dict[int, tuple[int, int, int, int, str]]) -> Iterable[str]:
    for match in season.matches:
        result = season.results.get(match.pk)
        if result is None:
            continue
        kept = (
            result.home_bullseyes,
            result.away_bullseyes,
            result.home_hang_jacks,
            result.away_hang_jacks,
            result.winner,
        )
        if kept != folded[match.pk]:
            yield f"{match}: {kept} is confirmed, the ledgers come to {folded[match.pk]}"


def _ranks(season: Season, stages: list[Stage], folded: dict[int, tuple[int, int, int, int, str]]) -> Iterable[str]:
    """The standings of each stage hold the figures of the ledgers, in the order that those give."""
    for stage in stages:
        sums: dict[int, Sums] = defaultdict(Sums)
        for match in season.matches:
            if match.round.stage_id != stage.pk or match.play_off or match.pk not in season.results:
                continue
            home, away, hung, hung_away, winner = folded[match.pk]
            for team, made, other, jacks, others, side in (
                (match.home_id, home, away, hung, hung_away, "home"),
                (match.away_id, away, home, hung_away, hung, "away"),
            ):
                one = sums[team]
                one.matches += 1
                one.won, one.lost = one.won + (winner == side), one.lost + (winner not in (side, ""))
                one.made, one.against = one.made + made, one.against + other
                one.hung, one.hung_against = one.hung + jacks, one.hung_against + others
        rows = standings(season.tournament, stage=stage).rows
        for row in rows:
            one = sums[row.team_id]
            kept = (row.played, row.won, row.lost, row.bullseyes_for, row.bullseyes_against, row.hang_jacks_for)
            right = (one.matches, one.won, one.lost, one.made, one.against, one.hung)
            if kept != right or row.hang_jacks_against != one.hung_against:
                yield f"{stage}: {row.team} stands with {kept}, the ledgers come to {right}"
        for above, below in pairwise(rows):
            yield from _in_order(stage, above, below, sums)


def _in_order(stage: Stage, above: Standing, below: Standing, sums: dict[int, Sums]) -> Iterable[str]:
    one, other = sums[above.team_id].key, sums[below.team_id].key
    if one < other:
        yield f"{stage}: {above.team} stands above {below.team} with {one} against {other}"
    if one > other and above.rank == below.rank:
        yield f"{stage}: {above.team} and {below.team} share a rank with {one} and {other}"


def _second(season: Season) -> Iterable[str]:
    actors: dict[int, set[int]] = defaultdict(set)
    rows = LedgerEvent.objects.filter(table__match__tournament=season.tournament).order_by()
    for match_id, actor_id in rows.values_list("table__match_id", "actor_id").distinct():
        actors[match_id].add(actor_id)
    for match in season.matches:
        result = season.results.get(match.pk)
        if result is not None and (result.confirmed_by_id is None or result.confirmed_by_id in actors[match.pk]):
            yield f"{match} was confirmed by somebody who recorded it"


def _seats(season: Season) -> Iterable[str]:
    """Every player of a match sat at one table, and no team brought in more than six (13.b)."""
    opened: dict[int, list[int]] = defaultdict(list)
    came: dict[tuple[int, str], int] = defaultdict(int)
    limit = season.tournament.ruleset.substitute_limit
    events = LedgerEvent.objects.filter(table__match__tournament=season.tournament, table__kind=TableKind.TABLE)
    for match_id, text in events.filter(kind__in=("opened", "substitution")).values_list("table__match_id", "payload"):
        envelope = json.loads(text)
        details = envelope["details"]
        if envelope["event"]["event"] == "opened":
            opened[match_id] += [seat["player"] for seat in (details.get("seats") or {}).values()]
        else:
            opened[match_id].append(details["in"])
            came[match_id, "home" if envelope["event"]["seat"] in "NS" else "away"] += 1
    for match in season.matches:
        if len(opened[match.pk]) != len(set(opened[match.pk])):
            yield f"{match}: somebody sat down twice"
        yield from (
            f"{match}: {came[match.pk, side]} came in" for side in ("home", "away") if came[match.pk, side] > limit
        )


def _at(match: Match) -> datetime | int:
    """When a match is; without a time its round stands for it."""
    return match.starts_at or match.round.starts_at or match.round_id


def _teams(match: Match) -> list[Any]:
    return [match.home, match.away]


def _officials(match: Match) -> list[Any]:
    return [match.official] if match.official else []


def _spots(match: Match) -> list[Any]:
    return [table.spot for table in match.tables.all() if table.spot]


def _once(season: Season, of: Callable[[Match], list[Any]]) -> Iterable[str]:
    taken: dict[tuple[Any, Any], Match] = {}
    for match in season.matches:
        for thing in of(match):
            first = taken.setdefault((_at(match), thing), match)
            if first is not match:
                yield f"{thing}: {first} and {match} at {_at(match)}"


def _went_on(season: Season) -> Iterable[str]:
    """Whoever plays in a later round of a knock-out has won in the one before, but for the match for third place."""
    for stage in season.tournament.stages.filter(kind=StageKind.KNOCK_OUT):
        rounds: dict[int, list[Match]] = defaultdict(list)
        for match in season.matches:
            if match.round.stage_id == stage.pk:
                rounds[match.round.drawn_as or 0].append(match)
        numbers = sorted(rounds)
        for before, after in pairwise(numbers):
            won = {winner(season, match) for match in rounds[before]}
            lost = {loser(season, match) for match in rounds[before]}
            for match in rounds[after]:
                sides = {match.home_id, match.away_id}
                played = won | lost
                if sides & played and not (sides <= won or (after == numbers[-1] and sides <= lost)):
                    yield f"{match} in {match.round} is not between winners of the round before"


def winner(season: Season, match: Match) -> int | None:
    """Id of the team that won a match."""
    result = season.results.get(match.pk)
    return None if result is None else {"home": match.home_id, "away": match.away_id}.get(result.winner)


def loser(season: Season, match: Match) -> int | None:
    """Id of the team that lost a match."""
    won = winner(season, match)
    return None if won is None else match.away_id if won == match.home_id else match.home_id


def _projections(season: Season) -> Iterable[str]:
    return [f"{match}: {difference}" for match in season.matches for difference in recompute(match.pk, check=True)]


def _proof(season: Season) -> Iterable[str]:
    missing = [str(fault) for fault in proof.guards_missing()]
    return missing + [f"{match}: {fault}" for match in season.matches for fault in proof.faults_of(match.pk)]
