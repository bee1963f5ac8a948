"""A table as a report or a ruling finds it: who sits there, which rules hold, how the board stood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from penalties.models import Ruling
from penalties.selectors import warnings
from penalties.selectors.asking import Place
from penalties.selectors.ruling_words import People
from penalties.services.bench import history_of
from rules_engine.seats import Pair, Seat
from rules_engine.table import state_before
from scoring.selectors.tables import TableShown
from scoring.services import boards, store
from scoring.services.ledger import ruleset_of
from tournaments.models import Match, Player, RosterEntry, Table


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat as it is tapped: ``value`` N, E, S or W, with the player's name and the team's."""

    value: str
    name: str
    team: str
    pair: str


def people_of(shown: TableShown) -> People:
    """The names at a table that is shown."""
    teams = {side.pair: str(side.team or "") for side in shown.pairs}
    return People(teams, {seating.seat: seating.player.name for seating in shown.table.seatings.all()})


def people_at(match: Match, table: Table, home_pair: str) -> People:
    """The names at a table read with its seats and players."""
    home = Pair(home_pair or Pair.NS)
    teams = {home.value: match.home.name, home.opponents.value: match.away.name}
    return People(teams, {seating.seat: seating.player.name for seating in table.seatings.all()})


def sitting(people: People) -> tuple[Sitting, ...]:
    """The four seats in the order N, E, S, W."""
    return tuple(
        Sitting(seat.value, people.names.get(seat.value, ""), people.teams.get(seat.pair.value, ""), seat.pair.value)
        for seat in Seat
    )


def place_of(table: Table, base: Mapping[str, Any], *, change: Ruling | None = None) -> Place:
    """The table as the engine knows it, for an incident of which clause and offender are told.

    ``change``: the ruling whose place another is to take; the table is then as it was before that one. Two or three
    statements.
    """
    standing = store.read(table.pk)
    ruleset = ruleset_of(standing)
    if change is None:
        state = boards.read_state(standing.table.state)
    else:
        history, opening = history_of(table.pk, ruleset)
        state = state_before(ruleset, history, change.ledger_sequence - opening)
    offender = base.get("offender")
    seat = Seat(offender) if offender in set(Seat) else None
    player = None
    if seat is not None:
        player = next((one.player_id for one in table.seatings.all() if one.seat == seat.value), None)
    earlier = warnings.earlier(standing, ruleset, str(base.get("clause", "")), player, seat, instead=change)
    return Place(ruleset, state, any(one.elsewhere and one.counts for one in earlier))


def others_of(match: Match, table: Table) -> list[Player]:
    """Players of both teams who do not sit at the table. One query."""
    seated = [seating.player_id for seating in table.seatings.all()]
    rows = RosterEntry.objects.filter(team_id__in=(match.home_id, match.away_id)).exclude(player_id__in=seated)
    return [entry.player for entry in rows.select_related("player", "team").order_by("team__name", "number", "pk")]
