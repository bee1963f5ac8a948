"""How often what was ruled: by clause, by team, by player. Counts of what stands; nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from penalties.models import Ruling, RulingState
from rules_engine.penalty_code import find
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import EffectName
from tournaments.models import RosterEntry, Team, Tournament

_SENT_AWAY = frozenset({EffectName.SUBSTITUTE.value, EffectName.EJECT.value, EffectName.DEBAR.value})


@dataclass(slots=True)
class Row:
    """One line: rulings, warnings, penalty points and bullseyes that they gave away, people sent from the table."""

    key: str
    name: str
    rulings: int = 0
    warnings: int = 0
    points: int = 0
    bullseyes: int = 0
    sent_away: int = 0

    def add(self, ruling: Ruling) -> None:
        """Count one ruling."""
        self.rulings += 1
        for effect in ruling.result.get("effects", ()):
            name, n = effect["effect"], int(effect.get("n") or 0)
            self.warnings += name == EffectName.WARN.value
            if name == EffectName.POINTS.value:
                self.points += n
            elif name == EffectName.BULLSEYE.value:
                self.bullseyes += n - int(effect.get("excess") or 0)
            elif name in _SENT_AWAY and not effect.get("may"):
                self.sent_away += 1


@dataclass(frozen=True, slots=True)
class Statistics:
    """The three tables, each with the most rulings first."""

    total: Row
    clauses: tuple[Row, ...] = ()
    teams: tuple[Row, ...] = ()
    players: tuple[Row, ...] = ()
    most: int = field(default=1)


def statistics(tournament: Tournament) -> Statistics:
    """What stands in a tournament: two queries, whatever their number."""
    found = list(
        Ruling.objects.filter(incident__match__tournament=tournament, state=RulingState.STANDING)
        .select_related("offender", "incident__match__home", "incident__match__away", "incident__table__board")
        .order_by("pk")
    )
    if not found:
        return Statistics(Row("", ""))
    teams = {
        entry.player_id: entry.team
        for entry in RosterEntry.objects.filter(team__tournament=tournament).select_related("team")
    }
    total = Row("", "Together")
    for ruling in found:
        total.add(ruling)
    clauses = _counted(found, lambda ruling: (ruling.clause, _title(ruling.clause)))
    by_team = _counted(found, lambda ruling: _named(_team(ruling, teams)))
    players = _counted(
        found, lambda ruling: (str(ruling.offender_id), str(ruling.offender)) if ruling.offender else None
    )
    return Statistics(total, clauses, by_team, players, max(row.rulings for row in clauses))


def _counted(found: Iterable[Ruling], key: Callable[[Ruling], tuple[str, str] | None]) -> tuple[Row, ...]:
    rows: dict[str, Row] = {}
    for ruling in found:
        named = key(ruling)
        if named is not None:
            rows.setdefault(named[0], Row(*named)).add(ruling)
    return tuple(sorted(rows.values(), key=lambda row: (-row.rulings, row.name)))


def _title(number: str) -> str:
    clause = find(number)
    return clause.title if clause else number


def _named(team: Team | None) -> tuple[str, str] | None:
    return None if team is None else (str(team.pk), team.name)


def _team(ruling: Ruling, teams: dict[int, Team]) -> Team | None:
    """The offender's team: by the seat where there was one, else by the roster."""
    incident = ruling.incident
    board = getattr(incident.table, "board", None)
    if ruling.offender_seat and board is not None and board.home_pair:
        at_home = Seat(ruling.offender_seat).pair is Pair(board.home_pair)
        found: Team = incident.match.home if at_home else incident.match.away
        return found
    return teams.get(ruling.offender_id or 0)
