"""Bringing a substitute in (13.a, 13.b), and trying beforehand what that means.

What may be is the engine's to say; here it is told what it cannot see from its table: how many substitutes the team
has used at the match's other tables, and whether the one who comes in went out at one of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.substitutes import Count, Verdict
from rules_engine.table import Reason, Substitution
from rules_engine.verdicts import RecordError
from scoring.selectors.substitutes import People, people_of
from scoring.services import boards, ledger, sickness
from scoring.services.plans import Entry, name_of, stepped
from scoring.services.refusals import LedgerRefused
from scoring.services.store import Standing
from tournaments.models import Player, RosterEntry, Seating, Table, User
from tournaments.selectors import bars, identity

SEATS = tuple(seat.value for seat in Seat)
REASONS = tuple(reason.value for reason in Reason)


@dataclass(frozen=True, slots=True)
class Asked:
    """A substitution as asked for.

    ``left``: the sick player has left the premises. ``exceed``: one too many is recorded and costs what the code says.
    """

    seat: str
    player: int
    reason: str
    left: bool = False
    exceed: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """What a substitution comes to: its entry, the team's count before it, what it means, who goes out."""

    entry: Entry
    count: Count
    verdict: Verdict
    out: Player


def substitute(
    table: Table,
    *,
    seat: str,
    player: int,
    reason: str,
    left: bool = False,
    exceed: bool = False,
    expected: int,
    client_id: UUID,
    by: User,
    device: str = "",
) -> ledger.Appended:
    """Another player of the team takes a seat, between games.

    ``reason``: ``choice``, ``sick`` or ``discipline``. RecordError naming ``seat``, ``player`` or ``reason``;
    LedgerRefused with the engine's reason. Who makes way sick for one more than allowed is barred from the tournament.
    """
    asked = checked(Asked(seat, player, reason, left, exceed))
    done: list[tuple[Standing, Planned]] = []

    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        planned = planned_for(standing, ruleset, asked)
        done.append((standing, planned))
        return [planned.entry]

    def same(ruleset: Ruleset, event: dict[str, Any], details: dict[str, Any]) -> bool:
        return event.get("event") == "substitution" and (event["seat"], event["reason"], details["in"]) == (
            seat,
            reason,
            player,
        )

    def then(appended: ledger.Appended) -> None:
        standing, planned = done[-1]
        if planned.verdict is Verdict.SICKNESS:
            sickness.send_home(standing, appended.sequence, player=planned.out.pk, by=by)

    return ledger.record(ledger.Request(table.pk, by, client_id, expected, device, same), plan, then=then)


def preview(
    table: Table, *, seat: str, player: int, reason: str, left: bool = False, exceed: bool = False
) -> dict[str, Any]:
    """What :func:`substitute` would answer now, nothing saved, with the team's ``substitutes`` after it."""
    asked = checked(Asked(seat, player, reason, left, exceed))
    made: list[Planned] = []

    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        made.append(planned_for(standing, ruleset, asked))
        return [made[-1].entry]

    answer = ledger.preview_plan(table.pk, plan)
    planned = made[-1]
    return {
        **answer,
        "substitutes": {
            "used": planned.count.used + 1,
            "limit": planned.count.limit,
            "left": max(0, planned.count.left - 1),
            "verdict": planned.verdict.value,
            "per_table": planned.count.per_table,
        },
    }


def checked(asked: Asked) -> Asked:
    """The same; RecordError naming ``seat``, ``reason`` or ``player``."""
    if asked.seat not in SEATS:
        raise RecordError("seat", "must be one of N, E, S, W")
    if asked.reason not in REASONS:
        raise RecordError("reason", "must be choice, sick or discipline")
    if isinstance(asked.player, bool) or not isinstance(asked.player, int) or not 0 < asked.player < 2**63:
        raise RecordError("player", "must be the number of a player")
    return asked


def planned_for(standing: Standing, ruleset: Ruleset, asked: Asked) -> Planned:
    """The substitution at the table as it stands. RecordError naming ``seat`` or ``player``; LedgerRefused."""
    table = standing.table
    if not table.sequence:
        raise LedgerRefused("not-opened", f"{name_of(table)} is not open yet.")
    sitting = {row.seat: row.player for row in Seating.objects.filter(table_id=table.id).select_related("player")}
    if asked.seat not in sitting:
        raise LedgerRefused("seat-empty", f"Nobody was seated at {asked.seat} of this table.")
    side = "home" if asked.seat in table.home_pair else "away"
    team = standing.home_id if side == "home" else standing.away_id
    eligible(standing, team, asked.player, "player")
    person = identity.roots([asked.player])[asked.player]
    if person in {player.same_as_id or player.pk for player in sitting.values()}:
        raise RecordError("player", "sits at this table already")
    names = called(team, [asked.player, sitting[asked.seat].pk])
    return _planned(standing, ruleset, asked, people_of(standing.match_id), side, sitting, names)


