"""Opening a table, putting a wrong opening right, and the decider.

Who sits where is a projection of the ledger: :class:`tournaments.models.Seating` rows are written here, in the
transaction of the event that seats somebody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from rules_engine.match import DECIDER_GAMES
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Seat
from rules_engine.verdicts import RecordError
from scoring.models import MatchState
from scoring.selectors.substitutes import people_of
from scoring.services import boards, entries, ledger, store
from scoring.services.plans import Entry, engine_events, last_standing, name_of, plan_opening, told_of
from scoring.services.refusals import LedgerRefused
from scoring.services.store import Standing
from scoring.services.substitutes import brought_in, substitute
from tournaments.models import Match, Player, RosterEntry, Seating, Table, TableKind, User
from tournaments.selectors import bars, identity

__all__ = ["ensure_decider", "open_decider", "open_table", "reopen_table", "substitute"]

SEATS = tuple(seat.value for seat in Seat)


def open_table(
    table: Table,
    *,
    seats: Mapping[str, int],
    first_dealer: str,
    home_pair: str,
    toss: str | None,
    expected: int = 0,
    client_id: UUID,
    by: User,
    device: str = "",
) -> ledger.Appended:
    """Seat four players and say who deals first (2.b).

    ``seats``: player ids by ``N E S W``; the pair ``home_pair`` from the home team's roster, the other from the away
    team's. ``toss``: ``home``, ``away`` or None, who won it. The tournament's ruleset is frozen with its first table.
    RecordError naming ``seats.N``, ``first_dealer``, ``home_pair`` or ``toss``; LedgerRefused; LedgerConflict.
    """
    return _open(table.pk, seats, first_dealer, home_pair, toss, expected, client_id, by, device)


def reopen_table(
    table: Table,
    *,
    reason: str,
    seats: Mapping[str, int],
    first_dealer: str,
    home_pair: str,
    toss: str | None,
    expected: int,
    client_id: UUID,
    by: User,
    device: str = "",
) -> ledger.Appended:
    """Open a table again that was opened wrongly, while nothing stands that was recorded since."""
    why = entries.text("reason", reason)
    return _open(table.pk, seats, first_dealer, home_pair, toss, expected, client_id, by, device, reason=why)


def open_decider(
    match: Match,
    *,
    seats: Mapping[str, int] | None,
    first_dealer: str | None,
    home_pair: str,
    toss: str | None = None,
    expected: int = 0,
    client_id: UUID,
    by: User,
    device: str = "",
) -> ledger.Appended:
    """Open the best of three of a level match (13.c): any two of each team's players who sat at its tables.

    Anybody else on the roster comes in as a substitute, if the team has one left: the table opens with one of those
    who sat, and the substitution follows at once. ``seats`` None opens it without players, for a decider typed from
    paper. Its table follows the last one.
    """
    with transaction.atomic():
        table = ensure_decider(match)
        return _open(table.pk, seats, first_dealer, home_pair, toss, expected, client_id, by, device)


def ensure_decider(match: Match) -> Table:
    """The decider's table of a match, made when the match is level; LedgerRefused ``no-decider`` otherwise."""
    with transaction.atomic():
        store.lock_match(match.pk)
        tables = list(Table.objects.filter(match_id=match.pk).select_related("match__tally").order_by("number"))
        for table in tables:
            if table.kind == TableKind.DECIDER:
                return table
        tally = getattr(tables[0].match, "tally", None) if tables else None
        if tally is None or tally.state != MatchState.LEVEL:
            raise LedgerRefused("no-decider", "The tables are not level: no decider is due.", clause="13.c")
        return Table.objects.create(
            match_id=match.pk, number=tables[-1].number + 1, kind=TableKind.DECIDER, games=DECIDER_GAMES
        )


def _open(
    table_id: int,
    seats: Mapping[str, int] | None,
    first_dealer: str | None,
    home_pair: str,
    toss: str | None,
    expected: int,
    client_id: UUID,
    by: User,
    device: str,
    *,
    reason: str | None = None,
) -> ledger.Appended:
    home = entries.home_pair(home_pair)
    dealer = None if first_dealer is None and seats is None else _seat(first_dealer, "first_dealer")
    if toss not in (None, "home", "away"):
        raise RecordError("toss", "must be home, away or nothing")
    ids = None if seats is None else _seats(seats)
    more = {} if reason is None else {"reason": reason}

    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        if store.is_sheet(standing.table):
            raise LedgerRefused("sheet-tally-only", "A whole match from paper has no seats.")
        _may_open(standing, ruleset, again=reason is not None)
        told = {} if ids is None else _told(standing, ruleset, ids, home)
        makes_way = _makes_way(standing, ruleset, ids, home) if ids and store.is_decider(standing.table) else {}
        seats_told = told | {seat: {"player": player.pk, "name": player.name} for seat, player in makes_way.items()}
        opening = plan_opening(
            standing.table, ruleset, first_dealer=dealer, home_pair=home, seats=seats_told, toss=toss, more=more
        )
        comes = {seat: (told[seat]["player"], told[seat]["name"]) for seat in makes_way}
        return [opening, *brought_in(standing, ruleset, opening, makes_way, comes)]

    def same(ruleset: Ruleset, event: dict[str, Any], details: dict[str, Any]) -> bool:
        if event.get("event") == "substitution" and ids is not None:
            # The opening's request ended with the substitute whom it brought in.
            return ids.get(event["seat"]) == details["in"]
        if event.get("event") != "opened":
            return False
        stored = {seat: told["player"] for seat, told in details["seats"].items()}
        return (stored, event["first_dealer"], details["home_pair"], details["toss"], details.get("reason")) == (
            ids or {},
            dealer,
            home,
            toss,
            reason,
        )

    return ledger.record(ledger.Request(table_id, by, client_id, expected, device, same), plan)


