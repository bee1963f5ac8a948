"""Who came in for whom at the tables of a match, and how many substitutes each team has used.

Read from the ledgers (openings, substitutions, corrections), by player and not by name: two players of a team may be
called the same. Two players who turned out to be one person are that one. Nothing counts that stands before a table's
last opening: a match that is played again has all its substitutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules_engine.rulesets import Ruleset
from rules_engine.substitutes import Count, count, decider_players, gone
from scoring.models import EventKind, LedgerEvent
from scoring.services import entries
from tournaments.models import Match, Player, RosterEntry, Seating, Table, TableKind, Team
from tournaments.selectors import bars, identity

KINDS = (EventKind.OPENED, EventKind.SUBSTITUTION, EventKind.CORRECTION)


@dataclass(frozen=True, slots=True)
class Change:
    """A substitution that stands: entry ``sequence`` of a table; players by id."""

    table_id: int
    sequence: int
    seat: str
    out: int
    in_: int
    reason: str


@dataclass(slots=True)
class Seated:
    """A table's people: those of the opening by seat, then every change that stands, in order."""

    table_id: int
    kind: str
    home_pair: str = "NS"
    opening: int = 0
    seats: dict[str, int] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)

    def side_of(self, seat: str) -> str:
        """``home`` or ``away``."""
        return "home" if seat in self.home_pair else "away"


@dataclass(frozen=True, slots=True)
class People:
    """Everybody seated at a match, table by table. ``roots``: by player, the one whom they turned out to be."""

    tables: tuple[Seated, ...]
    roots: Mapping[int, int] = field(default_factory=dict)

    def persons(self, players: Iterable[int]) -> set[int]:
        """Of people who sat at the match, the ones whom they turned out to be."""
        return {self.roots.get(player, player) for player in players}

    def changes(self, side: str, *, but: int | None = None) -> list[Change]:
        """The substitutions of a side, those at table ``but`` left out."""
        return [
            change
            for table in self.tables
            if table.table_id != but
            for change in table.changes
            if table.side_of(change.seat) == side
        ]

    def went_out(self, side: str) -> list[int]:
        """Who of a side was substituted, at any table."""
        return [change.out for change in self.changes(side)]

    def gone(self, ruleset: Ruleset, side: str) -> set[int]:
        """Who of a side may not come back in this match, each as whom they turned out to be."""
        return gone(ruleset, self.persons(self.went_out(side)))

    def count(self, ruleset: Ruleset, side: str, table_id: int) -> Count:
        """The side's substitutes as they count at a table."""
        elsewhere = len(self.changes(side, but=table_id))
        return count(ruleset, len(self.changes(side)) - elsewhere, elsewhere)

    def decider(self, ruleset: Ruleset, side: str) -> list[int]:
        """Who of a side may play the decider without being brought in, in the order of the tables, as they sat."""
        sat = {
            self.roots.get(player, player): player
            for table in self.tables
            if table.kind == TableKind.TABLE
            for player in [
                *(player for seat, player in sorted(table.seats.items()) if table.side_of(seat) == side),
                *(change.in_ for change in table.changes if table.side_of(change.seat) == side),
            ]
        }
        return [sat[person] for person in decider_players(ruleset, sat, self.persons(self.went_out(side)))]


def people_of(match_id: int) -> People:
    """Everybody seated at the match. Two queries, one while nobody is."""
    rows = LedgerEvent.objects.filter(table__match_id=match_id, kind__in=KINDS).order_by("table__number", "sequence")
    found: dict[int, Seated] = {}
    for table_id, kind, table_kind, sequence, payload in rows.values_list(
        "table_id", "kind", "table__kind", "sequence", "payload"
    ):
        event, details = entries.read_payload(payload)
        if kind == EventKind.OPENED:
            seats = {seat: told["player"] for seat, told in details.get("seats", {}).items()}
            found[table_id] = Seated(table_id, table_kind, details["home_pair"], sequence, seats)
        elif kind == EventKind.SUBSTITUTION:
            change = Change(table_id, sequence, event["seat"], details["out"], details["in"], event["reason"])
            found[table_id].changes.append(change)
        else:
            table = found[table_id]
            struck = event["of"] + table.opening
            table.changes = [change for change in table.changes if change.sequence != struck]
    told = {
        player
        for table in found.values()
        for player in (*table.seats.values(), *(who for change in table.changes for who in (change.out, change.in_)))
    }
    return People(tuple(found.values()), identity.roots(told) if told else {})


@dataclass(frozen=True, slots=True)
class Bench:
    """A side at a table: who sits where, who may come in, who may not and why, and how many substitutes are left."""

    side: str
    team: Team
    sitting: tuple[tuple[str, Player], ...]
    players: tuple[Player, ...]
    others: tuple[tuple[Player, str], ...]
    count: Count


def benches(match: Match, table: Table, ruleset: Ruleset) -> tuple[Bench, Bench]:
    """Home's and away's: six queries, whatever the rosters."""
    people = people_of(match.pk)
    seated = Seating.objects.filter(table__match=match).select_related("player", "table__board").order_by("seat")
    rows = list(seated)
    here = {row.seat: row.player for row in rows if row.table_id == table.pk}
    busy = {
        _person(row.player): str(row.table).lower()
        for row in rows
        if row.table_id != table.pk and not row.table.board.closed
    }
    home_pair = next((known.home_pair for known in people.tables if known.table_id == table.pk), "NS")
    roster = RosterEntry.objects.filter(team__in=(match.home_id, match.away_id)).select_related("player")
    listed: dict[int, list[Player]] = {match.home_id: [], match.away_id: []}
    for entry in roster:
        listed[entry.team_id].append(entry.player)
    everybody = [player.pk for players in listed.values() for player in players]
    barred = bars.binding(match.tournament_id, match.pk, everybody)
    sitting = {player.pk for player in here.values()}
    here_too = {_person(player) for player in here.values()}
    made: list[Bench] = []
    for side, team in (("home", match.home), ("away", match.away)):
        away = people.gone(ruleset, side)
        free: list[Player] = []
        others: list[tuple[Player, str]] = []
        for player in listed[team.pk]:
            if player.pk in sitting:
                continue
            person = _person(player)
            if person in here_too:
                others.append((player, "sits at this table"))
            elif person in away:
                others.append((player, "was substituted in this match"))
            elif person in busy:
                others.append((player, f"sits at {busy[person]}"))
            elif player.pk in barred:
                others.append((player, bars.why(barred[player.pk])))
            else:
                free.append(player)
        made.append(
            Bench(
                side=side,
                team=team,
                sitting=tuple(
                    (seat, player) for seat, player in here.items() if (seat in home_pair) == (side == "home")
                ),
                players=tuple(free),
                others=tuple(others),
                count=people.count(ruleset, side, table.pk),
            )
        )
    return made[0], made[1]


def _person(player: Player) -> int:
    """The id of the one whom a player turned out to be."""
    return player.same_as_id or player.pk