def _planned(
    standing: Standing,
    ruleset: Ruleset,
    asked: Asked,
    people: People,
    side: str,
    sitting: Mapping[str, Player],
    names: Mapping[int, str],
) -> Planned:
    table, leaves = standing.table, sitting[asked.seat]
    away = people.went_out(side)
    person = identity.roots([*away, asked.player])
    reason = Reason(asked.reason)
    counted = people.count(ruleset, side, table.id)
    left = asked.left if reason is Reason.SICK else None
    verdict = counted.one_more(reason, left)
    event = Substitution(
        seat=Seat(asked.seat),
        out=names[leaves.pk],
        in_=names[asked.player],
        reason=reason,
        left=left,
        used_elsewhere=len(people.changes(side, but=table.id)),
        out_elsewhere=person[asked.player] in {person[player] for player in away},
        apply=asked.exceed and verdict is Verdict.BEYOND,
    )
    state = boards.read_state(table.state)
    entry = stepped(ruleset, state, event, {"out": leaves.pk, "in": asked.player}, Pair(table.home_pair))
    seats = {seat: player.pk for seat, player in sitting.items()} | {asked.seat: asked.player}
    return Planned(replace(entry, seats=seats), counted, verdict, leaves)


def brought_in(
    standing: Standing,
    ruleset: Ruleset,
    opening: Entry,
    makes_way: Mapping[str, Player],
    comes: Mapping[str, tuple[int, str]],
) -> list[Entry]:
    """The substitutions that follow an opening at once: by seat, who makes way, and id and name of who comes in."""
    if not makes_way:
        return []
    people = people_of(standing.match_id)
    made: list[Entry] = []
    seats, state = dict(opening.seats or {}), opening.state
    for seat, leaves in makes_way.items():
        side = "home" if seat in opening.home_pair.value else "away"
        player, name = comes[seat]
        event = Substitution(
            seat=Seat(seat),
            out=leaves.name,
            in_=name,
            reason=Reason.CHOICE,
            used_elsewhere=len(people.changes(side, but=standing.table.id)),
        )
        seats[seat] = player
        details = {"out": leaves.pk, "in": player}
        entry = stepped(ruleset, state, event, details, opening.home_pair)
        made.append(replace(entry, seats=dict(seats)))
        state = entry.state
    return made


def called(team: int, players: Sequence[int]) -> dict[int, str]:
    """What the engine knows players by, who are told apart there by nothing else: two of a team may have one name."""
    rows = list(RosterEntry.objects.filter(team_id=team).values_list("player_id", "player__name", "number"))
    listed = [name for _, name, _ in rows]
    names = {
        pk: name if listed.count(name) < 2 else f"{name} (number {number})" if number else f"{name} ({pk})"
        for pk, name, number in rows
    }
    # Whoever sits there may have left the roster since.
    gone = [pk for pk in players if pk not in names]
    return names | dict(Player.objects.filter(pk__in=gone).values_list("pk", "name"))


def eligible(standing: Standing, team: int, player: int, at: str) -> None:
    """Refuse who may not come in for ``team``.

    RecordError naming the field ``at`` for a stranger to the roster and for who may not be seated; LedgerRefused for
    who plays at another table of the match.
    """
    if not RosterEntry.objects.filter(team_id=team, player_id=player).exists():
        raise RecordError(at, "is not on the roster of the team that sits there")
    barred = bars.binding(standing.tournament_id, standing.match_id, [player])
    if player in barred:
        raise RecordError(at, f"{barred[player].player.name} {bars.why(barred[player])}")
    person = identity.roots([player])[player]
    elsewhere = [row.id for row in boards.open_tables(standing.tables) if row.id != standing.table.id]
    for row in Seating.objects.filter(table_id__in=elsewhere).select_related("player", "table"):
        if (row.player.same_as_id or row.player_id) == person:
            raise LedgerRefused(
                "seated-elsewhere", f"{row.player.name} sits at {str(row.table).lower()} of this match."
            )