def _may_open(standing: Standing, ruleset: Ruleset, *, again: bool) -> None:
    table = standing.table
    if not table.sequence:
        if again:
            raise LedgerRefused("not-opened", f"{name_of(table)} is not open yet: open it.")
        return
    if not again:
        raise LedgerRefused("already-open", f"{name_of(table)} is open already.")
    if last_standing(engine_events(told_of(table.id), ruleset)) is not None:
        raise LedgerRefused(
            "hands-follow", "Something is recorded at this table already: strike it first, then open the table again."
        )


def _told(standing: Standing, ruleset: Ruleset, ids: Mapping[str, int], home_pair: str) -> dict[str, Any]:
    """The seats with the players' names; refuses strangers to the team, and who sits elsewhere or went out."""
    names: dict[str, str] = {}
    teams = {standing.home_id: "home", standing.away_id: "away"}
    for team, side in teams.items():
        here = [seat for seat in SEATS if (seat in home_pair) == (side == "home")]
        known = _players(team, [ids[seat] for seat in here])
        for seat in here:
            if ids[seat] not in known:
                raise RecordError(f"seats.{seat}", f"is not on the roster of the {side} team")
            names[seat] = known[ids[seat]]
    _refuse_barred(standing, {f"seats.{seat}": ids[seat] for seat in SEATS})
    _refuse_gone(standing, ruleset, ids, home_pair)
    person = identity.roots(ids.values())
    for place, seat in enumerate(SEATS):
        if person[ids[seat]] in {person[ids[other]] for other in SEATS[:place]}:
            raise RecordError(f"seats.{seat}", "is the same person as on another seat")
    elsewhere = [table.id for table in boards.open_tables(standing.tables) if table.id != standing.table.id]
    busy = Seating.objects.filter(table_id__in=elsewhere).select_related("player", "table")
    for row in busy:
        if (row.player.same_as_id or row.player_id) in person.values():
            raise LedgerRefused(
                "seated-elsewhere", f"{row.player.name} sits at {str(row.table).lower()} of this match."
            )
    return {seat: {"player": ids[seat], "name": names[seat]} for seat in SEATS}


def _refuse_barred(standing: Standing, players: Mapping[str, int]) -> None:
    """RecordError naming the field of a player who may not be seated, with the reason."""
    barred = bars.binding(standing.tournament_id, standing.match_id, players.values())
    for field, player in players.items():
        if player in barred:
            raise RecordError(field, f"{barred[player].player.name} {bars.why(barred[player])}")


def _refuse_gone(standing: Standing, ruleset: Ruleset, ids: Mapping[str, int], home_pair: str) -> None:
    """Nobody sits down who was substituted in this match (13.a), unless the ruleset lets them return."""
    people = people_of(standing.match_id)
    person = identity.roots(ids.values())
    for side in ("home", "away"):
        away = people.gone(ruleset, side)
        for seat in SEATS:
            if (seat in home_pair) == (side == "home") and person[ids[seat]] in away:
                raise RecordError(f"seats.{seat}", "was substituted in this match and may not come back (13.a)")


def _makes_way(standing: Standing, ruleset: Ruleset, ids: Mapping[str, int], home_pair: str) -> dict[str, Player]:
    """At a decider, by seat, who of those that sat makes way for a player who did not.

    Where nobody was ever seated, the roster is all there is, and nobody makes way.
    """
    people = people_of(standing.match_id)
    way: dict[str, int] = {}
    for side in ("home", "away"):
        four = people.decider(ruleset, side)
        here = [seat for seat in SEATS if (seat in home_pair) == (side == "home")]
        person = identity.roots([*four, *(ids[seat] for seat in here)])
        playing = {person[ids[seat]] for seat in here}
        resting = [player for player in four if person[player] not in playing]
        strangers = [seat for seat in here if person[ids[seat]] not in {person[player] for player in four}]
        for seat in strangers if four else []:
            if not resting:
                raise LedgerRefused(
                    "decider-players",
                    f"The player at {seat} sat at no table of this match: two of each team's four play the decider.",
                    clause="13.c",
                )
            way[seat] = resting.pop(0)
    named = Player.objects.in_bulk(way.values())
    return {seat: named[player] for seat, player in way.items()}


def _players(team: int, ids: Sequence[int]) -> dict[int, str]:
    """Names by id of those of ``ids`` who are on the roster of ``team``."""
    rows = RosterEntry.objects.filter(team_id=team, player_id__in=ids).values_list("player_id", "player__name")
    return dict(rows)


def _seats(seats: object) -> dict[str, int]:
    if not isinstance(seats, Mapping):
        raise RecordError("seats", "must name a player for each of N, E, S and W")
    for seat in seats:
        if seat not in SEATS:
            raise RecordError(f"seats.{str(seat)[:20]}", "is not a seat: there are N, E, S and W")
    ids: dict[str, int] = {}
    for seat in SEATS:
        player = seats.get(seat)
        if player is None:
            raise RecordError(f"seats.{seat}", "is missing: say who sits there")
        if isinstance(player, bool) or not isinstance(player, int) or not 0 < player < 2**63:
            raise RecordError(f"seats.{seat}", "must be the number of a player")
        if player in ids.values():
            raise RecordError(f"seats.{seat}", "sits on another seat already")
        ids[seat] = player
    return ids


def _seat(value: object, field: str) -> Seat:
    if value not in SEATS:
        raise RecordError(field, "must be one of N, E, S, W")
    return Seat(str(value))
